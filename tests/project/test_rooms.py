"""Who may use what: the rooms of the house and the libraries that belong to one of them."""

import re
import sys
from graphlib import TopologicalSorter
from posixpath import dirname, join, normpath

import grimp
import pytest

from tests.serving import ROOT

OWNERS = {
    "sqlite3": {"companion.store"},
    "sqlite_utils": {"companion.store"},
    "psycopg": {"companion.store.postgres"},
    "psycopg_pool": {"companion.store.postgres"},
    "flask": {"companion", "companion.web", "companion.wsgi"},
    "werkzeug": {"companion", "companion.web"},
    "jinja2": {"companion.web"},
    "waitress": {"companion.cli.server"},
}
SCRIPT_IMPORT = re.compile(r"""\b(?:from|import)[ (]*["']([^"']+\.js)["']""")
ATTRIBUTE_STORE = re.compile(r"\.store\b")
HTMX_HEADER = re.compile(rb"\bHX-[A-Z]")


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("companion", include_external_packages=True, cache_dir=None)


def is_at_home(module: str, owners: set[str]) -> bool:
    # `companion` itself is only the module that builds the app, not every room in it.
    rooms = owners - {"companion"}
    return module in owners or any(module.startswith(f"{room}.") for room in rooms)


@pytest.mark.parametrize("library", OWNERS)
def test_a_library_is_used_in_its_own_room_only(graph: grimp.ImportGraph, library: str) -> None:
    users = graph.find_modules_that_directly_import(library) if library in graph.modules else set()
    assert {user for user in users if not is_at_home(user, OWNERS[library])} == set()


def test_the_game_needs_nothing_but_the_standard_library(graph: grimp.ImportGraph) -> None:
    game = {"companion.game", *graph.find_descendants("companion.game")}
    used = {name for module in game for name in graph.find_modules_directly_imported_by(module)}
    assert {name for name in used - game if name not in sys.stdlib_module_names} == set()


def test_pages_and_json_are_handed_no_store_by_a_service() -> None:
    files = (ROOT / "companion" / "web").rglob("*.py")
    assert [path for path in files if ATTRIBUTE_STORE.search(path.read_text("utf-8"))] == []


def test_one_file_spells_the_headers_of_htmx() -> None:
    files = [
        path
        for folder in ("companion", "templates", "static")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "vendor" not in path.parts and path.suffix != ".pyc"
    ]
    spelling = {path for path in files if HTMX_HEADER.search(path.read_bytes())}
    assert spelling <= {ROOT / "companion" / "web" / "http" / "htmx.py"}


def test_no_scripts_import_each_other_in_a_circle() -> None:
    """Neither at once nor later, by `import()`."""
    static = ROOT / "static"
    scripts = {path.relative_to(static).as_posix(): path for path in static.rglob("*.js")}
    imports = {
        name: {
            normpath(join(dirname(name), each))
            for each in SCRIPT_IMPORT.findall(path.read_text(encoding="utf-8"))
        }
        for name, path in scripts.items()
        if not name.startswith("vendor/")
    }
    assert {each for those in imports.values() for each in those} <= scripts.keys()
    # Raises `CycleError` with the scripts of a circle.
    assert imports.keys() == set(TopologicalSorter(imports).static_order())
