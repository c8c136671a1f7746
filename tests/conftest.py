"""What holds for all tests: none hangs on luck, or on how quick the machine is."""

import gc
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from qrcode import QRCode

from companion.rulebook import open_rulebook
from companion.store.sqlite import connections
from tests.postgres import Server, serving
from tests.serving import KEPT

# What pytest has compiled is kept for the next time, whatever the owner of the machine says of it:
# half of what comes before the first test is to compile.
sys.dont_write_bytecode = False

AS_SHIPPED = connections.SETTINGS

# What is tried is the same each time; `--hypothesis-profile=default` tries something else.
settings.register_profile(
    "steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out what takes long, see LONG")
    parser.addoption("--engine", choices=["sqlite", "postgres"], default="sqlite")
    parser.addoption("--worlds", type=int, metavar="N", help="how many worlds are lived through")
    parser.addoption("--world", type=int, metavar="SEED", help="the one world that is")


def pytest_configure() -> None:
    """Let all who look a question up in this process find the index that is kept."""
    KEPT.parent.mkdir(exist_ok=True)
    open_rulebook(index_file=KEPT)


@pytest.fixture(scope="session")
def postgres(request: pytest.FixtureRequest) -> Iterator[Server]:
    """Run a PostgreSQL server for all tests of this process that need one."""
    if request.config.option.quick:
        pytest.skip("a quick run does without PostgreSQL")
    with serving() as server:
        yield server


@pytest.fixture(scope="session", autouse=True)
def unflushed() -> Iterator[None]:
    """Leave it to the system when games reach the disk: a save waits longest for that.

    What a power cut leaves is tried in `tests/slow/drills`, on servers of their own.
    """
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(connections, "SETTINGS", (*AS_SHIPPED, "synchronous = OFF"))
        yield


@pytest.fixture(scope="session", autouse=True)
def masked_alike() -> Iterator[None]:
    """Draw codes to scan with one mask, which can be read as well as the best of eight.

    To look for the best takes eight times as long; servers that tests start do so.
    """
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(QRCode, "best_mask_pattern", lambda _: 0)
        yield


@pytest.fixture
def as_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SETTINGS", AS_SHIPPED)


# What takes longest, the longest first: a quick run does without.
LONG = (
    *("tests/browser/test_for_everybody.py", "tests/browser/test_lost_disk.py"),
    *("tests/browser/test_bad_wifi.py", "tests/browser/test_written_rules.py", "tests/browser/"),
    *("tests/web/api/test_fuzz.py", "tests/wording/test_pages.py", "tests/test_wsgi.py"),
    *("tests/project/test_checks.py", "tests/web/trouble/", "tests/world/"),
    *("tests/web/test_read_ahead.py", "tests/rulings/search/", "tests/project/test_packaging.py"),
    *("tests/store/test_relocation.py", "tests/wording/test_third_language.py", "tests/cli/"),
    "tests/store/sqlite/test_crash.py",
    # the second implementations, and what goes through every address
    *("tests/game/test_own_boxes_against_naive.py", "tests/game/test_against_naive.py"),
    *("tests/game/formats/test_against_naive.py", "tests/game/tournament/test_against_naive.py"),
    *("tests/store/test_engines_agree.py", "tests/web/http/test_security.py"),
    *("tests/web/http/test_origins.py", "tests/web/http/test_prefix.py"),
    *("tests/web/test_printed.py", "tests/web/ui/test_access.py"),
    "tests/web/ui/test_templating.py",
)
FIRST = (*LONG, "tests/game/", "tests/store/")
SLOWEST = 30  # tests that are listed when everything has run


def is_worker(config: pytest.Config) -> bool:
    """Tell a process that runs some of the tests from the one that was started by hand."""
    return hasattr(config, "workerinput")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run everything on all cores; what is named on the command line runs in this process.

    No option in pyproject.toml says so: with one, pytest would not start without pytest-xdist.
    """
    is_everything = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if is_worker(config) or not is_everything:  # each would start workers of its own, without end
        return
    if config.option.durations is None:
        config.option.durations = SLOWEST
    if config.pluginmanager.hasplugin("xdist") and not config.option.usepdb:
        if config.option.numprocesses is None:
            cores = config.hook.pytest_xdist_auto_num_workers(config=config)
            # A test with a browser often waits.
            config.option.numprocesses = cores if config.option.quick else cores + 1
        if config.option.dist == "no":
            config.option.dist = "loadfile"
            config.option.loadscopereorder = False


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what takes long, where that is wished."""
    place = collection_path.relative_to(config.rootpath).as_posix()
    return True if config.option.quick and f"{place}/".startswith(LONG) else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what takes longest when several processes run whole files."""
    if config.getoption("engine") != "sqlite":
        items[:] = [item for item in items if not item.get_closest_marker("embedded")]
    if is_worker(config):
        items.sort(key=lambda item: [not item.nodeid.startswith(each) for each in FIRST])


def pytest_collection_finish() -> None:
    """Let nobody look through all tests again and again for what can be thrown away."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the browsers in which pages were tried, and what one lacks that was not."""
    reports = [each for kind in terminalreporter.stats.values() for each in kind]
    said = {
        value
        for each in reports
        for name, value in getattr(each, "user_properties", ())
        if name == "engine"
    }
    skipped = terminalreporter.stats.get("skipped", ())
    lacking = {each.longrepr[2] for each in skipped if "/engines/" in each.nodeid}
    if said or lacking:
        terminalreporter.write_line(f"engines: {', '.join([*sorted(said), *sorted(lacking)])}")
