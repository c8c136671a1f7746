"""A table's own box: as a file, and one that begins with the cards of another."""

import json
import re
import tomllib
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

from companion.editions.edition import Edition
from companion.game.cards.box import BoxCardValues, BoxValues
from companion.game.cards.lexicon import fold
from companion.game.faults import Fault, FaultCode, ValidationError, pointer
from companion.game.players import clean
from companion.game.requests.box import FORBIDDEN, LONGEST_BOX, LONGEST_CARD, read_box

LARGEST_FILE = 32_000  # bytes: twice what sixty cards with the longest names take
_MOST_DOTS = 100  # in a line: a key of many parts keeps the reader of TOML busy for minutes
_CARD_KEYS = tuple(BoxCardValues.__annotations__)
_KEYS = (*BoxValues.__annotations__, "rulings_like")


def box_of_edition(edition: Edition, language: str) -> BoxValues:
    """Return a box to begin one's own with: all cards that can be in a hand, as they are called."""
    deck = edition.deck
    sides = {side: edition.side_name(side).localized(language) for side in deck.sides}
    cards: dict[tuple[str, int], BoxCardValues] = {}
    for card in deck.cards:
        if card.points is None:  # it is never in a hand
            continue
        if (card.card, card.points) in cards:  # what is worth the same on both sides is on both
            cards[card.card, card.points]["side"] = None
            continue
        cards[card.card, card.points] = {
            "name": _fitting(edition.cards[card.card].name.localized(language), LONGEST_CARD),
            "card": card.card,
            "points": card.points,
            "count": card.count,
            "side": sides.get(card.side or ""),
        }
    return {
        "name": _fitting(edition.name.localized(language), LONGEST_BOX),
        "cards": [*cards.values()],
        "sides": [*sides.values()] or None,
        "knock_out": None if deck.knock_out is None else {"bonus": deck.knock_out},
        "like": edition.edition,
    }


def _fitting(name: str, longest: int) -> str:
    """Return a name as tables may write it: without signs of a score sheet, whole words only."""
    allowed = " ".join("".join(ch for ch in clean(name) if ch not in FORBIDDEN).split())
    return allowed if len(allowed) <= longest else allowed[: longest + 1].rpartition(" ")[0]


def write_file(box: BoxValues) -> str:
    """Return a box as TOML."""
    lines = _lines([(key, value) for key, value in box.items() if key != "cards"])
    for card in box["cards"]:
        lines += ["", "[[cards]]", *_lines(card.items())]
    return "\n".join([*lines, ""])


def _lines(fields: Collection[tuple[str, object]]) -> list[str]:
    return [f"{key} = {_toml(value)}" for key, value in fields if value is not None]


def _toml(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(_lines(value.items()))} }}"
    # Texts without control characters, numbers and lists are written as in JSON.
    return json.dumps(value, ensure_ascii=False)


def is_box(values: Mapping[str, object]) -> bool:
    """Return whether a file says what a box is in the words of the JSON, not as built-in ones do.

    Those have a table where this has a text or a list.
    """
    return isinstance(values.get("name"), str) or isinstance(values.get("cards"), list)


def parse_file(content: bytes) -> Mapping[str, Any]:
    """Return what a file says, not yet judged; raises `ValidationError` where it is no box."""
    values: Mapping[str, Any] = {}
    lines = content.split(b"\n")
    if len(content) <= LARGEST_FILE and all(line.count(b".") <= _MOST_DOTS for line in lines):
        with suppress(ValueError, RecursionError):
            read = tomllib.loads(content.decode("utf-8-sig"))
            str(read)  # what Python cannot write no page can show: a number of 4,300 digits
            values = read
    if not is_box(values):
        raise ValidationError([Fault(FaultCode.NOT_A_BOX)])
    return values


def read_file(values: Mapping[str, Any], editions: Collection[str]) -> BoxValues:
    """Return the box of a file with every field filled in; `ValidationError` with all faults.

    Scripts may send more than is asked for, but in a file a word that says nothing is misspelt.
    """
    faults = _misspelt(values, _KEYS)
    listed = values.get("cards")
    for place, card in enumerate(listed if isinstance(listed, list) else ()):
        faults += _misspelt(card, _CARD_KEYS, "cards", place)
    try:
        box = read_box(values, editions)
    except ValidationError as refused:
        faults += refused.faults
    if faults:
        raise ValidationError(faults)
    return box


def _misspelt(table: object, known: tuple[str, ...], *steps: str | int) -> list[Fault]:
    return [
        Fault(FaultCode.NOT_A_CHOICE, pointer(*steps, key), {"choices": known})
        for key in (table if isinstance(table, Mapping) else ())
        if key not in known
    ]


def file_name(box: BoxValues, taken: Collection[str]) -> str:
    """Return what the file of a box is called: never like a box here, whose place it would take."""
    name = "-".join(re.findall("[a-z0-9]+", fold(box["name"]))) or "box"
    return f"{name if name[0].isalpha() and name not in taken else f'our-{name}'}.toml"
