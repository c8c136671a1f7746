"""What each partial expects, as its first line says, and of how many files a page consists.

A template that extends another or is extended is a page, an imported one holds macros, and any
other is a partial.
"""

import ast
import re
from collections.abc import Iterator, Mapping

import pytest
from flask import Flask
from jinja2 import meta, nodes

from tests.serving import ROOT

WEB, TEMPLATES = ROOT / "companion/web", ROOT / "templates"
HEADER = re.compile(r"{# (expects .+?) #}\n", re.DOTALL)
MOST_FILES = 40  # behind the page of a game
SHORT = 5  # lines

Trees = Mapping[str, nodes.Template]  # by name


@pytest.fixture(scope="module")
def trees(shared: Flask) -> Trees:
    paths = [path for path in TEMPLATES.rglob("*.*") if path.is_file()]
    return {
        path.relative_to(TEMPLATES).as_posix(): shared.jinja_env.parse(path.read_text("utf-8"))
        for path in paths
    }


def named(trees: Trees, tree: nodes.Template, *kinds: type[nodes.Node]) -> set[str]:
    """Return the names of templates that a template refers to by nodes of these `kinds`.

    A computed name counts as every template whose name starts with its first text.
    """
    starts = [next(each.find_all(nodes.Const)).value for each in tree.find_all(kinds)]
    return {name for name in trees if any(name.startswith(start) for start in starts)}


def fragments(tree: nodes.Template) -> Iterator[str]:
    """Yield the names of templates that a template renders by calling `fragment`."""
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "fragment":
            yield call.args[0].as_const()


def drawn(trees: Trees, *modules: str) -> Mapping[str, set[str]]:
    """Return the modules of `companion/web` whose code has a template's name, by template."""
    found: dict[str, set[str]] = {}
    for path in [WEB / f"{each}.py" for each in modules] or WEB.rglob("*.py"):
        for each in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(each, ast.Constant) and str(each.value) in trees:
                module = path.relative_to(WEB).with_suffix("").as_posix()
                found.setdefault(str(each.value), set()).add(module)
    return found


def partials(trees: Trees) -> list[str]:
    """Return the sorted names of templates that are neither pages nor files of macros."""
    others = set[str]()
    for name, tree in trees.items():
        extended = named(trees, tree, nodes.Extends)
        others |= extended | ({name} if extended else set()) | macro_files(trees, tree)
    return sorted(trees.keys() - others)


def macro_files(trees: Trees, tree: nodes.Template) -> set[str]:
    return named(trees, tree, nodes.FromImport, nodes.Import)


def expected(app: Flask, tree: nodes.Template) -> set[str]:
    """Return the variables that a template reads, neither global nor set by itself."""
    own = {each.name for each in tree.find_all(nodes.Name) if each.ctx == "store"}
    own |= {each.name for each in tree.find_all(nodes.Macro)}
    return meta.find_undeclared_variables(tree) - own - app.jinja_env.globals.keys()


def test_first_line_of_partial_says_what_it_expects_and_where_it_is_drawn(
    shared: Flask, trees: Trees
) -> None:
    cached = {each for tree in trees.values() for each in fragments(tree)}
    alone = drawn(trees)
    for name in partials(trees):
        said = [f"expects {', '.join(sorted(expected(shared, trees[name]))) or 'nothing'}"]
        said += ["cached"] if name in cached else []
        said += [f"sent alone by {', '.join(sorted(alone[name]))}"] if name in alone else []
        header = HEADER.match((TEMPLATES / name).read_text("utf-8"))
        assert header, f"{name} must start with a comment: expects ..."
        assert " ".join(header[1].split()) == "; ".join(said), name


def test_template_macros_read_no_variable_of_a_page(shared: Flask, trees: Trees) -> None:
    for name in set().union(*(macro_files(trees, tree) for tree in trees.values())):
        assert expected(shared, trees[name]) == set(), name


def test_short_partial_is_included_by_several_templates_or_drawn_alone(trees: Trees) -> None:
    references = [each for tree in trees.values() for each in named(trees, tree, nodes.Include)]
    alone = {*drawn(trees), *(each for tree in trees.values() for each in fragments(tree))}
    of_formats = {each for each in trees if each.startswith("play/formats/")}  # by computed name
    for name in {*partials(trees)} - alone - of_formats:
        lines = (TEMPLATES / name).read_text("utf-8").splitlines()[1:]
        assert len(lines) > SHORT or references.count(name) > 1, f"{name} has one includer"


def test_page_of_a_game_consists_of_at_most_40_files(trees: Trees) -> None:
    # Start at templates used by the view, by the frame of every page, and by global functions.
    waiting = [*drawn(trees, "play/table", "ui/pages", "ui/templating")]
    behind = set[str]()
    while waiting:
        name = waiting.pop()
        if name not in behind:
            behind.add(name)
            kinds = (nodes.Extends, nodes.Include, nodes.FromImport, nodes.Import)
            waiting += [*named(trees, trees[name], *kinds), *fragments(trees[name])]
    assert {"base.html", "play/_saved.html", "play/formats/teams.html"} <= behind
    assert len(behind) <= MOST_FILES, sorted(behind)
