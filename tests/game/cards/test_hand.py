"""What a deck can hold: each kind, kinds of which only the sum is known, the whole, its value."""

import pytest

from companion.game.cards.deck import Card, Deck, Lot
from companion.game.cards.hand import Hand, impossible
from tests.table import BOXES, Table, faults, round_values

# A deck small enough to count: two sevens and two eights, of which three at most, and one wild.
SMALL = Deck((Card("7", 7, 2), Card("8", 8, 2), Card("wild", 50, 1)), (Lot(("7", "8"), 3),))


def found(deck: Deck, **hands: str | int) -> list[tuple[str, str]]:
    """What is impossible about these hands: cards in a row, or points."""
    counted = {
        f"/{name}": Hand(hand) if isinstance(hand, int) else Hand.counted(hand.split(), deck)
        for name, hand in hands.items()
    }
    return [(fault.code, fault.path) for fault in impossible(deck, counted)]


def test_the_small_deck() -> None:
    assert (SMALL.size, SMALL.value) == (4, 8 + 8 + 7 + 50)


def test_all_that_there_is_may_be_held() -> None:
    assert found(SMALL, a="7 7", b="8 wild") == []
    assert found(SMALL, a="7", b="8 8 wild") == []


def test_more_of_a_card_than_there_is() -> None:
    assert found(SMALL, a="wild", b="7 wild") == [
        ("too-many-of-card", "/a/cards"),
        ("too-many-of-card", "/b/cards"),
    ]
    assert found(SMALL, a="7 7", b="8", c="7") == [
        ("too-many-of-card", "/a/cards"),
        ("too-many-of-card", "/c/cards"),
        *(("too-many-of-lot", f"/{hand}/cards") for hand in "abc"),
    ]


def test_more_of_some_kinds_together_than_there_are() -> None:
    assert found(SMALL, a="7 7", b="8 8", c="wild") == [
        ("too-many-of-lot", "/a/cards"),
        ("too-many-of-lot", "/b/cards"),
        *(("too-many-cards", f"/{hand}/cards") for hand in "abc"),
    ]


def test_a_total_above_the_value_of_the_whole_deck() -> None:
    assert found(SMALL, a=73) == []
    assert found(SMALL, a=74) == [("too-many-points", "/a/points")]
    assert found(SMALL, a=99999, b=7) == [("too-many-points", "/a/points")]  # b is no slip
    assert found(SMALL, a=70, b=0, c="7") == [
        ("too-many-points", "/a/points"),
        ("too-many-points", "/c/cards"),
    ]


def test_several_boxes_and_cards_left_out_move_every_limit() -> None:
    twice = SMALL.shuffled(2, {"7": 1, "wild": 2})
    assert twice.size == 5
    assert twice.value == 4 * 8 + 7
    assert found(twice, a="7 7 8 8", b="8") == []
    assert found(twice, a="7 7 7") == []
    assert ("too-many-of-card", "/a/cards") in found(twice, a="7 7 7 7")
    assert ("too-many-of-card", "/a/cards") in found(twice, a="wild")
    assert ("too-many-of-lot", "/a/cards") in found(twice, a="7 7 7 8 8 8")


@pytest.mark.parametrize(
    ("edition", "card", "most"),
    [
        ("classic-108", "7", 8),
        ("classic-108", "draw-two", 8),
        ("classic-108", "wild", 4),
        ("classic-112", "swap-hands", 1),
        ("classic-112", "customizable", 3),
        ("classic-112", "wild", 8),
        ("hello-kitty", "badtz-maru", 4),
        ("power-colours", "skip", 4),
        ("power-colours", "reverse", 4),
        ("power-colours", "draw-two", 8),
        ("power-colours", "colour-character", 16),
        ("power-colours", "free-colour", 4),
        ("toy-story-3", "lotso", 4),
    ],
)
def test_what_the_boxes_can_hold_of_a_card(edition: str, card: str, most: int) -> None:
    table = Table(edition, "Ana, Bo")
    table.round(out="Ana", Bo=[card] * most)
    values = round_values(out="Ana", Bo=[card] * (most + 1))
    assert faults(lambda: table.read(values))[0] == ("too-many-of-card", "/hands/Bo/cards")


def test_of_nineteen_numbers_in_a_colour_one_is_there_once_whichever_it_is() -> None:
    table = Table("classic-108", "Ana, Bo, Cy")
    numbers = [str(number) for number in range(10)]
    table.round(out="Ana", Bo=numbers * 7, Cy=["5"])
    every = round_values(out="Ana", Bo=numbers * 7, Cy=["1", "2", "3", "4", "5", "6", "7"])
    assert faults(lambda: table.read(every)) == [
        ("too-many-of-lot", "/hands/Bo/cards"),
        ("too-many-of-lot", "/hands/Cy/cards"),
    ]


@pytest.mark.parametrize(
    ("edition", "value"),
    [
        # numbers at their dearest (the single one is the cheapest), 24 actions, the wilds
        ("classic-108", 4 * 90 + 24 * 20 + 8 * 50),
        ("hello-kitty", 4 * 90 + 24 * 20 + 12 * 50),
        ("toy-story-3", 4 * 90 + 24 * 20 + 12 * 50),
        # the single number is at best a 1
        ("power-colours", 4 * 89 + 16 * 20 + 24 * 50),
        # 100 coloured cards, all actions first, then the dearest numbers; 8 jokers; 4 at 40
        ("classic-112", 24 * 20 + 8 * (9 + 8 + 7 + 6 + 5 + 4 + 3 + 2 + 1) + 4 * 0 + 400 + 160),
    ],
)
def test_no_round_is_worth_more_than_the_whole_deck(edition: str, value: int) -> None:
    table = Table(edition, "Ana, Bo")
    assert BOXES[edition].deck.value == value
    table.round(out="Ana", Bo=value)
    too_much = round_values(out="Ana", Bo=value + 1)
    assert faults(lambda: table.read(too_much)) == [("too-many-points", "/hands/Bo/points")]


def test_a_pile_is_judged_like_hands() -> None:
    table = Table("toy-story-3", "Ana, Bo, Cy")
    lotsos = round_values(out="Ana", pile=["lotso"] * 5)
    assert faults(lambda: table.read(lotsos)) == [("too-many-of-card", "/pile/cards")]
    points = round_values(out="Ana", pile=1441)
    assert faults(lambda: table.read(points)) == [("too-many-points", "/pile/points")]
    table.round(out="Ana", pile=["lotso"] * 5, keep_anyway=True)
    assert table.state["rounds"][0]["marked"] is True


def test_two_boxes_hold_twice_as_much() -> None:
    table = Table("toy-story-3", "Ana, Bo", decks=2, left_out={"lotso": 1})
    table.round(out="Ana", Bo=["lotso"] * 7)
    values = round_values(out="Ana", Bo=["lotso"] * 8)
    assert faults(lambda: table.read(values)) == [("too-many-of-card", "/hands/Bo/cards")]


def test_without_the_cards_left_out_none_of_them_can_be_held() -> None:
    table = Table("classic-112", "Ana, Bo", left_out={"swap-hands": 1})
    values = round_values(out="Ana", Bo=["swap-hands"])
    assert faults(lambda: table.read(values)) == [("too-many-of-card", "/hands/Bo/cards")]
