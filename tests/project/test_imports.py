"""Tests of which packages import which libraries, and of imports and events of scripts."""

import re
import subprocess
import sys
from graphlib import TopologicalSorter
from posixpath import dirname, join, normpath

import grimp
import pytest

from companion.game.formats import FORMATS
from tests.serving import ROOT

OWNERS = {
    "sqlite3": {"companion.store"},
    "sqlite_utils": {"companion.store"},
    "psycopg": {"companion.store.postgres"},
    "psycopg_pool": {"companion.store.postgres"},
    "flask": {"companion.app", "companion.web", "companion.wsgi"},
    "werkzeug": {"companion.app", "companion.web"},
    "jinja2": {"companion.web"},
    "waitress": {"companion.cli.server"},
}
SCRIPT_IMPORT = re.compile(r"""\b(?:from|import)[ (]*["']([^"']+\.js)["']""")
ATTRIBUTE_STORE = re.compile(r"\.store\b")
SENT_EVENT = re.compile(r'Event\("([\w:]+)"')
# Row of CONTRIBUTING's Markdown table of browser events: event, target, scripts that send it.
EVENT_ROW = re.compile(r"(?m)^\| `([\w:]+)`: [^|]+\|[^|]+\|([^|]+)\|")
FORMAT_NAME = rf"""["'](?:{"|".join(FORMATS)})["']"""
# A comparison with a format's name on either side, in Python, HTML or a script.
ASKED_FORMAT = re.compile(
    rf"""(?:[!=]==?|\bcase|\bin)\s*[\[({{]?\s*{FORMAT_NAME}|{FORMAT_NAME}\s*(?:[!=]==?|in\b)"""
    r"""|isinstance\([^)]*format"""
)
HTMX_HEADER = re.compile(rb"\bHX-[A-Z]")


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("companion", include_external_packages=True, cache_dir=None)


def is_allowed(module: str, owners: set[str]) -> bool:
    return module in owners or any(module.startswith(f"{package}.") for package in owners)


@pytest.mark.parametrize("library", OWNERS)
def test_library_is_imported_only_by_its_owners(graph: grimp.ImportGraph, library: str) -> None:
    users = graph.find_modules_that_directly_import(library) if library in graph.modules else set()
    assert {user for user in users if not is_allowed(user, OWNERS[library])} == set()


def test_game_package_imports_only_the_standard_library(graph: grimp.ImportGraph) -> None:
    game = {"companion.game", *graph.find_descendants("companion.game")}
    used = {name for module in game for name in graph.find_modules_directly_imported_by(module)}
    assert {name for name in used - game if name not in sys.stdlib_module_names} == set()


IMPORT_GAME = """
import importlib, pkgutil, sys
before = set(sys.modules)
import companion.game
for module in pkgutil.walk_packages(companion.game.__path__, "companion.game."):
    importlib.import_module(module.name)
loaded = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*loaded - sys.stdlib_module_names)
"""


def test_importing_game_package_loads_no_library() -> None:
    shown = subprocess.run([sys.executable, "-c", IMPORT_GAME], capture_output=True, check=True)
    assert shown.stdout.split() == [b"companion"]


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_database_migration_steps_import_nothing_of_the_project(
    graph: grimp.ImportGraph, engine: str
) -> None:
    used = graph.find_modules_directly_imported_by(f"companion.store.{engine}.steps")
    assert {name for name in used if name.startswith("companion")} == set()


def test_web_package_never_accesses_a_store_attribute() -> None:
    files = (ROOT / "companion" / "web").rglob("*.py")
    assert [path for path in files if ATTRIBUTE_STORE.search(path.read_text("utf-8"))] == []


def test_only_formats_ask_which_format_a_game_has(graph: grimp.ImportGraph) -> None:
    """Pages and reports ask for properties of a format, so a new one needs no change there."""
    formats = ROOT / "companion" / "game" / "formats"
    asking = [
        path
        for folder in ("companion", "templates", "static")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".html", ".js", ".css"} and formats not in path.parents
        if path.parent.name != "bundles" and ASKED_FORMAT.search(path.read_text("utf-8"))
    ]
    assert asking == []
    users = {
        user
        for name in FORMATS
        for user in graph.find_modules_that_directly_import(f"companion.game.formats.{name}")
    }
    # The home page links to the form for a new tournament.
    assert users == {"companion.game.formats", "companion.web.home"}


def test_htmx_header_names_are_spelled_only_in_http_htmx_module() -> None:
    files = [
        path
        for folder in ("companion", "templates", "static")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "vendor" not in path.parts and path.suffix != ".pyc"
    ]
    spelling = {path for path in files if HTMX_HEADER.search(path.read_bytes())}
    assert spelling <= {ROOT / "companion" / "web" / "http" / "htmx.py"}


def test_scripts_have_no_import_cycle() -> None:
    """Dynamic imports (`import()`) count too."""
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
    # The sorter raises `CycleError`, which names the scripts, if there is a cycle.
    assert imports.keys() == set(TopologicalSorter(imports).static_order())


def test_contributing_lists_events_of_scripts_with_their_senders() -> None:
    static = ROOT / "static"
    sent = {
        (event, path.relative_to(static).as_posix())
        for path in static.rglob("*.js")
        if "vendor" not in path.parts
        for event in SENT_EVENT.findall(path.read_text(encoding="utf-8"))
    }
    rows = EVENT_ROW.findall((ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    listed = {(event, name) for event, names in rows for name in re.findall("`(.+?)`", names)}
    assert listed == sent
