"""Games that an earlier version has recorded, in every format: they stand as they stood."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.web.script import Script

# What the JSON gave of each game before boxes had sides; nothing in it may ever change.
RECORDED = json.loads(Path(__file__).with_name("recorded.json").read_text("utf-8"))
ADDED_SINCE = {"side", "knocked_out"}  # to each round of STATE


@pytest.fixture(params=RECORDED, ids=lambda game: game["name"])
def recorded(request: pytest.FixtureRequest) -> Any:  # noqa: ANN401 - as it stands in the file
    return request.param


@pytest.fixture
def restored(recorded: Any, script: Script) -> Script:  # noqa: ANN401
    """Bring the game back to a companion that does not have it."""
    kept = recorded["kept"]
    answer = script.ask("POST", "/games/restore", json=kept)
    assert answer.status_code in {200, 201}, answer.text
    script.score_key, script.watch_key = kept["score_key"], kept["watch_key"]
    return script


def test_it_comes_to_the_same(recorded: Any, restored: Script) -> None:  # noqa: ANN401
    state = restored.state
    for round_ in state["rounds"]:
        assert [round_.pop(name, None) for name in sorted(ADDED_SINCE)] in ([[], None], [None] * 2)
    assert state == recorded["state"]


def test_it_is_written_out_the_same_to_the_letter(
    recorded: Any,  # noqa: ANN401
    restored: Script,
) -> None:
    assert restored.read("/score-sheet.txt").text == recorded["sheet"]
    assert restored.read(".csv").text == recorded["csv"]
    path = f"/games/{restored.score_key}/journal?keys=1"
    assert restored.ask("GET", path).json == recorded["kept"]


def test_a_request_that_was_answered_before_is_not_done_again(
    recorded: Any,  # noqa: ANN401
    restored: Script,
) -> None:
    again = recorded["again"]
    answer = restored.write(again["method"], again["path"], **again["body"])
    assert answer.status_code == 200, answer.text
    assert answer.json["game"]["version"] == recorded["state"]["version"]
    other = again["body"] | {"went_out": "Cy"}
    restored.write(again["method"], again["path"], **other)
    assert restored.last.json["error"]["code"] == "request-id-reused"
