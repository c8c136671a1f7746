"""JSON of points beside the rounds, and the exports that have them."""

from companion.game.reports.state import state as state_of
from tests.rows import cases
from tests.table import read_game
from tests.web.script import Script


def adjust(table: Script, name: str, points: object, why: str = "", **more: object) -> None:
    values = {"player": name, "points": points, "why": why, **more}
    table.write("POST", "/adjustments", **values)


def delete(table: Script, number: int, **query: str) -> int:
    path = f"/games/{table.score_key}/adjustments/{number}"
    return table.ask("DELETE", path, query_string=query).status_code


def test_adjustment_is_made_removed_and_undone(table: Script) -> None:
    adjust(table, "Ana", -10, "forgot UNO", version=1, request_id="one")
    assert table.last.status_code == 201
    made = {"number": 1, "side": ["Ana"], "points": -10, "why": "forgot UNO"}
    made |= {"after_round": 0, "after_end": False}
    assert table.last.json["game"]["adjustments"] == [made]
    assert table.totals == {"Bo": 0, "Cy": 0, "Ana": -10}
    adjust(table, "Ana", -10, "forgot UNO", version=1, request_id="one")
    assert (table.last.status_code, table.state["version"]) == (200, 2)
    adjust(table, "Ana", -10, version=1)
    table.assert_refused(409, "stale")
    assert delete(table, 2) == 404
    assert delete(table, 1, version="2") == 200
    assert table.last.json["game"]["adjustments"] == []
    table.undo()
    assert table.state["adjustments"] == [made]
    table.undo()
    assert table.state["adjustments"] == []
    table.redo()
    assert table.state["adjustments"] == [made]


@cases("""values | language | field | said
{"player": "Zoe", "points": 5} | en | /player | Nobody called “Zoe” is playing.
{"player": "Zoe", "points": 5} | fr | /player | Personne du nom de
{"player": "Ana", "points": 0} | en | /points | 0 points change nothing
{"player": "Ana", "points": 0} | fr | /points | 0 point ne change rien
{"player": "Ana", "points": 1_000_001} | en | /points | from -1000000 to 1000000.
{"player": "Ana", "points": 1_000_001} | fr | /points | de -1000000 à 1000000.
{"player": "Ana", "points": 5, "why": "x" * 81} | en | /why | at most 80 characters
{"player": "Ana", "points": 5, "why": "x" * 81} | fr | /why | 80 caractères
""")
def test_refused_adjustment_says_why_in_both_languages(
    table: Script, values: dict[str, object], language: str, field: str, said: str
) -> None:
    table.write("POST", f"/adjustments?lang={language}", **values)
    assert said in table.assert_refused()[field]
    assert table.state["version"] == 1


def test_finished_game_and_wrong_keys_refuse_adjustments(table: Script) -> None:
    table.change(finish=True)
    adjust(table, "Ana", 5)
    table.assert_refused(409, "finished")
    table.score_key = table.watch_key
    adjust(table, "Ana", 5)
    assert table.last.status_code == 404


def test_csv_has_adjustments_where_they_happened(table: Script) -> None:
    table.round("Ana", Bo=20, Cy=8)
    plain = table.read(".csv").text
    adjust(table, "Ana", -10, "=1+1")
    table.round("Bo", Ana=30, Cy=10)
    assert table.read(".csv").text.splitlines() == [
        "\ufeffround,table,rotation,went_out,player,cards,points,total,adjustment",
        "1,1,1,Ana,Bo,,20,0,",
        "1,1,1,Ana,Cy,,8,0,",
        ",,,,Ana,,-10,18,'=1+1",
        "2,1,1,Bo,Ana,,30,18,",
        "2,1,1,Bo,Cy,,10,0,",
    ]
    assert plain.splitlines()[0].endswith(",total")


def test_exports_of_adjusted_game_give_same_state(table: Script) -> None:
    adjust(table, "Ana", -10, "forgot UNO # again")
    table.round("Ana", Bo=20, Cy=8)
    adjust(table, "Bo", 5)
    adjust(table, "Cy", 7)
    delete(table, 2)
    state, sheet = table.state, table.read("/score-sheet.txt").text
    moved = Script(table.app, "203.0.113.9").import_journal(table.read("/journal").json)
    assert moved.state == state
    assert moved.read("/score-sheet.txt").text == sheet
    copied = read_game(sheet)
    assert {**state_of(copied), "version": 0} == {**state, "version": 0}


def test_total_of_returning_player_is_in_every_export(table: Script) -> None:
    table.round("Cy", Ana=20, Bo=8)
    table.change(leave=["Cy"])
    table.change(join=[{"name": "Cy", "total": 500}])
    assert "/join/0/total" in table.assert_refused()
    table.change(join=[{"name": "Cy", "total": 12}])
    table.round("Cy", Ana=5, Bo=5)
    assert table.totals == {"Cy": 22, "Ana": 0, "Bo": 0}
    assert table.read(".csv").text.splitlines()[3:] == [
        ",,,,Cy,,-16,12,",
        "2,1,1,Cy,Ana,,5,0,",
        "2,1,1,Cy,Bo,,5,0,",
    ]
    moved = Script(table.app, "203.0.113.10").import_journal(table.read("/journal").json)
    assert moved.state == table.state
    history = table.app.test_client().get(f"/games/{table.watch_key}/history").text
    assert "Cy is back with a total of 12." in history
