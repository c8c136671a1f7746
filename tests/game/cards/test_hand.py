"""Tests that hands with more cards or points than the deck has are refused."""

from companion.game.cards.deck import Card, Deck, Lot
from companion.game.cards.hand import Hand, impossible
from tests.rows import expected_faults
from tests.table import Table, faults, round_values

# Deck of at most two sevens, two eights (three of both together) and one wild.
SMALL = Deck((Card("7", 7, 2), Card("8", 8, 2), Card("wild", 50, 1)), (Lot(("7", "8"), 3),))


def found(deck: Deck, **hands: str | int) -> list[tuple[str, str]]:
    """Return (code, path) of faults of all hands, each given as card ids or as points."""
    counted = {
        f"/{name}": Hand(hand) if isinstance(hand, int) else Hand.counted(hand.split(), deck)
        for name, hand in hands.items()
    }
    return [(fault.code, fault.path) for fault in impossible(deck, counted)]


def test_size_and_value_of_small_deck() -> None:
    assert (SMALL.size, SMALL.value) == (4, 8 + 8 + 7 + 50)


def test_hands_of_all_cards_are_possible() -> None:
    assert found(SMALL, a="7 7", b="8 wild") == []
    assert found(SMALL, a="7", b="8 8 wild") == []


def test_too_many_of_one_card_is_impossible() -> None:
    assert found(SMALL, a="wild", b="7 wild") == expected_faults(
        "too-many-of-card /a/cards, too-many-of-card /b/cards"
    )
    assert found(SMALL, a="7 7", b="8", c="7") == [
        ("too-many-of-card", "/a/cards"),
        ("too-many-of-card", "/c/cards"),
        *(("too-many-of-lot", f"/{hand}/cards") for hand in "abc"),
    ]


def test_hands_with_too_many_cards_of_a_lot_together_are_impossible() -> None:
    assert found(SMALL, a="7 7", b="8 8", c="wild") == [
        ("too-many-of-lot", "/a/cards"),
        ("too-many-of-lot", "/b/cards"),
        *(("too-many-cards", f"/{hand}/cards") for hand in "abc"),
    ]


def test_total_above_deck_value_is_impossible() -> None:
    assert found(SMALL, a=73) == []
    assert found(SMALL, a=74) == [("too-many-points", "/a/points")]
    assert found(SMALL, a=99999, b=7) == [("too-many-points", "/a/points")]  # only of a
    assert found(SMALL, a=70, b=0, c="7") == expected_faults(
        "too-many-points /a/points, too-many-points /c/cards"
    )


def test_deck_limits_follow_number_of_decks_and_cards_left_out() -> None:
    twice = SMALL.shuffled(2, {"7": 1, "wild": 2})
    assert twice.size == 5
    assert twice.value == 4 * 8 + 7
    assert found(twice, a="7 7 8 8", b="8") == []
    assert found(twice, a="7 7 7") == []
    assert ("too-many-of-card", "/a/cards") in found(twice, a="7 7 7 7")
    assert ("too-many-of-card", "/a/cards") in found(twice, a="wild")
    assert ("too-many-of-lot", "/a/cards") in found(twice, a="7 7 7 8 8 8")


def test_number_cards_are_limited_by_the_size_of_their_lot() -> None:
    table = Table("classic-108", "Ana, Bo, Cy")
    numbers = [str(number) for number in range(10)]
    table.round(out="Ana", Bo=numbers * 7, Cy=["5"])
    one_too_many = round_values(out="Ana", Bo=numbers * 7, Cy=["1", "2", "3", "4", "5", "6", "7"])
    assert faults(lambda: table.read(one_too_many)) == expected_faults(
        "too-many-of-lot /hands/Bo/cards, too-many-of-lot /hands/Cy/cards"
    )


def test_pile_is_checked_against_deck_like_hands() -> None:
    table = Table("toy-story-3", "Ana, Bo, Cy")
    lotsos = round_values(out="Ana", pile=["lotso"] * 5)
    assert faults(lambda: table.read(lotsos)) == [("too-many-of-card", "/pile/cards")]
    points = round_values(out="Ana", pile=1441)
    assert faults(lambda: table.read(points)) == [("too-many-points", "/pile/points")]
    table.round(out="Ana", pile=["lotso"] * 5, keep_anyway=True)
    assert table.state["rounds"][0]["marked"] is True
