"""Reader of typed score sheets."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.game.cards.box import Box, lexicon_of
from companion.game.cards.hand import Hand
from companion.game.cards.lexicon import Lexicon
from companion.game.entries import Entry, GameStarted, RoundRecorded, RoundRemoved, StageDrawn
from companion.game.faults import Fault, FaultCode, ValidationError, pointer
from companion.game.players import LONGEST_NAME, clean, key
from companion.game.replay import apply, replay
from companion.game.requests.adjustment import read_adjustment
from companion.game.requests.change import read_change
from companion.game.requests.hand import MOST_CARDS
from companion.game.requests.round import read_round
from companion.game.requests.stage import read_stage
from companion.game.rounds import OpenTable, Round
from companion.game.scoresheet import header
from companion.game.scoresheet.writer import BY_TIME, NOBODY_OUT, REMOVED

LONGEST_SHEET = 1_000_000

# A remark, or a text in quotes after the points of an adjustment, may have a separate #.
_COMMENT = re.compile(r'((?:\d|(?i:remark))\s+"(?:[^"]|"")*")|(^\s*#|(?<=\s)#(?=\s|$)).*')
_NAMED = re.compile(r"\s*(box\s*:.*|title\s*:.*|card\s*:[^=]*)", re.IGNORECASE)
_REMARK = re.compile(r'(?:^|;)\s*remark\s+["“”„«]((?:[^"]|"")*)["”“»]$', re.IGNORECASE)
_ADJUST = re.compile(r"adjust\s+(.*)", re.IGNORECASE)
_POINTS = re.compile(r"[\s,]*([+-]?\d{1,9})(?:\s+(.*))?")
_TABLE = re.compile(
    r"table\s+(\d{1,9})\s*,\s*(?:rotation|stage)\s+(\d{1,9})\s*\|(.*)", re.IGNORECASE
)
_STAGE = re.compile(rf"stage\s+(\d{{1,9}})({BY_TIME})?", re.IGNORECASE)
_LONGEST_HAND = 50 * MOST_CARDS  # enough for any hand the writer outputs
_PILE = {"pile", ""}  # the empty label helps if a player is called "pile"
# Two names and a separator; a composed character is typed as up to four code points.
_LONGEST_LABEL = 4 * (2 * LONGEST_NAME + 3)


def read_sheet(text: str, boxes: Mapping[str, Box]) -> tuple[Entry, ...]:
    """Parse a typed score sheet into journal entries.

    Raises `ValidationError` with all faults; their paths begin with the line number (from 1).
    """
    if len(text) > LONGEST_SHEET:
        raise ValidationError([Fault(FaultCode.TEXT_TOO_LONG, values={"most": LONGEST_SHEET})])
    lines = enumerate(_uncommented(text.splitlines()), start=1)
    filled = [(place, line) for place, line in lines if line]
    length = header.header_length(filled)
    if not length:
        raise ValidationError([Fault(FaultCode.NO_HEADER).under(1)])
    start = header.read_header(filled[:length], boxes)
    lexicon = lexicon_of(start.box, boxes) if start.box else boxes[start.edition].lexicon
    return _SheetReader(start, lexicon).read(filled[length:])


def _uncommented(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines without comments; names of boxes and cards may contain a separate #."""
    is_header = True  # afterwards `box` or `card` may be a player
    for line in lines:
        named = _NAMED.match(line) if is_header else None
        end = named.end() if named else 0
        yield (line[:end] + _COMMENT.sub(r"\1", line[end:])).strip()
        is_header = is_header and not line.lower().startswith("players")


class _SheetReader:
    """Reader of the lines after the header, with the game after each line."""

    def __init__(self, start: GameStarted, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.entries: list[Entry] = [start]
        self.game = replay([(1, start)])
        self.removed: list[int] = []  # numbers of placeholder rounds to remove

    def read(self, lines: header.Lines) -> tuple[Entry, ...]:
        faults: list[Fault] = []
        for place, line in lines:
            try:
                self.line(line)
            except ValidationError as refused:
                faults += [fault.under(place) for fault in refused.faults]
        self.remove_rounds()  # placeholders at the end of the sheet
        if faults:
            raise ValidationError(faults)
        return tuple(self.entries)

    def line(self, line: str) -> None:
        """Read a line, then remove the placeholder rounds it needed."""
        place = _TABLE.fullmatch(line)
        if place and place[3].strip().casefold() == REMOVED:
            self.append(RoundRecorded(self.placeholder_round(int(place[1]), int(place[2]))))
            self.removed.append(len(self.game.rounds))
            return
        rest = place[3] if place else line
        word, colon, text = (part.strip() for part in rest.partition(":"))
        adjusts = _ADJUST.fullmatch(rest.strip())
        if adjusts and not (colon and self.game.seat(word)):
            values = self.adjustment_values(adjusts[1]) | (
                {"table": int(place[1])} if place else {}
            )
            self.append(read_adjustment(self.game, values))
            return
        text, remark = self.split_remark(text)
        is_round_without_hands = bool(colon) and self.is_round_without_hands(word, text)
        change = None if is_round_without_hands else self.change(word, text)
        if change is not None:
            self.append(read_change(self.game, change, is_last=False))
        elif not place and (stage := self.stage(word, text)):
            self.append(stage)
        elif colon:
            values = self.round_values(word, text) | {"remark": remark}
            table = None
            if place:
                values |= {"table": int(place[1]), "rotation": int(place[2])}
                table = self.table_with_former(values)
            round_ = read_round(self.game, self.lexicon, values, table, _LONGEST_HAND)
            if self.game.start.box and values.get("keep_anyway"):
                # A card added after this round is in the header, but the mark stays.
                round_ = replace(round_, marked=True)
            self.append(RoundRecorded(round_))
        else:
            raise ValidationError([Fault(FaultCode.NOT_A_ROUND, values={"line": line})])
        self.remove_rounds()

    def split_remark(self, text: str) -> tuple[str, str]:
        """Return the items of a round, and the remark behind them (empty if there is none)."""
        found = _REMARK.search(text)
        # A player may be called like a remark.
        if found is None or self.game.seat(found[0].strip("; ")):
            return text, ""
        return text[: found.start()], found[1].replace('""', '"')

    def stage(self, word: str, rest: str) -> StageDrawn | None:
        """Parse `stage 2: Ana, Bo / Cy, Dee`; return None for other lines."""
        found = _STAGE.fullmatch(word)
        if not (found and self.game.game_format.has_stages):
            return None
        tables: list[list[str]] = [[]]
        for part in map(str.strip, rest.split(",")):
            # A name may contain a slash; then two commas part the tables.
            first, *others = [part] if self.game.seat(part) else part.split(" / ")
            tables[-1] += filter(None, [first])
            tables += [[name] for name in others] if part else [[]]
        return read_stage(self.game, int(found[1]), tables, is_by_time=bool(found[2]))

    def table_with_former(self, values: Mapping[str, Any]) -> OpenTable | None:
        """Return the table of a stage if players who have lost their place there play the round.

        They had it when the round was played, before an earlier one or the next draw was removed.
        """
        stages = (stage for stage in self.game.stages if stage.number == values["rotation"])
        tables = (t for stage in stages for t in stage.tables if t.table == values["table"])
        named = {self.game.seat(name) for name in (values["went_out"], *values["hands"]) if name}
        for table in tables:
            if named.intersection(table.seats) > named.intersection(table.placed):
                seats = [s for s in table.seats if s in table.placed or s in named]
                return OpenTable(tuple((s,) for s in seats), table.table, values["rotation"])
        return None

    def append(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.game = apply(self.game, entry)

    def remove_rounds(self) -> None:
        while self.removed:
            self.append(RoundRemoved(self.removed.pop()))

    def placeholder_round(self, table: int, rotation: int) -> Round:
        """Return a placeholder for a removed round, of which only the table is known."""
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
        """Return a change request, or None for a round (a player may be called like a keyword)."""
        kind, names = word.casefold(), [clean(name) for name in rest.split(",")]
        is_player = self.game.seat(word) in self.game.current_roster
        are_players = all(map(self.game.seat, names))
        match kind:
            case "finish" if not rest:
                return {kind: True}
            case "target" | "round limit" | "rotations" if header.is_count(rest) or not is_player:
                return {kind.replace(" ", "_"): header.number(rest)}
            case "open end" if rest == "yes" and not is_player:
                return {"open_end": True}
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
                    opening = {"total": header.signed(total.strip())} if equals else {}
                    newcomers.append({"name": clean(name), **opening})
                return {kind: newcomers}
        return None

    def adjustment_values(self, text: str) -> dict[str, Any]:
        """Parse `Ana -10 forgot UNO`; the longest player's name with points behind it wins."""
        for name in reversed(self.names_at(text)):
            if found := _POINTS.fullmatch(text[len(name) :]):
                break
        else:
            name = self.name_at(text) or re.split(r"[\s,]+(?=[+-]?\d)", text, maxsplit=1)[0]
            found = _POINTS.fullmatch(text[len(name) :])
        points, why = (found[1], found[2] or "") if found else ("", "")
        if quoted := re.fullmatch(r'"((?:[^"]|"")*)"', why):
            why = quoted[1].replace('""', '"')
        return {"player": name, "points": header.signed(points.removeprefix("+")), "why": why}

    def round_values(self, went_out: str, rest: str) -> dict[str, Any]:
        is_nobody = went_out.casefold() in {NOBODY_OUT, ""} and self.game.seat(went_out) is None
        if is_nobody and self.game.allows_no_winner:
            went_out = ""
        values: dict[str, Any] = {"went_out": went_out or None, "hands": {}, "resting": []}
        for written in filter(None, map(str.strip, rest.split(";"))):
            part, is_marked = _without_mark(written)  # the mark may precede the name
            if item := self.item(part):
                for field, names in item.items():
                    values[field] = names if field == "side" else [*values.get(field, ()), *names]
                continue
            name = self.name_at(part)
            label = self.label_of(part)
            # A comma may separate the name from a hand that looks like part of it.
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
        """Parse `resting Cy`, `out Cy, Dee` or `side dark`; return None for a hand."""
        first, *others = part.split(maxsplit=1)
        rest, deck = "".join(others), self.game.start.deck
        names = [clean(name) for name in rest.split(",")]
        # If a player is called like the keyword, prefer a hand.
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

    def is_round_without_hands(self, word: str, rest: str) -> bool:
        """Return whether a line that begins with a player's name is a round without hands."""
        start = self.game.start
        needs_hands = self.game.scoring.has_hands and start.deck.knock_out is None
        is_player = self.game.seat(word) in self.game.current_roster
        parts = list(filter(None, map(str.strip, rest.split(";"))))
        return is_player and not needs_hands and all(map(self.item, parts))

    def is_hand(self, written: str) -> bool:
        """Return whether this is a hand of an existing player or the pile, not a newcomer."""
        part, _ = _without_mark(written)
        before, is_total, _ = part.partition("=")
        label = before.strip(" !,") if is_total else self.label_of(part)
        is_owned = self.game.seat(label) is not None or label.casefold() in _PILE
        return is_owned and part[len(label) :].strip() != ""

    def label_of(self, part: str) -> str:
        """Return the player's name before a hand, or the first word if it is not a player's."""
        return self.name_at(part) or re.split(r"[\s=!,]", part, maxsplit=1)[0]

    def name_at(self, part: str) -> str | None:
        """Return the longest player name that this part begins with, as spelled, or None."""
        return next(reversed(self.names_at(part)), None)

    def names_at(self, part: str) -> list[str]:
        """Return the player names that this part begins with, as spelled, the longest last."""
        cuts = [m.start() for m in re.finditer(r"(?=[\s=!,]|$)", part[:_LONGEST_LABEL])]
        return [part[:cut] for cut in cuts if cut and self.game.seat(part[:cut])]


def _without_mark(written: str) -> tuple[str, bool]:
    """Return a text without a leading `!` (keep an impossible count), and whether it had one."""
    return written.removeprefix("!").strip(), written.startswith("!")
