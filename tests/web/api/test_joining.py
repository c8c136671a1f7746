"""Open seats over JSON: players take, rename and leave seats by the join key."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.web.running import registry_of
from tests.web.script import Answer, Script


class Arrivals(Script):
    """Script of an organiser who opens the seats of a game, and of players who take them."""

    def __init__(self, script: Script, **settings: object) -> None:
        super().__init__(script.app, script.client.environ_base["REMOTE_ADDR"])
        values = {"edition": "hello-kitty", "open_seats": True, **settings}
        self.started = self.use_game(self.ask("POST", "/games", json=values)).last.json
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


def test_open_seats_are_taken_in_order_until_closed(arrivals: Arrivals) -> None:
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


def test_seat_is_renamed_and_left_only_with_its_seat_key(arrivals: Arrivals) -> None:
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


def test_join_key_takes_seats_and_nothing_else(arrivals: Arrivals) -> None:
    join_key = arrivals.started["join_key"]
    for key in (arrivals.score_key, arrivals.watch_key, "x"):
        assert arrivals.ask("POST", f"/join/{key}", json={"name": "Ana"}).status_code == 404
    for method, path in (("GET", ""), ("PATCH", ""), ("POST", "/undo"), ("GET", "/journal")):
        answer = arrivals.ask(method, f"/games/{join_key}{path}", json={"target": 9})
        assert answer.status_code == 404
    assert arrivals.ask("GET", f"/tables/{join_key}").status_code == 404


def test_retried_join_request_takes_no_second_seat(arrivals: Arrivals) -> None:
    first = arrivals.take("Ana", request_id="a")
    again = arrivals.take("Ana", request_id="a")
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json == again.json
    assert arrivals.take("Bo", request_id="a").status_code == 409
    other = arrivals.take("Bo", request_id="b").json
    assert other["seat_key"] != first.json["seat_key"]
    assert arrivals.state["players"] == ["Ana", "Bo"]


def test_closing_seats_of_tournament_assigns_tables(tournament: Arrivals) -> None:
    for number in range(8):
        tournament.seat(f"P{number}")
    closed = tournament.close(seating="drawn").json
    assert [table["table"] for table in closed["tables"]] == [1, 2]
    assert sorted(closed["game"]["players"]) == [f"P{number}" for number in range(8)]
    table = tournament.ask("GET", f"/tables/{closed['tables'][0]['key']}")
    assert table.status_code == 200


def test_drawn_seating_is_drawn_when_open_seats_are_closed(script: Script) -> None:
    names = [f"P{number:02}" for number in range(20)]
    arrivals = Arrivals(script, format="tournament", seating="drawn", players=names)
    assert arrivals.state["players"] == names
    drawn = arrivals.close().json["game"]["players"]
    assert drawn != names
    assert sorted(drawn) == names


def test_forty_concurrent_join_requests_all_get_seats(script: Script) -> None:
    tournament = Arrivals(script, format="tournament")

    def join(number: int) -> tuple[int, int]:
        phone = tournament.app.test_client()
        name = {"name": f"Player {number}"}
        answer = phone.post(f"/api{tournament.join}", json=name)
        return answer.status_code, answer.get_json()["seat"]

    with ThreadPoolExecutor(40) as phones:
        answers = list(phones.map(join, range(40)))
    assert {status for status, _ in answers} == {201}
    assert len(tournament.state["players"]) == 40
    assert tournament.take("One more").status_code == 422


def test_import_refuses_invalid_phone_digest_of_seat(
    arrivals: Arrivals, new_script: Callable[[], Script]
) -> None:
    arrivals.seat("Ana")
    journal = arrivals.read("/journal").json
    for phone in ("x", "A" * 32, 7, journal["entries"][-1]["phone"] + "0"):
        wrong = {"entries": [*journal["entries"][:-1], {**journal["entries"][-1], "phone": phone}]}
        assert new_script().import_journal(wrong).last.status_code == 422


def test_restore_keeps_seat_keys_and_a_sent_join_key(arrivals: Arrivals, script: Script) -> None:
    taken = arrivals.seat("Ana")
    saved = arrivals.ask("GET", f"/games/{arrivals.score_key}/journal?keys=1").json
    known = saved.pop("join_key")
    assert arrivals.join == f"/join/{known}"
    games = registry_of(script.app).games
    # A restore without a join key creates a new one.
    for game, sent in (("A" * 22, {"join_key": "J" * 22}), ("B" * 22, {})):
        back = script.ask("POST", "/games/restore", json={**saved, "id": game, **sent})
        assert back.status_code == 201, back.text
        join_key = games.key_of(game, "join")
        assert join_key == sent.get("join_key", join_key) != known
        change = {"name": "Zoe", "seat_key": taken["seat_key"]}
        assert script.ask("PUT", f"/join/{join_key}", json=change).json["seat"] == 1


def begin(tournament: Arrivals) -> Arrivals:
    """Seat four players, close the seats so that the tournament begins, and return its script."""
    for name in ("Ana", "Bo", "Cy", "Dee"):
        tournament.seat(name)
    assert tournament.close().status_code == 200
    return tournament


def join_late(tournament: Arrivals, name: str, host: int) -> Answer:
    tournament.client.environ_base["REMOTE_ADDR"] = f"192.0.2.{host}"
    return tournament.take(name)


def test_join_link_cannot_exhaust_tournament_seats(tournament: Arrivals, script: Script) -> None:
    begin(tournament)
    start = tournament.state["players"]
    for wave in range(3):
        for host in range(36):
            assert join_late(tournament, f"Bot {wave} {host}", host).status_code == 201
        assert join_late(tournament, "Zoe", 99).status_code == 422
        # No seat is left at the tables, so the last waiting player is removed.
        assert tournament.change(join=[{"name": f"Zoe {wave}"}]).status_code == 200
        state = tournament.state
        playing = [name for name in state["players"] if name not in state["left"]]
        assert f"Zoe {wave}" in playing
        assert f"Bot {wave} 35" not in state["players"]
        gone = [name for name in playing if name not in start]
        assert tournament.change(leave=gone).status_code == 200
    # The maximum number of seats was taken. Those without a recorded round are free again.
    assert len(tournament.state["players"]) == 80
    assert join_late(tournament, "Max", 98).status_code == 201
    assert tournament.change(join=[{"name": "Eva"}]).status_code == 200
    assert {"Max", "Eva"} <= {*tournament.state["players"]} - {*tournament.state["left"]}
    journal = tournament.read("/journal").json
    assert script.import_journal(journal).last.status_code == 201
    assert script.state == tournament.state


def test_added_player_is_refused_once_no_late_player_waits_for_a_seat(tournament: Arrivals) -> None:
    begin(tournament)
    (out, partner), (left, right) = tournament.state["next"]["tables"][0]["sides"]
    hands = {left: {"points": 5}, right: {"points": 6}}
    tournament.record_round(went_out=out, hands=hands, table=1, rotation=1)
    assert tournament.last.status_code == 201
    for host in range(36):
        join_late(tournament, f"Bot {host}", host)
    for number in range(36):
        assert tournament.change(join=[{"name": f"Late {number}"}]).status_code == 200
    # No late player waits any more, and players at a table are not removed.
    tournament.change(join=[{"name": "Zoe"}])
    assert tournament.assert_refused().keys() == {"/join"}
    state = tournament.state
    assert {out, partner, left, right} <= {*state["players"]} - {*state["left"]}
    assert [row["total"] for row in state["standings"] if row["side"] == [out]] == [11]


def test_late_join_requests_are_limited_per_address(tournament: Arrivals) -> None:
    begin(tournament)
    for _ in range(40):
        assert tournament.take("Ana").status_code == 422
    assert tournament.take("Max").status_code == 429
    assert "Retry-After" in tournament.last.headers
    assert join_late(tournament, "Max", 97).status_code == 201
