"""Data model of rulings: each box's answer to a disputed point, with its basis."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Literal, TypedDict, get_args

from companion.datafiles.reader import InvalidFileError
from companion.datafiles.text import Lines, LocalizedText
from companion.game.schema import Ordinal, Words
from companion.rulings.first_turn import FirstTurnStep
from companion.rulings.history import Day, History
from companion.rulings.source import Source
from companion.rulings.statement import Statement, StatementValues

Basis = Literal["explicit", "implied", "silent", "contradiction", "not-in-edition"]
Aspect = Literal["does", "when", "first", "last", "worth", "disputes"]
ASPECTS: tuple[Aspect, ...] = get_args(Aspect)  # in display order


class SheetValues(TypedDict):
    """Where a sheet says it: lines of its text counted from 1, the parts they stand in.

    `place` leads a person with the sheet in hand there, by its own headings.
    """

    lines: list[Ordinal]
    section: str | None
    place: Words


class ReadingValues(TypedDict):
    """One of the things that a sheet says where it contradicts itself."""

    text: Words
    sheet: SheetValues


class PublishedValues(TypedDict):
    """A ruling as it is published, in one language.

    `since` is the day on which its rule first stood in the project, `changed` that on which its
    verdict, basis or text last changed in meaning; `elsewhere` is what the maker said in public.
    """

    rule: str
    topic: str
    edition: str
    question: Words
    verdict: Words
    basis: Basis
    text: Words
    readings: list[ReadingValues]
    sheet: SheetValues
    url: str
    related: list[str]
    since: Day
    changed: Day
    elsewhere: list[StatementValues]


class RulingValues(PublishedValues):
    """A ruling with what a table may play instead."""

    custom: str | None


class AnswerValues(RulingValues):
    """A ruling that answers a question; `together` has the rules of its answer, best first."""

    together: list[str]


class InvalidRulingsError(InvalidFileError):
    """Files of rulings with faults."""


@dataclass(frozen=True, slots=True)
class Box:
    """Facts of a box that its rulings need."""

    edition: str
    like: str  # box whose rulings apply, itself if built-in
    languages: tuple[str, ...]  # of its leaflet, empty if it has none
    facts: Mapping[str, LocalizedText]  # by placeholder: `points:lotso`, `fact:target`, `name`

    def has(self, card: str) -> bool:
        return f"name:{card}" in self.facts

    def is_concerned(self, cards: Collection[str]) -> bool:
        return not cards or any(map(self.has, cards))


@dataclass(frozen=True, slots=True)
class Topic:
    """Subject of several rulings, with its name and subtitle (`about`)."""

    topic: str
    name: LocalizedText
    about: LocalizedText
    aspect: Aspect  # aspect under which a card's page lists its rulings
    group: str  # key of the topic group in base.toml
    colour: str  # the colour whose card it is about, empty for all


@dataclass(frozen=True, slots=True)
class LeafletPosition:
    """Position in a leaflet of the passage that states a ruling, or comes nearest to it."""

    lines: Lines
    section: LocalizedText | None  # None without lines
    place: LocalizedText  # description for readers of the paper

    def as_values(self, language: str) -> SheetValues:
        return {
            "lines": list(self.lines),
            "section": self.section.localized(language) if self.section else None,
            "place": self.place.localized(language),
        }


@dataclass(frozen=True, slots=True)
class Reading:
    """One of several interpretations of a leaflet that contradicts itself."""

    text: LocalizedText
    sheet: LeafletPosition


@dataclass(frozen=True, slots=True)
class Ruling:
    """Answer of one box's rules to one disputed point."""

    rule: str
    topic: str
    edition: str
    basis: Basis
    question: LocalizedText
    verdict: LocalizedText
    text: LocalizedText
    sheet: LeafletPosition
    also: tuple[str, ...]  # other topics it concerns
    custom: LocalizedText | None = None  # house rule a table can adopt with one tap
    is_popular: bool = False  # many players follow the custom
    readings: tuple[Reading, ...] = ()
    cards: tuple[str, ...] = ()
    related: tuple[str, ...] = ()  # follow-up rulings of this box
    group_rules: tuple[str, ...] = ()  # other rulings of its ruling group
    since: str = ""
    changed: str = ""
    elsewhere: tuple[Statement, ...] = ()  # statements of the maker, oldest first

    @property
    def applies(self) -> bool:
        return self.basis != "not-in-edition"

    @property
    def is_decided(self) -> bool:
        return self.basis in ("explicit", "implied")

    def as_values(self, language: str, path: str = "") -> RulingValues:
        custom = self.custom.localized(language) if self.custom else None
        return {**self.as_published(language, path), "custom": custom}

    def as_published(self, language: str, path: str = "") -> PublishedValues:
        return {
            "rule": self.rule,
            "topic": self.topic,
            "edition": self.edition,
            "question": self.question.localized(language),
            "verdict": self.verdict.localized(language),
            "basis": self.basis,
            "text": self.text.localized(language),
            "readings": [
                {
                    "text": reading.text.localized(language),
                    "sheet": reading.sheet.as_values(language),
                }
                for reading in self.readings
            ],
            "sheet": self.sheet.as_values(language),
            "url": f"{path}/rules/{self.edition}/{self.topic}#{self.rule}",
            "related": list(self.related),
            "since": self.since,
            "changed": self.changed,
            "elsewhere": [statement.as_values(language) for statement in self.elsewhere],
        }


@dataclass(frozen=True)
class Rulings:
    """All rulings by box and ruling id, with their topics and sources.

    Every edition has every rule, with basis `not-in-edition` for those that do not concern it.
    """

    topics: Mapping[str, Topic]
    topic_groups: Mapping[str, LocalizedText]  # headings of lists of topics, in display order
    first_turn: tuple[FirstTurnStep, ...]
    languages: Mapping[str, LocalizedText]  # names of the languages of leaflets
    cards: Mapping[str, tuple[str, ...]]  # by card (`number` for 0 to 9), rulings that summarize it
    by_edition: Mapping[str, Mapping[str, Ruling]]
    sources: Mapping[str, Source]
    history: History

    @cached_property
    def fingerprint(self) -> str:
        """First 16 hex digits of a hash of all rulings of all boxes."""
        return sha256(repr(self.by_edition).encode()).hexdigest()[:16]

    @cached_property
    def _of_edition(self) -> Mapping[str, tuple[Ruling, ...]]:
        return {box: _applicable(rulings.values()) for box, rulings in self.by_edition.items()}

    @property
    def rules(self) -> Collection[str]:
        return next(iter(self.by_edition.values())).keys()

    def get(self, edition: str, rule: str) -> Ruling | None:
        return self.by_edition.get(edition, {}).get(rule)

    def of(self, edition: str) -> tuple[Ruling, ...]:
        """Return the rulings that concern a box, in the order of topics and files."""
        return self._of_edition.get(edition, ())

    def of_topic(self, edition: str, topic: str) -> tuple[Ruling, ...]:
        return tuple(ruling for ruling in self.of(edition) if ruling.topic == topic)

    def of_card(self, edition: str, card: str) -> tuple[Ruling, ...]:
        return tuple(ruling for ruling in self.of(edition) if card in ruling.cards)

    def summaries_of(self, edition: str, card: str) -> tuple[Ruling, ...]:
        rules = self.cards.get("number" if card.isdecimal() else card, ())
        return _applicable(r for rule in rules if (r := self.get(edition, rule)))

    def of_rule(self, rule: str) -> tuple[Ruling, ...]:
        return tuple(rules[rule] for rules in self.by_edition.values() if rule in rules)

    def topics_of(self, edition: str) -> tuple[Topic, ...]:
        held = {ruling.topic for ruling in self.of(edition)}
        return tuple(topic for key, topic in self.topics.items() if key in held)


def _applicable(rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
    return tuple(ruling for ruling in rulings if ruling.applies)
