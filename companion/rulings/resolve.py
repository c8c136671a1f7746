"""Resolution of a ruling of a topic file for one box, with the box's facts filled in."""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from companion.datafiles.reader import Table
from companion.datafiles.text import LANGUAGES, LocalizedText
from companion.rulings.base import LONGEST_VERDICT, RulingBase
from companion.rulings.ruling import Basis, Box, LeafletPosition, Ruling
from companion.rulings.statement import StatedStatement, Statement
from companion.rulings.topic_file import StatedRuling

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class PlaceholderFiller:
    """Filler of placeholders in texts with facts; it reports unknown ones to `table`."""

    facts: Mapping[str, LocalizedText]
    table: Table
    edition: str

    def fill(self, text: LocalizedText, key: str) -> LocalizedText:
        filled: dict[str, str] = {}
        for language, template in text.items():
            parts: list[str] = []
            # The pattern has one group, so every second part is a placeholder's name.
            for at, part in enumerate(_PLACEHOLDER.split(template)):
                if at % 2 == 0:
                    parts.append(part)
                    if "{" in part or "}" in part:
                        self.table.add_fault("has a brace alone", key, language)
                elif part in self.facts:
                    parts.append(self.facts[part].localized(language))
                else:
                    message = f"{{{part}}} is nothing that {self.edition} knows"
                    self.table.add_fault(message, key, language)
            filled[language] = "".join(parts)
        return LocalizedText(filled)


def resolve(ruling: StatedRuling, box: Box, rules: AbstractSet[str], base: RulingBase) -> Ruling:
    """Return a ruling for a box; `rules` are the ruling ids that concern the box.

    An own box uses its own facts, and for all others those of the box it is like. It has no ruling
    about cards it lacks.
    """
    like = base.boxes[box.like]
    others = next((group for group in base.groups if ruling.rule in group), ())
    group_rules = tuple(rule for rule in others if rule in rules and rule != ruling.rule)
    # The id may be in `rules` by a duplicate of this ruling, already reported as a fault.
    if ruling.rule not in rules or box.like not in ruling.boxes:
        return _ruling_elsewhere(ruling, group_rules, box, base)
    stated = ruling.boxes[box.like]
    filler = PlaceholderFiller({**like.facts, **box.facts}, ruling.table, box.edition)
    verdict = filler.fill(stated.verdict or LocalizedText.same(""), "verdict")
    for language, text in verdict.items():
        if len(text) > LONGEST_VERDICT:
            message = f"is longer than {LONGEST_VERDICT} characters in {box.edition}"
            ruling.table.add_fault(message, "verdict", language)
    return Ruling(
        rule=ruling.rule,
        topic=ruling.topic,
        edition=box.edition,
        basis=stated.basis,
        question=filler.fill(stated.question, "question"),
        verdict=verdict,
        text=filler.fill(stated.text, "text"),
        custom=filler.fill(stated.custom, "custom") if stated.custom else None,
        is_popular=stated.popular,
        readings=tuple(
            replace(reading, text=filler.fill(reading.text, "readings"))
            for reading in stated.readings
        ),
        sheet=stated.sheet,
        also=ruling.also,
        cards=tuple(card for card in ruling.cards if box.has(card)),
        related=tuple(rule for rule in ruling.related if rule in rules),
        group_rules=group_rules,
        since=base.history.since(ruling.rule),
        changed=base.history.changed(box.like, ruling.rule),
        elsewhere=tuple(
            _statement(each, box, stated.basis, like.facts)
            for each in base.statements.get(ruling.rule, ())
        ),
    )


def _statement(
    stated: StatedStatement, box: Box, basis: Basis, facts: Mapping[str, LocalizedText]
) -> Statement:
    """Return a statement for a box, filled in and with whether the box's leaflet agrees."""
    filler = PlaceholderFiller({**facts, **box.facts}, stated.table, box.edition)
    # A statement concerns several rulings, on some of which the leaflet may be silent.
    agrees = None if basis == "silent" else stated.agreements.get(box.like)
    says = filler.fill(stated.statement.says, "says")
    return replace(stated.statement, says=says, agrees=agrees)


def _ruling_elsewhere(
    ruling: StatedRuling, group_rules: tuple[str, ...], box: Box, base: RulingBase
) -> Ruling:
    concerned = [base.boxes[edition] for edition in ruling.boxes]
    first = concerned[0]  # its facts fill the question, as it has the cards
    filler = PlaceholderFiller(first.facts, ruling.table, first.edition)
    names = LocalizedText(
        {
            # Not joined by commas, as a name may contain one (“UNO, 108 cards”).
            language: " · ".join(other.facts["name"].localized(language) for other in concerned)
            for language in LANGUAGES
        }
    )
    text = PlaceholderFiller({"boxes": names}, ruling.table, box.edition)
    return Ruling(
        rule=ruling.rule,
        topic=ruling.topic,
        edition=box.edition,
        basis="not-in-edition",
        question=filler.fill(ruling.boxes[first.edition].question, "question"),
        verdict=base.verdicts["not-in-edition"],
        text=text.fill(base.elsewhere, "elsewhere"),
        sheet=LeafletPosition((), None, base.places.phrases["not_here"]),
        also=ruling.also,
        group_rules=group_rules,
        since=base.history.since(ruling.rule),
        changed=base.history.since(ruling.rule),
    )
