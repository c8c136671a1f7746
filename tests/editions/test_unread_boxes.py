"""Tests of built-in boxes without rulings, whose facts do not come from a read leaflet."""

from pathlib import Path

import pytest

from companion import editions
from companion.editions import load_boxes
from companion.game.cards.notation import parse_hand

_, PLAYABLE = load_boxes()
UNREAD = [edition for edition, box in PLAYABLE.items() if box.sheet == "unread"]
# Points of the whole deck, added up by hand from the card values.
VALUES = {
    "attack": 1480, "triple-play": 1520, "coloradd": 1240, "braille": 1240,
    "splash": 1240, "dos": 1036, "harry-potter": 1440, "crazy-eights": 508, "mau-mau": 340,
}  # fmt: skip


def test_unread_boxes_follow_those_with_rulings() -> None:
    assert list(PLAYABLE) == [*load_boxes()[0], *UNREAD]
    files = Path(editions.__file__).parent.glob("*.toml")
    assert PLAYABLE.keys() == {file.stem for file in files} - {"base"}
    with pytest.raises(KeyError):
        PLAYABLE["own"]


@pytest.mark.parametrize("edition", UNREAD)
def test_unread_boxes_state_sources_and_confidence(edition: str) -> None:
    box = PLAYABLE[edition]
    if edition == "just-points":
        assert (box.sources, box.confidence) == ((), None)
    else:
        assert box.confidence in {"leaflet", "two-texts"}
        assert box.sources
    assert box.rulings_from == ""
    assert set(box.described.values()) == {None}


@pytest.mark.parametrize(("edition", "value"), VALUES.items())
def test_unread_deck_points_match_hand_computed_total(edition: str, value: int) -> None:
    assert PLAYABLE[edition].deck.value == value


def test_two_sided_deck_has_points_and_names_for_each_side() -> None:
    deck = PLAYABLE["flip"].deck
    assert [deck.for_side(side).value for side in deck.sides] == [1280, 1480]
    assert [deck.for_side(side).size for side in deck.sides] == [112, 112]
    names = PLAYABLE["flip"].lexicon
    assert (
        parse_hand("deux passer, carte blanche +2", names.for_side("light"))[2] == "wild-draw-two"
    )
    assert parse_hand("skip everyone", names.for_side("dark")) == ("skip-everyone",)


def test_deck_with_unknown_counts_has_no_size_or_total() -> None:
    for edition in ("all-wild", "flex", "remix", "just-points"):
        assert (PLAYABLE[edition].deck.size, PLAYABLE[edition].deck.value) == (None, None)


def test_number_ten_is_a_card_in_dos() -> None:
    assert parse_hand("10 wild dos", PLAYABLE["dos"].lexicon)[0] == "10"
