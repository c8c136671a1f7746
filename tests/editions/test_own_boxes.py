"""A table's own box: one file in a folder, beside the built-in ones."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.editions import LocalizedText, load_boxes, load_editions
from companion.game.cards.lexicon import words
from companion.game.cards.notation import parse_hand
from tests.rows import read_rows
from tests.table import BOXES

House = Callable[..., Path]
Refusal = Callable[[Path], list[str]]

TAKEN = "give the file another name"


def test_without_a_folder_there_are_the_five_boxes(own: Path) -> None:
    assert load_editions(own) == BOXES
    assert load_editions(own / "nowhere") == BOXES


def test_a_file_in_the_folder_is_one_more_box(house: House) -> None:
    editions = load_editions(house())
    assert list(editions)[-1] == "house"
    assert len(editions) == len(BOXES) + 1
    box = editions["house"]
    assert (box.edition, box.rulings_like) == ("house", "classic-108")
    assert box.name == LocalizedText({"en": "Our old box", "fr": "Notre vieille boîte"})
    assert (box.box_count, box.deck_count, box.deck.value) == (86, 86, 740)
    assert [card.card for card in box.cards.values()] == [*"0123456789", "wild", "thunder"]


def test_what_an_own_box_does_not_say_it_takes_from_the_base(house: House) -> None:
    box = load_editions(house())["house"]
    assert box.cards["wild"].points == 50
    assert (box.start.hand_size, box.start.target) == (7, 500)
    assert box.piles["draw"].word == "pioche"
    assert box.lexicon.one[words("carte blanche")] == "wild"


def test_a_short_name_is_the_full_one_unless_a_file_says_so(house: House) -> None:
    renamed = '[cards.wild]\nname = { fr = "Caméléon" }\nshort = { en = "W" }'
    cards = load_editions(house(("[cards.wild]", renamed)))["house"].cards
    assert cards["wild"].short == {"en": "W", "fr": "Caméléon"}
    assert cards["thunder"].short["fr"] == "Tonnerre"


def test_a_key_says_the_name_of_its_card_or_how_it_begins() -> None:
    for box in BOXES.values():
        for face in box.cards.values():
            for language, name in face.name.items():
                short = face.short[language].casefold().split()
                full = name.casefold().split()
                assert all(any(w.startswith(part) for w in full) for part in short), name


def test_what_a_sheet_calls_a_card_is_understood() -> None:
    said = 0
    for box in BOXES.values():
        for face in box.cards.values():
            for name in filter(None, re.split(r" ?[()]", face.printed)):
                # "Blanche, prendre 4" would be two cards.
                assert parse_hand(name.replace(",", ""), box.lexicon) == (face.card,), name
                said += 1
    assert said >= 20


def test_a_box_in_english_alone_is_as_good(house: House) -> None:
    box = load_editions(
        house(
            (', fr = "Notre vieille boîte"', ""),
            (', fr = ["tonnerre", "orage"]', ""),
            (', fr = "Tonnerre"', ""),
            added='\n[last_card.own]\nen = "Mind the gap."',
        )
    )["house"]
    assert box.name.localized("fr") == "Our old box"
    assert list(box.name) == list(box.last_card[0].words) == ["en"]
    assert box.cards["thunder"].spoken == ("thunder", "Thunder", "thunder", "storm")


def test_an_own_box_has_no_lines_unless_it_says_so(house: House) -> None:
    box = load_editions(house(("blue = {}", "blue = { lines = [3, 4] }")))["house"]
    assert box.colours[0].lines == (3, 4)
    assert box.colours[1].lines == box.lines["box_count"] == ()
    assert set(box.described.values()) == {None}
    assert box.last_card == ()


def test_a_card_of_a_lot_has_its_lines_unless_it_has_its_own(house: House) -> None:
    lot = "[lots.numbers]\nlines = { count = 4, points = 9 }"
    nine = "[cards.9]\nlines = { points = 8 }\n\n[cards.wild]"
    cards = load_editions(house(("[lots.numbers]", lot), ("[cards.wild]", nine)))["house"].cards
    assert cards["8"].lines == {"count": (4,), "points": (9,)}
    assert cards["9"].lines == {"count": (4,), "points": (8,)}


def test_a_name_may_have_six_words_and_forty_characters(house: House) -> None:
    name = "Thunderstorm rolling over a quiet hamlet"
    assert (len(name), len(name.split())) == (40, 6)
    box = load_editions(house(('"Thunder"', f'"{name}"')))["house"]
    assert box.lexicon.one[words(name)] == "thunder"


def test_what_an_own_box_says_replaces_what_the_base_says(house: House) -> None:
    joker = 'points = 40\nspoken = { fr = ["fou"] }\nname = { fr = "Fou" }'
    box = load_editions(house(("[cards.wild]", f"[cards.wild]\n{joker}")))["house"]
    assert box.cards["wild"].points == 40
    assert box.cards["wild"].name == LocalizedText({"en": "Wild", "fr": "Fou"})
    assert box.lexicon.one[words("fou")] == "wild"
    assert words("carte blanche") not in box.lexicon.one
    assert box.lexicon.one[words("wild card")] == "wild"


def test_own_cards_are_offered_for_those_of_other_boxes_and_refused_there(house: House) -> None:
    editions = load_editions(house())
    assert editions["house"].cards["thunder"].is_own
    assert editions["house"].lexicon.elsewhere[words("skip")] == ("thunder",)
    offered = editions["hello-kitty"].lexicon.elsewhere[words("orages")]
    assert offered == ("draw-two", "reverse", "skip")


def test_a_name_may_mean_another_card_in_another_box(house: House) -> None:
    editions = load_editions(house(('"storm"', '"skip"')))
    assert editions["house"].lexicon.one[words("skip")] == "thunder"
    assert editions["classic-108"].lexicon.one[words("skip")] == "skip"
    assert words("skip") not in editions["classic-108"].lexicon.elsewhere


def test_french_spaces_and_a_byte_order_mark_are_welcome(house: House) -> None:
    folder = house(('"Un couvercle recollé"', '"Le couvercle\u00a0: recollé"'))
    file = folder / "house.toml"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert load_editions(folder)["house"].recognise["fr"] == "Le couvercle\u00a0: recollé"


def test_other_files_and_hidden_ones_are_left_alone(house: House) -> None:
    folder = house()
    (folder / "notes.txt").write_text("name =")
    (folder / ".house.toml").write_text("name =")
    assert list(load_editions(folder))[len(BOXES) :] == ["house"]


def test_own_boxes_stand_in_the_order_of_their_names(house: House) -> None:
    house(name="zebra")
    assert list(load_editions(house(name="attic")))[len(BOXES) :] == ["attic", "zebra"]


def test_files_that_can_not_be_read_are_named(own: Path, refusal: Refusal) -> None:
    (own / "folder.toml").mkdir()
    (own / "latin.toml").write_bytes("# vieille boîte".encode("latin-1"))
    (own / "long.toml").write_text(f"box_count = {'9' * 5000}")
    (own / "nested.toml").write_text(f"name = {'[' * 5000}")
    (own / "torn.toml").write_text("name = ")
    faults = refusal(own)
    said = ["can not be read", "is not UTF-8", "is not TOML", "is not TOML", "is not TOML"]
    files = ["folder", "latin", "long", "nested", "torn"]
    assert [fault.split(": ")[:2] for fault in faults] == [
        [f"boxes/{file}.toml", what] for file, what in zip(files, said, strict=True)
    ]
    assert faults[-1] == "boxes/torn.toml: is not TOML: Invalid value (at end of document)"


def test_an_empty_file_lacks_everything(own: Path, refusal: Refusal) -> None:
    (own / "empty.toml").touch()
    missing = ["name.en", "recognise.en", "box_count"]
    assert {*refusal(own)} == {
        *(f"boxes/empty.toml: {key}: is missing" for key in missing),
        "boxes/empty.toml: colours: must name at least one colour",
    }


def test_a_file_may_not_take_the_name_of_a_built_in_box(house: House, refusal: Refusal) -> None:
    house(name="Attic")
    assert refusal(house(('rulings_like = "classic-108"', ""), name="hello-kitty")) == [
        "boxes/Attic.toml: the name of the file must be lower-case words with hyphens",
        f"boxes/hello-kitty.toml: may not replace a built-in box: {TAKEN}",
    ]


@pytest.mark.parametrize("name", ["base", "compare", "just-points", "new", "other", "own", "which"])
def test_a_file_of_a_reserved_name_is_left_out_and_named(
    house: House, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    house(name=name)
    editions, playable = load_boxes(house())
    assert list(editions) == [*BOXES, "house"]
    assert list(playable)[-1] == "house"
    assert f"boxes/{name}.toml is left out" in caplog.text


def test_a_file_takes_the_place_of_a_box_whose_leaflet_was_not_read(house: House) -> None:
    _, playable = load_boxes(house(name="flip"))
    assert (playable["flip"].deck.size, playable["flip"].sheet) == (86, "own")
    assert list(playable).count("flip") == 1
    assert len(playable) == len(list(playable))


def test_every_fault_of_every_file_is_named_at_once(house: House, refusal: Refusal) -> None:
    house(('"A taped lid"', '""'), ("count = 6", "count = 7"), name="attic")
    (house() / "torn.toml").write_text("name = ")
    folder = house(
        ("points = 30", "points = -3\nvalue = 3"),
        ("blue = {}", 'blue = { css = "blue", mark = "square" }'),
        added="[described]\nduel = 3\n[start]\ntarget = 0\n",
    )
    assert sorted(fault.split(": ", 2)[:2] for fault in refusal(folder)) == read_rows("""
boxes/attic.toml | box_count
boxes/attic.toml | recognise.en
boxes/house.toml | cards.thunder.points
boxes/house.toml | cards.thunder.value
boxes/house.toml | colours.blue.css
boxes/house.toml | colours.green.mark
boxes/house.toml | described.duel
boxes/house.toml | start.target
boxes/torn.toml | is not TOML
""")
