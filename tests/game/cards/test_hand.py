"""What a deck can hold: each kind, kinds of which only the sum is known, the whole, its value."""

from companion.game.cards.deck import Card, Deck, Lot
from companion.game.cards.hand import Hand, impossible
from tests.rows import told
from tests.table import Table, faults, round_values

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
    assert found(SMALL, a="wild", b="7 wild") == told(
        "too-many-of-card /a/cards, too-many-of-card /b/cards"
    )
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
    assert found(SMALL, a=70, b=0, c="7") == told(
        "too-many-points /a/points, too-many-points /c/cards"
    )


def test_several_boxes_and_cards_left_out_move_every_limit() -> None:
    twice = SMALL.shuffled(2, {"7": 1, "wild": 2})
    assert twice.size == 5
    assert twice.value == 4 * 8 + 7
    assert found(twice, a="7 7 8 8", b="8") == []
    assert found(twice, a="7 7 7") == []
    assert ("too-many-of-card", "/a/cards") in found(twice, a="7 7 7 7")
    assert ("too-many-of-card", "/a/cards") in found(twice, a="wild")
    assert ("too-many-of-lot", "/a/cards") in found(twice, a="7 7 7 8 8 8")


def test_of_nineteen_numbers_in_a_colour_one_is_there_once_whichever_it_is() -> None:
    table = Table("classic-108", "Ana, Bo, Cy")
    numbers = [str(number) for number in range(10)]
    table.round(out="Ana", Bo=numbers * 7, Cy=["5"])
    every = round_values(out="Ana", Bo=numbers * 7, Cy=["1", "2", "3", "4", "5", "6", "7"])
    assert faults(lambda: table.read(every)) == told(
        "too-many-of-lot /hands/Bo/cards, too-many-of-lot /hands/Cy/cards"
    )


def test_a_pile_is_judged_like_hands() -> None:
    table = Table("toy-story-3", "Ana, Bo, Cy")
    lotsos = round_values(out="Ana", pile=["lotso"] * 5)
    assert faults(lambda: table.read(lotsos)) == [("too-many-of-card", "/pile/cards")]
    points = round_values(out="Ana", pile=1441)
    assert faults(lambda: table.read(points)) == [("too-many-points", "/pile/points")]
    table.round(out="Ana", pile=["lotso"] * 5, keep_anyway=True)
    assert table.state["rounds"][0]["marked"] is True
