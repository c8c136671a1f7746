"""Every sentence of the sources is in the catalogue, with its French, and nothing else is."""

import gettext
import re
from io import BytesIO

import pytest
from babel.messages.checkers import num_plurals

from tests.wording import catalogue
from tests.wording.catalogue import texts

FRENCH = catalogue.stored()
MESSAGES = catalogue.messages(FRENCH)
PLACEHOLDER = re.compile(r"%\(\w+\)s")
SAME_IN_BOTH = {
    "Plan",
    "Points",
    "Rotation",
    "Rotation %(number)s",
    "Table %(number)s",
    "Table %(table)s, rotation %(rotation)s",
    "Total",
    "Version %(version)s",
}


def test_the_catalogue_holds_the_sentences_of_the_sources() -> None:
    known = {texts(message.id) for message in MESSAGES}
    said = {texts(message.id) for message in catalogue.messages(catalogue.extracted())}
    assert (said - known, known - said) == (set(), set()), catalogue.UPDATE


def test_sentences_are_found_in_every_kind_of_source() -> None:
    found = {where for message in catalogue.extracted() for where, _ in message.locations}
    assert {
        "companion/web/ui/messages.py",
        "templates/base.html",
        "templates/shared/macros/phone.html",
    } <= found


def test_every_sentence_has_its_french() -> None:
    missing = [m.id for m in MESSAGES if m.fuzzy or not all(texts(m.string))]
    assert missing == [], catalogue.UPDATE


def test_french_is_not_english() -> None:
    same = {m.id for m in MESSAGES if isinstance(m.id, str) and m.id == m.string}
    assert same == SAME_IN_BOTH


def test_a_sentence_names_the_same_things_in_french() -> None:
    for message in MESSAGES:
        named = {tuple(sorted(PLACEHOLDER.findall(text))) for text in texts(message.id)}
        assert {tuple(sorted(PLACEHOLDER.findall(text))) for text in texts(message.string)} == named


def test_a_percent_sign_is_only_ever_a_placeholder() -> None:
    for message in MESSAGES:
        for text in texts(message.id) + texts(message.string):
            assert "%" not in PLACEHOLDER.sub("", text)


def test_a_sentence_that_counts_has_both_forms() -> None:
    for message in MESSAGES:
        num_plurals(FRENCH, message)
        assert len(texts(message.string)) == len(texts(message.id))


def test_what_pages_read_is_what_the_catalogue_says() -> None:
    compiled = catalogue.of_mo(catalogue.compiled(FRENCH))
    assert catalogue.of_mo(catalogue.MO.read_bytes()) == compiled, catalogue.UPDATE


@pytest.mark.parametrize(("number", "said"), [(0, "manche"), (1, "manche"), (2, "manches")])
def test_french_counts_from_two(number: int, said: str) -> None:
    french = gettext.GNUTranslations(BytesIO(catalogue.MO.read_bytes()))
    sentence = french.ngettext("%(num)s round", "%(num)s rounds", number)
    assert sentence % {"num": number} == f"{number} {said}"
