"""Tests of own boxes as TOML files with the API's fields: writing, reading, loading."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from time import thread_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.datafiles.text import LANGUAGES
from companion.editions import load_boxes
from companion.editions.fallback import edition_of_box
from companion.editions.loader import InvalidBoxError
from companion.editions.own_boxes import (
    LARGEST_FILE,
    box_of_edition,
    file_name,
    parse_file,
    read_file,
    write_file,
)
from companion.game.cards.box import deck_of
from companion.game.faults import FaultCode, ValidationError
from companion.game.players import key
from companion.game.requests.box import FORBIDDEN, LONGEST_BOX, LONGEST_CARD, read_box
from companion.rulebook import SearchOptions, open_rulebook
from tests.editions.own_box import OWN_BOX_TOML
from tests.game.boxes import KNOCK_OUT_BOX, NO_CARDS, TWO_SIDED
from tests.rows import cases
from tests.table import BOXES

_, PLAYABLE = load_boxes()
SIGNS = st.characters(
    exclude_categories=["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"],
    exclude_characters=FORBIDDEN,
) | st.sampled_from("\"'\\#+.-[]{}0א😀")


def names(longest: int) -> st.SearchStrategy[str]:
    return st.text(SIGNS, min_size=1, max_size=longest // 2).filter(key)


@st.composite
def boxes(draw: st.DrawFn) -> dict[str, Any]:
    """Generate (by hypothesis) an own box in the API's form, not yet validated."""
    sides = draw(st.none() | st.lists(names(12), min_size=2, max_size=2, unique_by=key))
    cards = [
        {
            "name": name,
            "points": draw(st.integers(-100, 1000)),
            "count": draw(st.none() | st.integers(1, 200)),
            "side": draw(st.sampled_from([None, *(sides or ())])),
        }
        for name in draw(st.lists(names(LONGEST_CARD), max_size=8, unique_by=key))
    ]
    return {
        "name": draw(names(LONGEST_BOX)),
        "cards": cards,
        "sides": sides,
        "knock_out": draw(st.none() | st.fixed_dictionaries({"bonus": st.integers(0, 1000)})),
        "like": draw(st.sampled_from([None, "flip", "hello-kitty"])),
    }


def put(own: Path, text: str, name: str = "ours") -> Path:
    (own / f"{name}.toml").write_text(text, encoding="utf-8")
    return own


def written(box: Mapping[str, Any]) -> str:
    return write_file(read_box(box, tuple(PLAYABLE)))


@given(boxes())
def test_own_box_survives_file_round_trip(typed: dict[str, Any]) -> None:
    try:
        box = read_box(typed, tuple(PLAYABLE))
    except ValidationError as refused:  # the name of a card side may contain `#`, which is refused
        assert {fault.code for fault in refused.faults} <= {FaultCode.NAME_SIGN}  # noqa: PT017
        return
    assert read_file(parse_file(write_file(box).encode()), tuple(PLAYABLE)) == box


@pytest.mark.parametrize("edition", PLAYABLE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_built_in_box_can_be_copied_as_own_box(edition: str, language: str) -> None:
    box = box_of_edition(PLAYABLE[edition], language)
    assert read_box(box, tuple(PLAYABLE)) == box
    made, known = edition_of_box(box, deck_of(box), PLAYABLE), PLAYABLE[edition]
    sides = {side: known.side_name(side).localized(language) for side in known.deck.sides}
    held = {replace(c, side=sides.get(c.side or "")) for c in known.deck.cards}
    assert set(made.deck.cards) == {card for card in held if card.points is not None}
    assert made.deck.sides == tuple(sides.values())
    assert made.deck.knock_out == known.deck.knock_out


def test_copied_card_names_are_cut_at_a_word_and_lose_reserved_signs() -> None:
    called = {c["card"]: c["name"] for c in box_of_edition(PLAYABLE["triple-play"], "fr")["cards"]}
    assert called["discard-two"] == "Poser deux de la même"
    eights = box_of_edition(PLAYABLE["crazy-eights"], "en")
    assert "8 wild" in {card["name"] for card in eights["cards"]}


def test_box_file_written_by_a_game_is_loaded_from_folder(own: Path) -> None:
    put(own, OWN_BOX_TOML, "zebra")
    put(own, written({**TWO_SIDED, "like": "flip"}))
    editions, playable = load_boxes(own)
    assert list(playable)[-2:] == ["ours", "zebra"]
    assert [*editions] == [*BOXES, "zebra"]
    box = playable["ours"]
    assert (box.edition, box.sheet, box.rulings_from) == ("ours", "own", "")
    assert box.name["fr"] == "Night and day"
    assert (box.deck.sides, box.deck.size, box.target) == (("light", "dark"), 92, None)
    assert (box.sources, box.confidence, box.players) == ((), None, None)
    assert box.cards["draw-one"].name == PLAYABLE["flip"].cards["draw-one"].name


def test_own_box_uses_rulings_of_box_named_in_rulings_like(own: Path) -> None:
    put(own, f'rulings_like = "classic-112"\n{written(KNOCK_OUT_BOX)}')
    rulebook = open_rulebook(own)
    assert rulebook.editions["ours"].rulings_from == "classic-112"
    found = rulebook.answer("ours", "does a skip count 20 points?", SearchOptions()).rulings
    assert any("skip" in ruling.cards for ruling in found)
    assert not any("{" in ruling.text["en"] or "None" in ruling.text["en"] for ruling in found)


def test_old_format_box_without_rulings_like_has_no_rulings(own: Path) -> None:
    put(own, OWN_BOX_TOML.replace('rulings_like = "classic-108"', ""))
    editions, playable = load_boxes(own)
    assert "ours" not in editions
    assert (playable["ours"].deck.size, playable["ours"].rulings_from) == (86, "")


def test_faults_in_own_box_files_are_reported_with_their_path(own: Path) -> None:
    text = written(KNOCK_OUT_BOX)
    put(own, text.replace("points = 20", "points = 2000").replace("bonus", "bonos"), "bad")
    put(own, f'rulings_like = "attack"\n{text}\n[[cards]]\nname = "SKIP"\npoint = 3')
    with pytest.raises(InvalidBoxError) as refused:
        load_boxes(own)
    assert [fault.partition(" (")[0] for fault in refused.value.faults] == [
        "boxes/bad.toml: knock_out.bonus: not a whole number",
        "boxes/bad.toml: cards.2.points: out of range",
        f"boxes/ours.toml: rulings_like: must be one of {', '.join(BOXES)}",
        "boxes/ours.toml: cards.4.point: not a choice",
        "boxes/ours.toml: cards.4.points: not a whole number",
        "boxes/ours.toml: cards.4.name: card twice",
    ]


@cases(
    r"""content
b""
b"name ="
b"\xff"
b'name = "\xe9"'
OWN_BOX_TOML.encode()
b'{"name": "Ours"}'
b'name = "x"\n' + b"#" * LARGEST_FILE
b'name = "x"\n' + b"a." * 15_000 + b"a = 1"
b'name = "x"\na = ' + b"[" * 5_000
b'name = "x"\na = 0x' + b"f" * 6_000
""",
    OWN_BOX_TOML=OWN_BOX_TOML,
    LARGEST_FILE=LARGEST_FILE,
)
def test_file_that_is_not_a_box_is_refused_within_two_seconds(content: bytes) -> None:
    begun = thread_time()
    with pytest.raises(ValidationError) as refused:
        parse_file(content)
    assert [fault.code for fault in refused.value.faults] == [FaultCode.NOT_A_BOX]
    assert thread_time() - begun < 2  # of this thread, whatever else the machine does


@cases("""name | file
Chez Zoé #2 | chez-zoe-2.toml
Flip | our-flip.toml
"108" | our-108.toml
צבעים | box.toml
""")
def test_box_file_name_is_ascii_and_avoids_existing_boxes(name: str, file: str) -> None:
    box = read_box({**NO_CARDS, "name": name}, ())
    assert file_name(box, PLAYABLE) == file


def test_own_box_without_rulings_is_not_among_boxes_with_rulings(own: Path) -> None:
    found, _ = load_boxes(put(own, written(NO_CARDS)))
    assert found == BOXES
