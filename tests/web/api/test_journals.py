"""A game is taken along: out of one companion and into another."""

from datetime import UTC, datetime

import pytest

from tests.web.script import Script


@pytest.fixture
def played(script: Script) -> Script:
    """Play a game in which everything happened that can."""
    script.start("Ana", "Bo", "Cy", target=900, dealer="Bo", decks=2, left_out={"skip": 1})
    script.round("Ana", Bo="7, skip, wild", Cy=8)
    script.asked_round(went_out="Bo", pile={"cards": "9 9 +4"})
    script.asked_round(
        went_out="Cy",
        hands={"Ana": {"cards": ["wild"] * 9}},
        resting=["Bo"],
        keep_anyway=True,
        notes=[{"rule": "ch.guilty", "text": "drew 4"}],
    )
    script.correct(2, "Cy", Ana=1, Bo=2)
    script.change(leave=["Bo"])
    script.change(join=[{"name": "Zoe", "total": 40}])
    script.round("Zoe", Ana=30, Cy=1)
    script.undo()
    script.undo()
    script.redo()
    script.change(join=[{"name": "Bo"}])
    script.change(dealer="Cy", target=800)
    script.write("PUT", "/settled/stack.2on2", custom=True)
    script.write("PUT", "/settled/uno.when", text="At once.", from_round=1)
    script.ask("DELETE", f"/games/{script.score_key}/settled/uno.when")
    script.remove(1)
    script.change(players=["Anna", "Bo", "Cy", "Zoé"])
    script.change(finish=True)
    script.change(finish=False)
    assert script.state["version"] == 20
    return script


def test_every_change_is_told_in_order_with_its_time(played: Script) -> None:
    entries = played.read("/journal").json["entries"]
    assert [each["version"] for each in entries] == list(range(1, played.state["version"] + 1))
    assert (entries[0]["kind"], entries[1]["kind"]) == ("game-started", "round-recorded")
    times = [datetime.fromisoformat(each["at"]) for each in entries]
    assert times == sorted(times)
    assert all(each.tzinfo for each in times)


def test_the_same_game_comes_out_with_everything_that_was_taken_back(played: Script) -> None:
    before, old_key, journal = played.state, played.score_key, played.read("/journal").json
    again = played.take_in(journal)
    assert again.last.headers["Location"] == f"/games/{again.score_key}"
    assert again.last.json.keys() == {"score_key", "watch_key", "group_key", "game"}
    assert again.score_key != old_key
    assert again.state == before
    assert again.read("/journal").json == journal


def test_the_game_goes_on_where_it_came_to(played: Script) -> None:
    again = played.take_in(played.read("/journal").json)
    again.undo()
    assert again.last.json["game"]["status"] == "finished"
    again.redo()
    assert again.round("Anna", Bo=1, Cy=1, Zoé=1).status_code == 201, again.last.json


def test_a_clock_that_went_wrong_is_set_right(table: Script) -> None:
    journal = table.read("/journal").json
    journal["entries"][0]["at"] = "2999-01-01T00:00:00+00:00"
    (entry,) = table.take_in(journal).read("/journal").json["entries"]
    assert datetime.fromisoformat(entry["at"]) <= datetime.now(UTC)
