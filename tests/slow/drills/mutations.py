"""Mutation tests, which change an operator, constant or condition so that a test must fail.

`python -m tests.slow.drills.mutations 40 1` draws forty places with the seed 1, mutates each in a
copy of the project, and prints whether a test failed, the tests timed out, or the mutant survived.
"""

import ast
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path

from tests.serving import ROOT, environment

# Mutated files or packages, with the tests that should fail, fastest tests first.
TESTS: Mapping[str, tuple[str, ...]] = {
    "companion/store/rows": ("tests/store",),
    "companion/store/sqlite": ("tests/store",),
    "companion/store/checksums.py": ("tests/store",),
    "companion/services/recovery.py": ("tests/services", "tests/world/test_worlds.py"),
    "companion/services/replays.py": ("tests/services", "tests/web/trouble", "tests/web/api"),
    "companion/services/access.py": ("tests/services", "tests/web/api"),
    "companion/game/replay.py": ("tests/game",),
    "companion/game/scoring.py": ("tests/game",),
    "companion/game/tally.py": ("tests/game",),
    "companion/game/standings.py": ("tests/game",),
    "companion/web/ui/access.py": ("tests/web/http", "tests/web/api", "tests/web/games"),
}
COMPARISONS: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
OPERATORS: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.BitOr: ast.BitAnd,
}  # fmt: skip
TIMEOUT = 400  # seconds for the tests of one mutant
NOT_COPIED = (".git", ".venv", ".*_cache", "__pycache__")  # tests read other hidden folders


# Types and decorators are not mutated, as mypy checks them and hardly any test could.
DECLARED = {"decorator_list", "annotation", "returns"}


def descendants(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a syntax node and its descendants, without types and decorators."""
    yield node
    for name, value in ast.iter_fields(node):
        if name not in DECLARED:
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.AST):
                    yield from descendants(each)


def places(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the syntax nodes that can be mutated (no strings, as most are messages)."""
    for node in descendants(tree):
        match node:
            case ast.Compare(ops=[op]) if type(op) in COMPARISONS:
                yield node
            case ast.BinOp(op=op) if type(op) in OPERATORS:
                yield node
            case ast.BoolOp() | ast.UnaryOp(op=ast.Not()) | ast.If() | ast.IfExp():
                yield node
            case ast.Constant(value=bool() | int()):
                yield node


def mutate(node: ast.AST) -> None:
    match node:
        case ast.Compare():
            node.ops = [COMPARISONS[type(node.ops[0])]()]
        case ast.BinOp():
            node.op = OPERATORS[type(node.op)]()
        case ast.BoolOp():
            node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        case ast.UnaryOp():
            node.op = ast.UAdd()  # removes the `not`: the truth value is that of the operand
        case ast.If() | ast.IfExp():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int(value)):
            node.value = value + 1


def draw(seed: int, most: int) -> list[tuple[Path, int, str]]:
    """Return `most` random mutable nodes as (file, number among its nodes, key of `TESTS`)."""
    found = [
        (file.relative_to(ROOT), number, room)
        for room in TESTS
        for file in sorted((ROOT / room).rglob("*.py") if (ROOT / room).is_dir() else [ROOT / room])
        for number, _ in enumerate(places(ast.parse(file.read_text("utf-8"))))
    ]
    return random.Random(seed).sample(found, most)


def try_mutation(copy: Path, file: Path, number: int, package: str) -> str:
    """Mutate one node in the copy, run its tests, restore the file, and return a result line."""
    source = (ROOT / file).read_text("utf-8")
    tree = ast.parse(source)
    node = list(places(tree))[number]
    before = ast.unparse(node).splitlines()[0]
    line = getattr(node, "lineno", 0)
    mutate(node)
    (copy / file).write_text(ast.unparse(deepcopy(tree)), "utf-8")
    try:
        seen = "survives" if tests_pass(copy, package) else "is seen"
    except subprocess.TimeoutExpired:
        seen = "is seen by the time limit alone"
    finally:
        (copy / file).write_text(source, "utf-8")
    return f"{file}:{line}: {before}  ->  {ast.unparse(node).splitlines()[0]}: {seen}"


def tests_pass(copy: Path, package: str) -> bool:
    """Return whether the tests that `TESTS` lists for `package` all pass in the copy."""
    command = [sys.executable, "-m", "pytest", "-qx", "-n0", "-pno:cacheprovider", *TESTS[package]]
    ran = subprocess.run(
        command, cwd=copy, env=environment(), capture_output=True, timeout=TIMEOUT, check=False
    )
    return ran.returncode == 0


def main(most: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_COPIED))
        found = draw(seed, most)
        # First check that all tests pass without a mutation, as they would otherwise notice any.
        for tests in {TESTS[room]: room for *_, room in found}.values():
            assert tests_pass(copy, tests), tests
        for place in found:
            print(try_mutation(copy, *place), flush=True)  # noqa: T201


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
