"""Reading what somebody asks for when a round is written down or corrected."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from companion.game.ask import Ask
from companion.game.faults import Refused, pointer
from companion.game.hand import HIGHEST_TOTAL, Hand, impossible
from companion.game.lexicon import Lexicon
from companion.game.notation import LONGEST_TEXT, read_hand
from companion.game.replay import Game
from companion.game.rounds import FEWEST_PLAYERS, Note, Round, Seat
from companion.game.tables import OpenTable, table_asked

LONGEST_NOTE = 200
MOST_CARDS = 500  # in one hand: more than four boxes hold
_HIGHEST_SAID = 10**15  # what is above is said as this much; a number may have thousands of digits


class ImpossibleCount(Refused):
    """A count that the deck can not hold; nothing else is wrong with the request."""


def read_round(
    game: Game,
    lexicon: Lexicon,
    values: object,
    number: int | None = None,
    longest: int = LONGEST_TEXT,
) -> Round:
    """Read a round: the next one, or what round `number` is corrected to.

    Hands may be `{"cards": [ids]}`, `{"cards": "as people say it"}` (of `longest` characters) or
    `{"points": 20}`, by name.
    Raises `Refused` with everything that is wrong, and `ImpossibleCount` where only the deck
    check speaks against it and `keep_anyway` is not true.
    """
    reader = _Reader(game, lexicon, Ask(values), number)
    reader.longest = longest
    return reader.judged(reader.round())


class _Reader:
    """One round being read, for those who were at its table when it began."""

    longest = LONGEST_TEXT

    def __init__(self, game: Game, lexicon: Lexicon, ask: Ask, number: int | None) -> None:
        self.game = game
        self.lexicon = lexicon
        self.ask = ask
        table = table_asked(ask, (game.table_of(number),) if number else game.tables_open)
        self.table = table if number else self._as_it_was(table)
        self.present = self.table.seated
        self.given: dict[Seat, str] = {}  # the names of the hands as they were spelled

    def _as_it_was(self, table: OpenTable) -> OpenTable:
        """Seat who was in: after the end those who sat there, as far as hands can tell.

        What has ended the game may have been said or corrected later, so that others had fallen.
        """
        game = self.game
        may_have_fallen = not (game.scoring.takes_pile or game.game_format.is_planned)
        if not (may_have_fallen and game.course.is_over):
            return table
        named = {game.seat(name) for name in self._named() if isinstance(name, str)}
        seats = tuple(seat for seat in game.company if seat in named)
        return replace(table, sides=game.game_format.sides(seats))

    def _named(self) -> Iterable[object]:
        values = self.ask.values
        many = [values.get("hands"), values.get("resting")]
        lists = (each for each in many if isinstance(each, Mapping | list | tuple))
        return chain([values.get("went_out")], *lists)

    def round(self) -> Round:
        """Read the round, whatever the deck can hold."""
        resting = self._resting()
        sides = tuple(side for side in self.table.sides if not set(side) & set(resting))
        went_out = self._went_out(resting)
        asked = [s for side in sides if went_out and went_out not in side for s in side]
        with_pile = self.ask.has("pile")
        return Round(
            sides=sides,
            went_out=went_out or 0,
            hands={} if with_pile else self._hands(asked, went_out, resting),
            pile=self._pile() if with_pile else None,
            resting=resting,
            table=self.table.table,
            rotation=self.table.rotation,
            notes=self._notes(),
        )

    def judged(self, round_: Round) -> Round:
        """Hold the round against the deck, and mark it where it is kept all the same.

        Here all that is wrong is told at once, what the deck can not hold beside the rest.
        """
        hands = {pointer("hands", self.given[seat]): hand for seat, hand in round_.hands.items()}
        if round_.pile:
            hands = {"/pile": round_.pile}
        found = impossible(self.game.start.deck, hands)
        beyond = any(hand.points > HIGHEST_TOTAL for hand in hands.values())
        told = found if beyond or not self.ask.yes("keep_anyway") else ()
        if self.ask.faults:
            raise Refused((*self.ask.faults, *told))
        if told:
            raise ImpossibleCount(told)
        return replace(round_, marked=bool(found))

    def _seat(self, name: object, *steps: str | int) -> Seat | None:
        """Find who is meant, and say so if there is nobody of that name in this round."""
        seat = self.game.seat(name) if isinstance(name, str) else None
        if seat is None:
            code = "unknown-player" if isinstance(name, str) else "not-a-text"
            self.ask.wrong(code, *steps, name=name, players=self._names(self.present))
        elif seat not in self.present:
            self.ask.wrong("not-playing", *steps, name=self.game.name(seat))
            return None
        return seat

    def _names(self, seats: tuple[Seat, ...]) -> tuple[str, ...]:
        return tuple(self.game.name(seat) for seat in seats)

    def _resting(self) -> tuple[Seat, ...]:
        found = [
            self._seat(name, "resting", place)
            for place, name in enumerate(self.ask.items("resting"))
        ]
        resting = tuple(sorted({seat for seat in found if seat}))
        if resting and not self.game.game_format.may_rest:
            self.ask.wrong("nobody-rests", "resting")
            return ()
        if len(self.present) - len(resting) < FEWEST_PLAYERS:
            self.ask.wrong("too-few-play", "resting")
        return resting

    def _went_out(self, resting: tuple[Seat, ...]) -> Seat | None:
        if not self.ask.has("went_out"):
            self.ask.wrong("nobody-went-out", "went_out")
            return None
        seat = self._seat(self.ask.values["went_out"], "went_out")
        if seat in resting:
            self.ask.wrong("rested", "went_out", name=self.ask.values["went_out"])
        return seat

    def _hands(
        self, asked: list[Seat], went_out: Seat | None, resting: tuple[Seat, ...]
    ) -> Mapping[Seat, Hand]:
        hands: dict[Seat, Hand] = {}
        for name, values in self.ask.mapping("hands").items():
            seat = self._seat(name, "hands", name)
            if seat is None:
                continue
            if seat in self.given:
                self.ask.wrong("hand-twice", "hands", name, name=name)
            elif went_out and seat not in asked:
                self.ask.wrong(self._not_asked(seat, went_out, resting), "hands", name, name=name)
            self.given[seat] = name
            hand = self._hand(values, "hands", name)
            hands |= {seat: hand} if hand else {}
        for seat in asked:
            if seat not in self.given:
                name = self.game.name(seat)
                self.ask.wrong("hand-missing", "hands", name, name=name)
        return dict(sorted(hands.items()))

    @staticmethod
    def _not_asked(seat: Seat, went_out: Seat, resting: tuple[Seat, ...]) -> str:
        if seat == went_out:
            return "hand-of-winner"
        return "hand-of-resting" if seat in resting else "hand-of-partner"

    def _pile(self) -> Hand | None:
        if not self.game.scoring.takes_pile:
            self.ask.wrong("no-pile", "pile")
        if self.ask.mapping("hands"):
            self.ask.wrong("pile-and-hands", "pile")
        return self._hand(self.ask.values["pile"], "pile")

    def _hand(self, values: object, *steps: str | int) -> Hand | None:
        """Read one hand; blank is not zero, and a hand has at least one card."""
        if not isinstance(values, Mapping):
            self.ask.wrong("hand-blank", *steps)
            return None
        cards, points = values.get("cards"), values.get("points")
        if (cards is None) == (points is None):
            self.ask.wrong("hand-blank" if cards is None else "cards-and-points", *steps)
            return None
        if points is not None:
            return self._total(points, *steps)
        return self._counted(cards, *steps, "cards")

    def _total(self, points: object, *steps: str | int) -> Hand:
        """Read a total; one that no deck is worth is left to the deck check, whatever its size."""
        if isinstance(points, float) and points.is_integer():
            points = int(points)
        if type(points) is int and points > HIGHEST_TOTAL:
            return Hand(min(points, _HIGHEST_SAID))
        return Hand(self.ask.whole_of(points, (*steps, "points"), 0, HIGHEST_TOTAL))

    def _counted(self, cards: object, *steps: str | int) -> Hand | None:
        if isinstance(cards, str):
            ids: tuple[Any, ...] | None = self._said(cards, *steps)
        else:
            ids = self._listed(cards, *steps)
        return Hand.counted(ids, self.game.start.deck) if ids else None

    def _said(self, text: str, *steps: str | int) -> tuple[str, ...] | None:
        try:
            cards = read_hand(text, self.lexicon, self.longest)
        except Refused as refused:
            self.ask.faults += [fault.under(*steps) for fault in refused.faults]
            return None
        if len(cards) > MOST_CARDS:
            self.ask.wrong("too-many-in-hand", *steps)
            return None
        return cards

    def _listed(self, cards: object, *steps: str | int) -> tuple[Any, ...] | None:
        if not isinstance(cards, list | tuple):
            self.ask.wrong("not-cards", *steps)
            return None
        if not 1 <= len(cards) <= MOST_CARDS:
            self.ask.wrong("hand-blank" if not cards else "too-many-in-hand", *steps)
            return None
        known = self.game.start.deck.by_id
        strange = [(i, c) for i, c in enumerate(cards) if not isinstance(c, str) or c not in known]
        for place, card in strange:
            self.ask.wrong("unknown-card", *steps, place, card=card)
        return None if strange else tuple(cards)

    def _notes(self) -> tuple[Note, ...]:
        notes = []
        for place, values in enumerate(self.ask.items("notes")):
            try:
                notes.append(read_note(values))
            except Refused as refused:
                self.ask.faults += [fault.under("notes", place) for fault in refused.faults]
        return tuple(notes)


def read_note(values: object) -> Note:
    """Read a ruling that was applied in a round."""
    ask = Ask(values)
    note = Note(ask.text("rule", 100, least=1), ask.text("text", LONGEST_NOTE))
    ask.done()
    return note
