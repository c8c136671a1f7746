"""Reading a score sheet that people typed."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.game.cards.box import Box, lexicon_of
from companion.game.cards.hand import Hand
from companion.game.cards.lexicon import Lexicon
from companion.game.entries import Entry, GameStarted, RoundRecorded, RoundRemoved
from companion.game.faults import Fault, FaultCode, ValidationError, pointer
from companion.game.players import LONGEST_NAME, clean, key
from companion.game.replay import apply, replay
from companion.game.requests.change import read_change
from companion.game.requests.hand import MOST_CARDS
from companion.game.requests.round import read_round
from companion.game.rounds import Round
from companion.game.scoresheet import header
from companion.game.scoresheet.writer import REMOVED

LONGEST_SHEET = 1_000_000

_COMMENT = re.compile(r"(^\s*#|(?<=\s)#(?=\s|$)).*")
_NAMED = re.compile(r"\s*(box\s*:.*|card\s*:[^=]*)", re.IGNORECASE)
_TABLE = re.compile(r"table\s+(\d{1,9})\s*,\s*rotation\s+(\d{1,9})\s*\|(.*)", re.IGNORECASE)
_LONGEST_HAND = 50 * MOST_CARDS  # whatever was counted card by card can be read again
_PILE = {"pile", ""}  # nothing before a comma is the pile too: a player may be called "pile"
# Two names and what is between them; before NFC a character is four code points at most.
_LONGEST_LABEL = 4 * (2 * LONGEST_NAME + 3)


def read_sheet(text: str, boxes: Mapping[str, Box]) -> tuple[Entry, ...]:
    """Return the entries of a game from a typed score sheet.

    Raises `ValidationError` with a fault for every line that is wrong, at its number (from 1).
    """
    if len(text) > LONGEST_SHEET:
        raise ValidationError([Fault(FaultCode.TEXT_TOO_LONG, values={"most": LONGEST_SHEET})])
    lines = enumerate(_uncommented(text.split("\n")), start=1)
    filled = [(place, line) for place, line in lines if line]
    length = header.header_length(filled)
    start = header.read_header(filled[:length], boxes)
    lexicon = lexicon_of(start.box, boxes) if start.box else boxes[start.edition].lexicon
    return _SheetReader(start, lexicon).read(filled[length:])


def _uncommented(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines without comments; the name of a box or a card may hold a # that is alone."""
    is_header = True  # after the players these words may be players
    for line in lines:
        named = _NAMED.match(line) if is_header else None
        end = named.end() if named else 0
        yield (line[:end] + _COMMENT.sub("", line[end:])).strip()
        is_header = is_header and not line.lower().startswith("players")


class _SheetReader:
    """The rounds of a sheet being read, with the game as it stands after each line."""

    def __init__(self, start: GameStarted, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.entries: list[Entry] = [start]
        self.game = replay([(1, start)])
        self.removed: list[int] = []  # the numbers of rounds to be removed again

    def read(self, lines: header.Lines) -> tuple[Entry, ...]:
        faults: list[Fault] = []
        for place, line in lines:
            try:
                self.line(line)
            except ValidationError as refused:
                faults += [fault.under(place) for fault in refused.faults]
        self.remove_rounds()  # where such a line was the last one
        if faults:
            raise ValidationError(faults)
        return tuple(self.entries)

    def line(self, line: str) -> None:
        """Read a line, then remove the rounds that had to be there for it."""
        place = _TABLE.fullmatch(line)
        if place and place[3].strip().casefold() == REMOVED:
            self.append(RoundRecorded(self.unknown_round(int(place[1]), int(place[2]))))
            self.removed.append(len(self.game.rounds))
            return
        rest = place[3] if place else line
        word, colon, text = (part.strip() for part in rest.partition(":"))
        is_bare = bool(colon) and self.is_bare(word, text)
        change = None if is_bare else self.change(word, text)
        if change is not None:
            self.append(read_change(self.game, change, is_last=False))
        elif colon:
            values = self.round_values(word, text)
            if place:
                values |= {"table": int(place[1]), "rotation": int(place[2])}
            round_ = read_round(self.game, self.lexicon, values, longest=_LONGEST_HAND)
            self.append(RoundRecorded(round_))
        else:
            raise ValidationError([Fault(FaultCode.NOT_A_ROUND, values={"line": line})])
        self.remove_rounds()

    def append(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.game = apply(self.game, entry)

    def remove_rounds(self) -> None:
        while self.removed:
            self.append(RoundRemoved(self.removed.pop()))

    def unknown_round(self, table: int, rotation: int) -> Round:
        """Return a round for one that had been played and was removed: nothing else is written."""
        seating = self.game.seating
        if not 1 <= rotation <= len(seating):
            fault = Fault(FaultCode.ROTATION_NOT_OPEN, "/rotation", {"rotation": rotation})
            raise ValidationError([fault])
        if not 1 <= table <= len(seating[rotation - 1].tables):
            raise ValidationError([Fault(FaultCode.TABLE_NOT_OPEN, "/table", {"table": table})])
        sides = seating[rotation - 1].tables[table - 1]
        hands = {seat: Hand(0) for seat in sides[1]}
        return Round(sides, sides[0][0], hands, table=table, rotation=rotation)

    def change(  # noqa: PLR0911 - one table, written as a match
        self, word: str, rest: str
    ) -> Mapping[str, Any] | None:
        """Return a change, None for a round: a player may be called like such a word."""
        kind, names = word.casefold(), [clean(name) for name in rest.split(",")]
        is_player = self.game.seat(word) in self.game.company
        are_players = all(map(self.game.seat, names))
        match kind:
            case "finish" if not rest:
                return {kind: True}
            case "target" | "rotations" if header.is_count(rest) or not is_player:
                return {kind: header.number(rest)}
            case "stand-in" if not (is_player and self.is_hand(rest)):
                owner, _, name = (clean(part) for part in rest.partition("="))
                seat = self.game.seat(owner)
                if seat is None:
                    fault = Fault(FaultCode.UNKNOWN_PLAYER, "/seat", {"name": owner})
                    raise ValidationError([fault])
                return {"seat": seat, "name": name}
            case "dealer" if are_players or not is_player:
                return {kind: rest}
            case "leave" | "players" if are_players or not is_player:
                return {kind: names}
            case "join" if ";" not in rest and not (is_player and self.is_hand(rest)):
                newcomers = []
                for part in rest.split(","):
                    name, equals, total = part.partition("=")
                    opening = {"total": header.number(total.strip())} if equals else {}
                    newcomers.append({"name": clean(name), **opening})
                return {kind: newcomers}
        return None

    def round_values(self, went_out: str, rest: str) -> dict[str, Any]:
        values: dict[str, Any] = {"went_out": went_out, "hands": {}, "resting": []}
        for written in filter(None, map(str.strip, rest.split(";"))):
            part, is_marked = _without_mark(written)  # it may be before the name as well
            if item := self.item(part):
                for field, names in item.items():
                    values[field] = names if field == "side" else [*values.get(field, ()), *names]
                continue
            name = self.name_at(part)
            label = self.label_of(part)
            # A name may end in a comma, so that what follows is not taken for part of it.
            counted = part[len(label) :].strip().removeprefix(",").strip()
            text, is_kept = _without_mark(counted)
            hand: dict[str, Any] = {"cards": text}
            if text.startswith("="):
                hand = {"points": header.signed(text.removeprefix("=").strip())}
            if is_kept or is_marked:
                values["keep_anyway"] = True
            if name is None and label.casefold() in _PILE:
                hands, owner, path = values, "pile", pointer("pile")
            else:
                hands, owner = values["hands"], clean(label)
                path = pointer("hands", owner)
            if owner in hands:
                raise ValidationError([Fault(FaultCode.HAND_TWICE, path, {"name": owner})])
            hands[owner] = hand
        return values

    def item(self, part: str) -> Mapping[str, Any] | None:
        """Return what `resting Cy`, `out Cy, Dee` or `side dark` says; None for a hand."""
        first, *others = part.split(maxsplit=1)
        rest, deck = "".join(others), self.game.start.deck
        names = [clean(name) for name in rest.split(",")]
        # A player may be called so, and then it is a hand if it can be one.
        is_free = self.name_at(part) is None
        are_players = all(map(self.game.seat, names))
        match first.casefold():
            case "resting" if is_free or are_players:
                return {"resting": names}
            case "out" if deck.knock_out is not None and (is_free or are_players):
                return {"knocked_out": names}
            case "side" if deck.sides and (is_free or key(rest) in map(key, deck.sides)):
                return {"side": rest}
        return None

    def is_bare(self, word: str, rest: str) -> bool:
        """Return whether this is a round without any hand of somebody called like a change."""
        start = self.game.start
        needs_hands = self.game.scoring.has_hands and start.deck.knock_out is None
        is_player = self.game.seat(word) in self.game.company
        parts = list(filter(None, map(str.strip, rest.split(";"))))
        return is_player and not needs_hands and all(map(self.item, parts))

    def is_hand(self, written: str) -> bool:
        """Return whether this is a hand of somebody who plays, not somebody who joins."""
        part, _ = _without_mark(written)
        before, is_total, _ = part.partition("=")
        label = before.strip(" !,") if is_total else self.label_of(part)
        is_owned = self.game.seat(label) is not None or label.casefold() in _PILE
        return is_owned and part[len(label) :].strip() != ""

    def label_of(self, part: str) -> str:
        """Return whose hand this is; the first word where it is no player's name."""
        return self.name_at(part) or re.split(r"[\s=!,]", part, maxsplit=1)[0]

    def name_at(self, part: str) -> str | None:
        """Return the longest player's name that this part begins with, as it is spelled there."""
        cuts = [m.start() for m in re.finditer(r"(?=[\s=!,]|$)", part[:_LONGEST_LABEL])]
        found = [part[:cut] for cut in cuts if cut and self.game.seat(part[:cut])]
        return found[-1] if found else None


def _without_mark(written: str) -> tuple[str, bool]:
    """Return a text without the `!` that keeps an impossible count, and whether it was there."""
    return written.removeprefix("!").strip(), written.startswith("!")
