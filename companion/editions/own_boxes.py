"""Own boxes as TOML files, and copies of built-in boxes to start from."""

import json
import re
import tomllib
from collections.abc import Collection, Mapping
from contextlib import suppress
from itertools import chain
from typing import Any

from companion.datafiles.reader import Values, merged
from companion.editions.base import BoxBase
from companion.editions.edition import Edition
from companion.game.cards.box import BoxCardValues, BoxValues
from companion.game.cards.lexicon import fold
from companion.game.faults import Fault, FaultCode, ValidationError, pointer
from companion.game.players import clean
from companion.game.requests.box import FORBIDDEN, LONGEST_BOX, LONGEST_CARD, read_box

LARGEST_FILE = 32_000  # bytes, twice a file of sixty cards with the longest names
_MOST_DOTS = 100  # per line, as tomllib takes minutes for long dotted keys
_CARD_KEYS = tuple(BoxCardValues.__annotations__)
_KEYS = (*BoxValues.__annotations__, "rulings_like")


def box_of_edition(edition: Edition, language: str) -> BoxValues:
    """Return an own box with the cards of a box that can be in hands, named in `language`."""
    deck = edition.deck
    sides = {side: edition.side_name(side).localized(language) for side in deck.sides}
    cards: dict[tuple[str, int], BoxCardValues] = {}
    for card in deck.cards:
        if card.points is None:  # never in a hand
            continue
        if (card.card, card.points) in cards:  # same on both card sides
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
    """Return a name without the score sheet's signs, cut between words to `longest`."""
    allowed = " ".join("".join(ch for ch in clean(name) if ch not in FORBIDDEN).split())
    return allowed if len(allowed) <= longest else allowed[: longest + 1].rpartition(" ")[0]


def write_file(box: BoxValues) -> str:
    lines = _lines([(key, value) for key, value in box.items() if key != "cards"])
    for card in box["cards"]:
        lines += ["", "[[cards]]", *_lines(card.items())]
    return "\n".join([*lines, ""])


def _lines(fields: Collection[tuple[str, object]]) -> list[str]:
    return [f"{key} = {_toml(value)}" for key, value in fields if value is not None]


def _toml(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(_lines(value.items()))} }}"
    # Numbers, lists and texts without control characters are written alike in TOML and JSON.
    return json.dumps(value, ensure_ascii=False)


def is_document(values: Mapping[str, object]) -> bool:
    """Return whether a file has the API's fields, unlike the files of built-in boxes.

    The latter has a name for each language.
    """
    has_one_name = isinstance(values.get("name"), str)
    return has_one_name or ("name" not in values and isinstance(values.get("cards"), list))


def from_older_format(values: Values, base: BoxBase) -> Values:
    """Convert a file of the older format (cards as tables by id) to that of built-in boxes."""
    cards, lots = values.get("cards", {}), values.get("lots", {})
    if not isinstance(cards, Mapping) or not isinstance(lots, Mapping):
        return values
    lots = merged(lots, {lot: base.at("lots", lot) for lot in lots})
    of_lots = [lot.get("cards") for lot in lots.values() if isinstance(lot, Mapping)]
    held = {*cards, *chain.from_iterable(each for each in of_lots if isinstance(each, list))}
    shared = [card for card in base.at("cards") if card in held]
    listed = {card: cards.get(card, {}) for card in (*shared, *cards)}
    described = {"described": values["described"]} if "described" in values else {}
    return {
        **{key: value for key, value in values.items() if key != "described"},
        **({"leaflet": {**described, "languages": ["en"]}} if described else {}),
        "cards": [
            {"card": card, **value} if isinstance(value, Mapping) else value
            for card, value in listed.items()
        ],
    }


def parse_file(content: bytes) -> Mapping[str, Any]:
    """Parse a TOML file of a box; return unchecked values, or raise `ValidationError`."""
    values: Mapping[str, Any] = {}
    lines = content.split(b"\n")
    if len(content) <= LARGEST_FILE and all(line.count(b".") <= _MOST_DOTS for line in lines):
        with suppress(ValueError, RecursionError):
            read = tomllib.loads(content.decode("utf-8-sig"))
            str(read)  # raises ValueError for integers over 4,300 digits
            values = read
    if not is_document(values):
        raise ValidationError([Fault(FaultCode.NOT_A_BOX)])
    return values


def read_file(values: Mapping[str, Any], editions: Collection[str]) -> BoxValues:
    """Return the own box of a file's values, with every field filled in.

    Raises `ValidationError` with all faults. Unlike JSON requests, files may not contain unknown
    keys, because these are likely misspelt.
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
    """Return an ASCII file name for an own box, unlike the names in `taken`."""
    name = "-".join(re.findall("[a-z0-9]+", fold(box["name"]))) or "box"
    return f"{name if name[0].isalpha() and name not in taken else f'our-{name}'}.toml"
