"""Validation of a round being recorded or corrected."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.game.cards.hand import HIGHEST_TOTAL, Hand, impossible
from companion.game.cards.lexicon import Lexicon
from companion.game.cards.notation import LONGEST_TEXT
from companion.game.faults import Fault, FaultCode, ValidationError, pointer
from companion.game.game import Game
from companion.game.requests.box import read_side
from companion.game.requests.hand import MOST_CARDS, HandReader
from companion.game.requests.reader import RequestReader
from companion.game.rounds import FEWEST_PLAYERS, Note, OpenTable, Round, Seat

LONGEST_NOTE = 200
LONGEST_REMARK = 80
MOST_NOTES = 20  # per round; more than any round has rulings
MOST_TABLES = 99  # also the limit for rotations; more than any plan has


class ImpossibleCountError(ValidationError):
    """Refusal only because the hands exceed the deck; the request is otherwise valid."""


def read_round(
    game: Game,
    lexicon: Lexicon,
    values: object,
    at: int | OpenTable | None = None,
    longest: int = LONGEST_TEXT,  # of a hand in spoken notation
) -> Round:
    """Return the next round, the corrected round number `at`, or one at the table `at`.

    Raises `ValidationError` with all faults, or `ImpossibleCountError` if only the deck check
    fails and `keep_anyway` is not true.
    """
    reader = RequestReader(values)
    if game.is_seating:
        raise ValidationError([Fault(FaultCode.SEATS_OPEN)])
    if at:
        table = read_table(reader, (game.table_of(at) if isinstance(at, int) else at,))
    else:
        has_stages = game.game_format.has_stages
        closed = FaultCode.STAGE_NOT_OPEN if has_stages else FaultCode.ROTATION_NOT_OPEN
        table = _seat_at_end(game, reader, read_table(reader, game.tables_open, closed))
    deck = game.start.deck
    side = read_side(reader, deck.sides)
    up, spoken = deck.for_side(side), lexicon.for_side(side)
    hands = HandReader(reader, up, spoken, deck, longest, side)
    round_reader = _RoundReader(game, reader, hands, table)
    remark = reader.line("remark", LONGEST_REMARK)
    round_ = replace(round_reader.round(), side=side, remark=remark)
    counted = {pointer("hands", round_reader.spelled[s]): hand for s, hand in round_.hands.items()}
    if round_.pile:
        counted = {"/pile": round_.pile}
    impossible_counts = impossible(hands.deck, counted)
    # Such counts are typing errors, and refused even with `keep_anyway`.
    if sum(len(hand.cards or ()) for hand in counted.values()) > MOST_CARDS:
        reader.add_fault(FaultCode.TOO_MANY_IN_ROUND, "hands")
    is_slip = any(hand.points > HIGHEST_TOTAL for hand in counted.values())
    refused = impossible_counts if is_slip or not reader.boolean("keep_anyway") else ()
    if reader.faults:
        raise ValidationError((*reader.faults, *refused))
    if refused:
        raise ImpossibleCountError(refused)
    # `keep_anyway` may be sent with every round, so mark only impossible counts.
    return replace(round_, marked=bool(impossible_counts))


def read_table(
    reader: RequestReader,
    tables: tuple[OpenTable, ...],
    closed: FaultCode = FaultCode.ROTATION_NOT_OPEN,
) -> OpenTable:
    """Return the table named by `table` and `rotation`; raises `ValidationError` if none fits.

    Both are optional if only one table is open. Without a rotation, the earlier one is chosen.
    `closed` is the fault of a rotation or stage in which none is open.
    """
    rotation, table = (
        reader.integer(name, 1, MOST_TABLES) if reader.has(name) else None
        for name in ("rotation", "table")
    )
    reader.raise_faults()  # invalid numbers would match no table
    in_rotation = [t for t in tables if rotation in {None, t.rotation}]
    found = [t for t in in_rotation if table in {None, t.table}]
    if not in_rotation:
        reader.add_fault(closed, "rotation", rotation=rotation)
    elif table is None and len({t.table for t in in_rotation}) > 1:
        reader.add_fault(FaultCode.WHICH_TABLE, "table")
    elif not found:
        reader.add_fault(FaultCode.TABLE_NOT_OPEN, "table", table=table)
    reader.raise_faults()
    return found[0]


def _seat_at_end(game: Game, reader: RequestReader, table: OpenTable) -> OpenTable:
    """Return the table of a round recorded after the end, seated by the names in the request."""
    # The round that ended the game may have been recorded after this one was played, so other
    # players were in. With a plan, or if only winners score, that makes no difference.
    is_winners = game.scoring.is_highest_first
    if is_winners or game.game_format.has_rotations or not game.tally.is_over:
        return table
    values = reader.values
    names = [values.get("went_out")]
    for field_ in ("hands", "resting"):
        given = values.get(field_)
        names += given if isinstance(given, Mapping | list | tuple) else ()
    named = {game.seat(name) for name in names if isinstance(name, str)}
    seats = tuple(seat for seat in game.current_roster if seat in named)
    return replace(table, sides=game.game_format.sides(seats))


@dataclass(frozen=True, slots=True)
class _RoundReader:
    """Reader of a round at one table; `spelled`: names of the hands as sent, by seat."""

    game: Game
    reader: RequestReader
    hands: HandReader
    table: OpenTable
    spelled: dict[Seat, str] = field(default_factory=dict)

    def round(self) -> Round:
        """Return the round without checking the deck; `went_out` is 0 if invalid."""
        reader = self.reader
        resting = self.resting()
        went_out = None
        if reader.has("went_out"):
            went_out = self.seat(reader.values["went_out"], "went_out")
        elif not self.game.allows_no_winner:
            reader.add_fault(FaultCode.NOBODY_WENT_OUT, "went_out")
        if went_out in resting:
            reader.add_fault(FaultCode.RESTED, "went_out", name=reader.values["went_out"])
        sides = tuple(side for side in self.table.sides if not set(side) & set(resting))
        round_ = Round(
            sides=sides,
            went_out=went_out or 0,
            resting=resting,
            table=self.table.table,
            rotation=self.table.rotation,
        )
        round_ = replace(round_, knocked_out=self.knocked_out(round_))
        if not self.game.scoring.has_hands:
            if reader.mapping("hands"):
                reader.add_fault(FaultCode.NO_HANDS, "hands")
            if reader.has("pile"):
                reader.add_fault(FaultCode.NO_HANDS, "pile")
        # A pile replaces all hands.
        elif reader.has("pile"):
            round_ = replace(round_, pile=self.pile(round_))
        else:
            round_ = replace(round_, hands=self.hands_of(round_))
        return replace(round_, notes=self.notes())

    def seat(self, name: object, *steps: str | int) -> Seat | None:
        """Return the seat of a name, or None (with a fault) if it is not at this table."""
        game, present = self.game, self.table.seated
        seat = game.seat(name) if isinstance(name, str) else None
        if seat is None:
            code = FaultCode.UNKNOWN_PLAYER if isinstance(name, str) else FaultCode.NOT_A_TEXT
            players = tuple(game.name(other) for other in present)
            self.reader.add_fault(code, *steps, name=name, players=players)
        elif seat not in present:
            self.reader.add_fault(FaultCode.NOT_PLAYING, *steps, name=game.name(seat))
            return None
        return seat

    def resting(self) -> tuple[Seat, ...]:
        names = enumerate(self.reader.sequence("resting"))
        seats = {self.seat(name, "resting", place) for place, name in names}
        resting = tuple(sorted(seat for seat in seats if seat))
        if resting and not self.game.game_format.allows_resting:
            self.reader.add_fault(FaultCode.NOBODY_RESTS, "resting")
            return ()
        if len(self.table.seated) - len(resting) < FEWEST_PLAYERS:
            self.reader.add_fault(FaultCode.TOO_FEW_PLAY, "resting")
        return resting

    def knocked_out(self, round_: Round) -> tuple[Seat, ...]:
        """Return the seats knocked out of the round; a fault if the game has no such bonus."""
        names = self.reader.sequence("knocked_out")
        if names and not self.game.pays_knock_outs:
            self.reader.add_fault(FaultCode.NOBODY_KNOCKED_OUT, "knocked_out")
            return ()
        holding = {self.game.seat(n) for n in self.reader.mapping("hands")} if names else set()
        found: set[Seat] = set()
        for place, name in enumerate(names):
            seat = self.seat(name, "knocked_out", place)
            if seat is None:
                continue
            is_opponent = seat in _opponents(round_) or not round_.went_out
            if seat in round_.resting or not is_opponent:
                self.reader.add_fault(FaultCode.NOT_AN_OPPONENT, "knocked_out", place, name=name)
            elif seat in holding:
                code = FaultCode.HAND_OF_KNOCKED_OUT
                self.reader.add_fault(code, "knocked_out", place, name=name)
            found.add(seat)
        return tuple(sorted(found))

    def hands_of(self, round_: Round) -> Mapping[Seat, Hand]:
        went_out, holders = round_.went_out, self.holders(round_)
        hands: dict[Seat, Hand] = {}
        for name, values in self.reader.mapping("hands").items():
            seat = self.seat(name, "hands", name)
            if seat is None:
                continue
            # Two spellings, such as `bo` and `Bo`, may name the same player.
            if seat in self.spelled:
                self.reader.add_fault(FaultCode.HAND_TWICE, "hands", name, name=name)
            elif (went_out or holders) and seat not in holders:
                code = FaultCode.HAND_OF_PARTNER
                if seat == went_out:
                    code = FaultCode.HAND_OF_WINNER
                elif seat in round_.resting:
                    code = FaultCode.HAND_OF_RESTING
                self.reader.add_fault(code, "hands", name, name=name)
            # Faults use the spelling of the request in their paths.
            self.spelled[seat] = name
            hand = self.hands.hand(values, "hands", name)
            if hand:
                hands[seat] = hand
        for seat in holders:
            if seat not in self.spelled and seat not in round_.knocked_out:
                name = self.game.name(seat)
                self.reader.add_fault(FaultCode.HAND_MISSING, "hands", name, name=name)
        return dict(sorted(hands.items()))

    def holders(self, round_: Round) -> list[Seat]:
        """Return the seats whose hands count; empty if the winner is invalid."""
        is_nobody = self.game.allows_no_winner and not self.reader.has("went_out")
        if is_nobody or (self.game.scoring.counts_winner and round_.went_out):
            return [*round_.seated]
        return _opponents(round_)

    def pile(self, round_: Round) -> Hand | None:
        """Return all opponents' cards counted as one hand; a fault if the scoring forbids it."""
        if not self.game.scoring.allows_pile:
            self.reader.add_fault(FaultCode.NO_PILE, "pile")
        if self.reader.mapping("hands"):
            self.reader.add_fault(FaultCode.PILE_AND_HANDS, "pile")
        if round_.knocked_out and set(_opponents(round_)) <= set(round_.knocked_out):
            self.reader.add_fault(FaultCode.NO_HANDS, "pile")
        return self.hands.hand(self.reader.values["pile"], "pile")

    def notes(self) -> tuple[Note, ...]:
        listed = self.reader.sequence("notes")
        if len(listed) > MOST_NOTES:
            self.reader.add_fault(FaultCode.TOO_MANY_NOTES, "notes", most=MOST_NOTES)
            return ()
        notes = []
        for place, values in enumerate(listed):
            with self.reader.nested("notes", place):
                notes.append(read_note(values))
        return tuple(notes)


def _opponents(round_: Round) -> list[Seat]:
    """Return the seats not on the winner's side; empty if there is no winner."""
    out = round_.went_out
    return [seat for side in round_.sides if out and out not in side for seat in side]


def read_note(values: object) -> Note:
    reader = RequestReader(values)
    note = Note(reader.text("rule", 100, least=1), reader.text("text", LONGEST_NOTE))
    reader.raise_faults()
    return note


def at_table(values: object, table: int | None) -> object:
    """Return a request with the table of the access key, if any; refuse another table."""
    if table is None:
        return values
    asked = RequestReader(values).values
    given = asked.get("table")
    # `True == 1` in Python, but true is not a table number.
    if given is not None and (isinstance(given, bool) or given != table):
        raise ValidationError([Fault(FaultCode.OTHER_TABLE, "/table", {"table": table})])
    return {**asked, "table": table}


def require_rulings(notes: Sequence[Note], rules: Collection[str]) -> None:
    """Refuse notes on rulings that do not exist."""
    faults = [
        Fault(FaultCode.UNKNOWN_RULE, pointer("notes", place, "rule"), {"rule": note.rule})
        for place, note in enumerate(notes)
        if note.rule not in rules
    ]
    if faults:
        raise ValidationError(faults)
