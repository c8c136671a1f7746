"""How a sentence is written: with the signs and spaces of its language, and no trademark."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from companion.editions import load_editions
from companion.game.cards.notation import parse_hand
from tests.wording.catalogue import MESSAGES, ROOT, texts, where

TRADEMARK = re.compile(r"\b(uno|mattel|hello kitty|sanrio|toy story|disney|pixar)\b", re.IGNORECASE)
ABOUT_THE_NAMES = "UNO is a trademark of Mattel"
TYPED = "Ana: Bo 7 passer; Cy = 20"  # a line of a score sheet, as it is typed
WRONG = {
    "en": re.compile(r"^\s|\s$|  |['\"«»\u00a0\u202f]|\.\.\.|\bcan not\b"),
    "fr": re.compile(r"^\s|\s$|  |[^\u202f][;!?]|[^\u00a0][:»]|«[^\u00a0]|[“”'\"]|\.\.\."),
}
SPEECH = "two sevens, a skip and a plus four"


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """Go through the sentences of pages and of boxes; the names of boxes are no sentences."""
    for message in MESSAGES:
        said = message.id if language == "en" else message.string
        yield from ((where(message), text) for text in texts(said))
    for path in sorted((ROOT / "companion/editions").glob("*.toml")):
        values = tomllib.loads(path.read_text("utf-8"))
        yield from ((path.name, text) for text in _sentences(values, language))


def _sentences(values: dict[str, Any], language: str) -> Iterator[str]:
    for name, value in values.items():
        if name == language and isinstance(value, str):
            yield value
        elif isinstance(value, dict) and name not in {"name", "spoken"}:
            yield from _sentences(value, language)


@pytest.mark.parametrize("language", WRONG)
def test_a_sentence_has_the_signs_and_spaces_of_its_language(language: str) -> None:
    for place, text in sentences(language):
        assert not WRONG[language].search(text.replace(TYPED, "")), f"{place}: {text!r}"


def test_a_trademark_only_names_a_box() -> None:
    naming = [str(m.id) for m in MESSAGES if TRADEMARK.search(str(m.id) + str(m.string))]
    assert len(naming) == 1
    assert naming[0].startswith(ABOUT_THE_NAMES)
    written = [path for path in ROOT.glob("static/**/*.*") if path.suffix not in {".png", ".ico"}]
    for path in [*ROOT.glob("templates/**/*.html"), *written]:
        assert not TRADEMARK.search(path.read_text("utf-8").replace(ABOUT_THE_NAMES, "")), path


def test_a_box_is_recognised_by_what_is_on_it() -> None:
    for edition in load_editions().values():
        assert edition.recognise["en"] != edition.recognise["fr"]
        assert edition.name["fr"] not in {edition.recognise["en"], edition.recognise["fr"]}


def test_what_the_pages_offer_to_say_is_understood_with_every_box() -> None:
    spoken = next(str(message.string) for message in MESSAGES if message.id == SPEECH)
    for edition in load_editions().values():
        said = [parse_hand(words, edition.lexicon) for words in (SPEECH, spoken)]
        assert said == [("7", "7", "skip", "wild-draw-four")] * 2


def test_scripts_hold_no_words() -> None:
    """What a script shows comes from its page, in the language of the page."""
    for path in [*ROOT.glob("static/*.js"), *ROOT.glob("static/[!v]*/*.js")]:
        code = re.sub(r"//.*|/\*.*?\*/", "", path.read_text("utf-8"))
        assert not re.findall(r"[\"'`][A-Z][a-z]+ [^\"'`]*[\"'`]", code), path
