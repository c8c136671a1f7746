"""Application under gunicorn, with several worker processes over one store."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from companion.secret import LENGTH
from tests.postgres import Server
from tests.serving import COMPANION, ROOT, environment, run_command

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="gunicorn needs a fork")

SECRET = "one secret for all of our servers"
GUNICORN = (sys.executable, "-m", "gunicorn", "companion.wsgi:app", "--bind=127.0.0.1:0")
SAID = re.compile(r"Listening at: http://127\.0\.0\.1:(\d+)|Booting worker with pid: (\d+)")
GAME = {"edition": "classic-108", "players": ["Ana", "Bo"], "target": 10_000}
ROUND = {"went_out": "Ana", "hands": {"Bo": {"points": 5}}}


@dataclass
class Workers:
    """Two gunicorn worker processes behind one port, which can be paused."""

    port: int
    processes: list[int]

    def resume_only(self, place: int) -> None:
        os.kill(self.processes[place], signal.SIGCONT)
        os.kill(self.processes[1 - place], signal.SIGSTOP)

    def both(self) -> None:
        for process in self.processes:
            os.kill(process, signal.SIGCONT)

    def ask(self, path: str, values: object = None, cookie: str = "") -> tuple[Any, str]:
        """Send a request over a new connection, so that only a running process answers."""
        request = Request(f"http://127.0.0.1:{self.port}{path}", headers={"Cookie": cookie})
        if values is not None:
            request.data = json.dumps(values).encode()
            request.add_header("Content-Type", "application/json")
        with urlopen(request, timeout=60) as answer:
            body = answer.read().decode()
            is_json = answer.headers["Content-Type"] == "application/json"
            return json.loads(body) if is_json else body, answer.headers["Set-Cookie"] or ""


@contextmanager
def gunicorn(data: Path, *options: str, **variables: str) -> Iterator[Workers]:
    """Run two gunicorn workers over a data folder or another store."""
    settings = environment(COMPANION_DATA=str(data), COMPANION_SECRET=SECRET, **variables)
    command = [*GUNICORN, "--workers=2", *options]
    with subprocess.Popen(
        command, cwd=ROOT, env=settings, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr
        workers = Workers(0, [])
        try:
            while not workers.port or len(workers.processes) < 2:
                line = process.stderr.readline()
                assert line, f"it left with {process.wait()}"
                if found := SAID.search(line):
                    port, worker = found.groups()
                    workers.port = int(port or workers.port)
                    workers.processes += [int(worker)] if worker else []
            yield workers
        finally:
            workers.both()
            process.terminate()
            process.stderr.read()


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_two_gunicorn_workers_serve_one_store(
    tmp_path: Path, request: pytest.FixtureRequest, engine: str
) -> None:
    variables = {}
    if engine == "postgres":
        server: Server = request.getfixturevalue("postgres")
        variables = {"COMPANION_STORE": server.url()}
    # `--preload` forks with an open store, which is the harder case.
    with gunicorn(tmp_path, "--threads=8", "--preload", **variables) as workers:
        workers.resume_only(0)
        keys, _ = workers.ask("/api/games", GAME)
        for version in range(2, 8):
            workers.resume_only(version % 2)
            saved, _ = workers.ask(f"/api/games/{keys['score_key']}/rounds", ROUND)
            assert saved["game"]["version"] == version
        for place in (0, 1):
            workers.resume_only(place)
            seen, _ = workers.ask(f"/api/games/{keys['watch_key']}")
            assert seen == saved
            # The search may be loaded in a thread while the worker is forked.
            assert "+2" in workers.ask("/rules/classic-108/search?q=stack+a+%2B2")[0]
        _, cookie = workers.ask(f"/games/{keys['score_key']}")
        workers.resume_only(0)
        assert keys["score_key"] in workers.ask("/", cookie=cookie)[0]
        workers.both()
        path = f"/api/games/{keys['score_key']}/rounds"
        with ThreadPoolExecutor(8) as phones:
            answers = list(phones.map(lambda _: workers.ask(path, ROUND)[0], range(24)))
        assert sorted(each["game"]["version"] for each in answers) == [*range(8, 32)]
    assert not (tmp_path / "secret").exists()


@pytest.mark.parametrize(
    ("command", "secret"), [((*COMPANION, "--port=0"), ""), (GUNICORN, "x" * (LENGTH - 1))]
)
def test_too_short_secret_is_refused_with_message(
    tmp_path: Path, command: tuple[str, ...], secret: str
) -> None:
    refused = run_command(command, COMPANION_DATA=str(tmp_path), COMPANION_SECRET=secret)
    assert refused.returncode != 0
    why = f"COMPANION_SECRET has {len(secret)} characters: give it at least 32 random ones."
    assert why in refused.stderr


def test_invalid_settings_are_refused_by_gunicorn() -> None:
    refused = run_command(GUNICORN, COMPANION_PROXY="many")
    assert refused.returncode != 0
    assert "'many' is not a valid whole number" in refused.stderr
