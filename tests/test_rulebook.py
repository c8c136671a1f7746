"""Tests of the rulebook, which combines boxes and rulings."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.rulebook import SearchOptions, open_rulebook
from companion.rulings.search.trained import (
    TrainedIndex,
    TrainedTrigrams,
    read_trained_index,
    read_trained_trigrams,
)
from tests.editions.own_box import OWN_BOX_TOML
from tests.train.examples import examples_of
from tests.train.index import sources_of


def test_dealer_text_differs_exactly_if_leaflet_does_not_draw_for_the_dealer() -> None:
    rulebook = open_rulebook()
    classic, rulings = rulebook.editions["classic-108"].start.dealer, rulebook.rulings.by_edition
    drawn = rulings["classic-108"]["deal.who"].verdict
    for edition, box in rulebook.editions.items():
        is_drawn = rulings[edition]["deal.who"].verdict == drawn
        assert is_drawn == (box.start.dealer == classic), edition


def test_own_box_uses_rulings_of_box_it_is_like(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(OWN_BOX_TOML, encoding="utf-8")
    rulebook = open_rulebook(tmp_path)
    borrowed, own = (rulebook.rulings.get(box, "val.wild") for box in ("classic-108", "house"))
    assert borrowed
    assert own
    assert own.edition == "house"
    assert (own.basis, own.sheet) == (borrowed.basis, borrowed.sheet)
    absent = rulebook.rulings.get("house", "rev.effect")  # the house box has no Reverse
    assert absent
    assert absent.basis == "not-in-edition"
    assert rulebook.answer("house", "stack +2 on +2", SearchOptions(limit=2)).rulings


def test_ruling_texts_use_points_of_own_box(tmp_path: Path) -> None:
    box = OWN_BOX_TOML.replace("[cards.wild]\ncount = 4", "[cards.wild]\npoints = 30\ncount = 4")
    (tmp_path / "house.toml").write_text(box, encoding="utf-8")
    ruling = open_rulebook(tmp_path).rulings.get("house", "val.wild")
    assert ruling
    assert "30" in ruling.verdict["en"]


@pytest.mark.parametrize("read", [read_trained_index, read_trained_trigrams])
def test_trained_file_belongs_to_example_questions(
    read: Callable[[], TrainedIndex | TrainedTrigrams],
) -> None:
    rulebook = open_rulebook()
    if read().sources != sources_of(rulebook.card_names, examples_of(rulebook)):
        pytest.fail(
            "The search is trained on older questions: run `python -m tests.train`.",
            pytrace=False,
        )


def test_card_names_of_own_box_are_searched_without_training(tmp_path: Path) -> None:
    box = OWN_BOX_TOML.replace("count = 4", 'count = 4\nspoken = { en = ["zyxwer"] }', 1)
    (tmp_path / "house.toml").write_text(box, encoding="utf-8")
    named, unnamed = (
        rulebook.answer("classic-108", "can I finish on a zyxwer", SearchOptions())
        for rulebook in (open_rulebook(tmp_path), open_rulebook())
    )
    assert (named.is_sure, named.rulings[0].rule) == (True, "last.wild")
    assert not unnamed.is_sure


def test_built_in_rulebook_is_cached(tmp_path: Path) -> None:
    assert open_rulebook() is open_rulebook(tmp_path) is open_rulebook(tmp_path / "nowhere")


def test_suffix_of_own_boxes_may_have_capitals(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("ours.TOML", "theirs.toml.txt"):
        (tmp_path / name).write_text(OWN_BOX_TOML, encoding="utf-8")
    assert list(open_rulebook(tmp_path).playable)[-1] == "ours"
    (tmp_path / "house.toml").write_text(OWN_BOX_TOML, encoding="utf-8")
    (tmp_path / "house.TOML").touch()  # one file with the above on some systems
    (tmp_path / "empty.Toml").touch()
    (tmp_path / "Attic.TOML").write_text(OWN_BOX_TOML, encoding="utf-8")
    assert list(open_rulebook(tmp_path).playable)[-2:] == ["house", "ours"]
    for said in (
        "theirs.toml.txt is left out: its name must end in .toml",
        "empty.Toml: name.en: is missing; this file is left out",
        "Attic.TOML: the name of the file must be lower-case words with hyphens",
        "house.TOML: has the name of another file",
    ):
        assert f"{tmp_path.name}/{said}" in caplog.text


def test_own_boxes_with_faults_are_left_out_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    house = OWN_BOX_TOML.replace("[cards.wild]\ncount = 4", "[cards.wild]\npionts = 30\ncount = 4")
    (tmp_path / "house.toml").write_text(OWN_BOX_TOML, encoding="utf-8")
    (tmp_path / "misspelt.toml").write_text(house, encoding="utf-8")
    (tmp_path / "ours.toml").write_text('name = "Ours"\ncards = [{ name = "Zap", points = 5 }]\n')
    (tmp_path / "theirs.toml").write_text('name = "Theirs"\ncards = [{ name = "Zap" }]\n')
    (tmp_path / "like.toml").write_text('name = "Like"\nlike = "theirs"\ncards = []\n')
    (tmp_path / "empty.toml").touch()
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "nowhere.toml").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "a: b.toml").touch()
    os.mkfifo(tmp_path / "pipe.toml")
    rulebook = open_rulebook(tmp_path)
    assert list(rulebook.playable)[-2:] == ["house", "ours"]
    assert "house" in rulebook.editions
    named = {each.partition(".toml: ")[0].rpartition("/")[2] for each in caplog.messages}
    assert named == {"misspelt", "theirs", "like", "empty", "folder", "nowhere", "a: b", "pipe"}
    (pipe,) = (each for each in caplog.messages if "pipe" in each)
    assert pipe.endswith("/pipe.toml: can not be read: it is no file; this file is left out")
