"""Reading a game over JSON: keys, ETags, journal, spans of rounds, CSV."""

import csv
from datetime import UTC, datetime
from io import StringIO

import pytest

from companion.web.api import conditional
from companion.web.ui import settlements
from tests.web.script import Script

COLUMNS = "\ufeffround,table,rotation,went_out,player,cards,points,total"


def test_score_and_watch_key_show_same_game(table: Script) -> None:
    both = [table.ask("GET", f"/games/{key}").json for key in (table.score_key, table.watch_key)]
    assert both[0] == both[1]


@pytest.mark.parametrize("key", ["x", "half", "import.csv", "ключ", "%00", "a b", "x" * 5000, "."])
def test_wrong_game_key_is_not_found(script: Script, key: str) -> None:
    for path in ("", "/journal", "/score-sheet.txt", ".csv"):
        script.ask("GET", f"/games/{key}{path}")
        assert script.assert_refused(404, "not-found") == {}


@pytest.mark.parametrize("known", ["{}", "W/{}", '"other", {}', "*"])
@pytest.mark.parametrize("query", ["", "?rounds=1-2", "?lang=fr"])
def test_matching_etag_returns_304_without_building_state(
    table: Script, monkeypatch: pytest.MonkeyPatch, query: str, known: str
) -> None:
    path = f"/games/{table.watch_key}{query}"
    headers = {"If-None-Match": known.format(table.ask("GET", path).headers["ETag"])}
    monkeypatch.delattr(settlements, "state")
    for method in ("GET", "HEAD"):
        assert table.ask(method, path, headers=headers).status_code == 304


def test_invalid_round_span_is_refused_even_with_matching_etag(table: Script) -> None:
    path = f"/games/{table.watch_key}?rounds=5-1"
    table.ask("GET", path, headers={"If-None-Match": "*"})
    assert list(table.assert_refused()) == ["/rounds"]


def test_failed_if_match_returns_412_with_current_game(table: Script) -> None:
    path = f"/games/{table.watch_key}"
    answer = table.ask("GET", path, headers={"If-Match": '"other"'})
    assert (answer.status_code, answer.json["game"]) == (412, table.state)


def test_etags_no_longer_match_after_server_secret_is_lost(table: Script) -> None:
    known = {"If-None-Match": table.read().headers["ETag"]}
    path = f"/games/{table.score_key}"
    assert table.ask("GET", path, headers=known).status_code == 304
    table.app.secret_key = b"another one, as in an empty data folder"
    assert table.ask("GET", path, headers=known).status_code == 200


def test_every_change_has_new_etag(table: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    tags = [table.read().headers["ETag"]]
    for change in (
        lambda: table.round("Ana", Bo=1, Cy=1),
        lambda: table.correct(1, "Ana", Bo=1, Cy=2),
        table.undo,
        table.redo,
        lambda: table.change(target=700),
        lambda: monkeypatch.setattr(conditional, "__version__", "another"),
    ):
        change()
        tags.append(table.read().headers["ETag"])
    assert len(set(tags)) == len(tags)


def test_journal_lists_changes_in_order_with_times(played: Script) -> None:
    entries = played.read("/journal").json["entries"]
    assert [each["version"] for each in entries] == [1, 2]
    assert [each["kind"] for each in entries] == ["game-started", "round-recorded"]
    start, then = (datetime.fromisoformat(each["at"]) for each in entries)
    assert start <= then
    assert start.tzinfo


def test_import_caps_future_times_and_keeps_times_that_go_back(
    played: Script,
) -> None:
    journal = played.read("/journal").json
    journal["entries"][0]["at"] = "2999-01-01T00:00:00+00:00"
    start, then = played.import_journal(journal).read("/journal").json["entries"]
    assert datetime.fromisoformat(start["at"]) <= datetime.now(UTC)
    assert then["at"] == journal["entries"][1]["at"] < start["at"]


def test_rounds_parameter_selects_span_of_rounds(table: Script) -> None:
    for points in (1, 2, 3):
        table.round("Ana", Bo=points, Cy=0)
    for span, numbers in (("1-2", [1, 2]), ("3-999999999", [3]), ("4-9", [])):
        rounds = table.read(rounds=span).json["game"]["rounds"]
        assert [each["number"] for each in rounds] == numbers


@pytest.mark.parametrize(
    "span",
    ["", "1", "0-5", "5-1", "-5", "1-", "a-b", "1-5-9", "1- 5", "\uff11-\uff15", "1-1000000000"],
)
def test_invalid_rounds_parameter_is_refused(table: Script, span: str) -> None:
    table.read(rounds=span)
    assert list(table.assert_refused()) == ["/rounds"]


def test_csv_has_line_per_hand_and_escapes_formulas_in_names(script: Script) -> None:
    script.start("Ana", "-Bo", "@Cy", "\uff20Dee", scoring="keep-own")
    script.round("Ana", **{"-Bo": "7, skip", "@Cy": 8, "\uff20Dee": 0})
    script.record_round(
        went_out="-Bo", hands={"@Cy": {"points": 1}, "\uff20Dee": {"points": 2}}, resting=["Ana"]
    )
    answer = script.read(".csv")
    assert answer.content_type == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="game.csv"'
    assert answer.text.splitlines() == [
        COLUMNS,
        "1,1,1,Ana,'-Bo,7 skip,27,27",
        "1,1,1,Ana,'@Cy,,8,8",
        "1,1,1,Ana,'\uff20Dee,,0,0",
        "2,1,1,'-Bo,'@Cy,,1,9",
        "2,1,1,'-Bo,'\uff20Dee,,2,2",
    ]


def test_csv_pile_is_one_line_without_player(table: Script) -> None:
    table.record_round(went_out="Ana", pile={"points": 85})
    assert table.read(".csv").text.splitlines() == [COLUMNS, "1,1,1,Ana,,,85,"]


def test_csv_has_semicolons_where_the_decimal_mark_is_a_comma(table: Script) -> None:
    table.record_round(went_out="Ana", pile={"points": 85})
    path = f"/api/games/{table.score_key}.csv?lang=fr"
    header, line = table.client.get(path).text.splitlines()
    assert header == COLUMNS.replace(",", ";")
    assert line == "1;1;1;Ana;;;85;"


def test_csv_round_trips_names_with_quotes(script: Script) -> None:
    script.start("B\"o'", "<i>").round("<i>", **{"B\"o'": 5})
    (line,) = csv.DictReader(StringIO(script.read(".csv").text))
    assert (line["went_out"], line["player"], line["total"]) == ("<i>", "B\"o'", "0")
