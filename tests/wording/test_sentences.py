"""How a sentence is written: with the signs and spaces of its language, and no trademark."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from companion.editions import load_editions
from companion.game.cards.notation import parse_hand
from tests.wording.catalogue import MESSAGES, ROOT, texts

TRADEMARK = re.compile(r"\b(uno|mattel|hello kitty|sanrio|toy story|disney|pixar)\b", re.IGNORECASE)
ABOUT_THE_NAMES = "UNO is a trademark of Mattel"
TYPED = "Ana: Bo 7 passer; Cy = 20"  # a line of a score sheet, as it is typed
NOT_SPACED = re.compile(r"[^\u202f][;!?]|[^\u00a0][:»]|«[^\u00a0]|[“”'\"]|\.\.\.")
SPEECH = "two sevens, a skip and a plus four"


def of_boxes(language: str) -> Iterator[str]:
    """Go through the sentences of the boxes; their names and what people say are no sentences."""
    for path in sorted((ROOT / "companion/editions").glob("*.toml")):
        yield from _sentences(tomllib.loads(path.read_text("utf-8")), language)


def _sentences(values: dict[str, Any], language: str) -> Iterator[str]:
    for name, value in values.items():
        if name == language and isinstance(value, str):
            yield value
        elif isinstance(value, dict) and name not in {"name", "spoken"}:
            yield from _sentences(value, language)


OF_PAGES = {
    "en": [text for message in MESSAGES for text in texts(message.id)],
    "fr": [text for message in MESSAGES for text in texts(message.string)],
}
ALL = {language: [*said, *of_boxes(language)] for language, said in OF_PAGES.items()}


def test_no_space_is_too_many() -> None:
    for text in [*ALL["en"], *ALL["fr"]]:
        assert text == text.strip()
        assert "  " not in text


def test_english_has_its_own_signs() -> None:
    wrong = r"['\"«»\u00a0\u202f]|\.\.\.|\bcan not\b"
    assert [text for text in ALL["en"] if re.search(wrong, text)] == []


def test_french_has_its_own_signs_and_spaces() -> None:
    wrong = [text for text in ALL["fr"] if NOT_SPACED.search(text.replace(TYPED, ""))]
    assert wrong == []


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
