"""Tests of loading the own boxes of an operator's folder beside the built-in boxes."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from companion.editions import Edition, LocalizedText, load_boxes
from companion.game.cards.lexicon import words
from companion.game.cards.notation import parse_hand
from tests.rows import read_rows
from tests.table import BOXES

WriteOwnBox = Callable[..., Path]
Refusal = Callable[[Path], list[str]]

TAKEN = "give the file another name"


def load_editions(own: Path) -> Mapping[str, Edition]:
    return load_boxes(own)[0]


def test_empty_or_missing_folder_gives_built_in_boxes_only(own: Path) -> None:
    assert load_editions(own) == BOXES
    assert load_editions(own / "nowhere") == BOXES


def test_box_file_in_folder_adds_own_box(write_own_box: WriteOwnBox) -> None:
    editions = load_editions(write_own_box())
    assert list(editions)[-1] == "house"
    assert len(editions) == len(BOXES) + 1
    box = editions["house"]
    assert (box.edition, box.rulings_from) == ("house", "classic-108")
    assert box.name == LocalizedText({"en": "Our old box", "fr": "Notre vieille boîte"})
    assert (box.box_count, box.deck_count, box.deck.value) == (86, 86, 740)
    assert [card.card for card in box.cards.values()] == [*"0123456789", "wild", "thunder"]


def test_own_box_inherits_omitted_values_from_base(write_own_box: WriteOwnBox) -> None:
    box = load_editions(write_own_box())["house"]
    assert box.cards["wild"].points == 50
    assert (box.start.hand_size, box.start.target) == (7, 500)
    assert box.piles["draw"].word == "pioche"
    assert box.lexicon.singulars[words("carte blanche")] == "wild"


def test_short_card_name_defaults_to_full_name(write_own_box: WriteOwnBox) -> None:
    renamed = '[cards.wild]\nname = { fr = "Caméléon" }\nshort = { en = "W" }'
    cards = load_editions(write_own_box(("[cards.wild]", renamed)))["house"].cards
    assert cards["wild"].short == {"en": "W", "fr": "Caméléon"}
    assert cards["thunder"].short["fr"] == "Tonnerre"


def test_short_card_names_consist_of_prefixes_of_full_name() -> None:
    for box in BOXES.values():
        for face in box.cards.values():
            for language, name in face.name.items():
                short = face.short[language].casefold().split()
                full = name.casefold().split()
                assert all(any(w.startswith(part) for w in full) for part in short), name


def test_card_names_printed_in_leaflets_are_parsed_in_hands() -> None:
    said = 0
    for box in BOXES.values():
        for face in box.cards.values():
            for name in filter(None, re.split(r" ?[()]", face.printed)):
                # Without comma, as "Blanche, prendre 4" would be read as two cards.
                assert parse_hand(name.replace(",", ""), box.lexicon) == (face.card,), name
                said += 1
    assert said >= 20


def test_own_box_may_be_in_english_only(write_own_box: WriteOwnBox) -> None:
    box = load_editions(
        write_own_box(
            (', fr = "Notre vieille boîte"', ""),
            (', fr = ["tonnerre", "orage"]', ""),
            (', fr = "Tonnerre"', ""),
            added='\n[last_card.own]\nen = "Mind the gap."',
        )
    )["house"]
    assert box.name.localized("fr") == "Our old box"
    assert list(box.name) == list(box.last_card[0].words) == ["en"]
    assert box.cards["thunder"].spoken == ("thunder", "Thunder", "thunder", "storm")


def test_own_box_has_only_the_leaflet_lines_it_states(write_own_box: WriteOwnBox) -> None:
    box = load_editions(write_own_box(("blue = {}", "blue = { lines = [3, 4] }")))["house"]
    assert box.colours[0].lines == (3, 4)
    assert box.colours[1].lines == box.lines["box_count"] == ()
    assert set(box.described.values()) == {None}
    assert box.last_card == ()


def test_card_inherits_leaflet_lines_of_its_lot(write_own_box: WriteOwnBox) -> None:
    lot = "[lots.numbers]\nlines = { count = 4, points = 9 }"
    nine = "[cards.9]\nlines = { points = 8 }\n\n[cards.wild]"
    cards = load_editions(write_own_box(("[lots.numbers]", lot), ("[cards.wild]", nine)))[
        "house"
    ].cards
    assert cards["8"].lines == {"count": (4,), "points": (9,)}
    assert cards["9"].lines == {"count": (4,), "points": (8,)}


def test_card_name_of_six_words_and_forty_characters_is_accepted(
    write_own_box: WriteOwnBox,
) -> None:
    name = "Thunderstorm rolling over a quiet hamlet"
    assert (len(name), len(name.split())) == (40, 6)
    box = load_editions(write_own_box(('"Thunder"', f'"{name}"')))["house"]
    assert box.lexicon.singulars[words(name)] == "thunder"


def test_own_box_values_override_base(write_own_box: WriteOwnBox) -> None:
    joker = 'points = 40\nspoken = { fr = ["fou"] }\nname = { fr = "Fou" }'
    box = load_editions(write_own_box(("[cards.wild]", f"[cards.wild]\n{joker}")))["house"]
    assert box.cards["wild"].points == 40
    assert box.cards["wild"].name == LocalizedText({"en": "Wild", "fr": "Fou"})
    assert box.lexicon.singulars[words("fou")] == "wild"
    assert words("carte blanche") not in box.lexicon.singulars
    assert box.lexicon.singulars[words("wild card")] == "wild"


def test_own_cards_are_suggested_here_and_refused_in_other_boxes(
    write_own_box: WriteOwnBox,
) -> None:
    editions = load_editions(write_own_box())
    assert editions["house"].cards["thunder"].is_own
    assert editions["house"].lexicon.foreign[words("skip")] == ("thunder",)
    offered = editions["hello-kitty"].lexicon.foreign[words("orages")]
    assert offered == ("draw-two", "reverse", "skip")


def test_spoken_name_may_mean_different_cards_in_two_boxes(write_own_box: WriteOwnBox) -> None:
    editions = load_editions(write_own_box(('"storm"', '"skip"')))
    assert editions["house"].lexicon.singulars[words("skip")] == "thunder"
    assert editions["classic-108"].lexicon.singulars[words("skip")] == "skip"
    assert words("skip") not in editions["classic-108"].lexicon.foreign


def test_box_file_may_have_no_break_spaces_and_byte_order_mark(write_own_box: WriteOwnBox) -> None:
    folder = write_own_box(('"Un couvercle recollé"', '"Le couvercle\u00a0: recollé"'))
    file = folder / "house.toml"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert load_editions(folder)["house"].recognise["fr"] == "Le couvercle\u00a0: recollé"


def test_non_toml_and_hidden_files_are_ignored(write_own_box: WriteOwnBox) -> None:
    folder = write_own_box()
    (folder / "notes.txt").write_text("name =")
    (folder / ".house.toml").write_text("name =")
    assert list(load_editions(folder))[len(BOXES) :] == ["house"]


def test_own_boxes_are_sorted_by_name(write_own_box: WriteOwnBox) -> None:
    write_own_box(name="zebra")
    assert list(load_editions(write_own_box(name="attic")))[len(BOXES) :] == ["attic", "zebra"]


def test_unreadable_box_files_are_reported_by_name(own: Path, refusal: Refusal) -> None:
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


def test_empty_box_file_reports_all_required_keys(own: Path, refusal: Refusal) -> None:
    (own / "empty.toml").touch()
    missing = ["name.en", "recognise.en"]
    assert refusal(own) == [f"boxes/empty.toml: {key}: is missing" for key in missing]


def test_box_file_with_invalid_or_built_in_name_is_refused(
    write_own_box: WriteOwnBox, refusal: Refusal
) -> None:
    write_own_box(name="Attic")
    assert refusal(write_own_box(('rulings_like = "classic-108"', ""), name="hello-kitty")) == [
        "boxes/Attic.toml: the name of the file must be lower-case words with hyphens",
        f"boxes/hello-kitty.toml: may not replace a built-in box: {TAKEN}",
    ]


@pytest.mark.parametrize("name", ["base", "compare", "just-points", "new", "other", "own", "which"])
def test_box_file_with_reserved_name_is_skipped_with_warning(
    write_own_box: WriteOwnBox, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    write_own_box(name=name)
    editions, playable = load_boxes(write_own_box())
    assert list(editions) == [*BOXES, "house"]
    assert list(playable)[-1] == "house"
    assert f"boxes/{name}.toml is left out" in caplog.text


def test_own_box_replaces_built_in_box_without_rulings_of_same_name(
    write_own_box: WriteOwnBox,
) -> None:
    _, playable = load_boxes(write_own_box(name="attack"))
    assert (playable["attack"].deck.size, playable["attack"].sheet) == (86, "own")
    assert list(playable).count("attack") == 1
    assert len(playable) == len(list(playable))


def test_faults_of_all_box_files_are_reported_together(
    write_own_box: WriteOwnBox, refusal: Refusal
) -> None:
    write_own_box(('"A taped lid"', '""'), ("count = 6", "count = 7"), name="attic")
    (write_own_box() / "torn.toml").write_text("name = ")
    folder = write_own_box(
        ("points = 30", "points = -300\nvalue = 3"),
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
boxes/house.toml | leaflet.described.duel
boxes/house.toml | start.target
boxes/torn.toml | is not TOML
""")
