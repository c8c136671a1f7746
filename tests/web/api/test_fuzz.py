"""Results of the fuzzer, whose requests are the same each time.

It runs in a process of its own, because its random values depend on the imported modules.
"""

import json
import subprocess
import sys
from typing import Any

import pytest
import schemathesis

from tests.serving import ROOT, environment
from tests.web.script import Script

Results = dict[str, Any]  # `answers`: pairs of operation and status; `complaints`: sentences


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp("fuzzed")
    done = subprocess.run(
        [sys.executable, "-m", "tests.web.api.fuzzing", str(folder)],
        cwd=ROOT,
        env=environment(PYTHONHASHSEED="0"),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        check=True,
    )
    results: Results = json.loads(done.stdout.splitlines()[-1])
    return results


def test_openapi_document_is_valid(script: Script) -> None:
    schemathesis.openapi.from_dict(script.ask("GET", "/openapi.json").json).validate()


def test_fuzzed_responses_match_openapi_document(fuzzed: Results) -> None:
    assert fuzzed["complaints"] == []


def test_fuzzer_reaches_every_operation_and_refusal(fuzzed: Results) -> None:
    """Every operation must succeed at least once, and every kind of refusal must occur."""
    done = {operation for operation, status in fuzzed["answers"] if status < 300}
    done.add("POST /api/games/restore")  # never 2xx here, as the fuzzer lacks a game's keys
    assert done == {operation for operation, _ in fuzzed["answers"]}
    assert {status for _, status in fuzzed["answers"]} >= {200, 201, 400, 404, 405, 409, 415, 422}
