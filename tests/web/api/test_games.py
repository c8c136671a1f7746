"""Whoever has a key may read: the game, its sheet, a table for spreadsheets, the boxes."""

import csv
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


def test_what_has_not_changed_is_not_sent_again(table: Script) -> None:
    first = table.read()
    tag = first.headers["ETag"]
    path = f"/games/{table.watch_key}"
    again = table.ask("GET", path, headers={"If-None-Match": tag})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert table.ask("GET", path, headers={"If-None-Match": '"other"'}).status_code == 200
    table.round("Ana", Bo=1, Cy=1)
    changed = table.ask("GET", path, headers={"If-None-Match": tag})
    assert (changed.status_code, changed.json["game"]["version"]) == (200, 2)
    assert changed.headers["ETag"] != tag


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


def long_game(table: Script, rounds: int) -> Script:
    """Play rounds of 0 points: recorded elsewhere, brought here at once."""
    table.round("Ana", Bo=0, Cy=0)
    start, entry = table.read("/journal").json["entries"]
    answer = table.ask("POST", "/games/import", json={"entries": [start, *[entry] * rounds]})
    table.score_key, table.watch_key = answer.json["score_key"], answer.json["watch_key"]
    return table


@pytest.mark.parametrize(
    ("span", "first", "last"),
    [("1-3", 1, 3), ("205-205", 205, 205), ("1-205", 1, 200), ("6-999999999", 6, 205)],
)
def test_others_are_given_when_they_are_asked_for(
    table: Script, span: str, first: int, last: int
) -> None:
    rounds = long_game(table, 205).read(rounds=span).json["game"]["rounds"]
    assert [each["number"] for each in rounds] == list(range(first, last + 1))


def test_rounds_that_are_not_played_yet_are_none(table: Script) -> None:
    assert table.read(rounds="1-200").json["game"]["rounds"] == []


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


def test_the_boxes(script: Script) -> None:
    boxes = {each["edition"]: each for each in script.ask("GET", "/editions").json["editions"]}
    read = {name: box for name, box in boxes.items() if box["sheet"] == "read"}
    assert {name: (box["box_count"], box["deck_count"]) for name, box in read.items()} == {
        "classic-108": (108, 108),
        "classic-112": (112, 112),
        "hello-kitty": (112, 112),
        "power-colours": (112, 108),
        "toy-story-3": (112, 112),
    }
    assert boxes["hello-kitty"]["colours"] == ["blue", "green", "pink", "yellow"]


def test_one_box_with_its_cards(script: Script) -> None:
    told = script.ask("GET", "/editions/power-colours").json
    cards = {card["card"]: (card["count"], card["points"]) for card in told["cards"]}
    assert (cards["free-colour"], cards["power"]) == ((4, 50), (4, None))


def test_the_line_of_the_sheet_or_nothing(script: Script) -> None:
    described = script.ask("GET", "/editions/classic-112").json["described"]
    assert (described["teams"], described["tournament"]) == (88, None)


def test_there_is_no_such_box(script: Script) -> None:
    script.ask("GET", "/editions/classic-1080")
    assert script.refused(404, "not-found") == {}
