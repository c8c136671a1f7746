"""Reading what somebody asks for when a round is written down or corrected."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain

from companion.game.cards.hand import HIGHEST_TOTAL, Hand, impossible
from companion.game.cards.lexicon import Lexicon
from companion.game.cards.notation import LONGEST_TEXT
from companion.game.faults import FaultCode, ValidationError, pointer
from companion.game.replay import Game
from companion.game.requests.hand import HandReader
from companion.game.requests.reader import RequestReader
from companion.game.rounds import FEWEST_PLAYERS, Note, Round, Seat
from companion.game.tournament.tables import OpenTable, table_asked

LONGEST_NOTE = 200


class ImpossibleCountError(ValidationError):
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
    Raises `ValidationError` with everything that is wrong, and `ImpossibleCountError` where only
    the deck check speaks against it and `keep_anyway` is not true.
    """
    reader = RequestReader(values)
    hands = HandReader(reader, game.start.deck, lexicon, longest)
    round_reader = _Reader(game, reader, hands, number)
    return round_reader.judged(round_reader.round())


class _Reader:
    """One round being read, for those who were at its table when it began."""

    def __init__(
        self, game: Game, reader: RequestReader, hands: HandReader, number: int | None
    ) -> None:
        self.game = game
        self.reader = reader
        self.hands = hands
        table = table_asked(reader, (game.table_of(number),) if number else game.tables_open)
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
        values = self.reader.values
        many = [values.get("hands"), values.get("resting")]
        lists = (each for each in many if isinstance(each, Mapping | list | tuple))
        return chain([values.get("went_out")], *lists)

    def round(self) -> Round:
        """Read the round, whatever the deck can hold."""
        resting = self._resting()
        sides = tuple(side for side in self.table.sides if not set(side) & set(resting))
        went_out = self._went_out(resting)
        asked = [s for side in sides if went_out and went_out not in side for s in side]
        with_pile = self.reader.has("pile")
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
        told = found if beyond or not self.reader.boolean("keep_anyway") else ()
        if self.reader.faults:
            raise ValidationError((*self.reader.faults, *told))
        if told:
            raise ImpossibleCountError(told)
        return replace(round_, marked=True) if found else round_

    def _seat(self, name: object, *steps: str | int) -> Seat | None:
        """Find who is meant, and say so if there is nobody of that name in this round."""
        seat = self.game.seat(name) if isinstance(name, str) else None
        if seat is None:
            code = FaultCode.UNKNOWN_PLAYER if isinstance(name, str) else FaultCode.NOT_A_TEXT
            self.reader.add_fault(code, *steps, name=name, players=self._names(self.present))
        elif seat not in self.present:
            self.reader.add_fault(FaultCode.NOT_PLAYING, *steps, name=self.game.name(seat))
            return None
        return seat

    def _names(self, seats: tuple[Seat, ...]) -> tuple[str, ...]:
        return tuple(self.game.name(seat) for seat in seats)

    def _resting(self) -> tuple[Seat, ...]:
        found = [
            self._seat(name, "resting", place)
            for place, name in enumerate(self.reader.sequence("resting"))
        ]
        resting = tuple(sorted({seat for seat in found if seat}))
        if resting and not self.game.game_format.may_rest:
            self.reader.add_fault(FaultCode.NOBODY_RESTS, "resting")
            return ()
        if len(self.present) - len(resting) < FEWEST_PLAYERS:
            self.reader.add_fault(FaultCode.TOO_FEW_PLAY, "resting")
        return resting

    def _went_out(self, resting: tuple[Seat, ...]) -> Seat | None:
        if not self.reader.has("went_out"):
            self.reader.add_fault(FaultCode.NOBODY_WENT_OUT, "went_out")
            return None
        seat = self._seat(self.reader.values["went_out"], "went_out")
        if seat in resting:
            self.reader.add_fault(FaultCode.RESTED, "went_out", name=self.reader.values["went_out"])
        return seat

    def _hands(
        self, asked: list[Seat], went_out: Seat | None, resting: tuple[Seat, ...]
    ) -> Mapping[Seat, Hand]:
        hands: dict[Seat, Hand] = {}
        for name, values in self.reader.mapping("hands").items():
            seat = self._seat(name, "hands", name)
            if seat is None:
                continue
            if seat in self.given:
                self.reader.add_fault(FaultCode.HAND_TWICE, "hands", name, name=name)
            elif went_out and seat not in asked:
                self.reader.add_fault(
                    self._not_asked(seat, went_out, resting), "hands", name, name=name
                )
            self.given[seat] = name
            hand = self.hands.hand(values, "hands", name)
            hands |= {seat: hand} if hand else {}
        for seat in asked:
            if seat not in self.given:
                name = self.game.name(seat)
                self.reader.add_fault(FaultCode.HAND_MISSING, "hands", name, name=name)
        return dict(sorted(hands.items()))

    @staticmethod
    def _not_asked(seat: Seat, went_out: Seat, resting: tuple[Seat, ...]) -> FaultCode:
        if seat == went_out:
            return FaultCode.HAND_OF_WINNER
        return FaultCode.HAND_OF_RESTING if seat in resting else FaultCode.HAND_OF_PARTNER

    def _pile(self) -> Hand | None:
        if not self.game.scoring.takes_pile:
            self.reader.add_fault(FaultCode.NO_PILE, "pile")
        if self.reader.mapping("hands"):
            self.reader.add_fault(FaultCode.PILE_AND_HANDS, "pile")
        return self.hands.hand(self.reader.values["pile"], "pile")

    def _notes(self) -> tuple[Note, ...]:
        notes = []
        for place, values in enumerate(self.reader.sequence("notes")):
            try:
                notes.append(read_note(values))
            except ValidationError as refused:
                self.reader.faults += [fault.under("notes", place) for fault in refused.faults]
        return tuple(notes)


def read_note(values: object) -> Note:
    """Read a ruling that was applied in a round."""
    reader = RequestReader(values)
    note = Note(reader.text("rule", 100, least=1), reader.text("text", LONGEST_NOTE))
    reader.raise_faults()
    return note
