"""Tests of the built-in rulings: bases and places by leaflet, and the style of texts."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import rulings as package
from companion.datafiles.text import LANGUAGES, LocalizedText
from companion.game.requests.change import LONGEST_SETTLEMENT
from companion.rulebook import open_rulebook
from companion.rulings import Ruling, Rulings
from tests.rulings.conftest import FOLDER, every, rows, verdicts
from tests.table import BOXES

TOPICS = sorted((Path(package.__file__).parent / "topics").glob("*.toml"))
SHEETS = Path(package.__file__).parent / "sheets.toml"
VERDICTS = {box: verdicts(box) for box in BOXES}
# By box whose leaflet has both languages: its French headings by the English ones.
IN_BOTH_LANGUAGES = {
    box: dict(zip(sheet["headings"]["en"], sheet["headings"]["fr"], strict=True))
    for box, sheet in tomllib.loads(SHEETS.read_text(encoding="utf-8"))["sheets"].items()
    if {*LANGUAGES} <= {*sheet["headings"]}
}
# Expected main topic and other topics, by ruling id.
RULES = {rule: (topic, set(also)) for rule, topic, *also in rows(FOLDER / "topics.table")}

# Numbers that texts must take from the box by placeholders.
HARD_CODED = re.compile(r"\b(20|40|50|108|112|500)\b|\b7 (cards|cartes)\b")
BOX_NAMES = re.compile(r"108-card (classic )?box|boîte (classique )?de 108( cartes)?")
STRAIGHT = re.compile(r"['\"]")
IN_FRENCH = [
    re.compile(r"(?<!\u202f)[;!?]"),
    re.compile(r"(?<!\u00a0):"),
    re.compile(r"«(?!\u00a0)|(?<!\u00a0)»"),
]

# Words about other players, banned in customs as one table adopts a custom as its rule.
ABOUT_OTHER_TABLES = {
    "en": r"\b(most|many|some|a few|few|every|other) (tables?|families|players)\b|^tables\b"
    r"|\btables (of|short|that|where|who)\b|[;,] (at )?(some|others|a few)\b"
    r"|\b(commonly|generally|mostly|often|sometimes|is usual|usually|variant|house rule)\b",
    "fr": r"\b(plupart des|certaines|quelques|les|de|des) (tables|familles)\b"
    r"|\btables (où|qui)\b|[;,] (à )?(certaine?s|d’autres|quelques-un)"
    r"|\b(en général|parfois|souvent|variante|beaucoup)\b",
}

# Banned wording: cards are played rather than laid, French has one verb for drawing (in France and
# Québec), and a custom must be a single answer, as a table adopts it with one tap.
BANNED = {
    "en": re.compile(
        r"\b[Ll](ay|ays|aid|aying)\b|\b[Ii]f (you |it is )?agreed?\b|(?<=[a-z] )Action cards?\b"
        r"|\bis not said\b"
    ),
    "fr": re.compile(
        r"\bpig(e|es|er|ez|ent|ons|é|ée|és|ées|eait)\b|\bPig|\bcartes? action\b"
        r"|\bcette règle\b|\bun[e]? carte qui va\b|\bconv(ient|enu) d’avance\b"
    ),
}
# Card names that are also ordinary verbs, allowed in lower case.
VERBS = {"swap hands"}
LONGEST_TEXT, MEAN_TEXT = 60, 30
# First word of a yes-or-no question, or of the part after its colon.
YES_NO_QUESTION = re.compile(r"(May|Can|Could|Do|Does|Did|Must|Should|Is|Are|Will) ", re.IGNORECASE)


def texts(ruling: Ruling) -> Iterator[LocalizedText]:
    yield from (ruling.question, ruling.verdict, ruling.text, *(r.text for r in ruling.readings))
    if ruling.custom:
        yield ruling.custom


def place(ruling: Ruling) -> str:
    return f"{ruling.rule} in {ruling.edition}"


@pytest.mark.parametrize("box", BOXES)
def test_each_box_has_exactly_the_expected_rulings(rulings: Rulings, box: str) -> None:
    assert rulings.by_edition[box].keys() == RULES.keys()
    assert [each.rule for each in rulings.of(box)] == [
        rule for rule, ruling in rulings.by_edition[box].items() if ruling.applies
    ]


def test_topics_are_exactly_the_expected_ones(rulings: Rulings) -> None:
    assert rulings.topics.keys() == {topic for topic, _ in RULES.values()}


@pytest.mark.parametrize("box", BOXES)
def test_basis_and_place_of_rulings_match_leaflet(rulings: Rulings, box: str) -> None:
    assert VERDICTS[box], f"write tests/rulings/sheets/{box}.table as those beside it"
    found = {each.rule: (each.basis, each.sheet.place["en"]) for each in rulings.of(box)}
    assert found == {rule: (said.basis, said.place) for rule, said in VERDICTS[box].items()}


def test_place_in_leaflet_quotes_printed_headings_in_both_languages(rulings: Rulings) -> None:
    for ruling in every(rulings):
        place = ruling.sheet.place
        english, french = (
            re.findall(r"«\s*(.*?)\s*»", place.localized(code)) for code in ("en", "fr")
        )
        # Headings come in the same order in English and French, also in "X under Y".
        in_french = IN_BOTH_LANGUAGES.get(ruling.edition, {})
        assert [in_french.get(heading, heading) for heading in english] == french, ruling.rule
        words = re.sub("|".join(map(re.escape, french)) or "$", "", place["fr"])
        assert not any(rule.search(words) for rule in IN_FRENCH), place["fr"]


def test_each_ruling_has_the_expected_topics(rulings: Rulings) -> None:
    found = {each.rule: (each.topic, set(each.also)) for each in every(rulings)}
    assert found == RULES


def test_verdict_starts_with_expected_yes_or_no(rulings: Rulings) -> None:
    for ruling in every(rulings):
        begins = VERDICTS[ruling.edition][ruling.rule].begins
        if begins:
            said = ruling.verdict
            first = {language: re.split(r"\W", text)[0] for language, text in said.items()}
            assert first == begins, place(ruling)


def test_yes_or_no_verdicts_agree_in_both_languages(rulings: Rulings) -> None:
    for ruling in every(rulings):
        said = {language: re.split(r"\W", text)[0] for language, text in ruling.verdict.items()}
        english = {"Oui": "Yes", "Non": "No"}.get(said["fr"])
        assert english == (said["en"] if said["en"] in {"Yes", "No"} else None), place(ruling)
        asked = ruling.question["en"].split(": ")[-1]
        if YES_NO_QUESTION.match(asked) and ruling.basis not in {"silent", "contradiction"}:
            assert english, place(ruling)


def test_question_and_verdict_punctuation_and_translation(
    rulings: Rulings,
) -> None:
    for ruling in every(rulings):
        assert ruling.question["en"].endswith("?"), place(ruling)
        assert ruling.question["fr"].endswith("\u202f?"), place(ruling)
        for language in ("en", "fr"):
            assert not ruling.verdict.localized(language).endswith("."), place(ruling)
        assert ruling.text["en"] != ruling.text["fr"], place(ruling)
        assert ruling.question["en"] != ruling.question["fr"], place(ruling)


def test_texts_and_topics_use_typographic_quotes_and_spaces(rulings: Rulings) -> None:
    said = [words for ruling in every(rulings) for words in texts(ruling)]
    said += [words for topic in rulings.topics.values() for words in (topic.name, topic.about)]
    said += [*rulings.topic_groups.values(), *rulings.languages.values()]
    said += [step.title for step in rulings.first_turn]
    for words in said:
        assert not STRAIGHT.search(words["en"] + words["fr"]), words["en"]
        assert not any(rule.search(words["fr"]) for rule in IN_FRENCH), words["fr"]


def test_texts_avoid_banned_wording(rulings: Rulings) -> None:
    found = {
        (place(ruling), match[0])
        for ruling in every(rulings)
        for words in texts(ruling)
        for language, banned in BANNED.items()
        for match in banned.finditer(words[language])
    }
    assert found == set()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_ruling_texts_stay_within_word_limits(rulings: Rulings, language: str) -> None:
    lengths = {
        place(ruling): sum(any(map(str.isalnum, word)) for word in ruling.text[language].split())
        for ruling in every(rulings)
    }
    assert {where for where, length in lengths.items() if length > LONGEST_TEXT} == set()
    assert sum(lengths.values()) <= MEAN_TEXT * len(lengths)


def test_customs_do_not_mention_other_tables(rulings: Rulings) -> None:
    customs = {each.custom for each in every(rulings) if each.custom}
    for language in ("en", "fr"):
        of_tables = re.compile(ABOUT_OTHER_TABLES[language], re.IGNORECASE)
        said = {custom.localized(language) for custom in customs}
        assert {custom for custom in said if of_tables.search(custom)} == set()
        assert {custom for custom in said if len(custom) > LONGEST_SETTLEMENT} == set()
        assert {custom for custom in said if not custom.endswith(".")} == set()


@pytest.mark.parametrize("path", TOPICS, ids=lambda path: path.stem)
def test_topic_files_have_no_hard_coded_deck_numbers(path: Path) -> None:
    written = list(strings(tomllib.loads(path.read_text(encoding="utf-8"))))
    assert [text for text in written if HARD_CODED.search(BOX_NAMES.sub("", text))] == []


@pytest.mark.parametrize("path", TOPICS, ids=lambda path: path.stem)
def test_topic_files_have_no_hard_coded_card_names(path: Path) -> None:
    # Card names come from the box by placeholders, except signs like +2 and the word "wild".
    for ruling in tomllib.loads(path.read_text(encoding="utf-8"))["rulings"]:
        for language, named in card_names().items():
            written = [re.sub(r"\{[^}]*\}", "", text) for text in strings(ruling, language)]
            assert [text for text in written if named.search(text)] == [], ruling["rule"]


def card_names() -> dict[str, re.Pattern[str]]:
    """Return one pattern per language that matches any name of a card with a sign."""
    found = {}
    for language in LANGUAGES:
        names = {
            name.localized(language)
            for box in open_rulebook().editions.values()
            for face in box.cards.values()
            for name in (face.name, face.short)
            if face.sign
        }
        words = "|".join(re.escape(name) for name in names if name.strip("+0123456789"))
        longer = {name.casefold() for name in names if " " in name} - VERBS
        several = "|".join(re.escape(name).replace(r"\ ", "s? ") for name in sorted(longer))
        found[language] = re.compile(rf"\b(?:{words}|(?i:{several}))s?\b")
    return found


def strings(value: object, language: str = "") -> Iterator[str]:
    """Yield the texts in a TOML value (without ids and places), optionally of one language."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in {"rule", "topic", "cards", "also", "related", "place"} and (
                not language or key not in LANGUAGES or key == language
            ):
                yield from strings(inner, language)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner, language)


@pytest.mark.parametrize("box", BOXES)
def test_each_card_of_a_box_has_a_short_ruling(rulings: Rulings, box: str) -> None:
    for card in open_rulebook().editions[box].cards:
        assert rulings.summaries_of(box, card), card


def test_cards_of_rulings_are_in_some_box_with_the_ruling(rulings: Rulings) -> None:
    stated = {
        card
        for path in TOPICS
        for ruling in tomllib.loads(path.read_text(encoding="utf-8"))["rulings"]
        for card in ruling.get("cards", ())
    }
    held = {card for box in BOXES for ruling in rulings.of(box) for card in ruling.cards}
    assert stated == held
