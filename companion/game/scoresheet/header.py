"""Reader of a score sheet's header: game options and box."""

import re
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from companion.game.cards.box import OWN, Box, lexicon_of
from companion.game.cards.lexicon import Lexicon, spelling
from companion.game.cards.notation import parse_hand
from companion.game.entries import GameStarted
from companion.game.faults import ValidationError
from companion.game.players import key
from companion.game.requests.box import read_box
from companion.game.requests.start import read_start
from companion.game.tournament.heats import OPTIONS

Lines = list[tuple[int, str]]  # line number and text

# Field names of a start request.
_NUMBERS = {
    "target", "round_limit", "decks", "rounds_per_partnership", "rotations", *OPTIONS, "lot"
}  # fmt: skip
_YES = {"by_average", "open_end"}
_TEXTS = {"edition", "format", "scoring", "title", "players", "left_out", "dealer"}
_HEADER = {name.replace("_", " ") for name in _NUMBERS | _YES | _TEXTS}
# Keywords of a table's own box -> field names.
_OF_BOX = {
    "box": "name",
    "sides": "sides",
    "knock out": "knock_out",
    "like": "like",
    "card": "cards",
}


def header_length(lines: Lines) -> int:
    """Return the header's length in lines.

    After `players:` a keyword may be a player's name.
    """
    seen: set[str] = set()
    players: set[str] = set()
    for place, (_, line) in enumerate(lines):
        word, _, rest = line.partition(":")
        word = word.strip().casefold()
        is_known = word in _HEADER or word in _OF_BOX
        if not is_known or word in seen or key(word) in players:
            return place
        seen |= {word} - {"card"}  # may be repeated
        if word == "players":
            players = {key(name) for name in rest.split(",")}
    return len(lines)


def read_header(header: Lines, boxes: Mapping[str, Box]) -> GameStarted:
    """Return the start of the game; faults have the line number of their value, else 1."""
    values: dict[str, Any] = {}
    line_numbers: dict[str, int] = {}
    box: dict[str, Any] = {}
    for place, line in header:
        word, _, value = line.partition(":")
        kind = word.strip().casefold()
        path, part = ("box", _OF_BOX[kind]) if kind in _OF_BOX else ("", kind.replace(" ", "_"))
        if part == "cards":
            line_numbers[f"box/cards/{len(box.setdefault(part, []))}"] = place
            box[part].append(_card(value))
        elif path:
            box[part] = _part_of_box(part, value.strip())
            line_numbers[f"box/{part}"] = place
        else:
            values[part], line_numbers[part] = value.strip(), place
    if box:
        values["box"] = box
        line_numbers["box"] = min(n for path, n in line_numbers.items() if path.startswith("box/"))
        if values.get("edition") == OWN:
            del values["edition"]
    values |= _typed(values)
    if "players" in values:
        values["players"] = [name.strip() for name in values["players"].split(",")]
    # Without a valid box there are no card names, and the box is reported.
    if "left_out" in values and (lexicon := _lexicon(values, boxes)):
        values["left_out"] = _left_out(values["left_out"], lexicon)
    try:
        return read_start(values, boxes)
    except ValidationError as refused:
        raise ValidationError(
            fault.under(_line_of(fault.path, line_numbers)) for fault in refused.faults
        ) from None


def _typed(values: Mapping[str, str]) -> Mapping[str, object]:
    """Return the values that are numbers, or true where the header says `yes`."""
    numbers = {name: number(values[name]) for name in _NUMBERS & values.keys()}
    return numbers | {name: True for name in _YES & values.keys() if values[name] == "yes"}


def _lexicon(values: Mapping[str, Any], boxes: Mapping[str, Box]) -> Lexicon | None:
    with suppress(ValidationError):
        if "box" in values:
            return lexicon_of(read_box(values["box"], tuple(boxes)), boxes)
    box = boxes.get(values.get("edition", ""))
    return box.lexicon if box else None


def _line_of(path: str, line_numbers: Mapping[str, int]) -> int:
    """Return the line number of the value at a path or of its nearest parent, else 1."""
    steps = path.split("/")[1:]
    parts = ("/".join(steps[:length]) for length in range(len(steps), 0, -1))
    return next((line_numbers[part] for part in parts if part in line_numbers), 1)


def _card(text: str) -> dict[str, Any]:
    """Parse a card: `Skip Everyone = 30, side dark, count 8, id skip-everyone`."""
    name, _, rest = text.partition("=")
    points, *others = map(str.strip, rest.split(","))
    card: dict[str, Any] = {"name": name.strip(), "points": signed(points)}
    for other in others:
        word, _, value = other.partition(" ")
        field = {"id": "card"}.get(word.casefold(), word.casefold())
        card[field] = number(value.strip()) if field == "count" else value.strip()
    return card


def _part_of_box(part: str, text: str) -> object:
    if part == "sides":
        return [side.strip() for side in text.split(",")]
    return {"bonus": number(text)} if part == "knock_out" else text


def _left_out(text: str, lexicon: Lexicon) -> Mapping[str, int]:
    """Parse the cards left out: `2 customizable, swap-hands`, `customizable = 2`, `3x9`."""
    left_out: Counter[str] = Counter()
    for part in filter(None, map(str.strip, text.split(","))):
        first, _, rest = part.partition(" ")
        if is_count(first) and spelling(rest) in lexicon.by_spelling:
            left_out[lexicon.by_spelling[spelling(rest)]] += int(first)
            continue
        times, card = 1, part
        before, equals, after = part.replace(":", "=").partition("=")
        words = [word for word in part.replace("×", "x").split() if word != "x"]
        if equals and is_count(after.strip()):
            times, card = int(after), before
        elif len(words) > 1 and is_count(words[0].strip("x")):
            times, card = int(words[0].strip("x")), " ".join(words[1:])
        elif len(words) > 1 and is_count(words[-1].strip("x")):
            times, card = int(words[-1].strip("x")), " ".join(words[:-1])
        try:
            cards = parse_hand(card, lexicon)
        except ValidationError:
            cards = ()
        if len(set(cards)) == 1:
            times, card = times * len(cards), cards[0]
        left_out[card] += times
    return left_out


def is_count(word: str) -> bool:
    return re.fullmatch(r"\d{1,9}", word) is not None


def number(text: str) -> int | str:
    return int(text) if is_count(text) else text


def signed(text: str) -> int | str:
    return -int(text[1:]) if text[:1] == "-" and is_count(text[1:]) else number(text)
