"""A ruling as one box has it: what the box states, with the facts of the box filled in."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace

from companion.datafiles.text import LANGUAGES, LocalizedText
from companion.rulings.base import LONGEST_VERDICT, Base
from companion.rulings.fill import Filler
from companion.rulings.ruling import Box, Ruling
from companion.rulings.topic_file import StatedRuling


def resolved(
    ruling: StatedRuling, box: Box, boxes: Mapping[str, Box], here: AbstractSet[str], base: Base
) -> Ruling:
    """Give a ruling as a box has it; `here` are the rules that concern the box it is like.

    A table's own box has the facts it states, and for all else those of the box it is like. It has
    no ruling about cards of which it has none.
    """
    like = boxes[box.like]
    lacks_cards = bool(ruling.cards) and not any(box.has(card) for card in ruling.cards)
    if box.like not in ruling.boxes or (box is not like and lacks_cards):
        return _elsewhere(ruling, box, boxes, base)
    found = _here(ruling, box, {**like.facts, **box.facts}, base)
    return replace(found, related=tuple(rule for rule in ruling.related if rule in here))


def _here(ruling: StatedRuling, box: Box, facts: Mapping[str, LocalizedText], base: Base) -> Ruling:
    stated = ruling.boxes[box.like]
    fill = Filler(facts, ruling.table, box.edition)
    verdict = fill.words(stated.verdict or LocalizedText.same(""), "verdict")
    for language, said in verdict.items():
        if len(said) > LONGEST_VERDICT:
            says = f"is longer than {LONGEST_VERDICT} characters in {box.edition}"
            ruling.table.fault(says, "verdict", language)
    return Ruling(
        rule=ruling.rule,
        topic=ruling.topic,
        edition=box.edition,
        basis=stated.basis,
        question=fill.words(stated.question, "question"),
        verdict=verdict,
        text=fill.words(stated.text, "text"),
        custom=fill.words(stated.custom, "custom") if stated.custom else None,
        readings=tuple(fill.words(reading, "readings") for reading in stated.readings),
        lines=stated.lines,
        section=base.sheets[box.like].section(stated.lines),
        also=ruling.also,
        cards=tuple(card for card in ruling.cards if box.has(card)),
        related=(),
    )


def _elsewhere(ruling: StatedRuling, box: Box, boxes: Mapping[str, Box], base: Base) -> Ruling:
    """Say of a ruling that does not concern a box which ones it does concern."""
    there = [boxes[edition] for edition in ruling.boxes if edition in boxes]
    first = there[0]
    fill = Filler(first.facts, ruling.table, first.edition)
    names = LocalizedText(
        {
            language: ", ".join(other.facts["name"].localized(language) for other in there)
            for language in LANGUAGES
        }
    )
    return Ruling(
        rule=ruling.rule,
        topic=ruling.topic,
        edition=box.edition,
        basis="not-in-edition",
        question=fill.words(ruling.boxes[first.edition].question, "question"),
        verdict=base.verdicts["not-in-edition"],
        text=Filler({"boxes": names}, ruling.table, box.edition).words(base.elsewhere, "elsewhere"),
        custom=None,
        readings=(),
        lines=(),
        section=None,
        also=ruling.also,
        cards=(),
        related=(),
    )
