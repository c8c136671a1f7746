"""The same wish twice, wishes from yesterday, and several phones at once."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.game.game import Game
from tests.rows import cases
from tests.web.running import parts_of
from tests.web.script import Script

Wish = dict[str, Any]
ROUND: Wish = {"went_out": "Ana", "hands": {"Bo": {"points": 5}, "Cy": {"points": 0}}}
OTHER: Wish = {"went_out": "Bo", "hands": {"Ana": {"points": 9}, "Cy": {"points": 0}}}

SETTLED = "/settled/uno.when"
WRITES: dict[str, Callable[..., object]] = {
    "record": lambda t, **more: t.asked_round(**ROUND, **more),
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
    """Bring that table to where every write has something to do."""
    table.asked_round(**ROUND)
    table.write("PUT", SETTLED, text="Later.")
    table.change(target=600)
    table.undo()
    return table


@pytest.mark.parametrize("what", WRITES)
def test_the_same_wish_twice_is_done_once(changed: Script, what: str) -> None:
    before = changed.state
    WRITES[what](changed, request_id="one")
    done = changed.state
    assert done["version"] == before["version"] + 1
    WRITES[what](changed, request_id="one")
    assert (changed.last.status_code, changed.last.json) == (200, {"game": done})
    assert changed.state == done


@pytest.mark.parametrize("what", WRITES)
def test_every_write_looks_at_the_version(changed: Script, what: str) -> None:
    WRITES[what](changed, version=1)
    changed.refused(409, "stale")


def test_a_repeated_wish_is_answered_with_the_present_game(table: Script) -> None:
    table.asked_round(**ROUND, request_id="one")
    table.asked_round(**OTHER)
    table.asked_round(**ROUND, request_id="one")
    assert table.last.json["game"]["rounds_total"] == 2


@pytest.mark.parametrize(
    "other",
    [
        lambda t: t.asked_round(**OTHER, request_id="one"),
        lambda t: t.asked_round(**ROUND, keep_anyway=True, request_id="one"),
        lambda t: t.asked_round(request_id="one"),
        lambda t: t.write("PUT", "/rounds/1", **ROUND, request_id="one"),
        lambda t: t.remove(1, request_id="one"),
        lambda t: t.undo(request_id="one"),
        lambda t: t.change(target=700, request_id="one"),
    ],
)
def test_one_id_for_two_wishes(table: Script, other: Callable[[Script], object]) -> None:
    table.asked_round(**ROUND, request_id="one")
    before = table.state
    other(table)
    assert table.refused(409, "request-id-reused") == {}
    assert table.last.json["game"] == before
    assert table.state == before


def test_another_address_is_another_wish_and_another_method_too(table: Script) -> None:
    table.asked_round(**ROUND)
    table.undo(request_id="one")
    table.redo(request_id="one")
    table.refused(409, "request-id-reused")
    table.redo()
    table.remove(1, request_id="two")
    table.write("PUT", "/rounds/1", request_id="two")
    table.refused(409, "request-id-reused")


def test_the_id_is_looked_at_before_version_and_end(table: Script) -> None:
    table.asked_round(**ROUND, request_id="one", version=1)
    table.change(finish=True)
    table.asked_round(**ROUND, request_id="one", version=1)
    assert table.last.status_code == 200
    table.asked_round(**OTHER, request_id="one", version=1)
    table.refused(409, "request-id-reused")


def test_an_id_is_known_for_ever_also_when_its_change_was_taken_back(table: Script) -> None:
    table.asked_round(**ROUND, request_id="one")
    table.undo()
    table.asked_round(**ROUND, request_id="one")
    assert (table.last.status_code, table.state["rounds_total"]) == (200, 0)
    table.asked_round(**OTHER, request_id="one")
    table.refused(409, "request-id-reused")


def test_a_refused_wish_leaves_its_id_free(table: Script) -> None:
    table.asked_round(went_out="Ana", request_id="one")
    table.refused()
    assert table.asked_round(**ROUND, request_id="one").status_code == 201


def test_the_order_in_which_it_is_said_makes_no_other_wish(table: Script) -> None:
    table.asked_round(**ROUND, request_id="one")
    turned = {"hands": dict(reversed(ROUND["hands"].items())), "went_out": "Ana"}
    assert table.asked_round(**turned, request_id="one").status_code == 200


@pytest.mark.parametrize("request_id", ["", "x" * 64, "עמר 👩‍🚀", "a\u0000b", "'; --"])
def test_any_text_is_an_id(table: Script, request_id: str) -> None:
    for status in (201, 200):
        assert table.asked_round(**ROUND, request_id=request_id).status_code == status


@pytest.mark.parametrize("request_id", ["x" * 65, 7, ["one"], True])
def test_an_id_that_is_none(table: Script, request_id: object) -> None:
    table.asked_round(**ROUND, request_id=request_id)
    assert list(table.refused()) == ["/request_id"]


@pytest.mark.parametrize("version", [1, 0, -1, 3, 2**40, 2.0])
def test_a_wish_from_another_version(table: Script, version: float) -> None:
    table.asked_round(**ROUND)
    before = table.state
    table.asked_round(**OTHER, version=version)
    if version == before["version"]:
        assert table.last.status_code == 201
        return
    assert table.refused(409, "stale") == {}
    assert table.last.json["game"] == before
    assert table.state == before


@pytest.mark.parametrize("version", ["2", 1.5, True, [2], 10**30])
def test_a_version_that_is_none(table: Script, version: object) -> None:
    table.change(target=700, version=version)
    assert list(table.refused()) == ["/version"]


@cases("""query | places
version= | ["/version"]
version=two | ["/version"]
version=1.0 | ["/version"]
version=٢ | ["/version"]
f"version={'9' * 5000}" | ["/version"]
f"request_id={'x' * 65}" | ["/request_id"]
""")
def test_a_query_that_can_not_be_read(table: Script, query: str, places: list[str]) -> None:
    table.asked_round(**ROUND)
    table.ask("DELETE", f"/games/{table.score_key}/rounds/1?{query}")
    assert list(table.refused()) == places
    assert table.state["rounds_total"] == 1


def test_a_finished_game_takes_no_new_round_but_every_correction(table: Script) -> None:
    table.round("Ana", Bo=100, Cy=0)
    table.change(target=100)
    before = table.state
    table.asked_round(**OTHER)
    assert table.refused(409, "finished") == {}
    assert table.last.json["game"] == before
    assert table.state == before
    assert table.write("PUT", "/rounds/1", **OTHER).status_code == 200
    assert table.undo().status_code == 200
    assert table.remove(1).status_code == 200


@pytest.mark.parametrize(
    ("said", "status"), [({"version": 1}, 409), ({"request_id": "one"}, 200), ({}, 201)]
)
def test_somebody_saves_the_same_a_moment_before(
    table: Script,
    new_script: Callable[[], Script],
    monkeypatch: pytest.MonkeyPatch,
    said: Wish,
    status: int,
) -> None:
    """The game has been read by then, and nothing was found that speaks against the round."""
    replays, other = parts_of(table.app).games.replays, new_script()
    append, other.score_key = replays.append, table.score_key

    def append_after_the_other(*change: Any) -> Game:  # noqa: ANN401 - handed on as it is
        monkeypatch.undo()
        assert other.asked_round(**ROUND, **said).status_code == 201
        return append(*change)

    monkeypatch.setattr(replays, "append", append_after_the_other)
    assert table.asked_round(**ROUND, **said).status_code == status
    assert table.state["rounds_total"] == (2 if status == 201 else 1)
