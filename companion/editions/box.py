"""A box file as an edition: every fact checked, with its line in the sheet."""

from collections.abc import Iterable, Mapping

from companion.datafiles.reader import Table
from companion.datafiles.schema import ID, LINES, TEXT, one_of, shaped, whole
from companion.datafiles.text import LocalizedText
from companion.editions.base import Base
from companion.editions.card_names import clashes, lexicon_of
from companion.editions.cards import Cards
from companion.editions.edition import CardFace, Colour, Edition, Note, Pile, Start
from companion.editions.rules import NAME

# Every format and both scorings, in the order they are shown.
DESCRIBED = (
    "individual",
    "two-players",
    "teams",
    "tournament",
    "challenge",
    "winner-collects",
    "keep-own",
)
HIGHEST_TARGET = 10_000

CSS = shaped(r"#[0-9a-f]{6}", "must be a colour as #rrggbb, in lower case")
LETTER = shaped(r"[A-Z]", "must be a capital letter")


def read_box(
    edition: str, box: Table, cards: Cards, every: Iterable[CardFace], base: Base
) -> Edition:
    """Read everything but the cards, and put the edition together.

    `every` are the cards of all boxes. Where `box` has noted a fault it is of no use.
    """
    read = Edition(
        edition=edition,
        name=box.words("name", TEXT),
        recognise=box.words("recognise", TEXT),
        box_count=_box_count(box, cards),
        colours=_colours(box, base),
        cards=cards.faces,
        deck=cards.deck,
        lexicon=lexicon_of(cards.faces, every, base.counts),
        described=_described(box),
        piles=_piles(box, base),
        start=_start(box, base),
        last_card=_last_card(box, base),
        rulings_like=_rulings_like(box, edition, base),
        lines=box.lines("box_count"),
    )
    for card, says in clashes(cards.faces):
        box.fault(says, "cards", card, "spoken")
    box.close()
    return read


def _box_count(box: Table, cards: Cards) -> int:
    count = box.take("box_count", whole(1))
    if count and cards.together is not None and count != cards.together:
        box.fault(f"says {count}, but the cards make {cards.together}", "box_count")
    return count


def _colours(box: Table, base: Base) -> tuple[Colour, ...]:
    with box.part("colours") as stated:
        found = tuple(_colour(stated, colour, base) for colour in stated.values)
        for place, colour in enumerate(found):
            for other in found[:place]:
                _refuse_alike(stated, colour, other)
    if not found:
        box.fault("must name at least one colour", "colours")
    return found


def _colour(stated: Table, colour: str, base: Base) -> Colour:
    if ID.reads(colour) is None:
        stated.fault(ID.says, colour)
    with stated.part(colour, base.of("colours", colour)) as table:
        return Colour(
            colour=colour,
            name=table.words("name", NAME),
            letter=table.words("letter", LETTER),
            css=table.take("css", CSS),
            mark=table.take("mark", one_of(base.marks, "")),
            lines=table.maybe("lines", LINES),
        )


def _refuse_alike(stated: Table, colour: Colour, other: Colour) -> None:
    """Refuse two colours told by the same letter or mark: who cannot see them has nothing else."""
    if colour.mark and colour.mark == other.mark:
        stated.fault(f"is the mark of {other.colour} too", colour.colour, "mark")
    for language, letter in colour.letter.items():
        if letter and letter == other.letter.get(language):
            says = f"is the letter of {other.colour} too"
            stated.fault(says, colour.colour, "letter", language)


def _described(box: Table) -> Mapping[str, int | None]:
    with box.part("described") as lines:
        return {fact: lines.maybe(fact, whole(1)) or None for fact in DESCRIBED}


def _piles(box: Table, base: Base) -> Mapping[str, Pile]:
    with box.part("piles", base.of("piles")) as piles:
        return {pile: _pile(piles, pile) for pile in ("draw", "discard")}


def _pile(piles: Table, pile: str) -> Pile:
    with piles.part(pile) as table:
        return Pile(table.take("word", NAME), table.maybe("lines", LINES))


def _start(box: Table, base: Base) -> Start:
    with box.part("start", base.of("start")) as table:
        return Start(
            hand_size=table.take("hand_size", whole(1)),
            dealer=table.words("dealer", TEXT),
            target=table.take("target", whole(1, HIGHEST_TARGET)),
            lines=table.lines("hand_size", "dealer", "target"),
        )


def _last_card(box: Table, base: Base) -> tuple[Note, ...]:
    with box.part("last_card") as notes:
        return tuple(_note(notes, note, base) for note in notes.values)


def _note(notes: Table, note: str, base: Base) -> Note:
    with notes.part(note, base.of("last_card", note)) as table:
        return Note(LocalizedText(table.by_language(TEXT)), table.maybe("lines", LINES))


def _rulings_like(box: Table, edition: str, base: Base) -> str:
    """Read whose rulings a table's own box borrows; a built-in box has its own."""
    if edition in base.boxes:
        return edition
    return box.take("rulings_like", one_of(base.boxes, ""))
