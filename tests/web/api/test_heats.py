"""Heats over JSON: stages, draws, late players, journals, score sheets and spreadsheets."""

import csv

import pytest
from flask import Flask

from tests.web.heats import NINE, Heats
from tests.web.script import Script


@pytest.fixture
def heats(app: Flask) -> Heats:
    return Heats(app, "203.0.113.9")


def test_new_heats_have_equal_tables_with_a_key_each(heats: Heats) -> None:
    state = heats.start(*NINE, "Jo", table_size=4).state
    assert heats.tables_of(1) == [
        ["Ana", "Bo", "Cy", "Dee"],
        ["Eve", "Flo", "Gus"],
        ["Hal", "Ida", "Jo"],
    ]
    assert sorted(heats.tables) == [1, 2, 3]
    options = ("table_size", "rounds_per_table", "final_rounds", "advance", "target")
    assert [state[option] for option in options] == [4, 1, 1, 2, None]
    assert not {"rotations", "fairness", "rounds_per_partnership"} & state.keys()
    heats.start(rounds_per_table=None, table_size=None)
    assert [heats.state[option] for option in options] == [4, 3, 3, 2, None]


def test_heats_refuse_options_of_other_formats_and_vice_versa(heats: Heats) -> None:
    values = {"edition": "classic-108", "players": NINE}
    wrong = {"target": 500, "rotations": 2, "dealer": "Ana", "table_size": 7, "advance": 3}
    heats.ask("POST", "/games", json={**values, "format": "heats", **wrong})
    assert sorted(heats.assert_refused()) == sorted(f"/{name}" for name in wrong)
    heats.ask("POST", "/games", json={**values, "format": "heats", "scoring": "rounds-won"})
    assert list(heats.assert_refused()) == ["/scoring"]
    for players in NINE[:5], [f"P{number}" for number in range(61)]:
        heats.ask("POST", "/games", json={**values, "format": "heats", "players": players})
        assert list(heats.assert_refused()) == ["/players"]
    heats.ask("POST", "/games", json={**values, "table_size": 4, "advance": 1})
    assert sorted(heats.assert_refused()) == ["/advance", "/table_size"]
    heats.start()
    for name, value in {"rotations": 1, "target": 500, "round_limit": 3, "dealer": "Ana"}.items():
        heats.change(**{name: value})
        assert list(heats.assert_refused()) == [f"/{name}"]


def test_next_stage_is_drawn_once_all_tables_are_done(heats: Heats) -> None:
    heats.start()
    heats.play(1, 30)
    heats.draw()
    assert "2, 3" in heats.assert_refused()[""]
    heats.play(2, 20)
    heats.play_at(3)
    answer = heats.draw(version=heats.state["version"], request_id="once")
    assert answer.status_code == 201
    # The winners are dealt by points, there and back, then the others, none with their winner.
    drawn = [set(table) for table in heats.tables_of(2)]
    assert [table & {"Ana", "Dee", "Gus"} for table in drawn] == [{"Ana"}, {"Dee", "Gus"}]
    groups = [{"Ana", "Bo", "Cy"}, {"Dee", "Eve", "Flo"}, {"Gus", "Hal", "Ida"}]
    assert all(len(table & group) < 2 for table in drawn for group in groups)
    assert heats.draw(request_id="once", version=heats.state["version"] - 1).status_code == 200
    assert len(heats.state["stages"]) == 2
    heats.play_stage().draw()
    assert heats.state["stages"][2]["final"]
    heats.play_stage()
    assert heats.state["outcome"]["termination"] == "final-played"
    assert heats.state["outcome"]["winners"] == [heats.state["standings"][0]["side"][0]]
    assert heats.state["status"] == "finished"
    heats.draw()
    heats.assert_refused(409, "finished")


def test_round_of_stage_that_is_not_drawn_is_refused_in_words_of_heats(heats: Heats) -> None:
    heats.start()
    values = heats.values(1)
    heats.record_round(**{**values, "rotation": 2})
    assert heats.assert_refused()["/rotation"].startswith("Stage 2 is not being played now")
    heats.record_round(**{**values, "table": None})
    assert "begins with it: “table 2, rotation 1 |”" in heats.assert_refused()["/table"]


def test_draw_is_removed_only_while_nothing_was_played(heats: Heats) -> None:
    heats.start().play_stage().draw()
    assert heats.remove_draw(1).status_code == 404
    assert heats.remove_draw(3).status_code == 404
    before = heats.state["stages"]
    assert heats.remove_draw(2).status_code == 200
    assert len(heats.state["stages"]) == 1
    heats.draw()
    assert heats.state["stages"] == before
    heats.play(1)
    heats.remove_draw(2)
    heats.assert_refused()
    heats.undo()
    heats.undo()
    assert len(heats.state["stages"]) == 1


def test_only_the_last_draw_is_removed_although_its_rounds_are_gone(heats: Heats) -> None:
    heats.start().play_stage().draw()
    heats.play_stage().draw()
    for number in 5, 4:
        assert heats.remove(number).status_code == 200
    heats.remove_draw(2)
    heats.assert_refused()
    assert heats.remove_draw(3).status_code == 200
    assert heats.remove_draw(2).status_code == 200


def test_correction_after_draw_leaves_draw_as_it_is(heats: Heats) -> None:
    heats.start().play_stage().draw()
    drawn = heats.tables_of(2)
    heats.correct(1, "Bo", Ana=5, Cy=7)
    (first, *_) = heats.state["stages"][0]["tables"]
    assert first["places"] == [["Bo"], ["Ana"], ["Cy"]]
    assert first["advanced"] == ["Ana", "Cy"]
    assert heats.tables_of(2) == drawn
    heats.remove_draw(2)
    heats.draw()
    assert {"Ana", "Bo"} <= {name for table in heats.tables_of(2) for name in table}


def test_clock_ends_a_stage_once_each_table_has_played(heats: Heats) -> None:
    heats.start(rounds_per_table=3)
    for table in 1, 2:
        heats.play(table)
    heats.draw(ended=True)
    assert ": 3." in heats.assert_refused()[""]
    heats.play(3)
    assert heats.draw(ended=True).status_code == 201
    assert {table["rotation"] for table in heats.state["next"]["tables"]} == {2}


def test_players_who_leave_get_no_place_and_leave_an_empty_one(heats: Heats) -> None:
    heats.start()
    assert heats.change(join=[{"name": "Late"}]).status_code == 200
    assert heats.change(leave=["Late"]).status_code == 200
    assert heats.tables_of(1) == [NINE[:3], NINE[3:6], NINE[6:]]
    heats.play(1)
    heats.change(join=[{"name": "Later"}])
    assert list(heats.assert_refused()) == ["/join"]
    heats.change(leave=["Eve", "Flo"])
    assert "Table 2" not in str(heats.state["next"]["tables"])
    heats.play(3)
    heats.change(leave=["Ana"])  # after the stage
    assert heats.draw().status_code == 201
    stages = heats.state["stages"]
    assert [table["places"] for table in stages[0]["tables"]][:2][1] == [["Dee"]]
    assert any("Ana" in table for table in heats.tables_of(2))
    assert ["Ana"] not in [side for t in heats.state["next"]["tables"] for side in t["sides"]]
    assert "Ana" in heats.state["left"]


def test_one_of_the_players_who_go_on_must_stay_and_wins_alone(heats: Heats) -> None:
    heats.start(*NINE[:6], advance=1).play_stage()
    heats.change(leave=["Ana", "Dee"])
    assert list(heats.assert_refused()) == ["/leave"]
    assert heats.change(leave=["Ana", "Bo", "Eve"]).status_code == 200
    heats.change(leave=["Dee"])
    assert list(heats.assert_refused()) == ["/leave"]
    assert heats.draw().status_code == 201
    assert heats.tables_of(2) == [["Ana", "Dee"]]
    assert heats.state["outcome"] == {"winners": ["Dee"], "termination": "final-played"}


def test_tie_at_a_table_is_decided_by_stored_lot(heats: Heats) -> None:
    found = set()
    for lot in range(20):
        heats.start(lot=lot)
        heats.play(1)
        places = heats.state["stages"][0]["tables"][0]["places"]
        assert places[0] == ["Ana"]
        assert sorted(places[1:]) == [["Bo"], ["Cy"]]
        found.add(places[1][0])
        journal = heats.ask("GET", f"/games/{heats.score_key}/journal").json
        assert journal["entries"][0]["lot"] == lot
    assert found == {"Bo", "Cy"}
    heats.start(lot=None)
    assert "lot" in heats.ask("GET", f"/games/{heats.score_key}/journal").json["entries"][0]


def test_journal_and_score_sheet_give_the_same_heats(heats: Heats, app: Flask) -> None:
    heats.start(open_seats=None).play_stage().draw()
    heats.play(1)
    state = heats.state
    journal = heats.ask("GET", f"/games/{heats.score_key}/journal?keys=1").json
    again = Script(app, "203.0.113.10").import_journal({"entries": journal["entries"]})
    assert again.state == state
    restored = heats.ask("POST", "/games/restore", json=journal)
    assert restored.status_code == 200
    sheet = heats.read("/score-sheet.txt").text
    assert "stage 2: " in sheet
    assert "table 2, stage 1 | Dee: " in sheet
    lines = heats.read(".csv").text.splitlines()
    assert lines[0].lstrip("\ufeff").startswith("round,table,rotation")
    assert len(lines) == 1 + 2 * heats.state["rounds_total"]


def test_last_totals_of_a_stage_in_csv_are_those_shown(heats: Heats) -> None:
    heats.start().play_stage().draw()
    losers = NINE[1:3]  # a winner has no line of a hand
    for name in losers:
        heats.write("POST", "/adjustments", player=name, points=-5)
    heats.play_stage()
    lines = csv.DictReader(heats.read(".csv").text.lstrip("\ufeff").splitlines())
    totals = {line["player"]: line["total"] for line in lines}
    shown = {row["side"][0]: str(row["total"]) for row in heats.state["standings"]}
    assert {name: totals[name] for name in losers} == {name: shown[name] for name in losers}


def test_finished_heats_count_in_their_group(heats: Heats) -> None:
    heats.start(NINE[0], *NINE[1:6], table_size=6).play_stage()
    people = heats.ask("GET", f"/groups/{heats.group_key}").json["people"]
    assert {each["name"]: each["won"] for each in people if each["won"]} == {"Ana": 1}


def test_other_formats_have_no_stages(heats: Heats) -> None:
    heats.start(*NINE[:4], format="individual", table_size=None, rounds_per_table=None, lot=None)
    heats.draw()
    heats.assert_refused()
    assert heats.remove_draw(2).status_code == 404
