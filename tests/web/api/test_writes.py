"""The same wish twice, wishes from yesterday, and several phones at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from tests.web.script import Script

Wish = dict[str, Any]
ROUND: Wish = {"went_out": "Ana", "hands": {"Bo": {"points": 5}, "Cy": {"points": 0}}}
OTHER: Wish = {"went_out": "Bo", "hands": {"Ana": {"points": 9}, "Cy": {"points": 0}}}

WRITES: dict[str, Callable[[Script, str], object]] = {
    "record": lambda t, who: t.asked_round(**ROUND, request_id=who),
    "correct": lambda t, who: t.write("PUT", "/rounds/1", **OTHER, request_id=who),
    "remove": lambda t, who: t.remove(1, request_id=who),
    "change": lambda t, who: t.change(target=700, request_id=who),
    "undo": lambda t, who: t.undo(request_id=who),
    "settle": lambda t, who: t.write("PUT", "/settled/uno.when", text="At once.", request_id=who),
}


@pytest.mark.parametrize("what", WRITES)
def test_the_same_wish_twice_is_done_once(table: Script, what: str) -> None:
    table.asked_round(**ROUND)
    WRITES[what](table, "one")
    done = table.state
    WRITES[what](table, "one")
    assert (table.last.status_code, table.last.json) == (200, {"game": done})
    assert table.state == done


def test_redo_and_giving_up_twice(table: Script) -> None:
    table.asked_round(**ROUND)
    table.write("PUT", "/settled/uno.when", text="At once.")
    path = f"/games/{table.score_key}/settled/uno.when?request_id=give-up"
    for _ in range(2):
        assert table.ask("DELETE", path).status_code == 200
    table.undo()
    for _ in range(2):
        assert table.redo(request_id="again").status_code == 200
    assert table.state["version"] == 6


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


def test_ids_of_two_games_have_nothing_to_do_with_each_other(
    new_script: Callable[[], Script],
) -> None:
    for table in (new_script().start(), new_script().start()):
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


@pytest.mark.parametrize("what", ["correct", "remove", "undo", "redo", "change", "settle"])
def test_every_write_looks_at_the_version(table: Script, what: str) -> None:
    table.asked_round(**ROUND)
    ways: dict[str, Callable[[], object]] = {
        "correct": lambda: table.write("PUT", "/rounds/1", **OTHER, version=1),
        "remove": lambda: table.remove(1, version=1),
        "undo": lambda: table.undo(version=1),
        "redo": lambda: table.redo(version=1),
        "change": lambda: table.change(target=700, version=1),
        "settle": lambda: table.write("PUT", "/settled/uno.when", text="x", version=1),
    }
    ways[what]()
    table.refused(409, "stale")


@pytest.mark.parametrize(
    ("query", "places"),
    [
        ("version=", ["/version"]),
        ("version=two", ["/version"]),
        ("version=1.0", ["/version"]),
        ("version=٢", ["/version"]),
        (f"version={'9' * 5000}", ["/version"]),
        (f"request_id={'x' * 65}", ["/request_id"]),
    ],
)
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


def at_once(table: Script, app_scripts: list[Script], wish: dict[str, Any]) -> list[int]:
    """Let scripts with the same key wish the same at the same moment."""
    ready = Barrier(len(app_scripts))

    def ask(script: Script) -> int:
        script.score_key = table.score_key
        ready.wait()
        return script.asked_round(**wish).status_code

    with ThreadPoolExecutor(len(app_scripts)) as phones:
        return sorted(phones.map(ask, app_scripts))


def test_eight_phones_save_the_same_round(table: Script, new_script: Callable[[], Script]) -> None:
    phones = [new_script() for _ in range(8)]
    statuses = at_once(table, phones, ROUND | {"request_id": "one"})
    assert statuses == [200] * 7 + [201]
    assert table.state["rounds_total"] == 1


def test_eight_phones_save_at_the_version_they_saw(
    table: Script, new_script: Callable[[], Script]
) -> None:
    phones = [new_script() for _ in range(8)]
    assert at_once(table, phones, ROUND | {"version": 1}) == [201] + [409] * 7
    assert table.state["rounds_total"] == 1


def test_eight_phones_save_a_round_each_and_none_is_lost(
    table: Script, new_script: Callable[[], Script]
) -> None:
    phones = [new_script() for _ in range(8)]
    assert at_once(table, phones, ROUND) == [201] * 8
    assert table.state["rounds_total"] == 8
    assert table.totals["Ana"] == 40
