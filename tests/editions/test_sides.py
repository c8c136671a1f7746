"""Tests of box files with two-sided cards: points, counts, lots, colours by card side."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.editions import Edition, load_boxes
from companion.editions.edition import facts_of
from companion.editions.loader import InvalidBoxError
from companion.game.cards.deck import Deck
from companion.game.cards.notation import parse_hand

MOON = """
name = { en = "Moon", fr = "Lune" }
recognise = { en = "A moon on the backs", fr = "Une lune au dos" }
rulings_like = "classic-108"
box_count = 86
knock_out = 120
[sides]
day = { en = "day", fr = "jour" }
night = { en = "night", fr = "nuit" }
[colours]
blue = { side = "day" }
red = { side = "day" }
[colours.silver]
side = "night"
name = { en = "silver", fr = "argent" }
letter = { en = "S", fr = "A" }
css = "#5a5a5a"
mark = "circle"
[lots.sunny]
side = "day"
cards = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
count = 76
each = 8
[lots.starry]
side = "night"
cards = ["1", "2", "3"]
count = 70
each = 24
[[cards]]
card = "skip"
points = { day = 20, night = 35 }
count = { day = 6, night = 8 }
[[cards]]
card = "wolf"
kind = "wild"
name = { en = "Wolf", fr = "Loup" }
spoken = ["werewolf"]
points = { night = 60 }
count = 8
[[cards]]
card = "wild"
count = 4
"""

Put = Callable[..., Path]


@pytest.fixture
def put(own: Path) -> Put:
    def write(*replaced: tuple[str, str]) -> Path:
        text = MOON
        for old, new in replaced:
            assert old in text
            text = text.replace(old, new)
        (own / "moon.toml").write_text(text, encoding="utf-8")
        return own

    return write


@pytest.fixture
def moon(put: Put) -> Edition:
    return load_boxes(put())[1]["moon"]


def test_each_card_side_has_its_own_cards_points_and_counts(moon: Edition) -> None:
    day, night = moon.by_side
    assert [*day.cards] == [*map(str, range(10)), "skip", "wild"]
    assert [*night.cards] == ["1", "2", "3", "skip", "wolf", "wild"]
    assert [up.cards["skip"].points for up in (day, night)] == [20, 35]
    assert [up.cards["skip"].count for up in (day, night)] == [6, 8]
    assert [up.cards["wild"].points for up in (day, night)] == [50, 50]
    assert moon.deck.knock_out == 120


def test_each_card_side_has_its_own_lots(moon: Edition) -> None:
    day, night = (up.deck for up in moon.by_side)
    assert [(lot.size, len(lot.cards)) for lot in day.lots] == [(76, 10)]
    assert [(lot.size, len(lot.cards)) for lot in night.lots] == [(70, 3)]
    assert (moon.deck.size, day.size, night.size) == (86, 86, 90)


def test_two_sided_deck_round_trips_through_json_values(moon: Edition) -> None:
    assert Deck.from_values(moon.deck.as_values()) == moon.deck


def test_each_card_side_has_its_own_colours(moon: Edition) -> None:
    assert [colour.colour for colour in moon.colours] == ["blue", "red", "silver"]
    assert [[c.colour for c in up.colours] for up in moon.by_side] == [["blue", "red"], ["silver"]]


def test_lexicon_of_a_card_side_does_not_know_cards_of_the_other(moon: Edition) -> None:
    day, night = (up.lexicon for up in moon.by_side)
    assert parse_hand("werewolf, 3", night) == ("wolf", "3")
    assert ("werewolf",) in day.other_side
    assert ("9",) in night.other_side
    assert "draw two" in {" ".join(spoken) for spoken in night.foreign}


def test_placeholder_facts_of_a_card_side_end_with_its_name(moon: Edition) -> None:
    facts = facts_of(moon)
    assert [facts[f"points:skip@{side}"]["en"] for side in ("day", "night")] == ["20", "35"]
    assert [facts[f"points:{card}"]["en"] for card in ("skip", "wolf")] == ["20", "60"]
    assert "points:wolf@day" not in facts
    assert facts["fact:knock-out"]["fr"] == "120"


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ('blue = { side = "day" }', "blue = {}", "colours.blue.side: is missing"),
        (
            'side = "day"\ncards',
            'side = "dawn"\ncards',
            "lots.sunny.side: must be one of day, night",
        ),
        ("night = 60", "dusk = 60", "cards.wolf.points.dusk: is not known here"),
        ('mark = "circle"', 'mark = "moon"', "colours.silver.mark: must be one of circle, "),
        ("box_count = 86", "box_count = 90", "box_count: says 90, but the cards make 86"),
        ('cards = ["1",', 'cards = ["owl", "1",', "lots.starry.cards: names owl, which is no card"),
        (
            '[lots.starry]\nside = "night"',
            '[lots.starry]\nside = "day"',
            "names 1, which lots.sunny",
        ),
        ('card = "wild"', 'card = "wolf"', "cards.wolf.card: is listed twice"),
        ('card = "wild"', 'card = "1"', "cards.1.count: is not needed: lots.sunny and lots.starry"),
    ],
)
def test_fault_in_two_sided_box_is_reported_with_path(
    put: Put, right: str, wrong: str, fault: str
) -> None:
    with pytest.raises(InvalidBoxError) as refused:
        load_boxes(put((right, wrong)))
    assert any(fault in each for each in refused.value.faults), refused.value.faults


def test_letters_of_colours_may_be_reused_on_the_other_card_side(put: Put) -> None:
    box = load_boxes(put(('letter = { en = "S", fr = "A" }', 'letter = { en = "B", fr = "B" }')))
    assert box[1]["moon"].colours[2].letter["en"] == "B"
