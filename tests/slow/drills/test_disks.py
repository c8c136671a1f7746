"""A disk that is full, or turns read-only: all is shown, nothing is half saved, and it goes on."""

import json
import os
import subprocess
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.serving import COMPANION, serving, told

GAME = {"edition": "hello-kitty", "players": ["Ana", "Bo", "Cy"], "target": 10_000}
HANDS = {"Bo": {"points": 1}, "Cy": {"points": 1}}

pytestmark = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="it mounts disks")


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """Mount a disk of one megabyte."""
    disk = tmp_path / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", disk], check=True)
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


class Table:
    """A table at a server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.key = ""

    def ask(self, method: str, path: str, values: object = None) -> tuple[int, str]:
        line = HTTPConnection("127.0.0.1", self.port, timeout=30)
        body = None if values is None else json.dumps(values)
        line.request(method, path, body, {"Content-Type": "application/json"})
        answer = line.getresponse()
        text = answer.read().decode()
        line.close()
        return answer.status, text

    def start(self) -> None:
        self.key = json.loads(self.ask("POST", "/api/games", GAME)[1])["score_key"]

    def save(self, number: int) -> int:
        values = {"request_id": f"{number}", "went_out": "Ana", "hands": HANDS}
        return self.ask("POST", f"/api/games/{self.key}/rounds", values)[0]

    @property
    def rounds(self) -> int:
        return int(json.loads(self.ask("GET", f"/api/games/{self.key}")[1])["game"]["rounds_total"])

    def shows_everything(self) -> None:
        for path in ("", "/history", "/share", "/settings"):
            assert self.ask("GET", f"/games/{self.key}{path}")[0] == 200


def test_a_full_disk(small: Path) -> None:
    command = (*COMPANION, "--host=127.0.0.1", "--port=0", f"--data={small}", "--keep-copies=0")
    with serving(*command) as served:
        table = Table(served.port)
        table.start()
        assert [table.save(number) for number in range(3)] == [201] * 3
        fill(small)
        number = 3
        while (status := table.save(number)) == 201:  # what room is left in the file itself
            number += 1
        assert status == 507
        for _ in range(5):
            assert table.save(number) == 507
            assert table.ask("POST", "/api/games", GAME)[0] == 507
        assert table.rounds == number
        table.shows_everything()
    with serving(*command) as served:  # started anew while there is no room
        again = Table(served.port)
        again.key = table.key
        assert again.rounds == number
        assert again.save(number) == 507
        copy = told([*COMPANION, "--data", str(small), "backup", str(small / "copy")])
        assert (copy.returncode, len(copy.stderr.splitlines())) == (1, 1)
        (small / "filling").unlink()
        assert again.save(number) == 201
        assert again.save(number) == 200
        assert again.rounds == number + 1


def fill(disk: Path) -> None:
    with (disk / "filling").open("wb", buffering=0) as file:
        for size in (4096, 1):
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                continue


def test_a_first_start_on_a_full_disk(small: Path) -> None:
    fill(small)
    refused = told([*COMPANION, "--host=127.0.0.1", "--port=0", f"--data={small / 'games'}"])
    assert refused.returncode == 1
    assert len(refused.stderr.splitlines()) == 1
    assert "None" not in refused.stderr
    assert "No space left" in refused.stderr or "full" in refused.stderr
    left = [path for path in small.rglob("*") if path.is_file() and path.name != "filling"]
    assert all(path.name == "companion.sqlite" for path in left)


def test_a_disk_that_turns_read_only(small: Path) -> None:
    command = (*COMPANION, "--host=127.0.0.1", "--port=0", f"--data={small}", "--keep-copies=0")
    with serving(*command) as served:
        table = Table(served.port)
        table.start()
        assert [table.save(number) for number in range(3)] == [201] * 3
    subprocess.run(["mount", "-o", "remount,ro", small], check=True)
    with serving(*command) as served:
        again = Table(served.port)
        again.key = table.key
        assert again.rounds == 3
        again.shows_everything()
        assert again.save(3) == 507
        subprocess.run(["mount", "-o", "remount,rw", small], check=True)
        assert again.save(3) == 201
        assert again.rounds == 4
