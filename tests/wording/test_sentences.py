"""Tests of sentences of catalogue and boxes: translation, punctuation, no trademarks."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages import Message

from companion.editions import load_boxes
from companion.game.cards.notation import parse_hand
from tests.wording.catalogue import MESSAGES, PLACEHOLDER, ROOT, texts

TRADEMARK = re.compile(r"\b(uno|mattel|hello kitty|sanrio|toy story|disney|pixar)\b", re.IGNORECASE)
ABOUT_THE_NAMES = "UNO is a trademark of Mattel"
# Examples of a score sheet, without French spaces.
TYPED = ("Ana: Bo 7, passer; Cy = 20", "edition: classic-108", "players: Ana, Bo, Cy")
WRONG = {
    "en": re.compile(r"['\"«»\u00a0\u202f]|\.\.\.|\bcan not\b"),
    "fr": re.compile(r"[^\u202f][;!?]|[^\u00a0][:»]|«[^\u00a0]|[“”'\"]|\.\.\."),
}
SPEECH = "two sevens, a skip and a plus four"
# Words spelt the same in English and French, with a plural in s.
ALIKE = {
    "ko", "message", "min", "plan", "point", "question", "rotation", "table", "total", "version",
}  # fmt: skip


def box_sentences() -> Iterator[tuple[Path, str, str]]:
    """Yield (file, language, text) of texts in the boxes' files, except names and spoken words."""
    for path in sorted((ROOT / "companion/editions").glob("*.toml")):
        for language, text in _sentences(tomllib.loads(path.read_text("utf-8"))):
            yield path, language, text


def _sentences(values: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        if name in WRONG and isinstance(value, str):
            yield name, value
        elif isinstance(value, dict) and name not in {"name", "spoken"}:
            yield from _sentences(value)


def faults_of(language: str, text: str) -> Iterator[str]:
    if text != text.strip() or "  " in text:
        yield "has a space too many"
    if WRONG[language].search(re.sub("|".join(TYPED), "", text)):
        yield f"has signs or spaces that are not {language}"


def named_in(text: str) -> tuple[str, ...]:
    return tuple(sorted(PLACEHOLDER.findall(text)))


def faults_of_pair(message: Message) -> Iterator[str]:
    english, french = texts(message.id), texts(message.string)
    if message.fuzzy or not all(french):
        yield "has no French"
        return
    if len(english) != len(french):
        yield "counts in one language only"
    if not {named_in(text) for text in french} <= {named_in(text) for text in english}:
        yield "names other things in French"
    if any("%" in PLACEHOLDER.sub("", text) for text in english + french):
        yield "has a percent sign that is no placeholder"
    words = re.findall(r"[^\W\d_]+", PLACEHOLDER.sub("", " ".join(english)).lower())
    if english == french and not {word.removesuffix("s") for word in words} <= ALIKE:
        yield "is English in French"
    if TRADEMARK.search(" ".join(english + french)) and ABOUT_THE_NAMES not in english[0]:
        yield "has a trademark"
    for language, said in (("en", english), ("fr", french)):
        yield from (fault for text in said for fault in faults_of(language, text))


def test_catalogue_sentences_are_translated_and_well_punctuated() -> None:
    wrong = [
        f"{message.locations[:1]}: {message.id!r} {fault}"
        for message in MESSAGES
        for fault in faults_of_pair(message)
    ]
    assert wrong == []


def test_box_sentences_are_well_punctuated() -> None:
    wrong = [
        f"{path.name}: {text!r} {fault}"
        for path, language, text in box_sentences()
        for fault in faults_of(language, text)
    ]
    assert wrong == []


def test_trademarks_are_absent_from_templates_and_static_files() -> None:
    binary = {".png", ".ico", ".mp4", ".webm"}
    written = [path for path in ROOT.glob("static/**/*.*") if path.suffix not in binary]
    for path in [*ROOT.glob("templates/**/*.html"), *written]:
        assert not TRADEMARK.search(path.read_text("utf-8").replace(ABOUT_THE_NAMES, "")), path


def test_recognition_text_is_translated_and_differs_from_box_name() -> None:
    for edition in load_boxes()[0].values():
        assert edition.recognise["en"] != edition.recognise["fr"]
        assert edition.name["fr"] not in {edition.recognise["en"], edition.recognise["fr"]}


def test_example_of_spoken_hand_is_parsed_with_every_box() -> None:
    spoken = next(str(message.string) for message in MESSAGES if message.id == SPEECH)
    classic = (box for box in load_boxes()[0].values() if "wild-draw-four" in box.cards)
    for edition in classic:
        said = [parse_hand(words, edition.lexicon) for words in (SPEECH, spoken)]
        assert said == [("7", "7", "skip", "wild-draw-four")] * 2


def test_scripts_contain_no_sentences_to_translate() -> None:
    """Scripts must take texts from the page, where they are translated."""
    for path in [*ROOT.glob("static/*.js"), *ROOT.glob("static/[!v]*/*.js")]:
        code = re.sub(r"//.*|/\*.*?\*/", "", path.read_text("utf-8"))
        assert not re.findall(r"[\"'`][A-Z][a-z]+ [^\"'`]*[\"'`]", code), path
