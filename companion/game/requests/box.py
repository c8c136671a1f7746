"""Validation of boxes made by a table itself."""

import re
from collections.abc import Collection, Iterable, Sequence

from companion.game import players
from companion.game.cards.box import BoxCardValues, BoxValues, KnockOutValues
from companion.game.cards.lexicon import fold
from companion.game.faults import FaultCode
from companion.game.requests.reader import RequestReader

LONGEST_BOX, LONGEST_CARD, LONGEST_SIDE, LONGEST_ID = 40, 24, 12, 40
MOST_KINDS = 60
LEAST_POINTS, MOST_POINTS = -100, 1000
MOST_OF_KIND = 200
HIGHEST_BONUS = 1000
FORBIDDEN = ",;:=|!()"  # each is syntax in a score sheet or box file
SIDES = 2
# A number, or lower-case words with hyphens, such as `skip` or `3-of-hearts`.
ID_PATTERN = r"-?[1-9][0-9]?|0|[0-9]*[a-z][a-z0-9]*(-[a-z0-9]+)*|[0-9]+(-[a-z0-9]+)+"

_NUMBER = re.compile(r"-?[1-9][0-9]?|0")


def read_box(values: object, editions: Collection[str]) -> BoxValues:
    """Return a box with all fields set; raises `ValidationError` with all faults."""
    reader = RequestReader(values)
    sides = _read_sides(reader)
    box: BoxValues = {
        "name": _name(reader, "name", LONGEST_BOX),
        "cards": [],
        "sides": sides or None,
        "knock_out": _read_knock_out(reader) if reader.has("knock_out") else None,
        "like": reader.choice("like", tuple(editions)) if reader.has("like") else None,
    }
    listed = reader.sequence("cards")
    if len(listed) > MOST_KINDS:
        reader.add_fault(FaultCode.TOO_MANY_KINDS, "cards", most=MOST_KINDS)
    for place, card in enumerate(listed[:MOST_KINDS]):
        with reader.nested("cards", place):
            box["cards"].append(read_card(card, box))
    reader.raise_faults()
    return box


def read_card(values: object, box: BoxValues) -> BoxCardValues:
    """Return a further card of a box with all fields set; raises `ValidationError`."""
    reader = RequestReader(values)
    name = _name(reader, "name", LONGEST_CARD)
    points = reader.integer("points", LEAST_POINTS, MOST_POINTS)
    side = read_side(reader, box["sides"] or ()) if reader.has("side") else None
    # A card on both sides conflicts with the cards of either side.
    same_side = [
        other for other in box["cards"] if None in {side, other["side"]} or side == other["side"]
    ]
    if name and players.key(name) in {players.key(other["name"]) for other in same_side}:
        reader.add_fault(FaultCode.CARD_TWICE, "name", card=name)
    taken = {other["card"] for other in same_side}
    if not reader.has("card"):
        card = _made_id(name, points, taken, len(box["cards"]) + 1)
    else:
        card = reader.text("card", LONGEST_ID, least=1)
        if card in taken:
            reader.add_fault(FaultCode.CARD_TWICE, "card", card=card)
        elif card and not re.fullmatch(ID_PATTERN, card):
            reader.add_fault(FaultCode.NOT_AN_ID, "card")
        elif _NUMBER.fullmatch(card) and int(card) != points:
            reader.add_fault(FaultCode.WORTH_ITS_FACE, "points", card=card)
    count = reader.integer("count", 1, MOST_OF_KIND) if reader.has("count") else None
    reader.raise_faults()
    return {"name": name, "card": card, "points": points, "count": count, "side": side}


def known_card(values: object, box: BoxValues) -> BoxCardValues | None:
    """Return the box's card with the name and side of a requested one, or None."""
    given = RequestReader(values).values
    name, side = (players.key(str(given.get(part) or "")) for part in ("name", "side"))
    same = (each for each in box["cards"] if players.key(each["name"]) == name)
    return next((each for each in same if players.key(each["side"] or "") == side), None)


def read_side(reader: RequestReader, sides: Sequence[str]) -> str | None:
    """Return the card side in `side`, compared like names; None (with a fault) if invalid."""
    given = reader.values.get("side")
    if not sides:
        if given is not None:
            reader.add_fault(FaultCode.NO_SIDES, "side")
        return None
    for side in sides:
        if isinstance(given, str) and players.key(side) == players.key(given):
            return side
    reader.add_fault(FaultCode.NOT_A_CHOICE, "side", choices=tuple(sides))
    return None


def _read_sides(reader: RequestReader) -> list[str]:
    if not reader.has("sides"):
        return []
    given = reader.sequence("sides")
    if len(given) != SIDES:
        reader.add_fault(FaultCode.TWO_SIDES, "sides")
        return []
    sides = [
        _check_name(reader, side, ("sides", place), LONGEST_SIDE)
        for place, side in enumerate(given)
    ]
    for place, side in enumerate(sides):
        # In a score sheet's round line, a separate # would begin a comment.
        if "#" in side.split():
            values = {"sign": "#", "forbidden": FORBIDDEN}
            reader.add_fault(FaultCode.NAME_SIGN, "sides", place, **values)
    for place in players.doubles(sides):
        reader.add_fault(FaultCode.CARD_TWICE, "sides", place, card=sides[place])
    return sides


def _read_knock_out(reader: RequestReader) -> KnockOutValues:
    values: KnockOutValues = {"bonus": 0}
    with reader.nested("knock_out"):
        stated = RequestReader(reader.values["knock_out"])
        values = {"bonus": stated.integer("bonus", 0, HIGHEST_BONUS)}
        stated.raise_faults()
    return values


def _name(reader: RequestReader, field: str, longest: int) -> str:
    return _check_name(reader, reader.values.get(field), (field,), longest)


def _check_name(
    reader: RequestReader, value: object, steps: Sequence[str | int], longest: int
) -> str:
    if value is None or (isinstance(value, str) and not players.key(value)):
        reader.add_fault(FaultCode.BLANK, *steps)
        return ""
    return reader.check_name(value, steps, longest, FORBIDDEN)


def _made_id(name: str, points: int, taken: Iterable[str], place: int) -> str:
    """Return an id made from a name; a number is only allowed if it equals the points."""
    plain = name.replace("\u2212", "-")  # typographic minus sign
    made = "-".join(re.findall("[a-z0-9]+", fold(name)))[:LONGEST_ID].strip("-")
    if _NUMBER.fullmatch(plain):
        made = plain
    is_right = re.fullmatch(ID_PATTERN, made) and (
        not _NUMBER.fullmatch(made) or int(made) == points
    )
    while not is_right or made in taken:
        made, place, is_right = f"card-{place}", place + 1, True
    return made
