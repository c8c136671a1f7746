"""Whoever has a key may read: the game, its sheet, a table for spreadsheets, the boxes."""

import csv
from datetime import UTC, datetime
from io import StringIO

import pytest

from companion.web.api import conditional
from companion.web.ui import settlements
from tests.web.script import Script

COLUMNS = "round,table,rotation,went_out,player,cards,points,total"


def test_both_keys_show_the_same_game(table: Script) -> None:
    both = [table.ask("GET", f"/games/{key}").json for key in (table.score_key, table.watch_key)]
    assert both[0] == both[1]


@pytest.mark.parametrize("key", ["x", "half", "import.csv", "ключ", "%00", "a b", "x" * 5000, "."])
def test_a_wrong_key_opens_nothing(script: Script, key: str) -> None:
    for path in ("", "/journal", "/score-sheet.txt", ".csv"):
        script.ask("GET", f"/games/{key}{path}")
        assert script.refused(404, "not-found") == {}


@pytest.mark.parametrize("known", ["{}", "W/{}", '"other", {}', "*"])
@pytest.mark.parametrize("query", ["", "?rounds=1-2", "?lang=fr"])
def test_what_has_not_changed_is_not_written_out(
    table: Script, monkeypatch: pytest.MonkeyPatch, query: str, known: str
) -> None:
    path = f"/games/{table.watch_key}{query}"
    headers = {"If-None-Match": known.format(table.ask("GET", path).headers["ETag"])}
    monkeypatch.delattr(settlements, "state")
    for method in ("GET", "HEAD"):
        assert table.ask(method, path, headers=headers).status_code == 304


def test_what_has_not_changed_is_refused_where_it_is_asked_for_wrongly(table: Script) -> None:
    path = f"/games/{table.watch_key}?rounds=5-1"
    table.ask("GET", path, headers={"If-None-Match": "*"})
    assert list(table.refused()) == ["/rounds"]


def test_another_game_than_the_one_asked_for_is_said_to_be_one(table: Script) -> None:
    path = f"/games/{table.watch_key}"
    answer = table.ask("GET", path, headers={"If-Match": '"other"'})
    assert (answer.status_code, answer.json["game"]) == (412, table.state)


def test_a_companion_that_lost_its_disk_knows_no_answer_of_before(table: Script) -> None:
    known = {"If-None-Match": table.read().headers["ETag"]}
    path = f"/games/{table.score_key}"
    assert table.ask("GET", path, headers=known).status_code == 304
    table.app.secret_key = b"another one, as in an empty data folder"
    assert table.ask("GET", path, headers=known).status_code == 200


def test_each_change_has_an_etag_of_its_own(table: Script, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_every_change_is_told_in_order_with_its_time(played: Script) -> None:
    entries = played.read("/journal").json["entries"]
    assert [each["version"] for each in entries] == [1, 2]
    assert [each["kind"] for each in entries] == ["game-started", "round-recorded"]
    start, then = (datetime.fromisoformat(each["at"]) for each in entries)
    assert start <= then
    assert start.tzinfo


def test_a_clock_that_went_wrong_is_set_right_and_one_that_went_back_is_believed(
    played: Script,
) -> None:
    journal = played.read("/journal").json
    journal["entries"][0]["at"] = "2999-01-01T00:00:00+00:00"
    start, then = played.take_in(journal).read("/journal").json["entries"]
    assert datetime.fromisoformat(start["at"]) <= datetime.now(UTC)
    assert then["at"] == journal["entries"][1]["at"] < start["at"]


def test_the_rounds_that_are_asked_for(table: Script) -> None:
    for points in (1, 2, 3):
        table.round("Ana", Bo=points, Cy=0)
    for span, numbers in (("1-2", [1, 2]), ("3-999999999", [3]), ("4-9", [])):
        rounds = table.read(rounds=span).json["game"]["rounds"]
        assert [each["number"] for each in rounds] == numbers


@pytest.mark.parametrize(
    "span",
    ["", "1", "0-5", "5-1", "-5", "1-", "a-b", "1-5-9", "1- 5", "\uff11-\uff15", "1-1000000000"],
)
def test_rounds_that_nobody_can_mean(table: Script, span: str) -> None:
    table.read(rounds=span)
    assert list(table.refused()) == ["/rounds"]


def test_a_line_a_hand_for_a_spreadsheet(script: Script) -> None:
    script.start("Ana", "-Bo", "@Cy", "\uff20Dee", scoring="keep-own")
    script.round("Ana", **{"-Bo": "7, skip", "@Cy": 8, "\uff20Dee": 0})
    script.asked_round(
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


def test_a_pile_is_one_line_of_nobody(table: Script) -> None:
    table.asked_round(went_out="Ana", pile={"points": 85})
    assert table.read(".csv").text.splitlines() == [COLUMNS, "1,1,1,Ana,,,85,"]


def test_names_with_quotes_keep_their_column(script: Script) -> None:
    script.start("B\"o'", "<i>").round("<i>", **{"B\"o'": 5})
    (line,) = csv.DictReader(StringIO(script.read(".csv").text))
    assert (line["went_out"], line["player"], line["total"]) == ("<i>", "B\"o'", "0")
