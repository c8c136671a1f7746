"""Reading a score sheet that people typed."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.game.cards.hand import Hand
from companion.game.cards.lexicon import Lexicon
from companion.game.cards.notation import parse_hand
from companion.game.entries import Entry, GameStarted, RoundRecorded, RoundRemoved
from companion.game.faults import Fault, FaultCode, ValidationError, pointer
from companion.game.players import LONGEST_NAME, clean, key
from companion.game.replay import apply, replay
from companion.game.requests.change import read_change
from companion.game.requests.hand import MOST_CARDS
from companion.game.requests.round import read_round
from companion.game.requests.start import Box, read_start
from companion.game.rounds import Round
from companion.game.scoresheet.writer import REMOVED

LONGEST_SHEET = 1_000_000

_HEADER = {
    "edition": "edition",
    "format": "format",
    "scoring": "scoring",
    "target": "target",
    "players": "players",
    "decks": "decks",
    "left out": "left_out",
    "dealer": "dealer",
    "rounds per partnership": "rounds_per_partnership",
    "rotations": "rotations",
}
_TABLE = re.compile(r"table\s+(\d{1,9})\s*,\s*rotation\s+(\d{1,9})\s*\|(.*)", re.IGNORECASE)
_LONGEST_HAND = 50 * MOST_CARDS  # whatever was counted card by card can be read again
_PILE = {"pile", ""}  # without a name all the same: a player may be called "pile"
# Two names and what stands between them; before it is put together (NFC), a sign is four at most.
_LONGEST_LABEL = 4 * (2 * LONGEST_NAME + 3)

Lines = list[tuple[int, str]]  # the number of a line, and what is in it


def read_sheet(text: str, boxes: Mapping[str, Box]) -> tuple[Entry, ...]:
    """Read a typed score sheet into the entries of a game.

    Raises `ValidationError` with a fault for every line that is wrong: its path begins with the
    number of the line (from 1), then says where in the round.
    """
    if len(text) > LONGEST_SHEET:
        raise ValidationError([Fault(FaultCode.TEXT_TOO_LONG, values={"most": LONGEST_SHEET})])
    lines = [(i, line.split("#", 1)[0].strip()) for i, line in enumerate(text.split("\n"), 1)]
    header, rounds = _parted([(number, line) for number, line in lines if line])
    start = _start(header, boxes)
    return _Sheet(start, boxes[start.edition].lexicon).read(rounds)


def _parted(lines: Lines) -> tuple[Lines, Lines]:
    """Part the header from the rounds: it ends where its words are no longer used.

    After the players a word of the header may be one of them.
    """
    seen: set[str] = set()
    players: set[str] = set()
    for place, (_, line) in enumerate(lines):
        word, _, rest = line.partition(":")
        word = word.strip().casefold()
        if word not in _HEADER or word in seen or key(word) in players:
            return lines[:place], lines[place:]
        seen.add(word)
        if word == "players":
            players = {key(name) for name in rest.split(",")}
    return lines, []


def _start(header: Lines, boxes: Mapping[str, Box]) -> GameStarted:
    values, at = {}, {}
    for number, line in header:
        word, _, value = line.partition(":")
        name = _HEADER[word.strip().casefold()]
        values[name], at[name] = value.strip(), number
    try:
        return read_start(_header_values(values, boxes), boxes)
    except ValidationError as refused:
        raise ValidationError(
            _on_line(f, at.get(f.path.split("/")[1], 1)) for f in refused.faults
        ) from None


def _header_values(written: Mapping[str, str], boxes: Mapping[str, Box]) -> dict[str, Any]:
    values: dict[str, Any] = dict(written)
    for name in ("target", "decks", "rounds_per_partnership", "rotations"):
        values |= {name: _number(written[name])} if name in written else {}
    if "players" in written:
        values["players"] = [name.strip() for name in written["players"].split(",")]
    if "left_out" in written and written.get("edition") in boxes:
        lexicon = boxes[written["edition"]].lexicon
        values["left_out"] = _left_out(written["left_out"], lexicon)
    return values


def _left_out(written: str, lexicon: Lexicon) -> Mapping[str, int]:
    """Read `2 customizable, swap-hands`; `customizable = 2` and `3x9` will do too."""
    left_out: Counter[str] = Counter()
    for part in filter(None, map(str.strip, written.split(","))):
        times, words = _times_and_card(part)
        card, more = _card_called(words, lexicon)
        left_out[card] += times * more
    return left_out


def _times_and_card(part: str) -> tuple[int, str]:
    card, is_told, times = part.replace(":", "=").partition("=")
    if is_told and _is_count(times.strip()):
        return int(times), card
    match [word for word in part.replace("×", "x").split() if word != "x"]:
        case [number, *rest] if rest and _is_count(number.strip("x")):
            return int(number.strip("x")), " ".join(rest)
        case [*rest, number] if rest and _is_count(number.strip("x")):
            return int(number.strip("x")), " ".join(rest)
    return 1, part


def _card_called(words: str, lexicon: Lexicon) -> tuple[str, int]:
    """Find the card, and how many of it; what is no one card stays as it is written."""
    try:
        cards = parse_hand(words, lexicon)
    except ValidationError:
        return words, 1
    return (cards[0], len(cards)) if len(set(cards)) == 1 else (words, 1)


def _is_count(word: str) -> bool:
    return re.fullmatch(r"\d{1,9}", word) is not None


def _number(text: str) -> int | str:
    return int(text) if _is_count(text) else text


def _on_line(fault: Fault, number: int) -> Fault:
    return Fault(fault.code, f"/{number}{fault.path}", fault.values)


class _Sheet:
    """The rounds of a sheet being read, with the game as it stands after each line."""

    def __init__(self, start: GameStarted, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.entries: list[Entry] = [start]
        self.game = replay([(1, start)])
        self.faults: list[Fault] = []
        self.removed: list[int] = []  # the numbers of rounds to be removed again

    def read(self, lines: Lines) -> tuple[Entry, ...]:
        for number, line in lines:
            try:
                self._line(line)
            except ValidationError as refused:
                self.faults += [_on_line(fault, number) for fault in refused.faults]
        self._remove()
        if self.faults:
            raise ValidationError(self.faults)
        return tuple(self.entries)

    def _line(self, line: str) -> None:
        at = _TABLE.fullmatch(line)
        if at and at[3].strip().casefold() == REMOVED:
            self._happened(RoundRecorded(self._blank(int(at[1]), int(at[2]))))
            self.removed.append(len(self.game.rounds))
        else:
            self._happened(self._entry(line))
            self._remove()

    def _blank(self, table: int, rotation: int) -> Round:
        """Stand for a round of which nothing is known but that it had been played."""
        seating = self.game.seating
        if not 1 <= rotation <= len(seating):
            raise ValidationError(
                [Fault(FaultCode.ROTATION_NOT_OPEN, "/rotation", {"rotation": rotation})]
            )
        if not 1 <= table <= len(seating[rotation - 1].tables):
            raise ValidationError([Fault(FaultCode.TABLE_NOT_OPEN, "/table", {"table": table})])
        sides = seating[rotation - 1].tables[table - 1]
        held = {seat: Hand(0) for seat in sides[1]}
        return Round(sides, sides[0][0], held, table=table, rotation=rotation)

    def _remove(self) -> None:
        """Remove the rounds that had to be there for the line after them."""
        while self.removed:
            self._happened(RoundRemoved(self.removed.pop()))

    def _happened(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.game = apply(self.game, entry)

    def _entry(self, line: str) -> Entry:
        at = _TABLE.fullmatch(line)
        word, colon, rest = (part.strip() for part in (at[3] if at else line).partition(":"))
        change = self._change(word, rest)
        if change is not None:
            return read_change(self.game, change, is_last=False)
        if not colon:
            raise ValidationError([Fault(FaultCode.NOT_A_ROUND, values={"line": line})])
        values = self._round(word, rest)
        if at:
            values |= {"table": int(at[1]), "rotation": int(at[2])}
        return RoundRecorded(read_round(self.game, self.lexicon, values, longest=_LONGEST_HAND))

    def _change(  # noqa: PLR0911 - one table, written as a match
        self, word: str, rest: str
    ) -> Mapping[str, Any] | None:
        """Read what may stand between rounds; a player may be called like one of these words."""
        kind, names = word.casefold(), [clean(name) for name in rest.split(",")]
        is_player = self.game.seat(word) in self.game.company
        are_players = all(map(self.game.seat, names))
        match kind:
            case "finish" if not rest:
                return {kind: True}
            case "target" | "rotations" if _is_count(rest) or not is_player:
                return {kind: _number(rest)}
            case "stand-in" if not (is_player and self._is_hand(rest)):
                return self._stand_in(rest)
            case "dealer" if are_players or not is_player:
                return {kind: rest}
            case "leave" | "players" if are_players or not is_player:
                return {kind: names}
            case "join" if ";" not in rest and not (is_player and self._is_hand(rest)):
                return {kind: [_who_joins(part) for part in rest.split(",")]}
        return None

    def _stand_in(self, rest: str) -> Mapping[str, Any]:
        owner, _, name = (clean(part) for part in rest.partition("="))
        seat = self.game.seat(owner)
        if seat is None:
            raise ValidationError([Fault(FaultCode.UNKNOWN_PLAYER, "/seat", {"name": owner})])
        return {"seat": seat, "name": name}

    def _round(self, went_out: str, rest: str) -> dict[str, Any]:
        values: dict[str, Any] = {"went_out": went_out, "hands": {}, "resting": []}
        for part in filter(None, map(str.strip, rest.split(";"))):
            self._part(part, values)
        return values

    def _part(self, part: str, values: dict[str, Any]) -> None:
        """Read one hand, the pile, or who rests; the `!` may stand before the name as well."""
        part, is_marked = _unmarked(part)
        name = self._name_at(part)
        first, *others = part.split(maxsplit=1)
        names = [clean(who) for who in "".join(others).split(",")]
        if first.casefold() == "resting" and (name is None or all(map(self.game.seat, names))):
            values["resting"] += names
            return
        label = self._label_of(part)
        hand, keep = _hand(part[len(label) :])
        values["keep_anyway"] = values.get("keep_anyway", False) or keep or is_marked
        if name is None and label.casefold() in _PILE:
            _put(values, "pile", hand)
        else:
            _put(values["hands"], clean(label), hand, "hands")

    def _is_hand(self, part: str) -> bool:
        """Tell a hand of somebody who plays from somebody who joins, with a total or not."""
        part, _ = _unmarked(part)
        before, is_total, _ = part.partition("=")
        label = before.strip(" !,") if is_total else self._label_of(part)
        is_owned = self.game.seat(label) is not None or label.casefold() in _PILE
        return is_owned and part[len(label) :].strip() != ""

    def _label_of(self, part: str) -> str:
        """Find whose hand this is; a word that is no player's name is not one yet."""
        return self._name_at(part) or re.split(r"[\s=!,]", part, maxsplit=1)[0]

    def _name_at(self, part: str) -> str | None:
        """Find the longest player's name that this part begins with, as it is spelled there."""
        cuts = [m.start() for m in re.finditer(r"(?=[\s=!,]|$)", part[:_LONGEST_LABEL])]
        found = [part[:cut] for cut in cuts if cut and self.game.seat(part[:cut])]
        return found[-1] if found else None


def _put(hands: dict[str, Any], name: str, hand: Mapping[str, Any], *steps: str) -> None:
    if name in hands:
        raise ValidationError([Fault(FaultCode.HAND_TWICE, pointer(*steps, name), {"name": name})])
    hands[name] = hand


def _who_joins(part: str) -> dict[str, Any]:
    name, equals, total = part.partition("=")
    return {"name": clean(name)} | ({"total": _number(total.strip())} if equals else {})


def _hand(written: str) -> tuple[dict[str, Any], bool]:
    text, keep = _unmarked(written.strip().removeprefix(",").strip())  # a name may end in a comma
    if text.startswith("="):
        return {"points": _number(text.removeprefix("=").strip())}, keep
    return {"cards": text}, keep


def _unmarked(written: str) -> tuple[str, bool]:
    """Take off the `!` that keeps an impossible count, if it is there."""
    return written.removeprefix("!").strip(), written.startswith("!")
