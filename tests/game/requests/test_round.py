"""Tests of requests to record a round: codes and paths of faults, accepted forms."""

from typing import Any

import pytest

from companion.game.cards.hand import HIGHEST_TOTAL
from companion.game.requests.round import ImpossibleCountError
from tests.rows import cases, expected_faults
from tests.table import Table, faults, hand_values, round_values


@pytest.fixture
def table() -> Table:
    """Return a new game of Ana, Bo, Cy and Dee, which Eve has left."""
    table = Table("hello-kitty", "Ana, Bo, Cy, Dee, Eve")
    table.leave("Eve")
    return table


def valid_round(**fields: object) -> dict[str, Any]:
    """Return a valid request for a round, with some fields replaced."""
    return round_values(out="Ana", Bo="7 skip", Cy=8, Dee=["9"]) | fields


def hands(**hands: object) -> dict[str, object]:
    """Return the field `hands` of a valid request, with some hands replaced or added."""
    return {"hands": valid_round()["hands"] | hands}


VALID: dict[str, Any] = {"Bo": {"points": 1}, "Cy": {"points": 1}, "Dee": {"points": 1}}


def test_valid_round_is_accepted(table: Table) -> None:
    table.read(valid_round())


@cases(
    """points | code
-1 | out-of-range
-(10**12) | out-of-range
8.5 | not-a-whole-number
HIGHEST_TOTAL + 0.5 | not-a-whole-number
True | not-a-whole-number
False | not-a-whole-number
"8" | not-a-whole-number
"" | not-a-whole-number
[8] | not-a-whole-number
{} | not-a-whole-number
float("nan") | not-a-whole-number
float("inf") | not-a-whole-number
""",
    HIGHEST_TOTAL=HIGHEST_TOTAL,
)
def test_hand_points_must_be_whole_and_not_negative(
    table: Table, points: object, code: str
) -> None:
    values = valid_round(**hands(Cy={"points": points}))
    assert faults(lambda: table.read(values)) == [(code, "/hands/Cy/points")]


@pytest.mark.parametrize("points", [8.0, 0])
def test_zero_and_whole_floats_are_valid_points(table: Table, points: float) -> None:
    assert table.read(valid_round(**hands(Cy={"points": points}))).hands[3].points == points


@cases("""hand | code | path
None | hand-blank | /hands/Cy
7 skip | hand-blank | /hands/Cy
8 | hand-blank | /hands/Cy
[] | hand-blank | /hands/Cy
{} | hand-blank | /hands/Cy
{"points": None} | hand-blank | /hands/Cy
{"points": None, "cards": None} | hand-blank | /hands/Cy
{"cards": []} | hand-blank | /hands/Cy/cards
{"cards": ""} | hand-blank | /hands/Cy/cards
{"cards": " , and "} | hand-blank | /hands/Cy/cards
{"cards": ["9"], "points": 9} | cards-and-points | /hands/Cy
{"cards": 9} | not-cards | /hands/Cy/cards
{"cards": {"9": 1}} | not-cards | /hands/Cy/cards
{"cards": ["9", "lotso"]} | unknown-card | /hands/Cy/cards/1
{"cards": ["Skip"]} | unknown-card | /hands/Cy/cards/0
{"cards": [9]} | unknown-card | /hands/Cy/cards/0
{"cards": [None]} | unknown-card | /hands/Cy/cards/0
{"cards": [["9"]]} | unknown-card | /hands/Cy/cards/0
{"cards": "9 lotso"} | not-in-box | /hands/Cy/cards
{"cards": "9 skyp"} | unknown-word | /hands/Cy/cards
{"cards": "9 " * 251} | text-too-long | /hands/Cy/cards
{"cards": ["9"] * 501} | too-many-in-hand | /hands/Cy/cards
{"cards": "99x9 " * 6} | too-many-in-hand | /hands/Cy/cards
""")
def test_faults_of_invalid_hands_in_round(table: Table, hand: object, code: str, path: str) -> None:
    assert faults(lambda: table.read(valid_round(**hands(Cy=hand)))) == [(code, path)]


@cases(
    """fields | expected
{"went_out": None} | nobody-went-out /went_out
{"went_out": ""} | unknown-player /went_out
{"went_out": "Zoe"} | unknown-player /went_out
{"went_out": 1} | not-a-text /went_out
{"went_out": ["Ana"]} | not-a-text /went_out
{"went_out": "Eve"} | not-playing /went_out
{"hands": None} | hand-missing /hands/Bo, hand-missing /hands/Cy, hand-missing /hands/Dee
{"hands": [8, 9]}
| not-an-object /hands, hand-missing /hands/Bo, hand-missing /hands/Cy, hand-missing /hands/Dee
{"hands": {"Bo": {"points": 1}, "Dee": {"points": 1}}} | hand-missing /hands/Cy
hands(Ana={"points": 3}) | hand-of-winner /hands/Ana
hands(ana={"points": 3}) | hand-of-winner /hands/ana
hands(Zoe={"points": 3}) | unknown-player /hands/Zoe
hands(Eve={"points": 3}) | not-playing /hands/Eve
hands(BO={"points": 3}) | hand-twice /hands/BO
hands(**{"a/b~c": {"points": 3}}) | unknown-player /hands/a~1b~0c
{"resting": "Bo"} | not-a-list /resting
{"resting": ["Zoe"]} | unknown-player /resting/0
{"resting": [3]} | not-a-text /resting/0
{"resting": ["Eve"]} | not-playing /resting/0
{"resting": ["Bo"]} | hand-of-resting /hands/Bo
{"resting": ["Ana"], "hands": VALID} | rested /went_out
{"resting": ["Bo", "Cy", "Dee"], "hands": {}} | too-few-play /resting
{"pile": {"points": 9}} | pile-and-hands /pile
{"pile": {"points": 9}, "hands": {"Bo": None}} | pile-and-hands /pile
{"pile": 9, "hands": None} | hand-blank /pile
{"pile": {"points": 0.5}, "hands": {}} | not-a-whole-number /pile/points
{"pile": {"cards": ["9", "x"]}, "hands": {}} | unknown-card /pile/cards/1
{"keep_anyway": "yes"} | not-true-or-false /keep_anyway
{"table": 2} | table-not-open /table
{"rotation": "1"} | not-a-whole-number /rotation
{"notes": "x"} | not-a-list /notes
{"notes": ["x"]} | not-an-object /notes/0
{"notes": [{"rule": "uno.caught", "text": "Bo"}, {"rule": " ", "text": "x" * 201}]}
| blank /notes/1/rule, text-too-long /notes/1/text
""",
    hands=hands,
    VALID=VALID,
)
def test_faults_of_invalid_rounds(table: Table, fields: dict[str, Any], expected: str) -> None:
    assert faults(lambda: table.read(valid_round(**fields))) == expected_faults(expected)


@pytest.mark.parametrize("values", [None, [], "Ana", 7])
def test_round_request_must_be_an_object(table: Table, values: object) -> None:
    assert faults(lambda: table.read(values)) == [("not-an-object", "")]


def test_all_faults_of_a_round_are_reported_at_once(table: Table) -> None:
    values = {
        "went_out": "Ana",
        "hands": {
            "Ana": {"points": 1},
            "Bo": {"cards": ["7", "lotso", "ups"]},
            "bo": {"points": -1},
            "Cy": {"points": "8"},
            "Zoe": {"points": 1},
        },
        "resting": ["Eve"],
        "notes": [{"rule": "", "text": 3}],
    }
    assert faults(lambda: table.read(values)) == expected_faults(
        "not-playing /resting/0, hand-of-winner /hands/Ana, unknown-card /hands/Bo/cards/1",
        "unknown-card /hands/Bo/cards/2, hand-twice /hands/bo, out-of-range /hands/bo/points",
        "not-a-whole-number /hands/Cy/points, unknown-player /hands/Zoe",
        "hand-missing /hands/Dee, blank /notes/0/rule, not-a-text /notes/0/text",
    )


def test_impossible_counts_are_reported_with_other_faults(table: Table) -> None:
    values = valid_round(**hands(Bo={"cards": ["wild"] * 5}, Zoe={"points": 1}))
    assert faults(lambda: table.read(values)) == expected_faults(
        "unknown-player /hands/Zoe, too-many-of-card /hands/Bo/cards"
    )


def test_keep_own_scoring_refuses_pile() -> None:
    table = Table("hello-kitty", "Ana, Bo", scoring="keep-own")
    values = round_values(out="Ana", pile=9)
    assert faults(lambda: table.read(values)) == [("no-pile", "/pile")]


def test_round_accepts_any_spelling_of_player_names(table: Table) -> None:
    values = {
        "went_out": " \uff21na ",
        "hands": {name: hand_values(1) for name in ("BO", "cy")},
        "resting": ["DEE"],
    }
    round_ = table.read(values)
    assert (round_.went_out, sorted(round_.hands), round_.resting) == (1, [2, 3], (4,))


def test_notes_are_stored_with_round(table: Table) -> None:
    notes = [{"rule": "wd4.challenge", "text": " guilty, drew 4 "}, {"rule": "x", "text": ""}]
    round_ = table.read(valid_round(notes=notes))
    assert [(note.rule, note.text) for note in round_.notes] == [
        ("wd4.challenge", "guilty, drew 4"),
        ("x", ""),
    ]


# impossible counts


def test_impossible_count_is_reported_at_every_hand_with_the_card(table: Table) -> None:
    values = valid_round(**hands(Bo={"cards": ["wild"] * 3}, Cy={"cards": "2 wilds"}))
    with pytest.raises(ImpossibleCountError) as refused:
        table.read(values)
    assert [(fault.code, fault.path) for fault in refused.value.faults] == expected_faults(
        "too-many-of-card /hands/Bo/cards, too-many-of-card /hands/Cy/cards"
    )
    assert refused.value.faults[0].values == {"card": "wild", "has": 4, "counted": 5}


def test_impossible_count_paths_use_spelling_of_request(table: Table) -> None:
    values = round_values(
        out="Ana", hands={"BO": ["badtz-maru"] * 5, "Cy": 1, "DEE": 1}, keep_anyway=False
    )
    assert faults(lambda: table.read(values)) == [("too-many-of-card", "/hands/BO/cards")]


def test_impossible_count_kept_anyway_counts_and_is_marked_until_corrected(table: Table) -> None:
    assert table.read(valid_round(keep_anyway=True)).marked is False  # possible count
    table.round(out="Ana", Bo=["wild"] * 5, Cy=0, Dee=0, keep_anyway=True)
    assert table.totals["Ana"] == 250
    assert table.state["rounds"][0]["marked"] is True
    table.correct(1, out="Ana", Bo=["wild"] * 4, Cy=0, Dee=0)
    assert table.state["rounds"][0]["marked"] is False


@pytest.mark.parametrize("points", [10**12, HIGHEST_TOTAL + 1, 1e300, 10**400])
def test_totals_above_limit_are_refused_even_with_keep_anyway(table: Table, points: float) -> None:
    values = valid_round(keep_anyway=True, **hands(Cy={"points": points}))
    assert faults(lambda: table.read(values)) == [("too-many-points", "/hands/Cy/points")]


def test_total_above_limit_is_reported_with_too_many_cards(table: Table) -> None:
    values = valid_round(
        keep_anyway=True, **hands(Bo={"cards": ["wild"] * 5}, Cy={"points": HIGHEST_TOTAL + 1})
    )
    assert faults(lambda: table.read(values)) == expected_faults(
        "too-many-of-card /hands/Bo/cards, too-many-points /hands/Cy/points"
    )


def test_huge_totals_are_capped_in_fault_values(table: Table) -> None:
    values = valid_round(**hands(Bo={"points": 10**4299}, Cy={"points": 10**4299}))
    with pytest.raises(ImpossibleCountError) as refused:
        table.read(values)
    assert len(str(refused.value.faults[0].values["counted"])) < 20


def test_highest_total_is_accepted_with_keep_anyway(table: Table) -> None:
    table.round(out="Ana", Bo=HIGHEST_TOTAL, Cy=0, Dee=0, keep_anyway=True)
    assert table.totals["Ana"] == HIGHEST_TOTAL


def test_correction_is_checked_against_players_of_its_round(table: Table) -> None:
    table.round(out="Ana", Bo=1, Cy=1, Dee=1)
    table.leave("Dee")
    table.round(out="Ana", Bo=1, Cy=1)
    good = round_values(out="Dee", Ana=1, Bo=1, Cy=1)
    assert table.read(good, 1).went_out == 4
    assert faults(lambda: table.read(good, 2)) == expected_faults("not-playing /went_out")


def test_more_cards_than_of_four_boxes_are_refused_even_with_keep_anyway(table: Table) -> None:
    def round_of(cards: int) -> dict[str, Any]:
        counted = hands(Bo={"cards": ["7"] * 250}, Cy={"cards": ["7"] * cards}, Dee={"points": 1})
        return valid_round(keep_anyway=True, **counted)

    assert table.read(round_of(250)).marked
    assert faults(lambda: table.read(round_of(251))) == [("too-many-in-round", "/hands")]
