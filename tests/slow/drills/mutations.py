"""Mutations: one operator, constant or condition is changed, and the tests of its room must see it.

`python -m tests.slow.drills.mutations 40 1` draws forty places by the seed 1, changes each in a
copy of the project, and prints whether a test saw it, only the time limit did, or nothing.
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

from tests.serving import ROOT, surroundings

# What is changed, and the tests that are to see it, the quickest first.
ROOMS: Mapping[str, tuple[str, ...]] = {
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
COMPARED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
COUNTED: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.BitOr: ast.BitAnd,
}  # fmt: skip
LONGEST = 400  # seconds for the tests of one room
LEFT_OUT = (".git", ".venv", ".*_cache", "__pycache__")  # some tests read other hidden folders


# Types, and what a class is declared to be: mypy looks at these, hardly any test could.
DECLARED = {"decorator_list", "annotation", "returns"}


def run(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all in it but for declarations."""
    yield node
    for name, value in ast.iter_fields(node):
        if name not in DECLARED:
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.AST):
                    yield from run(each)


def places(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield what can be changed; no text, for most of these are said to people."""
    for node in run(tree):
        match node:
            case ast.Compare(ops=[op]) if type(op) in COMPARED:
                yield node
            case ast.BinOp(op=op) if type(op) in COUNTED:
                yield node
            case ast.BoolOp() | ast.UnaryOp(op=ast.Not()) | ast.If() | ast.IfExp():
                yield node
            case ast.Constant(value=bool() | int()):
                yield node


def changed(node: ast.AST) -> None:
    match node:
        case ast.Compare():
            node.ops = [COMPARED[type(node.ops[0])]()]
        case ast.BinOp():
            node.op = COUNTED[type(node.op)]()
        case ast.BoolOp():
            node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        case ast.UnaryOp():
            node.op = ast.UAdd()  # of a truth it is the same truth, as a number
        case ast.If() | ast.IfExp():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int(value)):
            node.value = value + 1


def drawn(seed: int, most: int) -> list[tuple[Path, int, str]]:
    """Draw places: the file, the number of the place in it, and the tests of its room."""
    found = [
        (file.relative_to(ROOT), number, room)
        for room in ROOMS
        for file in sorted((ROOT / room).rglob("*.py") if (ROOT / room).is_dir() else [ROOT / room])
        for number, _ in enumerate(places(ast.parse(file.read_text("utf-8"))))
    ]
    return random.Random(seed).sample(found, most)


def tried(copy: Path, file: Path, number: int, room: str) -> str:
    """Change one place, run the tests, and return what became of it."""
    source = (ROOT / file).read_text("utf-8")
    tree = ast.parse(source)
    node = list(places(tree))[number]
    before = ast.unparse(node).splitlines()[0]
    line = getattr(node, "lineno", 0)
    changed(node)
    (copy / file).write_text(ast.unparse(deepcopy(tree)), "utf-8")
    try:
        seen = "survives" if are_well(copy, room) else "is seen"
    except subprocess.TimeoutExpired:
        seen = "is seen by the time limit alone"
    finally:
        (copy / file).write_text(source, "utf-8")
    return f"{file}:{line}: {before}  ->  {ast.unparse(node).splitlines()[0]}: {seen}"


def are_well(copy: Path, room: str) -> bool:
    """Run the tests of a room, and return whether all of them pass."""
    command = [sys.executable, "-m", "pytest", "-qx", "-n0", "-pno:cacheprovider", *ROOMS[room]]
    ran = subprocess.run(
        command, cwd=copy, env=surroundings(), capture_output=True, timeout=LONGEST, check=False
    )
    return ran.returncode == 0


def main(most: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
        found = drawn(seed, most)
        # Where they fail of themselves, whatever is changed would be seen.
        for tests in {ROOMS[room]: room for *_, room in found}.values():
            assert are_well(copy, tests), tests
        for place in found:
            print(tried(copy, *place), flush=True)  # noqa: T201


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
