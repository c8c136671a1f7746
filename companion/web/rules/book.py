"""View model of a box's rules, shown alone or within a game."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from flask import url_for

from companion.editions import CardFace, Edition, LocalizedText
from companion.game.entries import RulingSettled
from companion.rulebook import Answers, SearchOptions
from companion.rulings import Ruling, Rulings
from companion.rulings.ruling import ASPECTS, Aspect, Topic
from companion.rulings.source import Source
from companion.services.access import Access
from companion.web.http.i18n import gettext, language
from companion.web.ui.names import box_names
from companion.web.ui.registry import registry
from companion.web.ui.settlements import settled_text


@dataclass(frozen=True)
class RulesView:
    """Rules of a box, and the game they were opened in, if any.

    `side` is the side of two-sided cards that the page shows.
    """

    edition: Edition
    access: Access | None = None
    side: str | None = None

    @cached_property
    def up(self) -> Edition:
        """The box with this side up."""
        return self.edition.for_side(self.side)

    @property
    def turned(self) -> str | None:
        """The side if it is not the first one, which pages show by default."""
        return self.side if self.side in self.edition.deck.sides[1:] else None

    @cached_property
    def _edition(self) -> str:
        """Edition whose rulings are shown; a removed box uses those of `rulings_from`."""
        is_present = self.edition.edition in self.rulings.by_edition
        return self.edition.edition if is_present else self.edition.rulings_from

    @property
    def has_rulings(self) -> bool:
        # Ask the box, so that pages of games do not wait for the rulings to load.
        return bool(self.edition.rulings_from)

    @property
    def rulings(self) -> Rulings:
        return registry().rulings

    @property
    def may_settle(self) -> bool:
        return self.access is not None and self.access.kind == "score"

    @cached_property
    def settled(self) -> Mapping[str, RulingSettled]:
        """House rules of the game, by rule."""
        return {each.rule: each for each in self.access.game.settled} if self.access else {}

    def get(self, rule: str) -> Ruling | None:
        return self.rulings.get(self._edition, rule)

    @property
    def source(self) -> Source:
        return self.rulings.sources[self._edition]

    @property
    def source_language(self) -> LocalizedText:
        return self.rulings.languages[self.source.language]

    @property
    def number_range(self) -> str:
        """Range of number cards, such as 0–9, empty without any."""
        numbers = [card for card, face in self.up.cards.items() if not face.sign]
        return "–".join(dict.fromkeys((*numbers[:1], *numbers[-1:])))

    def topics(self) -> tuple[Topic, ...]:
        return self.rulings.topics_of(self._edition)

    def topic_groups(self) -> Mapping[LocalizedText, list[Topic]]:
        """Return the topics of this box by the heading of their group."""
        by_group = {group: list[Topic]() for group in self.rulings.topic_groups}
        for topic in self.topics():
            by_group[topic.group].append(topic)
        headings = self.rulings.topic_groups
        return {headings[group]: topics for group, topics in by_group.items() if topics}

    def of_topic(self, topic: str) -> list[Ruling]:
        """Return all rulings of a topic, including those that do not concern this box."""
        every = self.rulings.by_edition[self._edition].values()
        return [ruling for ruling in every if ruling.topic == topic]

    def summaries_of(self, face: CardFace) -> tuple[Ruling, ...]:
        return self.rulings.summaries_of(self._edition, face.card) if self.has_rulings else ()

    def is_counted(self, face: CardFace) -> bool:
        """Return whether a card's count is exact rather than the maximum of a lot."""
        return all(face.card not in lot.cards for lot in self.up.deck.lots)

    def follow_ups(self, face: CardFace) -> list[Ruling]:
        """Return follow-up rulings of a card: further summaries, as first card, as last card.

        Of several rulings on an aspect, return the one about the fewest cards.
        """
        aspects = self.aspects(face)
        every = (aspects[aspect] for aspect in ("first", "last") if aspect in aspects)
        turned_up_and_last = (min(rulings, key=lambda r: len(r.cards)) for rulings in every)
        return list(dict.fromkeys((*self.summaries_of(face)[1:], *turned_up_and_last)))

    def aspects(self, face: CardFace) -> Mapping[str, list[Ruling]]:
        """Return the rulings about a card by aspect."""
        if not self.has_rulings:
            return {}
        summaries = self.summaries_of(face)
        # A summary may also be found by its card; show it once.
        rulings = {r.rule: r for r in (*summaries, *self.rulings.of_card(self._edition, face.card))}
        sorted_: dict[str, list[Ruling]] = {aspect: [] for aspect in ASPECTS}
        for ruling in rulings.values():
            sorted_["does" if ruling in summaries else self._aspect(ruling)].append(ruling)
        return {aspect: rulings for aspect, rulings in sorted_.items() if rulings}

    def _aspect(self, ruling: Ruling) -> Aspect:
        topics = self.rulings.topics
        aspects = {topics[ruling.topic].aspect}
        if "does" in aspects:
            # Topics of a single card also cover it as first or last card.
            aspects |= {topics[topic].aspect for topic in ruling.also}
        order: tuple[Aspect, ...] = ("first", "last", *ASPECTS)
        return next(aspect for aspect in order if aspect in aspects)

    def own_text(self, settled: RulingSettled) -> str:
        return settled_text(settled, self._edition)

    def first_card(self) -> list[Ruling]:
        """Return the rulings on first cards that are not numbers, own cards of the box last."""
        first = {key for key, topic in self.rulings.topics.items() if topic.aspect == "first"}
        every = self.rulings.of(self._edition)
        found = (ruling for ruling in every if first & {ruling.topic, *ruling.also})
        return sorted(found, key=lambda ruling: ruling.topic not in first)

    def from_other_topics(self, topic: str) -> tuple[Ruling, ...]:
        """Return the rulings of other topics that also concern a topic."""
        return tuple(r for r in self.rulings.of(self._edition) if topic in r.also)

    def rulings_of(self, rules: Iterable[str]) -> list[Ruling]:
        """Return the rulings of this box by their ids, such as the related ones of a ruling."""
        return [found for rule in rules if (found := self.get(rule))]

    def other_rulings(self, ruling: Ruling) -> list[tuple[str, Ruling]]:
        """Return the other boxes' answers by verdict (see `group_by_verdict`)."""
        # Leave out this box, with whose verdict the others are compared.
        return group_by_verdict(
            (registry().editions[other.edition], other)
            for other in self.rulings.of_rule(ruling.rule)
            if other.edition != self._edition and other.applies
        )

    def other_faces(self, face: CardFace) -> Iterator[tuple[Edition, CardFace]]:
        for box in registry().editions.values():
            if box.edition != self.edition.edition and face.card in box.cards:
                yield box, box.cards[face.card]

    def differences(self, box: Edition, face: CardFace) -> int:
        """Return the number of rulings on a card with another verdict in another box."""
        there = {ruling.rule: ruling for ruling in self.rulings.of_card(box.edition, face.card)}
        here = self.rulings.of_card(self._edition, face.card)
        pairs = ((ruling, there[ruling.rule]) for ruling in here if ruling.rule in there)
        return sum(not have_same_verdict(pair) for pair in pairs)

    def answer(self, question: str) -> Answers:
        """Return the rulings that answer a question, best first, given the game if any."""
        options = SearchOptions()
        if self.access:
            game = self.access.game
            # The answer may differ for two players or teams.
            options = SearchOptions(players=len(game.present), game_format=game.game_format.name)
        return registry().rulebook.answer(self._edition, question, options)

    def of_box(self, edition: str | None) -> "RulesView | None":
        """Return the rules of another box, outside of a game; None if its leaflet is not read."""
        box = registry().editions.get(edition or "")
        return RulesView(box) if box else None

    def url_for(self, page: str, topic: str | None = None, card: str | None = None) -> str:
        """Return the address of a page of these rules, such as `index`, `topic` or `card`."""
        side = self.turned if page in {"index", "card"} else None
        if self.access:
            key = self.access.key
            return url_for(f"in_game.{page}", key=key, topic=topic, card=card, side=side)
        edition = self.edition.edition
        return url_for(f"rules.{page}", edition=edition, topic=topic, card=card, side=side)

    def url_of(self, ruling: Ruling) -> str:
        return f"{self.url_for('topic', topic=ruling.topic)}#{ruling.rule}"


def have_same_verdict(rulings: Iterable[Ruling]) -> bool:
    """Return whether rulings have the same verdict in the current language."""
    return len({ruling.verdict.localized(language()) for ruling in rulings}) <= 1


def group_by_verdict(answers: Iterable[tuple[Edition, Ruling]]) -> list[tuple[str, Ruling]]:
    """Return (names of boxes, ruling) for each distinct verdict."""
    groups: dict[str, list[tuple[Edition, Ruling]]] = {}
    for box, ruling in answers:
        groups.setdefault(ruling.verdict.localized(language()), []).append((box, ruling))
    if len(groups) == 1 and len(every := next(iter(groups.values()))) > 1:
        return [(gettext("All the same"), every[0][1])]
    return [(box_names(box for box, _ in group), group[0][1]) for group in groups.values()]
