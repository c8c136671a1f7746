"""A server is killed 150 times while four phones save: nothing that was confirmed is lost."""

import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.serving import COMPANION, serving

KILLS, AT_ONCE = 150, 15
GAME = {"edition": "hello-kitty", "players": ["Ana", "Bo", "Cy"], "target": 10_000}


class Phone:
    """A phone that saves rounds, or counts hands, until it is told to stop."""

    def __init__(self, port: int, kind: str) -> None:
        self.kind = kind
        self.line = HTTPConnection("127.0.0.1", port, timeout=10)
        self.key = ""
        self.saved: list[str] = []  # the request ids that were confirmed
        self.open: list[tuple[str, dict[str, Any]]] = []  # and those that had no answer
        self.counted = 0

    def send(self, method: str, path: str, body: str = "", kind: str = "json") -> tuple[int, str]:
        """Send something; OSError or HTTPException where no answer comes."""
        types = {"json": "application/json", "form": "application/x-www-form-urlencoded"}
        try:
            self.line.request(method, path, body or None, {"Content-Type": types[kind]})
            answer = self.line.getresponse()
            return answer.status, answer.read().decode()
        except BaseException:
            self.line.close()
            raise

    def play(self, stop: Event) -> None:
        while not stop.is_set():
            with suppress(OSError, HTTPException):
                self.save()
            time.sleep(0.01)

    def save(self) -> None:
        number = f"{self.kind}-{len(self.saved) + len(self.open)}"
        if self.kind == "hands":
            counted = self.counted + 1
            hand = urlencode({"points-2": f"{counted % 99 + 1}"})
            status, _ = self.send("POST", f"/games/{self.key}/hands/2", hand, "form")
            if status == 200:
                self.counted = counted
            return
        hands = {"Bo": {"points": 1}, "Cy": {"points": 1}}
        values = {"request_id": number, "went_out": "Ana", "hands": hands}
        self.open.append((number, values))
        if self.kind == "form":
            form = {"went_out": "1", "points-2": "1", "points-3": "1", "request_id": number}
            status, _ = self.send("POST", f"/games/{self.key}/rounds", urlencode(form), "form")
        else:
            status, _ = self.send("POST", f"/api/games/{self.key}/rounds", json.dumps(values))
        if status in {200, 201, 303}:
            self.saved.append(self.open.pop()[0])

    def retry(self) -> Iterator[int]:
        """Send once more what had no answer, over a new line, as a phone does."""
        self.line.close()
        for number, values in self.open:
            if self.kind == "form":
                form = {"went_out": "1", "points-2": "1", "points-3": "1", "request_id": number}
                yield self.send("POST", f"/games/{self.key}/rounds", urlencode(form), "form")[0]
            else:
                body = json.dumps(values)
                yield self.send("POST", f"/api/games/{self.key}/rounds", body)[0]
            self.saved.append(number)
        self.open.clear()


@pytest.mark.parametrize("first", range(0, KILLS, AT_ONCE))
def test_kills(tmp_path: Path, first: int) -> None:
    luck, port = random.Random(first), 0
    phones: list[Phone] = []
    retried: Counter[int] = Counter()
    for _ in range(AT_ONCE):
        command = (*COMPANION, "--host=127.0.0.1", f"--port={port}", f"--data={tmp_path}")
        with serving(*command, "--keep-copies=0") as served:
            if not phones:
                port = served.port
                phones = [Phone(port, kind) for kind in ("json", "script", "form", "hands")]
                for phone in phones:
                    phone.key = json.loads(phone.send("POST", "/api/games", json.dumps(GAME))[1])[
                        "score_key"
                    ]
            retried.update(status for phone in phones for status in phone.retry())
            stop = Event()
            with ThreadPoolExecutor(len(phones)) as threads:
                for phone in phones:
                    threads.submit(phone.play, stop)
                time.sleep(luck.uniform(0.2, 1))
                served.process.kill()
                stop.set()
    with serving(*command, "--keep-copies=0"):
        retried.update(status for phone in phones for status in phone.retry())
        for phone in phones:
            _, body = phone.send("GET", f"/api/games/{phone.key}/journal")
            ids = [each["request_id"] for each in json.loads(body)["entries"][1:]]
            assert sorted(ids) == sorted(phone.saved), phone.kind
        phones[-1].line.close()
        _, page = phones[-1].send("GET", f"/games/{phones[-1].key}")
        assert f'value="{phones[-1].counted % 99 + 1}"' in page or phones[-1].counted == 0
    for phone in phones:
        phone.line.close()
    saved = sum(len(phone.saved) for phone in phones)
    print(f"{saved} rounds, of which {dict(retried)} were sent twice")  # noqa: T201
    assert saved > AT_ONCE
