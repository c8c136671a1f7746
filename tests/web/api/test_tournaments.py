"""Tournaments over JSON: seating, rounds with table keys, plans."""

from typing import Any

import pytest

from companion.web.ui import settlements
from tests.web.hall import EIGHT, Hall


def test_drawn_seating_is_random_and_stored(hall: Hall) -> None:
    many = [f"P{number}" for number in range(40)]
    drawn = hall.start(*many, seating="drawn").last.json["game"]["players"]
    assert sorted(drawn) == sorted(many)
    assert drawn != many
    assert hall.state["players"] == drawn


def test_name_fault_points_to_sent_position_despite_drawn_seating(hall: Hall) -> None:
    asked = {"edition": "classic-108", "format": "tournament", "seating": "drawn"}
    hall.ask("POST", "/games", json={**asked, "players": [*EIGHT, "a|b"]})
    assert list(hall.assert_refused()) == ["/players/8"]


def test_ranking_by_average_lets_player_who_sat_out_more_win(hall: Hall) -> None:
    winners = []
    for by_average in (False, True):
        options: dict[str, Any] = {"rounds_per_partnership": 1, "rotations": 2}
        hall.start(*"ABCDE", **options, by_average=by_average)
        hall.play(1, 20)  # the first pair wins 40
        hall.play(1, 15)  # and 30
        ranked = hall.state["standings"]
        figures = [row["per_round" if by_average else "total"] for row in ranked]
        assert figures == sorted(figures, reverse=True)
        best = [row["side"][0] for row in ranked if row["rank"] == 1]
        assert hall.state["outcome"]["winners"] == sorted(best)
        assert hall.state["by_average"] is by_average
        winners.append(best)
    assert winners[0] != winners[1]


def test_response_to_tournament_round_has_only_rounds_of_its_table(hall: Hall) -> None:
    hall.start().play(1)
    answer = hall.play(2)
    assert answer.status_code == 201
    assert [r["table"] for r in answer.json["game"]["rounds"]] == [2]
    assert answer.json["game"]["rounds_total"] == 2
    assert [r["table"] for r in hall.state["rounds"]] == [1, 2]


def test_table_key_records_and_reads_game(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = hall.start().play_at(2)
    assert answer.status_code == 201
    (round_,) = answer.json["game"]["rounds"]
    assert (round_["table"], round_["rotation"]) == (2, 1)
    path = f"/tables/{hall.tables[2]}"
    got = hall.ask("GET", path)
    assert got.json["game"] == hall.state
    monkeypatch.delattr(settlements, "state")  # a 304 must not build the state
    again = hall.ask("GET", path, headers={"If-None-Match": got.headers["ETag"]})
    assert again.status_code == 304


def test_table_key_cannot_record_for_other_table_or_rotation(hall: Hall) -> None:
    hall.start()
    for table in (1, True, [2], "2"):
        hall.play_at(2, table=table)
        assert list(hall.assert_refused()) == ["/table"]
    hall.play_at(2, rotation=2)
    assert list(hall.assert_refused()) == ["/rotation"]
    assert hall.state["version"] == 1


def test_table_key_undoes_only_last_round_of_its_table(hall: Hall) -> None:
    hall.start()
    for table in (1, 2):
        hall.play_at(table)
    assert hall.at_table(1, "/undo").status_code == 200
    assert [r["table"] for r in hall.state["rounds"]] == [2]
    assert hall.at_table(1, "/undo").status_code == 422


def test_retried_request_with_table_key_records_one_round(hall: Hall) -> None:
    values = {**hall.start().values(1), "request_id": "once"}
    for more, status in (({}, 201), ({}, 200), ({"went_out": "Bo"}, 409)):
        assert hall.at_table(1, "/rounds", **{**values, **more}).status_code == status
    assert hall.state["rounds_total"] == 1


def test_round_with_table_key_and_stale_game_version_is_refused(hall: Hall) -> None:
    hall.start().play(1)
    hall.play_at(2, version=1)
    hall.assert_refused(409, "stale")


def test_finished_tournament_refuses_rounds_until_one_is_undone(hall: Hall) -> None:
    hall.start(*EIGHT[:4], rotations=1, rounds_per_partnership=1)
    values = hall.values(1)
    assert hall.play(1).json["game"]["outcome"]["termination"] == "all-rotations-played"
    hall.record_round(**values)
    hall.assert_refused(409, "finished")
    assert hall.at_table(1, "/rounds", **values).status_code == 409
    assert hall.at_table(1, "/undo").status_code == 200
    assert hall.state["status"] == "playing"


def test_third_table_opens_when_twelfth_player_joins(hall: Hall) -> None:
    assert list(hall.start(*EIGHT, "Ida", "Jo", "Kim").tables) == [1, 2]
    hall.change(join=[{"name": "Lou"}])
    assert [t["table"] for t in hall.state["next"]["tables"]] == [1, 2, 3]


def test_seating_plan_of_eight_players(hall: Hall) -> None:
    plan = hall.ask("GET", "/tournaments/8").json
    first = plan["rotations"][0]
    assert (plan["players"], first["rotation"], first["resting"]) == (8, 1, [])
    assert first["tables"][0] == {"table": 1, "sides": [[8, 7], [3, 1]]}
    assert plan["fairness"] == {"partners": [1, 1], "opponents": [2, 2], "rests": [0, 0]}


@pytest.mark.parametrize("players", ["3", "41", "0", "x", "4.5"])
def test_plan_for_unsupported_number_of_players_is_not_found(hall: Hall, players: str) -> None:
    assert hall.ask("GET", f"/tournaments/{players}").status_code == 404


def test_csv_of_tournament_has_table_column(hall: Hall) -> None:
    hall.start().play(2)
    rows = hall.read(".csv").text.splitlines()
    assert len(rows) == 3
    assert {row.split(",")[1] for row in rows[1:]} == {"2"}
