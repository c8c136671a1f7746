"""The tournament over JSON, to the letter of what scripts are promised."""

import pytest
from werkzeug.test import TestResponse

from companion.web.ui import settlements
from tests.web.hall import EIGHT, Hall


def fields(answer: TestResponse) -> list[str]:
    assert answer.status_code == 422, answer.text
    return list(answer.get_json()["error"]["fields"])


def test_a_tournament_opens_a_door_for_each_table(hall: Hall) -> None:
    state = hall.start()
    assert list(hall.tables) == [1, 2]
    assert state["target"] is None
    assert [t["rounds_left"] for t in state["next"]["tables"]] == [4, 4]


def test_names_drawn_by_lot_are_stored_as_drawn(hall: Hall) -> None:
    many = [f"P{number}" for number in range(40)]
    drawn = hall.start(many, seating="drawn")["players"]
    assert sorted(drawn) == sorted(many)
    assert drawn != many
    assert hall.state["players"] == drawn


def test_a_fault_in_a_name_is_told_where_it_was_sent_whatever_the_lots(hall: Hall) -> None:
    asked = {"edition": "classic-108", "format": "tournament", "seating": "drawn"}
    answer = hall.post("/games", {**asked, "players": [*EIGHT, "a|b"]})
    assert fields(answer) == ["/players/8"]


def test_the_answer_to_a_round_holds_only_the_rounds_of_its_table(hall: Hall) -> None:
    hall.start()
    hall.play(1)
    answer = hall.play(2)
    assert answer.status_code == 201
    assert [r["table"] for r in answer.get_json()["game"]["rounds"]] == [2]
    assert answer.get_json()["game"]["rounds_total"] == 2
    assert [r["table"] for r in hall.state["rounds"]] == [1, 2]


def test_a_tables_key_records_for_that_table(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.start()
    answer = hall.play_at(2)
    assert answer.status_code == 201
    (round_,) = answer.get_json()["game"]["rounds"]
    assert (round_["table"], round_["rotation"]) == (2, 1)
    got = hall.client.get(f"/api/tables/{hall.tables[2]}")
    assert got.get_json()["game"] == hall.state
    monkeypatch.delattr(settlements, "state")  # what is there already is not written out again
    again = hall.client.get(got.request.path, headers={"If-None-Match": got.headers["ETag"]})
    assert again.status_code == 304


def test_a_tables_key_does_not_record_for_another_table(hall: Hall) -> None:
    hall.start()
    for table in (1, True, [2], "2"):
        assert fields(hall.play_at(2, table=table)) == ["/table"]
    assert fields(hall.play_at(2, rotation=2)) == ["/rotation"]
    assert hall.state["version"] == 1


@pytest.mark.parametrize("values", [[1], "x", 7])
def test_what_is_no_round_is_refused_at_a_table_too(hall: Hall, values: object) -> None:
    hall.start()
    answer = hall.client.post(f"/api/tables/{hall.tables[1]}/rounds", json=values)
    assert answer.status_code == 422


def test_a_table_takes_back_its_own_last_round_only(hall: Hall) -> None:
    hall.start()
    hall.play_at(1)
    hall.play_at(2)
    answer = hall.post(f"/tables/{hall.tables[1]}/undo")
    assert answer.status_code == 200
    assert [r["table"] for r in hall.state["rounds"]] == [2]
    assert hall.post(f"/tables/{hall.tables[1]}/undo").status_code == 422


def test_a_repeated_request_at_a_table_is_one_round(hall: Hall) -> None:
    hall.start()
    values = {**hall.values(1), "request_id": "once"}
    address = f"/tables/{hall.tables[1]}/rounds"
    assert hall.post(address, values).status_code == 201
    assert hall.post(address, values).status_code == 200
    assert hall.post(address, {**values, "went_out": "Bo"}).status_code == 409
    assert hall.state["rounds_total"] == 1


def test_a_version_is_the_games_at_a_table_too(hall: Hall) -> None:
    hall.start()
    hall.play(1)
    assert hall.play_at(2, version=1).get_json()["error"]["code"] == "stale"


def test_a_finished_tournament_takes_no_round(hall: Hall) -> None:
    hall.start(EIGHT[:4], rotations=1, rounds_per_partnership=1)
    values = hall.values(1)
    assert hall.play(1).get_json()["game"]["outcome"]["termination"] == "all-rotations-played"
    assert hall.post(f"/games/{hall.key}/rounds", values).get_json()["error"]["code"] == "finished"
    assert hall.post(f"/tables/{hall.tables[1]}/rounds", values).status_code == 409
    assert hall.post(f"/tables/{hall.tables[1]}/undo").status_code == 200
    assert hall.state["status"] == "playing"


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ({"rotations": 3}, {"rotations": 3}),
        ({"seat": 3, "name": "Zoe"}, {"players": [*EIGHT[:2], "Cy / Zoe", *EIGHT[3:]]}),
        ({"leave": ["Cy"]}, {"left": ["Cy"]}),
        ({"join": [{"name": "Ida"}]}, {"rotations": 9}),
    ],
)
def test_what_can_be_changed(
    hall: Hall, asked: dict[str, object], shown: dict[str, object]
) -> None:
    hall.start()
    answer = hall.client.patch(f"/api/games/{hall.key}", json=asked)
    assert answer.status_code == 200
    assert answer.get_json()["game"].items() >= shown.items()


def test_a_third_table_has_its_key_when_enough_have_joined(hall: Hall) -> None:
    hall.start([*EIGHT, "Ida", "Jo", "Kim"])
    assert list(hall.tables) == [1, 2]
    hall.client.patch(f"/api/games/{hall.key}", json={"join": [{"name": "Lou"}]})
    assert [t["table"] for t in hall.state["next"]["tables"]] == [1, 2, 3]


def test_the_whole_plan_can_be_asked_for(hall: Hall) -> None:
    answer = hall.client.get("/api/tournaments/8").get_json()
    assert answer["players"] == 8
    first = answer["rotations"][0]
    assert first["rotation"] == 1
    assert first["tables"][0] == {"table": 1, "sides": [[8, 7], [3, 1]]}
    assert first["resting"] == []
    assert answer["fairness"] == {"partners": [1, 1], "opponents": [2, 2], "rests": [0, 0]}


@pytest.mark.parametrize("players", ["3", "41", "0", "x", "4.5"])
def test_there_is_no_plan_for_other_numbers(hall: Hall, players: str) -> None:
    assert hall.client.get(f"/api/tournaments/{players}").status_code == 404


def test_a_journal_is_taken_in_again(hall: Hall) -> None:
    hall.start(rounds_per_partnership=1)
    hall.play(2)
    hall.play(1)
    for asked in ({"seat": 1, "name": "Zoe"}, {"leave": ["Bo"]}, {"rotations": 4}):
        assert hall.client.patch(f"/api/games/{hall.key}", json=asked).status_code == 200
    hall.play(1)
    before = hall.state
    journal = hall.client.get(f"/api/games/{hall.key}/journal").get_json()
    answer = hall.post("/games/import", journal)
    assert answer.status_code == 201, answer.text
    assert hall.opened(answer) == before
    assert list(hall.tables) == [1, 2]


def test_a_spreadsheet_has_table_and_rotation(hall: Hall) -> None:
    hall.start()
    hall.play(2)
    rows = hall.client.get(f"/api/games/{hall.key}.csv").text.splitlines()
    assert len(rows) == 3
    assert {row.split(",")[1] for row in rows[1:]} == {"2"}
