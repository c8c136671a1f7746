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
        self.started = self.opened(self.ask("POST", "/games", json=values)).last.json
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
    journal = arrivals.ask("GET", f"/games/{arrivals.score_key}/journal?keys=1").text
    assert not any(each["seat_key"] in journal for each in taken)
    state = arrivals.state
    assert (state["status"], state["next"]) == ("seating", None)
    assert state["players"] == ["Ana", "Bo", "Cy"]
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
    kept = arrivals.ask("GET", f"/games/{arrivals.score_key}/journal?keys=1").json
    known = kept.pop("join_key")
    assert arrivals.join == f"/join/{known}"
    games = parts_of(script.app).games
    # Who kept no link to join by is given another.
    for game, sent in (("A" * 22, {"join_key": "J" * 22}), ("B" * 22, {})):
        back = script.ask("POST", "/games/restore", json={**kept, "id": game, **sent})
        assert back.status_code == 201, back.text
        join_key = games.key_of(game, "join")
        assert join_key == sent.get("join_key", join_key) != known
        change = {"name": "Zoe", "seat_key": taken["seat_key"]}
        assert script.ask("PUT", f"/join/{join_key}", json=change).json["seat"] == 1


def begun(tournament: Arrivals) -> Arrivals:
    """Begin with four players, and change the address for each who comes late."""
    for name in ("Ana", "Bo", "Cy", "Dee"):
        tournament.seat(name)
    assert tournament.close().status_code == 200
    return tournament


def come_late(tournament: Arrivals, name: str, place: int) -> Answer:
    tournament.client.environ_base["REMOTE_ADDR"] = f"192.0.2.{place}"
    return tournament.take(name)


def test_the_link_on_the_wall_uses_up_no_tournament(tournament: Arrivals, script: Script) -> None:
    begun(tournament)
    start = tournament.state["players"]
    for wave in range(3):
        for place in range(36):
            assert come_late(tournament, f"Bot {wave} {place}", place).status_code == 201
        assert come_late(tournament, "Zoe", 99).status_code == 422
        # There is no place left at the tables, so the last of them makes room.
        assert tournament.change(join=[{"name": f"Zoe {wave}"}]).status_code == 200
        state = tournament.state
        playing = [name for name in state["players"] if name not in state["left"]]
        assert f"Zoe {wave}" in playing
        assert f"Bot {wave} 35" not in state["players"]
        gone = [name for name in playing if name not in start]
        assert tournament.change(leave=gone).status_code == 200
    # All seats there ever are have been taken; those that nobody played on are free again.
    assert len(tournament.state["players"]) == 80
    assert come_late(tournament, "Max", 98).status_code == 201
    assert tournament.change(join=[{"name": "Eva"}]).status_code == 200
    assert {"Max", "Eva"} <= {*tournament.state["players"]} - {*tournament.state["left"]}
    journal = tournament.read("/journal").json
    assert script.take_in(journal).last.status_code == 201
    assert script.state == tournament.state


def test_who_has_begun_to_play_keeps_the_seat(tournament: Arrivals) -> None:
    begun(tournament)
    (out, partner), (left, right) = tournament.state["next"]["tables"][0]["sides"]
    hands = {left: {"points": 5}, right: {"points": 6}}
    tournament.asked_round(went_out=out, hands=hands, table=1, rotation=1)
    assert tournament.last.status_code == 201
    for place in range(36):
        come_late(tournament, f"Bot {place}", place)
    for number in range(36):
        assert tournament.change(join=[{"name": f"Late {number}"}]).status_code == 200
    # Nobody waits any more, and nobody is sent away from a table.
    tournament.change(join=[{"name": "Zoe"}])
    assert tournament.refused().keys() == {"/join"}
    state = tournament.state
    assert {out, partner, left, right} <= {*state["players"]} - {*state["left"]}
    assert [row["total"] for row in state["standings"] if row["side"] == [out]] == [11]


def test_forty_late_seats_in_ten_minutes_from_one_address(tournament: Arrivals) -> None:
    begun(tournament)
    for _ in range(40):
        assert tournament.take("Ana").status_code == 422
    assert tournament.take("Max").status_code == 429
    assert "Retry-After" in tournament.last.headers
    assert come_late(tournament, "Max", 97).status_code == 201
