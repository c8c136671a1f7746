"""Boxes whose leaflet was not read; their cards are known from other texts."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib.resources import files

from companion.datafiles.reader import (
    TEXT,
    InvalidFileError,
    Table,
    choice,
    integer,
    list_of,
    pattern,
    read_file,
)
from companion.datafiles.text import LANGUAGES, LocalizedText
from companion.editions.base import BoxBase
from companion.editions.box import read_players
from companion.editions.cards import KINDS, read_short
from companion.editions.edition import CardFace, Confidence, Edition, Kind, Pile, Source, Start
from companion.editions.fallback import without_leaflet
from companion.game.cards.box import named_cards, turnable
from companion.game.cards.deck import Card, Deck
from companion.game.requests import box as limits
from companion.game.requests.start import HIGHEST_TARGET
from companion.game.scoring import SCORINGS

FOLDER = "unread"
CARD_ID = pattern(limits.ID_PATTERN, "must be a number or lower-case words with hyphens")
POINTS = integer(limits.LEAST_POINTS, limits.MOST_POINTS)
CONFIDENCES: tuple[Confidence, ...] = ("leaflet", "two-texts")


class PlayableBoxes(Mapping[str, Edition]):
    """All boxes that a game can be played with, in display order.

    Unread boxes are loaded lazily to keep the start fast, because most tables never use them. They
    take shared facts from the first box with rulings.
    """

    def __init__(self, editions: Mapping[str, Edition], base: BoxBase) -> None:
        self._editions = editions
        self._base = base
        self._fallback = next(iter(editions.values()))
        self._unread: dict[str, Edition] = {}

    def __getitem__(self, edition: str) -> Edition:
        # A table's own file overrides an unread box of the same name.
        if edition in self._editions or edition not in self._base.unread:
            return self._editions[edition]
        if edition not in self._unread:
            self._unread[edition] = read_unread_box(edition, self._base, self._fallback)
        return self._unread[edition]

    def __iter__(self) -> Iterator[str]:
        yield from self._base.boxes
        yield from (edition for edition in self._base.unread if edition not in self._editions)
        yield from (edition for edition in self._editions if edition not in self._base.boxes)

    def __len__(self) -> int:
        return len({*self._editions, *self._base.unread})


def read_unread_box(edition: str, base: BoxBase, fallback: Edition) -> Edition:
    """Return the box of a file, with shared facts from a fallback box."""
    faults: list[str] = []
    box = read_file(files(__name__.rpartition(".")[0]) / FOLDER, f"{edition}.toml", faults)
    read = _read_box(edition, box, base, fallback) if box else fallback
    if faults:
        raise InvalidFileError(faults)
    return read


def _read_box(edition: str, box: Table, base: BoxBase, fallback: Edition) -> Edition:
    sides = box.optional("sides", list_of(TEXT))
    cards: list[Card] = []
    faces: dict[str, CardFace] = {}
    for table in box.each("cards"):
        face, points = _read_card(table, base, sides)
        faces[face.card] = face
        cards += [Card(face.card, worth, face.count, side) for side, worth in points.items()]
    # Group the cards by side.
    cards.sort(key=lambda card: sides.index(card.side) if card.side else 0)
    knock_out = box.optional("knock_out", integer(1, limits.HIGHEST_BONUS)) or None
    colours = box.optional("colours", list_of(choice(tuple(base.at("colours")), "")))
    named = [(card, name) for card, face in faces.items() for name in face.spoken[1:]]
    held = {
        side: [
            (card, name)
            for card, name in named
            if any(c.card == card and c.side == side for c in cards)
        ]
        for side in sides
    }
    lexicon = named_cards(named, fallback.lexicon)
    read = replace(
        without_leaflet(fallback),
        edition=edition,
        name=box.text("name", TEXT),
        recognise=box.text("recognise", TEXT),
        box_count=box.optional("box_count", integer(1)) or None,
        colours=tuple(c for c in fallback.colours if c.colour in colours),
        turned_colours=_read_texts(box, "turned_colours"),
        lid=box.optional("lid", choice(tuple(faces), "")) or None,
        cards=faces,
        deck=Deck(tuple(cards), sides=sides, knock_out=knock_out),
        lexicon=turnable(lexicon, {s: named_cards(n, fallback.lexicon) for s, n in held.items()}),
        piles={name: Pile(pile.word, ()) for name, pile in fallback.piles.items()},
        start=_read_start(box, fallback),
        rulings_like="",
        sheet="unread",
        players=read_players(box),
        printed_scorings=box.required("scorings", list_of(choice(tuple(SCORINGS), ""))),
        sources=tuple(
            Source(each.required("says", TEXT), each.required("address", TEXT))
            for each in box.each("sources")
        ),
        is_unmistakable=box.values.get("tells") is True,
        disputed=_read_texts(box, "disputed"),
        side_names=dict(zip(sides, _read_texts(box, "side_names"), strict=False)),
        confidence=next((c for c in CONFIDENCES if c == box.values.get("confidence")), None),
    )
    box.read_keys |= {"confidence", "tells"}
    box.close()
    return read


def _read_card(
    table: Table, base: BoxBase, sides: tuple[str, ...]
) -> tuple[CardFace, Mapping[str | None, int]]:
    """Return a card and its points by side."""
    card = table.required("card", CARD_ID)
    kind: Kind = table.required("kind", choice((*KINDS, "number"), "action"))
    shared = base.at("cards", card)
    # A card shared with other boxes has the same name in all of them.
    with table.section("name", shared.get("name")) as names:
        stated = names.by_language(TEXT) if names.values else dict.fromkeys(LANGUAGES, card)
    name = LocalizedText(stated)
    points: dict[str | None, int] = {}
    if sides:
        with table.section("points") as worth:
            points = {side: worth.required(side, POINTS) for side in sides if side in worth.values}
    else:
        points = {None: table.required("points", POINTS)}
    sign = table.optional("sign", choice(base.signs, "")) or str(shared.get("sign", "special"))
    face = replace(
        CardFace.unknown(card),
        kind=kind,
        name=name,
        short=read_short(table, name),
        sign=None if kind == "number" else sign,
        points=next(iter(points.values()), None),
        count=table.optional("count", integer(1, limits.MOST_OF_KIND)) or None,
        is_own=not shared,
        spoken=(card, *name.values(), *table.optional("spoken", list_of(TEXT))),
    )
    return face, points


def _read_texts(box: Table, key: str) -> tuple[LocalizedText, ...]:
    return tuple(LocalizedText(each.by_language(TEXT)) for each in box.each(key))


def _read_start(box: Table, fallback: Edition) -> Start:
    target = box.optional("target", integer(1, HIGHEST_TARGET)) or None
    return replace(fallback.start, target=target, lines=dict.fromkeys(fallback.start.lines, ()))
