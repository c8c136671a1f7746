"""Games recorded by an earlier version, one for each format, whose results must not change."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.web.script import Script

# JSON responses recorded from a version without card sides. They must never change.
RECORDED = json.loads(Path(__file__).with_name("recorded.json").read_text("utf-8"))
ADDED_SINCE = {"side", "knocked_out"}  # keys of each round of STATE


@pytest.fixture(params=RECORDED, ids=lambda game: game["name"])
def recorded(request: pytest.FixtureRequest) -> Any:  # noqa: ANN401 - JSON of the file
    return request.param


@pytest.fixture
def restored(recorded: Any, script: Script) -> Script:  # noqa: ANN401
    """Restore the recorded game on a server, and return a script with its score and watch keys."""
    journal = recorded["kept"]
    answer = script.ask("POST", "/games/restore", json=journal)
    assert answer.status_code in {200, 201}, answer.text
    script.score_key, script.watch_key = journal["score_key"], journal["watch_key"]
    return script


def test_replayed_journal_gives_same_state(recorded: Any, restored: Script) -> None:  # noqa: ANN401
    state = restored.state
    assert state.pop("adjustments") == []
    assert all(round_.pop("remark", "") is None for round_ in state["rounds"])
    for round_ in state["rounds"]:
        assert [round_.pop(name, None) for name in sorted(ADDED_SINCE)] in ([[], None], [None] * 2)
    newer = {"round_limit": None, "open_end": False, "title": None}
    assert state == recorded["state"] | newer


def test_restored_game_exports_same_score_sheet_csv_and_journal(
    recorded: Any,  # noqa: ANN401
    restored: Script,
) -> None:
    assert restored.read("/score-sheet.txt").text == recorded["sheet"]
    # Recorded before the file began with a byte order mark.
    assert restored.read(".csv").text == f"\ufeff{recorded['csv']}"
    path = f"/games/{restored.score_key}/journal?keys=1"
    assert restored.ask("GET", path).json == recorded["kept"]


def test_request_id_from_restored_journal_is_not_executed_again(
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
