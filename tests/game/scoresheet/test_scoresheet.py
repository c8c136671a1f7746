"""Tests of score sheets as text: reading, writing, and faults by line."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.game.faults import ValidationError
from companion.game.game import Game
from companion.game.reports.state import state
from companion.game.scoresheet import write_sheet
from tests.rows import cases, expected_faults
from tests.table import Table, faults, read_game

HEADER = """
edition: hello-kitty
scoring: winner-collects
target: 500
players: Ana, Bo, Cy

"""  # lines 2 to 5, so rounds start at line 7 (6 is empty)


def rounds(*lines: str) -> Game:
    return read_game(HEADER + "\n".join(lines))


def faults_of(text: str) -> list[tuple[str, str]]:
    return faults(lambda: read_game(text))


def test_game_is_written_as_score_sheet() -> None:
    table = Table(
        "classic-112", "Ana, Bo, Cy", dealer="Bo", decks=2, left_out={"wild": 3, "7": 1}, target=90
    )
    table.round(out="Ana", Bo="7 skip, wild", Cy=8)
    table.leave("Cy")
    table.join(Zoe=20)
    table.set_dealer("Ana")
    table.round(out="Zoe", Ana=0, Bo=["swap-hands"] * 3, keep_anyway=True)
    table.round(out="Bo", pile=30, resting=["Zoe"])
    table.join("Cy")
    table.finish()
    assert write_sheet(table.game) == (
        "edition: classic-112\n"
        "format: individual\n"
        "scoring: winner-collects\n"
        "target: 90\n"
        "decks: 2\n"
        "left out: 3 wild, 1 7\n"
        "dealer: Bo\n"
        "players: Ana, Bo, Cy\n"
        "\n"
        "Ana: Bo skip, skip, skip, skip, skip, skip, skip, wild; Cy = 8\n"
        "leave: Cy\n"
        "join: Zoe = 20\n"
        "dealer: Ana\n"
        "Zoe: Ana ! = 0; Bo ! swap-hands, swap-hands, swap-hands\n"
        "Bo: pile = 30; resting Zoe\n"
        "join: Cy\n"
        "finish\n"
    )


# accepted input


@cases("""line
Ana: Bo 7 skip wild; Cy = 8
ana : BO 7 skip wild;cy=8;
Ana: ; Cy =8 ;; Bo 7, skip, wild # a comment; Cy = 9
Ana:Bo =77; Cy 8
Ana: Bo, 7 skip wild; Cy, = 8
Ana: pile 7 skip wild 8
Ana: PILE = 85
Ana: = 85
""")
def test_accepted_forms_of_a_score_sheet_round(line: str) -> None:
    assert rounds(line).tally.ledger.totals == {(1,): 85, (2,): 0, (3,): 0}


@pytest.mark.parametrize("line", ["Ana: Bo = 5; resting Cy", "Ana: Resting cy; Bo = 5"])
def test_score_sheet_round_can_list_resting_players(line: str) -> None:
    assert rounds(line).rounds[0].resting == (3,)


@cases("""line
Ana: Bo ! 5 wilds; Cy = 8
Ana: Bo !5 wilds; Cy = 8
Ana: Bo 5 wilds; Cy ! = 8
Ana: !Bo 5 wilds; Cy = 8
Ana: ! Bo, 5 wilds; Cy = 8
Ana: Bo 5 wilds; !Cy = 8
Ana: !pile 5 wilds
Ana: ! pile = 1999
""")
def test_exclamation_mark_in_score_sheet_allows_impossible_count(line: str) -> None:
    assert rounds(line).rounds[0].marked


def test_exclamation_mark_before_unknown_name_reports_the_player() -> None:
    with pytest.raises(ValidationError) as refused:
        rounds("Ana: !Bob 7; Cy = 8")
    assert [fault.code for fault in refused.value.faults] == ["unknown-player", "hand-missing"]


@cases("""written | left_out
2 customizable, swap-hands | {"customizable": 2, "swap-hands": 1}
customizable = 2 | {"customizable": 2}
customizable: 2 | {"customizable": 2}
customizable x2 | {"customizable": 2}
2 x customizable | {"customizable": 2}
2× customizable | {"customizable": 2}
2x customizable | {"customizable": 2}
3x9 | {"9": 3}
3 9 | {"9": 3}
9 = 3 | {"9": 3}
six | {"6": 1}
"9, 9" | {"9": 2}
two skips, échange de mains | {"skip": 2, "swap-hands": 1}
Joker personnalisable 2 | {"customizable": 2}
" , " | None
"" | None
""")
def test_accepted_forms_of_cards_left_out(written: str, left_out: dict[str, int] | None) -> None:
    game = read_game(f"edition: classic-112\nleft out: {written}\nplayers: Ana, Bo")
    assert game.start.left_out == left_out


@pytest.mark.parametrize("end", ["\r\n", "\r", "\x0b", "\x85", "\u2028", "\u2029"])
def test_score_sheet_accepts_line_endings_of_other_programs(end: str) -> None:
    game = read_game(HEADER.replace("\n", end) + f"Ana: Bo = 1; Cy = 2{end}")
    assert game.tally.ledger.totals[(1,)] == 3


@pytest.mark.parametrize("quoted", ['"uno"', "“uno”", "„uno“", "« uno »", "”uno”"])
def test_remark_may_be_in_the_quotes_of_any_keyboard(quoted: str) -> None:
    game = rounds(f"Ana: Bo = 1; Cy = 2; remark {quoted}")
    assert game.rounds[0].remark == "uno"


def test_score_sheet_header_may_be_in_any_order_with_blank_lines() -> None:
    game = read_game("players: Ana, Bo\n\n# a box\nedition: classic-108\n\ndecks: 2\nAna: Bo = 1")
    assert (game.names, game.start.decks, len(game.rounds)) == (("Ana", "Bo"), 2, 1)


def test_score_sheet_can_rename_players_between_rounds() -> None:
    game = rounds("Ana: Bo = 1; Cy = 2", "players: Ada, Bo, Cy", "Ada: Bo = 1; Cy = 2")
    assert (game.names, game.tally.ledger.totals[(1,)]) == (("Ada", "Bo", "Cy"), 6)


# faults


@cases(r"""text | expected
"" | no-header /1
edition: hello-kitty | number-of-players /1/players
"# x\n\nedition: kitty\nplayers: Ana, Bo" | not-a-choice /3/edition
"edition: hello-kitty\nplayers: Ana, ana, , B#o # and Cy"
| name-blank /2/players/2, name-sign /2/players/3, name-twice /2/players/1
"edition: hello-kitty\nplayers: Ana, Bo\ntarget: many\ndecks: 2.5\nscoring: x"
| not-a-whole-number /4/decks, not-a-choice /5/scoring, not-a-whole-number /3/target
"edition: hello-kitty\nleft out: lotso, 9 skip\ndealer: Zoe\nplayers: Ana, Bo"
| unknown-card /2/left_out/lotso, out-of-range /2/left_out/skip, unknown-player /3/dealer
Ana: Bo = 1 | no-header /1
""")
def test_faults_of_invalid_score_sheet_headers(text: str, expected: str) -> None:
    assert faults_of(text) == expected_faults(expected)


@cases(r"""line | expected
Ana | not-a-round /7
Ana wins | not-a-round /7
Zoe: Bo = 1; Cy = 1 | unknown-player /7/went_out
Ana: | hand-missing /7/hands/Bo, hand-missing /7/hands/Cy
Ana: Bo = 1 | hand-missing /7/hands/Cy
Ana: Bo; Cy = 1 | hand-blank /7/hands/Bo/cards
Ana: Bo =; Cy = 1 | not-a-whole-number /7/hands/Bo/points
Ana: Bo = -1; Cy = 8.5 | out-of-range /7/hands/Bo/points, not-a-whole-number /7/hands/Cy/points
Ana: Bo 7 lotso skyp; Cy = 1 | not-in-box /7/hands/Bo/cards, unknown-word /7/hands/Bo/cards
Ana: Bo = 1; Zoe = 2; Cy = 1 | unknown-player /7/hands/Zoe
Ana: Bo = 1; bo = 2; Cy = 1 | hand-twice /7/hands/bo
Ana: Bo = 1; Bo = 2; Cy = 1 | hand-twice /7/hands/Bo
Ana: Ana = 1; Bo = 2; Cy = 1 | hand-of-winner /7/hands/Ana
Ana: Bo = 1; resting Zoe | unknown-player /7/resting/0, hand-missing /7/hands/Cy
Ana: resting Bo, Cy | too-few-play /7/resting
Ana: Bo = 1; pile = 8 | pile-and-hands /7/pile
Ana: pile = 8; Bo = 1 | pile-and-hands /7/pile
Ana: pile = 8; pile = 9 | hand-twice /7/pile
Ana: Bo 5 wilds; Cy = 1 | too-many-of-card /7/hands/Bo/cards
Ana: Bo ! = 1000001; Cy = 1 | too-many-points /7/hands/Bo/points
target: much | not-a-whole-number /7/target
target: 0 | out-of-range /7/target
dealer: Zoe | unknown-player /7/dealer
leave: Zoe | unknown-player /7/leave/0
"leave: Ana, Bo\nCy:" | too-few-play /8/resting
join: Ana | name-twice /7/join/0/name
join: Zoe = 500 | total-at-target /7/join/0/total
join: Zoe = x | not-a-whole-number /7/join/0/total
players: A, B | every-seat-a-name /7/players
edition: hello-kitty | unknown-player /7/went_out, unknown-player /7/hands/hello-kitty
""")
def test_faults_of_invalid_score_sheet_lines(line: str, expected: str) -> None:
    assert faults_of(HEADER + line) == expected_faults(expected)


def test_all_invalid_score_sheet_lines_are_reported() -> None:
    lines = ("Ana: Bo = 1", "Ana: Bo = 1; Cy = 2", "Cy; Bo", "Bo: Ana = x; Cy = 1")
    assert faults_of(HEADER + "\n".join(lines)) == expected_faults(
        "hand-missing /7/hands/Cy, not-a-round /9, not-a-whole-number /10/hands/Ana/points"
    )


def test_score_sheet_over_a_million_characters_is_refused() -> None:
    assert faults_of("#" * 1_000_001) == [("text-too-long", "")]


@given(
    lines=st.lists(
        st.one_of(
            st.sampled_from(HEADER.split("\n")),
            st.text(st.sampled_from("AnaBoCy7:;=!,# pileresting×x"), max_size=40),
            st.text(max_size=20),
        ),
        max_size=12,
    )
)
@example(lines=["left out: " + "9" * 5000])
@example(
    lines=[HEADER, "Ana: pile = 8; Bo = 1", "target: " + "9" * 5000, "join:", "leave:", "finish:"]
)
@settings(max_examples=200)
def test_random_score_sheet_is_refused_or_round_trips(lines: list[str]) -> None:
    for text in ("\n".join(lines), HEADER + "\n".join(lines)):
        try:
            game = read_game(text)
        except ValidationError:
            continue
        assert state(read_game(write_sheet(game)))["rounds"] == state(game)["rounds"]


def test_hand_of_five_hundred_cards_round_trips_as_score_sheet() -> None:
    table = Table("power-colours", "Ana, Bo")
    table.round(out="Ana", Bo=["colour-character", "free-colour"] * 250, keep_anyway=True)
    assert state(read_game(write_sheet(table.game))) == table.state


WORDS = (
    "pile", "Resting", "join", "leave", "dealer", "target", "finish", "players", "edition", "decks",
    "left out",
)  # fmt: skip


@pytest.mark.parametrize("word", WORDS)
def test_players_named_like_keywords_round_trip_in_score_sheet(word: str) -> None:
    table = Table("hello-kitty", f"{word}, Bo, Bo 7", dealer=word)
    table.round(out=word, hands={"Bo": "7 9", "Bo 7": "9"})
    table.round(out="Bo", hands={word: "7 9", "Bo 7": 9})
    table.round(out=word, pile="7 9")
    table.round(out="Bo 7", hands={"Bo": "7"}, resting=[word])
    table.leave("Bo 7")
    table.round(out=word, Bo=5)
    table.round(out=word, Bo="7 9")
    table.join("Bo 7")
    table.leave(word)
    table.set_dealer("Bo")
    assert state(read_game(write_sheet(table.game))) == table.state
