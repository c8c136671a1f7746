"""Reader of a box file: validates every fact and returns an `Edition`."""

from collections.abc import Iterable

from companion.datafiles.reader import ID, LINES, TEXT, Table, choice, integer, list_of, pattern
from companion.datafiles.text import LocalizedText
from companion.editions.base import NAME, BoxBase
from companion.editions.cards import Cards, ambiguous_names, lexicon_of
from companion.editions.edition import CardFace, Colour, Edition, Note, Pile, Start
from companion.game.formats import FORMATS
from companion.game.requests.start import HIGHEST_TARGET
from companion.game.scoring import SCORINGS

CSS = pattern(r"#[0-9a-f]{6}", "must be a colour as #rrggbb, in lower case")
LETTER = pattern(r"[A-Z]", "must be a capital letter")
PILES = ("draw", "discard")


def read_box(
    edition: str, box: Table, cards: Cards, all_faces: Iterable[CardFace], base: BoxBase
) -> Edition:
    """Return the edition of a box file, unusable if `box` has collected faults."""
    box_count = box.required("box_count", integer(1))
    # An invalid count is already reported, and the sum would be meaningless.
    if box_count and cards.total is not None and box_count != cards.total:
        box.add_fault(f"says {box_count}, but the cards make {cards.total}", "box_count")
    with box.section("described") as stated:
        facts = (*FORMATS, "two-players", *SCORINGS)
        # None if this leaflet lacks the rule, which is then taken from another leaflet.
        described = {fact: stated.optional(fact, integer(1)) or None for fact in facts}
    piles: dict[str, Pile] = {}
    with box.section("piles", base.at("piles")) as stated:
        for name in PILES:
            with stated.section(name) as table:
                piles[name] = Pile(table.required("word", NAME), table.optional("lines", LINES))
    colours = _read_colours(box, base)
    read = Edition(
        edition=edition,
        name=box.text("name", TEXT),
        recognise=box.text("recognise", TEXT),
        lid=box.optional("lid", choice(tuple(cards.faces), "")) or None,
        box_count=box_count,
        colours=colours,
        cards=cards.faces,
        deck=cards.deck,
        lexicon=lexicon_of(cards.faces, all_faces, base, colours),
        described=described,
        piles=piles,
        start=_read_start(box, base),
        last_card=_read_last_card(box, base),
        rulings_like=_read_rulings_like(edition, box, base),
        lines=box.lines("box_count"),
        sheet="read" if edition in base.boxes else "own",
        players=read_players(box),
    )
    for card, message in ambiguous_names(cards.faces):
        box.add_fault(message, "cards", card, "spoken")
    box.close()
    return read


def read_players(box: Table) -> tuple[int, int] | None:
    """Return the printed minimum and maximum number of players."""
    match box.optional("players", list_of(integer(1), 2, 2)):
        case (least, most):
            return least, most
    return None


def _read_rulings_like(edition: str, box: Table, base: BoxBase) -> str:
    """Return the box whose rulings apply: a built-in box itself, or an own box's choice."""
    if edition not in base.boxes:
        return box.optional("rulings_like", choice(base.boxes, ""))
    if "rulings_like" in box.values:
        box.read_keys.add("rulings_like")
        box.add_fault(
            "is for a table's own box: a built-in one has rulings of its own", "rulings_like"
        )
    return edition


def _read_colours(box: Table, base: BoxBase) -> tuple[Colour, ...]:
    """Read the colours; letters and marks must be unique, for colour-blind players."""
    colours: list[Colour] = []
    with box.section("colours") as stated:
        for name in stated.values:
            if ID.check(name) is None:
                stated.add_fault(ID.message, name)
            with stated.section(name, base.at("colours", name)) as table:
                colour = Colour(
                    colour=name,
                    name=table.text("name", NAME),
                    letter=table.text("letter", LETTER),
                    css=table.required("css", CSS),
                    mark=table.required("mark", choice(base.marks, "")),
                    lines=table.optional("lines", LINES),
                )
            for other in colours:
                if colour.mark and colour.mark == other.mark:
                    stated.add_fault(f"is the mark of {other.colour} too", name, "mark")
                for language, letter in colour.letter.items():
                    if letter and letter == other.letter.get(language):
                        message = f"is the letter of {other.colour} too"
                        stated.add_fault(message, name, "letter", language)
            colours.append(colour)
    if not colours:
        box.add_fault("must name at least one colour", "colours")
    return tuple(colours)


def _read_start(box: Table, base: BoxBase) -> Start:
    with box.section("start", base.at("start")) as table:
        return Start(
            hand_size=table.required("hand_size", integer(1)),
            dealer=table.text("dealer", TEXT),
            target=table.required("target", integer(1, HIGHEST_TARGET)),
            lines=table.lines("hand_size", "dealer", "target"),
        )


def _read_last_card(box: Table, base: BoxBase) -> tuple[Note, ...]:
    notes: list[Note] = []
    with box.section("last_card") as stated:
        for name in stated.values:
            with stated.section(name, base.at("last_card", name)) as table:
                words = LocalizedText(table.by_language(TEXT))
                notes.append(Note(words, table.optional("lines", LINES)))
    return tuple(notes)
