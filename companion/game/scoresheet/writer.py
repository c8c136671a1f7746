"""Writer of score sheets, with the rounds as corrected so far."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import accumulate

from companion.game import entries as e
from companion.game import players, roster, tally
from companion.game.cards.box import BoxCardValues, BoxValues
from companion.game.cards.hand import Hand
from companion.game.cards.notation import format_hand
from companion.game.game import Game
from companion.game.rounds import Seat
from companion.game.tournament.heats import OPTIONS, seats_of
from companion.game.tournament.tables import unfinished_tables

NOBODY_OUT = "nobody"  # or an empty name, if a player is called so
BY_TIME = " by time"  # behind the number of a stage, if the clock ended the one before
REMOVED = "removed"  # placeholder for a round that was removed later


def write_sheet(game: Game) -> str:
    """Return a game as text that `read_sheet` reads as the same game.

    Exception: a round that contradicts the players who were in, since a correction. It is written
    as played and refused when reading until it is corrected, so that no hand is lost silently.
    In a tournament `table 1, rotation 2 | removed` stands for a round that was removed later.
    """
    return "\n".join(_SheetWriter(game).lines()).rstrip() + "\n"


class _SheetWriter:
    """Writer of one game, line by line."""

    def __init__(self, game: Game) -> None:
        self.game = game
        first = next(iter(game.roster_changes), None)
        has_first_dealer = first and first.number == 1 and isinstance(first.entry, e.DealerSet)
        # The dealer of the first round is written in the header.
        self.first_dealer = first if has_first_dealer else None
        self.changes = game.roster_changes[1 if has_first_dealer else 0 :]
        # Rotations begun before each round; computed once, as games may have thousands of rounds.
        self.begun = (0, *accumulate((round_.rotation for round_ in game.rounds), max))

    def lines(self) -> Iterator[str]:
        game = self.game
        yield from self.header()
        yield ""
        yield from (self.stand_in(seat) for seat in game.founders if seat in game.stand_ins)
        early_changes = [change for change in self.changes if change.number == 1]
        drawn = [isinstance(change.entry, e.StageDrawn) for change in early_changes]
        first = drawn.index(True) if True in drawn else len(drawn)
        yield from self.lines_of(early_changes[:first])
        early = [c.entry for c in game.roster_changes if c.number == 1]
        came = [*game.founders, *(c.seat for c in early if isinstance(c, e.PlayerJoined))]
        seats = list(dict.fromkeys(came))
        if seats != sorted(seats):
            # Players who joined before the first round may have seats between the founders.
            yield f"players: {self.names(sorted(seats))}"
        # Players who left were seated if the rounds before that were removed later.
        usual = game.game_format.first_plan(game.roster(1), game.start.table_size)
        if game.stages and game.is_begun and game.plan[:1] != usual:
            yield self.stage(1, seats_of(game.plan[0]))
        yield from self.lines_of(early_changes[first:])
        for played in game.tally.played:
            yield from self.removed_before(played)
            yield self.round(played)
            number = played.number + 1
            yield from self.lines_of(c for c in self.changes if c.number == number)

    def header(self) -> Iterator[str]:
        """Yield the header; players come last, because a name may equal a keyword."""
        game, start = self.game, self.game.start
        header = {
            "edition": start.edition,
            **_box_header(start.box),
            "format": start.game_format,
            "scoring": start.scoring,
            "title": start.title,
            "target": game.target,
            "round limit": game.round_limit,
            "open end": "yes" if game.is_open_ended else None,
            "rounds per partnership": start.rounds_per_partnership,
            "rotations": start.rotations,
            "by average": "yes" if start.by_average else None,
            **{name.replace("_", " "): getattr(start, name) for name in OPTIONS},
            "lot": start.lot,
            "decks": start.decks if start.decks > 1 else None,
            "left out": ", ".join(f"{n} {card}" for card, n in (start.left_out or {}).items()),
        }
        yield from (f"{word}: {value}" for word, value in header.items() if value)
        yield from map(_card, start.box["cards"] if start.box else ())
        if self.first_dealer:
            yield self.change(self.first_dealer)
        yield f"players: {', '.join(self.own_name(seat) for seat in game.founders)}"

    def removed_before(self, played: tally.ScoredRound) -> Iterator[str]:
        """Yield placeholders for removed rounds without which this rotation could not begin."""
        game, rotation = self.game, played.round.rotation
        if game.game_format.has_stages:
            return  # the draw of a stage opens it
        if rotation > max(self.begun[played.number - 1], 1):
            before = game.rounds[: played.number - 1]
            earlier = game.seating[: rotation - 1]
            for table in unfinished_tables(earlier, before, game.rounds_each):
                for _ in range(table.rounds_left or 0):
                    yield self.place(table.table, table.rotation) + REMOVED

    def lines_of(self, changes: Iterable[roster.RosterChange]) -> Iterator[str]:
        """Yield changes before a round, except the dealer in the header."""
        game = self.game
        has_begun = game.game_format.has_rotations and not game.game_format.has_stages
        for change in changes:
            begun = self.begun[change.number - 1]
            if has_begun and change.rotations_begun > begun:
                yield self.place(1, change.rotations_begun) + REMOVED
            entry = change.entry
            if isinstance(entry, e.PlayerJoined) and game.target and entry.total >= game.target:
                # The target was lowered after this player joined with a higher total.
                yield f"target: {entry.total + 1}"
                yield self.change(change)
                yield f"target: {game.target}"
            else:
                yield self.change(change)
            newcomer = self.newcomer(change)
            if newcomer in game.stand_ins:
                yield self.stand_in(newcomer)

    def change(  # noqa: PLR0911 - one table, written as a match
        self, change: roster.RosterChange
    ) -> str:
        match change.entry:
            case e.PlayersLeft(seats):
                return f"leave: {self.names(seats)}"
            case e.PlayerJoined(seat, total=total, sets_total=sets_total):
                if self.newcomer(change) == seat:
                    return f"join: {self.own_name(seat)} = {total}"
                if sets_total:
                    return f"join: {self.game.name(seat)} = {total}"
                return f"join: {self.game.name(seat)}"
            case e.DealerSet(dealer):
                return f"dealer: {self.game.name(dealer)}"
            case e.RotationsChanged(rotations):
                return f"rotations: {rotations}"
            case e.AdjustmentMade(seat, points, why):
                return f"adjust {self.adjusted(seat)} {points:+} {_quoted(why)}".rstrip()
            case e.StageDrawn(stage, tables, by_time):
                return self.stage(stage, tables, BY_TIME if by_time else "")
            case e.GameFinished():
                return "finish"

    def stage(self, stage: int, tables: Iterable[Iterable[Seat]], how: str = "") -> str:
        """Return the draw of a stage, its tables parted by a slash, or by commas between names."""
        parted = ", , " if any("/" in name for name in self.game.names) else " / "
        return f"stage {stage}{how}: {parted.join(map(self.names, tables))}"

    def newcomer(self, change: roster.RosterChange) -> Seat:
        """Return the seat if a change is a player's first join, else 0."""
        match change.entry:
            case e.PlayerJoined(seat) if seat not in self.game.founders:
                came = (c for c in self.changes if getattr(c.entry, "seat", 0) == seat)
                return seat if next(came) is change else 0
        return 0

    def round(self, played: tally.ScoredRound) -> str:
        game, round_ = self.game, played.round
        keep = "! " if round_.marked else ""
        parts = [f"{self.labels[seat]} {keep}{_hand(hand)}" for seat, hand in round_.hands.items()]
        if round_.pile:
            # If a player is called "pile", use the empty label.
            label = "," if game.seat("pile") else "pile"
            parts.append(f"{label} {keep}{_hand(round_.pile)}")
        if played.resting:
            parts.append(f"resting {self.names(played.resting)}")
        if round_.side is not None:
            parts.append(f"side {round_.side}")
        if round_.knocked_out:
            parts.append(f"out {self.names(round_.knocked_out)}")
        if round_.remark:
            parts.append(f"remark {_in_quotes(round_.remark)}")
        place = ""
        if game.game_format.has_rotations:
            place = self.place(round_.table, round_.rotation)
        winner = "" if game.seat(NOBODY_OUT) else NOBODY_OUT
        if round_.went_out:
            winner = game.name(round_.went_out)
        return f"{place}{winner}: {'; '.join(parts)}".rstrip()

    @cached_property
    def labels(self) -> Mapping[Seat, str]:
        return {seat: self.label(seat) for seat in self.game.seats}

    def label(self, seat: Seat) -> str:
        """Return a name before a hand, with a comma if it is ambiguous."""
        # The hand "7" of "Ana" must not be read as a hand of the player "Ana 7".
        name = players.key(self.game.name(seat))
        is_begun = any(players.key(other).startswith(f"{name} ") for other in self.game.names)
        deck = self.game.start.deck
        words = {"resting", *(["side"] if deck.sides else []), *(["out"] if deck.knock_out else [])}
        return self.game.name(seat) + ("," if is_begun or name in words else "")

    def adjusted(self, seat: Seat) -> str:
        """Return a name before points, with a comma if the line is ambiguous."""
        # A line may also begin with a player called "adjust Ana".
        names = map(players.key, self.game.names)
        is_keyword = any(name.startswith("adjust ") for name in names)
        return f"{self.game.name(seat)}," if is_keyword else self.labels[seat]

    def names(self, seats: Iterable[Seat]) -> str:
        return ", ".join(map(self.game.name, seats))

    def own_name(self, seat: Seat) -> str:
        return self.game.stand_ins.get(seat, (self.game.name(seat),))[0]

    def stand_in(self, seat: Seat) -> str:
        return "stand-in: " + " = ".join(self.game.stand_ins[seat])

    def place(self, table: int, rotation: int) -> str:
        word = "stage" if self.game.game_format.has_stages else "rotation"
        return f"table {table}, {word} {rotation} | "


def _quoted(text: str) -> str:
    """Return a text, in quotes if it begins with one, or if its rest may be read as a comment."""
    is_plain = not text.startswith('"') and "#" not in text.split()
    return text if is_plain else _in_quotes(text)


def _in_quotes(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _box_header(box: BoxValues | None) -> dict[str, object]:
    """Return the header of a table's own box without cards; a bonus of 0 is written too."""
    if box is None:
        return {}
    return {
        "box": box["name"],
        "sides": ", ".join(box["sides"] or ()),
        "knock out": str(box["knock_out"]["bonus"]) if box["knock_out"] else None,
        "like": box["like"],
    }


def _card(card: BoxCardValues) -> str:
    parts = {"side": card["side"], "count": card["count"], "id": card["card"]}
    stated = [f"{word} {value}" for word, value in parts.items() if value is not None]
    return f"card: {card['name']} = {', '.join([str(card['points']), *stated])}"


def _hand(hand: Hand) -> str:
    return f"= {hand.points}" if hand.cards is None else format_hand(hand.cards)
