"""What the fuzzer finds; it asks the same each time.

It runs in a process of its own: what it thinks of hangs on which modules are there.
"""

import json
import subprocess
import sys
from typing import Any

import pytest
import schemathesis

from tests.serving import ROOT, surroundings
from tests.web.script import Script

Seen = dict[str, Any]  # `answers`: pairs of operation and status; `complaints`: sentences


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    folder = tmp_path_factory.mktemp("fuzzed")
    done = subprocess.run(
        [sys.executable, "-m", "tests.web.api.fuzzing", str(folder)],
        cwd=ROOT,
        env=surroundings(PYTHONHASHSEED="0"),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        check=True,
    )
    seen: Seen = json.loads(done.stdout.splitlines()[-1])
    return seen


def test_the_document_is_one(script: Script) -> None:
    schemathesis.openapi.from_dict(script.ask("GET", "/openapi.json").json).validate()


def test_nothing_is_an_accident_and_everything_is_as_described(fuzzed: Seen) -> None:
    assert fuzzed["complaints"] == []


def test_the_fuzzer_came_everywhere(fuzzed: Seen) -> None:
    """Every operation was carried out at least once, and every kind of refusal was seen."""
    done = {operation for operation, status in fuzzed["answers"] if status < 300}
    done.add("POST /api/games/restore")  # no answer holds all the keys of a game
    assert done == {operation for operation, _ in fuzzed["answers"]}
    assert {status for _, status in fuzzed["answers"]} >= {200, 201, 400, 404, 405, 409, 415, 422}
