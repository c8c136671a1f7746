"""Who may use what: the rooms of the house and the libraries that belong to one of them."""

import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import grimp
import pytest

from tests.serving import ROOT

ROOMS = ("web", "store", "editions", "rulings", "commands")
OWNERS = {
    "sqlite3": {"companion.store"},
    "sqlite_utils": {"companion.store"},
    "flask": {"companion", "companion.web"},
    "werkzeug": {"companion", "companion.web"},
    "jinja2": {"companion.web"},
    "waitress": {"companion.cli.server"},
}
HTMX_HEADER = re.compile(rb"\bHX-[A-Z]")


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("companion", include_external_packages=True, cache_dir=None)


def strangers(graph: grimp.ImportGraph, library: str) -> set[str]:
    """Find the modules that use a library of somebody else's room."""
    users = graph.find_modules_that_directly_import(library) if library in graph.modules else set()
    return {user for user in users if not _is_owner(user, OWNERS[library])}


def _is_owner(module: str, owners: set[str]) -> bool:
    # `companion` itself is only the module that builds the app, not every room in it.
    rooms = owners - {"companion"}
    return module in owners or any(module.startswith(f"{room}.") for room in rooms)


def beyond_the_standard_library(graph: grimp.ImportGraph) -> set[str]:
    """Find what the game uses of neither the standard library nor itself."""
    game = {"companion.game", *graph.find_descendants("companion.game")}
    used = {name for module in game for name in graph.find_modules_directly_imported_by(module)}
    return {name for name in used - game if name not in sys.stdlib_module_names}


@pytest.mark.parametrize("library", OWNERS)
def test_a_library_is_used_in_its_own_room_only(graph: grimp.ImportGraph, library: str) -> None:
    assert strangers(graph, library) == set()


def test_the_game_needs_nothing_but_the_standard_library(graph: grimp.ImportGraph) -> None:
    assert beyond_the_standard_library(graph) == set()


def test_one_file_spells_the_headers_of_htmx() -> None:
    files = [
        path
        for folder in ("companion", "templates", "static")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "vendor" not in path.parts and path.suffix != ".pyc"
    ]
    spelling = {path for path in files if HTMX_HEADER.search(path.read_bytes())}
    assert spelling <= {ROOT / "companion" / "web" / "http" / "htmx.py"}


def test_a_stranger_is_noticed() -> None:
    graph = grimp.ImportGraph()
    graph.add_module("sqlite3", is_squashed=True)
    graph.add_module("flask", is_squashed=True)
    graph.add_import(importer="companion.store.sqlite", imported="sqlite3")
    graph.add_import(importer="companion.web.games.start", imported="sqlite3")
    graph.add_import(importer="companion.storefront", imported="sqlite3")
    graph.add_import(importer="companion", imported="flask")
    graph.add_import(importer="companion.cli", imported="flask")
    assert strangers(graph, "sqlite3") == {"companion.web.games.start", "companion.storefront"}
    assert strangers(graph, "flask") == {"companion.cli"}


def test_a_game_that_needs_more_is_noticed() -> None:
    graph = grimp.ImportGraph()
    graph.add_import(importer="companion.game.cards.deck", imported="companion.game.faults")
    graph.add_import(importer="companion.game.cards.deck", imported="dataclasses")
    graph.add_import(importer="companion.game.formats.teams", imported="numpy")
    graph.add_module("companion.game")
    assert beyond_the_standard_library(graph) == {"numpy"}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Give a copy of the house in which every room stands already."""
    package = shutil.copytree(ROOT / "companion", tmp_path / "companion")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for room in ROOMS:
        (package / room).mkdir(exist_ok=True)
        (package / room / "__init__.py").touch()
    add(package / "__init__.py", "import companion.web")  # as `create_app` does
    return package


def add(module: Path, line: str) -> None:
    with module.open("a") as text:
        text.write(f"{line}\n")


def broken_contracts(house: Path) -> set[str]:
    lint = Path(sysconfig.get_path("scripts")) / "lint-imports"
    contracts = ("rooms", "pure")
    return {
        contract
        for contract in contracts
        if subprocess.run(
            [lint, "--no-cache", "--contract", contract],
            cwd=house.parent,
            capture_output=True,
            check=False,
        ).returncode
    }


def test_the_rooms_may_stand(house: Path) -> None:
    assert broken_contracts(house) == set()


@pytest.mark.parametrize(
    ("contract", "module", "breach"),
    [
        ("rooms", "game/cards.py", "import companion.editions"),
        ("rooms", "game/cards.py", "import companion"),
        ("rooms", "editions/__init__.py", "import companion.store"),
        ("rooms", "store/__init__.py", "import companion.rulings"),
        ("rooms", "rulings/__init__.py", "import companion.editions"),
        ("rooms", "store/__init__.py", "import companion.web"),
        ("rooms", "web/__init__.py", "import companion.serve"),
        ("rooms", "serve.py", "import companion.cli"),
        ("rooms", "config.py", "import companion.game"),
        ("pure", "game/cards.py", "import pathlib"),
        ("pure", "game/cards.py", "from time import time"),
        ("pure", "game/faults.py", "import random"),
        ("pure", "game/lexicon.py", "import sqlite3"),
    ],
)
def test_a_breach_of_the_rooms_is_noticed(
    house: Path, contract: str, module: str, breach: str
) -> None:
    add(house / module, breach)
    assert contract in broken_contracts(house)
