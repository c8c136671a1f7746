"""Settings of all tests, which make them reproducible and independent of the machine's speed."""

import gc
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from qrcode import QRCode

from companion.store.sqlite import connections
from tests.postgres import Server, serving

# Bytecode is always cached, because half of the time before the first test is compilation.
sys.dont_write_bytecode = False

AS_SHIPPED = connections.SETTINGS

# Hypothesis' examples are the same in each run; `--hypothesis-profile=default` draws new ones.
settings.register_profile(
    "steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out what takes long, see LONG")
    parser.addoption("--engine", choices=["sqlite", "postgres"], default="sqlite")
    parser.addoption("--worlds", type=int, metavar="N", help="how many worlds are lived through")
    parser.addoption("--world", type=int, metavar="SEED", help="the one world that is")


@pytest.fixture(scope="session")
def postgres(request: pytest.FixtureRequest) -> Iterator[Server]:
    """Run a PostgreSQL server shared by the tests of this process."""
    if request.config.option.quick:
        pytest.skip("a quick run does without PostgreSQL")
    with serving() as server:
        yield server


@pytest.fixture(scope="session", autouse=True)
def no_fsync() -> Iterator[None]:
    """Do not sync saves to disk, which takes most of the time of a save.

    Power cuts are tested in `tests/slow/drills`, on separate servers.
    """
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(connections, "SETTINGS", (*AS_SHIPPED, "synchronous = OFF"))
        yield


@pytest.fixture(scope="session", autouse=True)
def fixed_qr_mask() -> Iterator[None]:
    """Draw QR codes with a fixed mask, which is eight times as fast as choosing the best.

    Servers started by tests still choose the best mask.
    """
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(QRCode, "best_mask_pattern", lambda _: 0)
        yield


@pytest.fixture
def as_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SETTINGS", AS_SHIPPED)


# Slow tests, the slowest first, which a quick run leaves out.
LONG = (
    *("tests/browser/test_accessibility.py", "tests/browser/test_lost_disk.py"),
    *("tests/browser/test_bad_wifi.py", "tests/browser/test_written_rules.py", "tests/browser/"),
    *("tests/web/api/test_fuzz.py", "tests/wording/test_pages.py", "tests/test_wsgi.py"),
    *("tests/project/test_checks.py", "tests/web/trouble/", "tests/world/"),
    *("tests/web/test_read_ahead.py", "tests/rulings/search/", "tests/project/test_packaging.py"),
    *("tests/store/test_relocation.py", "tests/wording/test_third_language.py", "tests/cli/"),
    *("tests/store/sqlite/test_crash.py", "tests/store/versions/test_later.py"),
    # tests that compare with naive models or request every address
    *("tests/game/test_own_boxes_against_naive.py", "tests/game/test_against_naive.py"),
    *("tests/game/formats/test_against_naive.py", "tests/game/tournament/test_against_naive.py"),
    *("tests/store/test_engines_agree.py", "tests/web/http/test_security.py"),
    *("tests/web/http/test_origins.py", "tests/web/http/test_prefix.py"),
    *("tests/web/test_printed.py", "tests/web/ui/test_access.py"),
    "tests/web/ui/test_templating.py",
)
FIRST = (*LONG, "tests/game/", "tests/store/")
SLOWEST = 30  # number of tests whose times are listed after a full run


def is_worker(config: pytest.Config) -> bool:
    """Return whether this is a worker process of pytest-xdist."""
    return hasattr(config, "workerinput")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run the whole suite on all cores, but tests named on the command line in this process.

    An option in pyproject.toml would require pytest-xdist, so it is set here.
    """
    is_everything = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if is_worker(config) or not is_everything:  # a worker must not start workers
        return
    if config.option.durations is None:
        config.option.durations = SLOWEST
    if config.pluginmanager.hasplugin("xdist") and not config.option.usepdb:
        if config.option.numprocesses is None:
            cores = config.hook.pytest_xdist_auto_num_workers(config=config)
            # One more process than cores, because browser tests often wait.
            config.option.numprocesses = cores if config.option.quick else cores + 1
        if config.option.dist == "no":
            config.option.dist = "loadfile"
            config.option.loadscopereorder = False


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Ignore slow tests in a quick run."""
    place = collection_path.relative_to(config.rootpath).as_posix()
    return True if config.option.quick and f"{place}/".startswith(LONG) else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sort the slowest files first in workers, and drop SQLite-only tests for another engine."""
    if config.getoption("engine") != "sqlite":
        items[:] = [item for item in items if not item.get_closest_marker("sqlite_only")]
    if is_worker(config):
        items.sort(key=lambda item: [not item.nodeid.startswith(each) for each in FIRST])


def pytest_collection_finish() -> None:
    """Exclude the collected tests from garbage collection, which would scan them repeatedly."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the browser engines that were tested, and why engines and languages were skipped."""
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
    for reason in {each.longrepr[2] for each in skipped if "/rulings/search/" in each.nodeid}:
        terminalreporter.write_line(reason)
