"""Retries and conflicts of writes: request ids, versions, concurrent phones."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.game.game import Game
from tests.rows import cases
from tests.web.running import registry_of
from tests.web.script import Script

Values = dict[str, Any]
ROUND: Values = {"went_out": "Ana", "hands": {"Bo": {"points": 5}, "Cy": {"points": 0}}}
OTHER: Values = {"went_out": "Bo", "hands": {"Ana": {"points": 9}, "Cy": {"points": 0}}}

SETTLED = "/settled/uno.when"
WRITES: dict[str, Callable[..., object]] = {
    "record": lambda t, **more: t.record_round(**ROUND, **more),
    "correct": lambda t, **more: t.write("PUT", "/rounds/1", **OTHER, **more),
    "remove": lambda t, **more: t.remove(1, **more),
    "change": lambda t, **more: t.change(target=700, **more),
    "undo": lambda t, **more: t.undo(**more),
    "redo": lambda t, **more: t.redo(**more),
    "settle": lambda t, **more: t.write("PUT", SETTLED, text="At once.", **more),
    "give up": lambda t, **more: t.ask(
        "DELETE", f"/games/{t.score_key}{SETTLED}", query_string=more
    ),
}


@pytest.fixture
def changed(table: Script) -> Script:
    """Return a script with a game in which every kind of write can succeed."""
    table.record_round(**ROUND)
    table.write("PUT", SETTLED, text="Later.")
    table.change(target=600)
    table.undo()
    return table


@pytest.mark.parametrize("write", WRITES)
def test_repeated_write_with_same_request_id_is_executed_once(changed: Script, write: str) -> None:
    before = changed.state
    WRITES[write](changed, request_id="one")
    done = changed.state
    assert done["version"] == before["version"] + 1
    WRITES[write](changed, request_id="one")
    assert (changed.last.status_code, changed.last.json) == (200, {"game": done})
    assert changed.state == done


@pytest.mark.parametrize("write", WRITES)
def test_every_write_with_stale_version_is_refused(changed: Script, write: str) -> None:
    WRITES[write](changed, version=1)
    changed.assert_refused(409, "stale")


def test_repeated_write_returns_current_game(table: Script) -> None:
    table.record_round(**ROUND, request_id="one")
    table.record_round(**OTHER)
    table.record_round(**ROUND, request_id="one")
    assert table.last.json["game"]["rounds_total"] == 2


@pytest.mark.parametrize(
    "other",
    [
        lambda t: t.record_round(**OTHER, request_id="one"),
        lambda t: t.record_round(**ROUND, keep_anyway=True, request_id="one"),
        lambda t: t.record_round(request_id="one"),
        lambda t: t.write("PUT", "/rounds/1", **ROUND, request_id="one"),
        lambda t: t.remove(1, request_id="one"),
        lambda t: t.undo(request_id="one"),
        lambda t: t.change(target=700, request_id="one"),
    ],
)
def test_request_id_reused_for_different_write_is_refused(
    table: Script, other: Callable[[Script], object]
) -> None:
    table.record_round(**ROUND, request_id="one")
    before = table.state
    other(table)
    assert table.assert_refused(409, "request-id-reused") == {}
    assert table.last.json["game"] == before
    assert table.state == before


def test_request_id_reused_for_other_address_or_method_is_refused(table: Script) -> None:
    table.record_round(**ROUND)
    table.undo(request_id="one")
    table.redo(request_id="one")
    table.assert_refused(409, "request-id-reused")
    table.redo()
    table.remove(1, request_id="two")
    table.write("PUT", "/rounds/1", request_id="two")
    table.assert_refused(409, "request-id-reused")


def test_retry_succeeds_despite_later_version_and_end_of_game(table: Script) -> None:
    table.record_round(**ROUND, request_id="one", version=1)
    table.change(finish=True)
    table.record_round(**ROUND, request_id="one", version=1)
    assert table.last.status_code == 200
    table.record_round(**OTHER, request_id="one", version=1)
    table.assert_refused(409, "request-id-reused")


def test_request_id_stays_known_after_its_change_is_undone(table: Script) -> None:
    table.record_round(**ROUND, request_id="one")
    table.undo()
    table.record_round(**ROUND, request_id="one")
    assert (table.last.status_code, table.state["rounds_total"]) == (200, 0)
    table.record_round(**OTHER, request_id="one")
    table.assert_refused(409, "request-id-reused")


def test_refused_write_does_not_use_up_its_request_id(table: Script) -> None:
    table.record_round(went_out="Ana", request_id="one")
    table.assert_refused()
    assert table.record_round(**ROUND, request_id="one").status_code == 201


def test_order_of_keys_does_not_matter_in_repeated_write(table: Script) -> None:
    table.record_round(**ROUND, request_id="one")
    turned = {"hands": dict(reversed(ROUND["hands"].items())), "went_out": "Ana"}
    assert table.record_round(**turned, request_id="one").status_code == 200


@pytest.mark.parametrize("request_id", ["", "x" * 64, "עמר 👩‍🚀", "a\u0000b", "'; --"])
def test_any_text_is_valid_request_id(table: Script, request_id: str) -> None:
    for status in (201, 200):
        assert table.record_round(**ROUND, request_id=request_id).status_code == status


@pytest.mark.parametrize("request_id", ["x" * 65, 7, ["one"], True])
def test_invalid_request_id_is_refused(table: Script, request_id: object) -> None:
    table.record_round(**ROUND, request_id=request_id)
    assert list(table.assert_refused()) == ["/request_id"]


@pytest.mark.parametrize("version", [1, 0, -1, 3, 2**40, 2.0])
def test_write_is_stale_unless_its_version_is_current(table: Script, version: float) -> None:
    table.record_round(**ROUND)
    before = table.state
    table.record_round(**OTHER, version=version)
    if version == before["version"]:
        assert table.last.status_code == 201
        return
    assert table.assert_refused(409, "stale") == {}
    assert table.last.json["game"] == before
    assert table.state == before


@pytest.mark.parametrize("version", ["2", 1.5, True, [2], 10**30])
def test_invalid_version_of_write_is_refused(table: Script, version: object) -> None:
    table.change(target=700, version=version)
    assert list(table.assert_refused()) == ["/version"]


@cases("""query | places
version= | ["/version"]
version=two | ["/version"]
version=1.0 | ["/version"]
version=٢ | ["/version"]
f"version={'9' * 5000}" | ["/version"]
f"request_id={'x' * 65}" | ["/request_id"]
""")
def test_invalid_query_of_delete_is_refused(table: Script, query: str, places: list[str]) -> None:
    table.record_round(**ROUND)
    table.ask("DELETE", f"/games/{table.score_key}/rounds/1?{query}")
    assert list(table.assert_refused()) == places
    assert table.state["rounds_total"] == 1


def test_finished_game_refuses_new_round_but_allows_corrections(table: Script) -> None:
    table.round("Ana", Bo=100, Cy=0)
    table.change(target=100)
    before = table.state
    table.record_round(**OTHER)
    assert table.assert_refused(409, "finished") == {}
    assert table.last.json["game"] == before
    assert table.state == before
    assert table.write("PUT", "/rounds/1", **OTHER).status_code == 200
    assert table.undo().status_code == 200
    assert table.remove(1).status_code == 200


@pytest.mark.parametrize(
    ("options", "status"), [({"version": 1}, 409), ({"request_id": "one"}, 200), ({}, 201)]
)
def test_race_between_two_identical_rounds(
    table: Script,
    new_script: Callable[[], Script],
    monkeypatch: pytest.MonkeyPatch,
    options: Values,
    status: int,
) -> None:
    """The other phone saves its round after this request has read and checked the game."""
    replays, other = registry_of(table.app).games.replays, new_script()
    append, other.score_key = replays.append, table.score_key

    def append_after_other_phone(*change: Any) -> Game:  # noqa: ANN401 - passed on unchanged
        monkeypatch.undo()
        assert other.record_round(**ROUND, **options).status_code == 201
        return append(*change)

    monkeypatch.setattr(replays, "append", append_after_other_phone)
    assert table.record_round(**ROUND, **options).status_code == status
    assert table.state["rounds_total"] == (2 if status == 201 else 1)
