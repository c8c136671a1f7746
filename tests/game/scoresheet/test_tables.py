"""Tests of tables from elsewhere, read as games of points, and of our own CSV read again."""

import csv
from collections.abc import Sequence
from io import StringIO
from itertools import accumulate
from operator import add
from random import Random

import pytest

from companion.game.entries import RoundRecorded
from companion.game.game import Game
from companion.game.scoresheet import notes_on, read_scores, read_sheet, text_of, write_sheet
from companion.game.standings import standings
from tests.game.boxes import KNOCK_OUT_BOX
from tests.game.scoresheet.exported import BOXES, csv_of
from tests.game.scoresheet.exported import read_csv as read
from tests.rows import cases, expected_faults
from tests.table import Table, faults

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve", "Flo")
FAMILY = """Date,Dad,Luke,Jake,Comment
2022-08-13,0,0,144,
2022-08-13,0,44,0,"so close, again"
2022-08-13,93,0,0,
Total,93,44,144,
"""


def totals(game: Game) -> dict[str, int]:
    return {" + ".join(map(game.name, each.side)): each.total for each in standings(game)}


def test_column_per_player_with_winners_points_is_read() -> None:
    game = read(FAMILY)
    assert write_sheet(game).splitlines()[-4:] == [
        "",
        "Jake: pile = 144",
        'Luke: pile = 44; remark "so close, again"',
        "Dad: pile = 93",
    ]
    assert totals(game) == {"Dad": 93, "Luke": 44, "Jake": 144}


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x0b", "\u2028"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_encodings_separators_and_line_ends_make_no_difference(
    separator: str, end: str, encoding: str
) -> None:
    rows: Sequence[Sequence[object]] = (
        ["Zoé", "Bo", "Comment"],
        [0, 20, "one\ttwo, three; four"],
        [],
        ["1 015", 0, end],
    )
    text = StringIO()
    csv.writer(text, delimiter=separator, lineterminator=end).writerows(rows)
    game = read(text_of(text.getvalue().encode(encoding)))
    assert totals(game) == {"Zoé": 1015, "Bo": 20}


@pytest.mark.parametrize("hint", ["sep=;\r\n", "SEP=;\n", "\ufeffsep=;\n"])
def test_separator_hint_for_spreadsheets_is_not_a_row(hint: str) -> None:
    game = read(text_of(f"{hint}Zoé;Bo\n0;20\n15;0\n".encode()))
    assert totals(game) == {"Zoé": 15, "Bo": 20}


# The last line of each sheet that is understood, and the totals.
@cases(r"""table | last | points
"Ana,Bo\n0,20\n15,0" | Ana: pile = 15 | {"Ana": 15, "Bo": 20}
"0,20\n15,0" | A: pile = 15 | {"A": 15, "B": 20}
"Round;Ana;Bo\n1;0;20\n2;15;0" | Ana: pile = 15 | {"Ana": 15, "Bo": 20}
"1;;20\n2;15;\n3;;4" | B: pile = 4 | {"A": 15, "B": 24}
"Ana,Bo,Cy\n0,20,8\n5,0,7" | Bo: Ana = 5; Cy = 7 | {"Ana": 5, "Bo": 20, "Cy": 15}
"Ana,Bo,Cy\n,20,8\n5,0," | Bo: Ana = 5; resting Cy | {"Ana": 5, "Bo": 20, "Cy": 8}
"Winner,Ana,Bo\nAna,0,20\nBo,4,0" | Bo: Ana = 4 | {"Ana": 4, "Bo": 20}
"winner\tpoints\nAna\t50\nBo\t12\nana\t3" | Ana: pile = 3 | {"Ana": 53, "Bo": 12}
"Ana,45\nBo,12\nAna,3" | Ana: pile = 3 | {"Ana": 48, "Bo": 12}
"1,Ana,45\n2,Bo,12\n3,Ana,3" | Ana: pile = 3 | {"Ana": 48, "Bo": 12}
"Date,Who won\n2025-01-01,Ana\n2025-01-02,Bo" | Bo: | {"Ana": 1, "Bo": 1}
"a,b\n1,0\n0,1\n1,0" | a: | {"a": 2, "b": 1}
"date,time,a,b\n5-25,22:19,1,0\n5-26,1:32,1,1\n5-26,1:39,1,2" | b: | {"a": 1, "b": 2}
"Ana,Bo,Cy\n5,7,9" | nobody: Ana = 5; Bo = 7; Cy = 9 | {"Ana": 5, "Bo": 7, "Cy": 9}
"a,b\n0,7\n0,12\n5,12" | a: pile = 5 | {"a": 5, "b": 12}
"Manche,Ana,Bo,Total\n1,0,20,20\n2,15,0,35\nTotal,15,20,35" | Ana: pile = 15 | {"Ana": 15, "Bo": 20}
"Ana,Bo\n0,20\nSum:,20" | Bo: pile = 20 | {"Ana": 0, "Bo": 20}
"Ana,Bo\n0.00,\u221220\n+3,0" | nobody: Ana = 3; Bo = 0 | {"Ana": 3, "Bo": -20}
"Ana,Bo,Cy\n5,7,9\n4,,1" | nobody: Ana = 4; Cy = 1; resting Bo | {"Ana": 9, "Bo": 7, "Cy": 10}
"Ana,Bo,Remarque\n0,20,\n15,0,enfin !" | Ana: pile = 15; remark "enfin !" | {"Ana": 15, "Bo": 20}
"Date,Who won\n05-01,Ana\n05-02,Bo\nTotal,2" | Bo: | {"Ana": 1, "Bo": 1}
"Won by,Ana,Bo\nAna,9,2" | Ana: Ana = 9; Bo = 2 | {"Ana": 9, "Bo": 2}
"Ana,Bo\n\"1,200\",0\n0,\"2,350\"" | Bo: pile = 2350 | {"Ana": 1200, "Bo": 2350}
"Ana;Bo\n1.200;0\n0;2’350" | Bo: pile = 2350 | {"Ana": 1200, "Bo": 2350}
"Ana;Bo\n12,0;0\n0;7 pts" | Bo: pile = 7 | {"Ana": 12, "Bo": 7}
"Ana,Bo\n20+20+5,0\n0,7" | Bo: pile = 7 | {"Ana": 45, "Bo": 7}
"Ana,Bo,Cy\n0,20,-\n5,0,4\n3,–,0" | Cy: Ana = 3; resting Bo | {"Ana": 8, "Bo": 20, "Cy": 4}
"Ana,Bo,Cy\n0*,20,8\n5,★0,7\n12,0,*" | Cy: Ana = 12; Bo = 0 | {"Ana": 17, "Bo": 20, "Cy": 15}
"Ana,Bo,Cy\nX,20,8\n5,WIN,7" | Bo: Ana = 5; Cy = 7 | {"Ana": 5, "Bo": 20, "Cy": 15}
"Ana,Bo\nx,\n,x\nx," | Ana: | {"Ana": 2, "Bo": 1}
"Winner,Ana,Bo\n*Ana,0,20\nBo*,4,0" | Bo: Ana = 4 | {"Ana": 4, "Bo": 20}
"|No|Ana|Bo|\n|--|--|--|\n|1|**0**|20|\n|2|5|**0**|" | Bo: Ana = 5 | {"Ana": 5, "Bo": 20}
"UNO 2024,,\n\n,Ana,Bo\n1,0,20\n2,5,0" | Ana: pile = 5 | {"Ana": 5, "Bo": 20}
"Our summer\n,Ana,Bo\n1,0,20\n\n,ANA,Bo\n1,5,0" | Ana: pile = 5 | {"Ana": 5, "Bo": 20}
"Rd\tAna\tBo\n1\t0\t20\n2\t5\t0\n\t5\t20" | Ana: pile = 5 | {"Ana": 5, "Bo": 20}
"0,20\n5,0\n0,3\n5,23" | B: pile = 3 | {"A": 5, "B": 23}
"Ana,Bo\n0,20\n5,0\nSubtotal,20\n0,3\nSubtotal,3\nTotal,23" | Bo: pile = 3 | {"Ana": 5, "Bo": 23}
"Rd,Ana,Bo\n0,0,0\n1,0,20\n2,5,0" | Ana: pile = 5 | {"Ana": 5, "Bo": 20}
"Ana total,Bo (total)\n0,20\n5,20" | Ana: pile = 5 | {"Ana": 5, "Bo": 20}
"Ana,Ana total,Bo,Bo total\n0,0,2,2\n5,5,0,2" | Ana: pile = 5 | {"Ana": 5, "Bo": 2}
"Ana points,Bo points\n0,20\n5,20\n6,21" | nobody: Ana = 6; Bo = 21 | {"Ana": 11, "Bo": 61}
"a,b,c\n0,2,8\n5,2,9\n6,3,\n7,9,9\n8,9,10\n5,10,11" | nobody: a = -3; b = 1; c = 1
| {"a": 5, "b": 10, "c": 11}
"Rd,Ana,Bo\n1,40,22\n2,31,15\n,31,15" | nobody: Ana = -9; Bo = -7 | {"Ana": 31, "Bo": 15}
"Rd,Ana,Bo\n1,4,2\n2,5,5\nTotal,5,5" | nobody: Ana = 1; Bo = 3 | {"Ana": 5, "Bo": 5}
"Rd,Ana,Bo\n1,4,-2\n,4,-2" | nobody: Ana = 4; Bo = -2 | {"Ana": 4, "Bo": -2}
"-;7;-\n-;5;-\n-;9;-" | B: pile = 9 | {"A": 0, "B": 21, "C": 0}
"1,2,3\n0,20,8\n5,0,7" | 2: 1 = 5; 3 = 7 | {"1": 5, "2": 20, "3": 15}
""")
def test_tables_are_understood(table: str, last: str, points: dict[str, int]) -> None:
    game = read(table)
    assert write_sheet(game).splitlines()[-1] == last
    assert totals(game) == points


@cases(
    r"""table | found
"Ana,Bo\n1,2,3\n5" | ragged-line /2/3, ragged-line /3/2
"Ana,ana\n0,5" | name-twice /1/2
"Ana,B|o\n0,5" | name-sign /1/2
"Ana,Bo\n0,5\n5,x" | not-a-whole-number /3/2
"Ana,Bo\n0,5\n5,1.5" | not-a-whole-number /3/2
"Ana,Bo\n0,5\n5,5 5" | not-a-whole-number /3/2
"Ana,Bo\n5,0\n0,6\nTotal:,7" | wrong-total /4/2
"Date,Who won\n05-01,Ana\n05-02,Bo\nTotal,3" | wrong-total /4/2
"Ana,Bo\n5,0\n0,6\nTotal:,6 x" | not-a-whole-number /4/2
"Date,Ana,Bo\n05-01,5,0\n05-02,0,6\nGrand total,5,7" | wrong-total /4/3
"Ana,Bo,Note\n5,0,x\n0,6," + LONG | text-too-long /3/3
"winner,points\nAna,5\n,7" | blank /3/1
"winner,points\nAna,5\nBo," | not-a-whole-number /3/2
"winner,points\nAna,5\nAna,7" | number-of-players /2
"Ana,Bo,Cy\n0,7,2000000" | out-of-range /2/3
"Ana,Bo,Cy\n5,7,9\n-1,," | too-few-play /3
"day,time\n1,2" | not-a-table /2
"Ana;Bo\n12,5;0\n7;8" | not-a-whole-number /2/1
"Ana,Bo\n0.000,20.000\n1.000,0.000" | not-a-whole-number /2/1
"Ana,Bo,Cy\n*0,20,5*\n0,4,5" | not-a-whole-number /2/1
"Ana,Bo,Cy\nx,20,x\n0,4,5" | not-a-whole-number /2/1
"Rd,Ana,Bo\n1,0,20\n2,5,0\n,5,21" | wrong-total /4/3
"Ana,Bo\n0,20\nSubtotal,20\n0,3\nSubtotal,4" | wrong-total /5/2
"Ana,Bo\n0,20\n5,0\n\nDee,Eve\n0,3" | not-a-whole-number /5/1
"Player,Round 1,Round 2\nAna,0,5\nBo,20,0" | line-a-player /1/1
",1,2,Total\nAna,0,5,5\nBo,20,0,20" | line-a-player /1/1
"Ana,0,5\nBo,20,0" | line-a-player /1/1
"Round,Player,Points\n1,Ana,0\n1,Bo,20" | line-a-player /1/2
"Name,Wins,Losses\nAna,12,3\nBo,3,12" | line-a-player /1/1
"Ana,Bo" | not-a-table /1
OWN + "1,2,1,Ana,Bo,,5,0" | table-of-tournament /2/2
OWN + "1,1,1,Ana,Bo,,5,0\n2,1,1,Ana,Bo,,5,2" | wrong-total /3/8
OWN + ",,,,,,5,5" | blank /2/5
OWN + "1,1,1,Ana,Bo,,5,0\nTotal,,,,,,6," | wrong-total /3/7
OWN + "1,1,1,Ana,Bo,,5,0\n,,,Summe,,,5,1" | wrong-total /3/8
OWN + "1,1,1,Ana,Bo,,5,0\nTotal,,,,Bo,,5,3" | wrong-total /3/8
OWN + ",,,,Ana,,,5" | not-a-whole-number /2/7
""",
    LONG="x" * 81,
    OWN="round,table,rotation,went_out,player,cards,points,total\n",
)
def test_faults_of_tables_have_line_and_column(table: str, found: str) -> None:
    assert faults(lambda: read(table)) == expected_faults(found)


@cases(r"""table | noted
"Ana,Bo\n0,20\n15,0" | ""
"Date,Ana,Bo,Where\n05-01,0,20,home\n05-02,15,0,pub" | column-left-out /1/1, column-left-out /1/4
"Ana,Bo\n0,20\n5,0\nTotal,20\n" | line-left-out /4
"Ana,Bo\n0,0\n0,20\n5,0" | line-left-out /2
"0,20\n5,0\n0,3\n5,23" | line-left-out /4
"Ana,Bo\n0,7\n0,12\n5,12" | read-as-running /1
"Ana,Bo\n0,7\n1,12" | read-as-points /1
"Ana total,Bo total\n0,7\n1,12" | ""
"Ana,Bo,Cy\n25,10,40\n45,5,75" | read-as-points /1
"Ana,Bo,Cy\n0,10,40\n12,0,60" | ""
"Ana,Bo\n40,22\n31,15\n53,27\n52,45\n77,45" | read-as-points /1
"Rd,Ana,Bo\n1,40,22\n2,31,15\n,31,15" | column-left-out /1/1, line-left-out /4
""")
def test_table_reader_notes_left_out_and_ambiguous_numbers(table: str, noted: str) -> None:
    found = [(note.code.value, note.path) for note in notes_on(table)]
    assert found == (expected_faults(noted) if noted else [])
    assert read(table)


def random_points(luck: Random, *, has_penalties: bool) -> list[list[int]]:
    """Return points of rounds: of one player, or of all but one; or of all, some of them lost."""
    players, kind = luck.randint(2, 6), luck.choice(("one", "rest"))
    rounds = []
    for _ in range(luck.randint(2, 3) if has_penalties else luck.randint(3, 15)):
        out, points = luck.randrange(players), [luck.randint(1, 80) for _ in range(players)]
        if has_penalties:
            points[out] = luck.randint(-20, -1)
        else:
            points = [each * ((seat == out) == (kind == "one")) for seat, each in enumerate(points)]
        rounds.append(points)
    return rounds


def share_with_note(tables: Sequence[Sequence[Sequence[int]]]) -> float:
    texts = ["\n".join(",".join(map(str, row)) for row in (NAMES[: len(t[0])], *t)) for t in tables]
    return sum(bool(notes_on(text)) for text in texts) / len(texts)


def test_ordinary_tables_rarely_have_a_note_and_short_totals_that_fall_mostly() -> None:
    luck = Random(1)
    ordinary = [random_points(luck, has_penalties=False) for _ in range(500)]
    assert share_with_note(ordinary) <= 0.03
    rounds = [random_points(luck, has_penalties=True) for _ in range(500)]
    assert share_with_note([[*accumulate(each, add_rows)] for each in rounds]) >= 0.9


def add_rows(above: Sequence[int], row: Sequence[int]) -> list[int]:
    return [*map(add, above, row)]


def test_score_sheet_may_begin_with_a_comment() -> None:
    sheet = "# Ana, Bo; of 2024\nedition: just-points\nplayers: Ana, Bo\nAna: Bo = 7"
    assert totals(read(sheet)) == {"Ana": 7, "Bo": 0}
    assert notes_on(sheet) == ()


def test_too_large_tables_are_refused() -> None:
    many = ",".join(f"P{n}" for n in range(41)) + "\n" + ",".join(["0"] * 40) + ",9"
    assert faults(lambda: read(many)) == [("number-of-players", "/1")]
    assert faults(lambda: read("Ana,Bo\n0,1\n" + "1,0\n" * 1000)) == [("too-many-rounds", "/1")]
    assert faults(lambda: read("Ana,Bo\n" + "0,1\n" * 2**20)) == [("text-too-long", "")]
    assert faults(lambda: read('Ana,Bo\n"' + "1" * 200_000)) == [("not-a-table", "/2")]
    assert faults(lambda: text_of(b"Zo\xe9,Bo\n0,5")) == [("not-utf8", "")]
    own = "round,table,rotation,went_out,player,points,total\n"
    own += "".join(f"{n},1,1,Ana,P{n},0,0\n" for n in range(1, 5000))
    assert faults(lambda: read(own)) == [("too-many-play", "/41/5")]


def test_score_sheet_is_no_table() -> None:
    sheet = "edition: classic-108\nplayers: Ana, Bo\nAna: Bo 7, skip"
    assert read_scores(sheet, BOXES) == read_sheet(sheet, BOXES)
    for text in ("Ana: Bo 7, skip; Cy = 20", "", "Ana"):
        assert faults(lambda text=text: read(text)) == [("no-header", "/1")]  # type: ignore[misc]


def test_own_csv_with_adjustments_is_read() -> None:
    table = Table("classic-112", "Ana, Bo, Cy")
    table.round(out="Ana", Bo=5, Cy=7)
    table.adjust("Ana", -10, "-forgot UNO")
    table.adjust("Cy", 3)
    table.round(out="Bo", pile=4, remark="=so close, again")
    assert csv_of(read(csv_of(table.game, ";"))) == csv_of(table.game)


@pytest.mark.parametrize(
    "line",
    [
        "Total,,,,,,12,9",
        "Sum:,6,6,,,,12,18",  # of every column
        ",,,,,Summe,12,",
        ",,,Totaux,,,,",
        "Total général,,,,Cy,,12,3",
        "Total,,,,,,12",
        "Sous-total,,,,,,12,\nTotal =,,,,,,12,",
    ],
)
def test_totals_added_below_own_csv_are_checked_and_left_out(line: str) -> None:
    table = Table("classic-112", "Ana, Bo, Cy")
    table.round(out="Ana", Bo=5, Cy=7)
    table.adjust("Ana", -6, "Total")
    table.adjust("Cy", 3, "sum")
    table.round(out="Bo", Ana=1, Cy=2)
    exported = csv_of(table.game)
    assert csv_of(read(exported + line)) == exported


def test_player_and_reason_called_total_are_no_totals() -> None:
    table = Table("classic-112", "Total, Bo")
    table.round(out="Bo", Total=5)
    table.adjust("Bo", 3, "total")
    table.round(out="Total", Bo=5)
    assert csv_of(read(csv_of(table.game))) == csv_of(table.game)


def test_own_csv_keeps_value_of_knock_outs() -> None:
    table = Table(None, "Ana, Bo, Cy", box=KNOCK_OUT_BOX)
    table.round(out="Ana", Bo=5, knocked_out=["Cy"])
    table.round(out="Bo", Ana=5, Cy=7)
    again = read(csv_of(table.game))
    assert totals(again) == totals(table.game)


@pytest.mark.parametrize("scoring", ["each-scores", "keep-own"])
def test_export_of_a_game_in_which_nobody_goes_out_gives_the_same_totals(scoring: str) -> None:
    table = Table(None, "Ana, Bo, Cy", box={"name": "Ours"}, scoring=scoring)
    table.round(out=None, Ana=-3, Bo=40, Cy=0)
    table.round(out="Bo", Ana=5, Cy=2, **({"Bo": 30} if scoring == "each-scores" else {}))
    assert totals(read(csv_of(table.game))) == totals(table.game)


def test_own_csv_of_teams_gives_the_same_totals() -> None:
    options = {"box": {"name": "Ours"}, "format": "teams"}
    each = Table(None, "Ana, Bo, Cy, Dee", scoring="each-scores", **options)
    each.round(out=None, Ana=-3, Bo=40, Cy=0, Dee=7)
    won = Table(None, "Ana, Bo, Cy, Dee", scoring="rounds-won", **options)
    for name in ("Ana", "Bo", "Cy"):
        won.change(RoundRecorded(won.read({"went_out": name})))
    assert totals(read(csv_of(each.game))) == totals(each.game)
    assert sorted(totals(read(csv_of(won.game))).values()) == [1, 2]


def test_own_csv_keeps_negative_total_of_who_joins() -> None:
    table = Table(None, "Ana, Bo", box={"name": "Ours"}, scoring="each-scores", open_end=True)
    table.round(out=None, Ana=-3, Bo=40)
    table.join(Zoe=-30)
    table.round(out=None, Ana=5, Bo=6, Zoe=7)
    assert (
        totals(read(csv_of(table.game))) == totals(table.game) == {"Bo": 46, "Ana": 2, "Zoe": -23}
    )
    assert totals(read(write_sheet(table.game))) == totals(table.game)
