"""The rules of one box as pages show them: alone, or within a game that plays by them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import url_for

from companion.datafiles.text import DEFAULT_LANGUAGE
from companion.editions import CardFace, Edition
from companion.game.entries import RulingSettled
from companion.rulebook import Wish
from companion.rulings import Ruling, Rulings, Topic
from companion.web.http.i18n import gettext, language
from companion.web.ui.access import Access
from companion.web.ui.registry import registry

# The topics in which a ruling about a card says one thing or another about it; all others are
# quarrels it may lead to.
ASPECTS: Mapping[str, tuple[str, ...]] = {
    "does": (
        "draw-two-effect", "draw-four-effect", "skip", "reverse", "wild-use", "badtz-maru",
        "lotso", "swap-hands", "custom-wild", "power-cards", "power-red", "power-blue",
        "power-green", "power-yellow",
    ),
    "when": ("matching", "wd4-legal", "must-play"),
    "first": ("first-card-action",),
    "last": ("last-card-action", "swap-hands-last-card"),
    "worth": ("score-values", "deck"),
}  # fmt: skip


@dataclass(frozen=True)
class RulesView:
    """What a page of rules is about: a box, and the game in which it was opened, if any."""

    edition: Edition
    access: Access | None = None

    @cached_property
    def _lender(self) -> str:
        """The edition under which its rulings stand: a box that is gone borrows."""
        known = self.edition.edition in self.rulings.by_edition
        return self.edition.edition if known else self.edition.rulings_like

    @property
    def rulings(self) -> Rulings:
        """All rulings of all boxes."""
        return registry().rulings

    @property
    def may_settle(self) -> bool:
        """Tell whether this phone may settle a point for its table."""
        return self.access is not None and self.access.kind == "score"

    @cached_property
    def settled(self) -> Mapping[str, RulingSettled]:
        """What the table plays, by rule, whatever the sheet says."""
        return {each.rule: each for each in self.access.game.settled} if self.access else {}

    def get(self, rule: str) -> Ruling | None:
        """Find what the box says on a point."""
        return self.rulings.get(self._lender, rule)

    def topics(self) -> tuple[Topic, ...]:
        """Give the topics that hold anything for this box."""
        return self.rulings.topics_of(self._lender)

    def of_topic(self, topic: str) -> list[Ruling]:
        """Give every ruling of a topic, also those that do not concern this box."""
        every = self.rulings.by_edition[self._lender].values()
        return [ruling for ruling in every if ruling.topic == topic]

    def short(self, face: CardFace) -> tuple[Ruling, ...]:
        """Give the rulings that say in short what a card does."""
        return self.rulings.short(self._lender, face.card)

    def turned_up_and_last(self, face: CardFace) -> list[Ruling]:
        """Give what happens when a card is turned up first, and when it is somebody's last.

        Of several rulings the one that is about the fewest cards says it best.
        """
        said = self.aspects(face)
        told = (said[aspect] for aspect in ("first", "last") if aspect in said)
        return [min(rulings, key=lambda ruling: len(ruling.cards)) for rulings in told]

    def aspects(self, face: CardFace) -> Mapping[str, list[Ruling]]:
        """Sort the rulings about a card by what they say of it."""
        short = self.short(face)
        rulings = {r.rule: r for r in (*short, *self.rulings.of_card(self._lender, face.card))}
        sorted_: dict[str, list[Ruling]] = {aspect: [] for aspect in (*ASPECTS, "disputes")}
        for ruling in rulings.values():
            sorted_["does" if ruling in short else _aspect(ruling)].append(ruling)
        return {aspect: rulings for aspect, rulings in sorted_.items() if rulings}

    def ways(self, ruling: Ruling) -> list[str]:
        """Give the ways to settle a point in one tap: the other answer, or one of two readings."""
        opposite = {"yes": gettext("No"), "no": gettext("Yes")}
        first = ruling.verdict[DEFAULT_LANGUAGE].partition(",")[0].casefold()
        readings = [reading.localized(language()) for reading in ruling.readings]
        return [*([opposite[first]] if first in opposite else []), *readings]

    def first_card(self) -> tuple[Ruling, ...]:
        """Give what happens when the first card turned up is not a number."""
        return self.rulings.of_topic(self._lender, "first-card-action")

    def related(self, ruling: Ruling) -> list[Ruling]:
        """Give the rulings that a quarrel leads on to."""
        return [found for rule in ruling.related if (found := self.get(rule))]

    def elsewhere(self, rule: str) -> Iterator[tuple[Edition, Ruling]]:
        """Go through what the other boxes say on a point."""
        for ruling in self.rulings.everywhere(rule):
            if ruling.edition != self._lender:
                yield registry().editions[ruling.edition], ruling

    def also_has(self, face: CardFace) -> Iterator[tuple[Edition, CardFace]]:
        """Go through the other boxes that hold a card."""
        for box in registry().editions.values():
            if box.edition != self.edition.edition and face.card in box.cards:
                yield box, box.cards[face.card]

    def differs(self, box: Edition, face: CardFace) -> list[Ruling]:
        """Give the rulings about a card that another box answers otherwise."""
        there = {ruling.rule: ruling for ruling in self.rulings.of_card(box.edition, face.card)}
        here = self.rulings.of_card(self._lender, face.card)
        return [
            there[ruling.rule]
            for ruling in here
            if ruling.rule in there and there[ruling.rule].verdict != ruling.verdict
        ]

    def answer(self, question: str) -> list[Ruling]:
        """Answer a question, the best first; the running game weighs in."""
        return registry().boxes.answer(self._lender, question, self._wish())

    def _wish(self) -> Wish:
        if self.access is None:
            return Wish()
        game = self.access.game
        return Wish(players=len(game.present), game_format=game.game_format.name)

    def address(self, page: str, **values: Any) -> str:  # noqa: ANN401 - as Flask takes them
        """Give the address of a page of this book: `index`, `search`, `topic`, `card`."""
        if self.access:
            return url_for(f"in_game.{page}", key=self.access.key, **values)
        return url_for(f"rules.{page}", edition=self.edition.edition, **values)

    def to(self, ruling: Ruling) -> str:
        """Give the address of a ruling."""
        return f"{self.address('topic', topic=ruling.topic)}#{ruling.rule}"


def _aspect(ruling: Ruling) -> str:
    """Find what a ruling says of its cards.

    Cards that have a topic of their own are told there what a first and a last one does.
    """
    said = {ruling.topic, *(ruling.also if ruling.topic in ASPECTS["does"] else ())}
    order = ("first", "last", *ASPECTS)
    return next((aspect for aspect in order if said & {*ASPECTS[aspect]}), "disputes")
