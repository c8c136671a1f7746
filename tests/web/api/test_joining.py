"""Players take their seats by the join link, each with a key of their own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.web.running import parts_of
from tests.web.script import Answer, Script


class Arrivals(Script):
    """A script that opened the seats of a game, and people who take them."""

    def __init__(self, script: Script, **wishes: object) -> None:
        super().__init__(script.app, script.client.environ_base["REMOTE_ADDR"])
        values = {"edition": "hello-kitty", "open_seats": True, **wishes}
        answer = self.ask("POST", "/games", json=values)
        assert answer.status_code == 201, answer.text
        self.started = answer.json
        self.score_key, self.watch_key = self.started["score_key"], self.started["watch_key"]
        self.join = f"/join/{self.started['join_key']}"

    def take(self, name: str, **more: object) -> Answer:
        return self.ask("POST", self.join, json={"name": name, **more})

    def seat(self, name: str) -> dict[str, Any]:
        answer = self.take(name)
        assert answer.status_code == 201, answer.text
        taken: dict[str, Any] = answer.json
        return taken

    def close(self, **more: object) -> Answer:
        return self.change(open_seats=False, **more)


@pytest.fixture
def arrivals(script: Script) -> Arrivals:
    return Arrivals(script)


@pytest.fixture
def tournament(script: Script) -> Arrivals:
    return Arrivals(script, format="tournament", rounds_per_partnership=1)


def test_seats_are_taken_one_after_the_other(arrivals: Arrivals) -> None:
    assert arrivals.started.keys() == {"score_key", "watch_key", "join_key", "group_key", "game"}
    taken = [arrivals.seat(name) for name in ("Ana", "Bo", "Cy")]
    assert [each["seat"] for each in taken] == [1, 2, 3]
    assert len({each["seat_key"] for each in taken}) == 3
    state = arrivals.state
    assert (state["status"], state["players"], state["next"]) == (
        "seating",
        ["Ana", "Bo", "Cy"],
        None,
    )
    assert arrivals.round("Ana", Bo=1, Cy=2).status_code == 422
    assert arrivals.close().json["game"]["status"] == "playing"
    assert arrivals.round("Ana", Bo=1, Cy=2).status_code == 201


def test_a_seat_is_changed_and_left_with_its_own_key_only(arrivals: Arrivals) -> None:
    own, other = (arrivals.seat(name)["seat_key"] for name in ("Ana", "Bo"))
    changed = arrivals.ask("PUT", arrivals.join, json={"name": "Zoe", "seat_key": own})
    assert changed.json == {"seat": 1, "seat_key": own}
    for wrong in ("x", "", arrivals.score_key):
        answer = arrivals.ask("PUT", arrivals.join, json={"name": "Eve", "seat_key": wrong})
        assert answer.status_code == 404
        left = arrivals.ask("DELETE", arrivals.join, query_string={"seat_key": wrong})
        assert left.status_code == 404
    left = arrivals.ask("DELETE", arrivals.join, query_string={"seat_key": other})
    assert left.json == {"seat": None, "seat_key": other}
    assert arrivals.state["players"] == ["Zoe"]


def test_only_the_join_key_takes_a_seat_and_it_does_nothing_else(arrivals: Arrivals) -> None:
    join_key = arrivals.started["join_key"]
    for key in (arrivals.score_key, arrivals.watch_key, "x"):
        assert arrivals.ask("POST", f"/join/{key}", json={"name": "Ana"}).status_code == 404
    for method, path in (("GET", ""), ("PATCH", ""), ("POST", "/undo"), ("GET", "/journal")):
        answer = arrivals.ask(method, f"/games/{join_key}{path}", json={"target": 9})
        assert answer.status_code == 404
    assert arrivals.ask("GET", f"/tables/{join_key}").status_code == 404


def test_a_request_that_is_sent_again_takes_no_second_seat(arrivals: Arrivals) -> None:
    first = arrivals.take("Ana", request_id="a")
    again = arrivals.take("Ana", request_id="a")
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json == again.json
    assert arrivals.take("Bo", request_id="a").status_code == 409
    other = arrivals.take("Bo", request_id="b").json
    assert other["seat_key"] != first.json["seat_key"]
    assert arrivals.state["players"] == ["Ana", "Bo"]


def test_an_equal_name_is_refused_with_a_free_one(arrivals: Arrivals) -> None:
    arrivals.seat("Léa")
    for name in ("Léa", "LEA", "lea"):
        arrivals.take(name)
        assert arrivals.refused() == {
            "/name": f"Somebody here is already called Léa; “{name} 2” is free."
        }
    assert arrivals.take("Lea 2").status_code == 201


def test_a_tournament_gets_its_tables_when_the_seats_are_closed(tournament: Arrivals) -> None:
    for number in range(8):
        tournament.seat(f"P{number}")
    closed = tournament.close(seating="drawn").json
    assert [table["table"] for table in closed["tables"]] == [1, 2]
    assert sorted(closed["game"]["players"]) == [f"P{number}" for number in range(8)]
    table = tournament.ask("GET", f"/tables/{closed['tables'][0]['key']}")
    assert table.status_code == 200


def test_lots_may_be_asked_for_at_the_start(script: Script) -> None:
    names = [f"P{number:02}" for number in range(20)]
    arrivals = Arrivals(script, format="tournament", seating="drawn", players=names)
    assert arrivals.state["players"] == names
    drawn = arrivals.close().json["game"]["players"]
    assert drawn != names
    assert sorted(drawn) == names


def test_where_nobody_can_join_later_the_link_takes_no_more(arrivals: Arrivals) -> None:
    seat_key = arrivals.seat("Ana")["seat_key"]
    arrivals.seat("Bo")
    arrivals.close()
    for answer in (
        arrivals.take("Cy"),
        arrivals.ask("PUT", arrivals.join, json={"name": "Zoe", "seat_key": seat_key}),
        arrivals.ask("DELETE", arrivals.join, query_string={"seat_key": seat_key}),
    ):
        assert answer.status_code == 422
    assert arrivals.state["players"] == ["Ana", "Bo"]


def test_forty_come_at_once_and_nobody_hears_of_the_others(script: Script) -> None:
    tournament = Arrivals(script, format="tournament")

    def come(number: int) -> tuple[int, int]:
        phone = tournament.app.test_client()
        name = {"name": f"Player {number}"}
        answer = phone.post(f"/api{tournament.join}", json=name)
        return answer.status_code, answer.get_json()["seat"]

    with ThreadPoolExecutor(40) as phones:
        answers = list(phones.map(come, range(40)))
    assert {status for status, _ in answers} == {201}
    assert len(tournament.state["players"]) == 40
    assert tournament.take("One more").status_code == 422


def test_a_game_with_open_seats_is_exported_and_imported(
    tournament: Arrivals, new_script: Callable[[], Script]
) -> None:
    keys = [tournament.seat(name)["seat_key"] for name in ("Ana", "Bo", "Cy", "Dee", "Eve")]
    tournament.change(players=["Eve", "Ana", "Bo", "Cy", "Dee"])
    tournament.change(leave=["Bo"])
    before = tournament.read("/journal").json
    tournament.close()
    tournament.undo()
    tournament.seat("Flo")
    tournament.close(seating="drawn")
    for journal in (before, tournament.read("/journal").json):
        copy = new_script().take_in(journal)
        assert copy.last.status_code == 201, copy.last.text
        assert "join_key" in copy.last.json
    assert copy.state == tournament.state
    assert "phone" in str(journal)
    assert not any(key in str(journal) for key in keys)


def test_a_seat_with_a_phone_that_is_none_is_no_entry(
    arrivals: Arrivals, new_script: Callable[[], Script]
) -> None:
    arrivals.seat("Ana")
    journal = arrivals.read("/journal").json
    for phone in ("x", "A" * 32, 7, journal["entries"][-1]["phone"] + "0"):
        wrong = {"entries": [*journal["entries"][:-1], {**journal["entries"][-1], "phone": phone}]}
        assert new_script().take_in(wrong).last.status_code == 422


def test_a_lost_game_comes_back_with_its_seats(arrivals: Arrivals, script: Script) -> None:
    taken = arrivals.seat("Ana")
    kept = arrivals.ask("GET", f"/games/{arrivals.score_key}/journal").json
    parts = {"score_key": arrivals.score_key, "watch_key": arrivals.watch_key, "tables": []}
    games = parts_of(script.app).games
    for game, sent in (("A" * 22, {"join_key": "J" * 22}), ("B" * 22, {})):
        back = script.ask("POST", "/games/restore", json={**kept, **parts, "id": game, **sent})
        assert back.status_code == 201, back.text
        join_key = games.key_of(game, "join")
        assert join_key == sent.get("join_key", join_key)
        change = {"name": "Zoe", "seat_key": taken["seat_key"]}
        assert script.ask("PUT", f"/join/{join_key}", json=change).json["seat"] == 1
