"""Reader of a box file (TOML), which checks every fact and returns an `Edition`."""

from collections.abc import Mapping

from companion.datafiles.reader import (
    ID,
    IS_TRUE,
    LINES,
    TEXT,
    Table,
    choice,
    integer,
    list_of,
    pattern,
)
from companion.datafiles.text import LocalizedText
from companion.editions.base import NAME, BoxBase
from companion.editions.cards import Cards, Lexicons, ambiguous_names
from companion.editions.edition import (
    DESCRIBED,
    BoxGroup,
    Colour,
    Confidence,
    Edition,
    Leaflet,
    Note,
    Pile,
    Source,
    Start,
)
from companion.game.requests.start import HIGHEST_TARGET
from companion.game.scoring import SCORINGS

CSS = pattern(r"#[0-9a-f]{6}", "must be a colour as #rrggbb, in lower case")
LETTER = pattern(r"[A-Z]", "must be a capital letter")
LANGUAGE = pattern(r"[a-z]{2,3}", "must be the code of a language, such as en")
CONFIDENCES: tuple[Confidence, ...] = ("leaflet", "two-texts")
PILES = ("draw", "discard")


def read_box(box: Table, cards: Cards, lexicons: Lexicons, *, is_own: bool) -> Edition:
    """Read a box file as `Edition`, which must not be used if there are faults."""
    base = lexicons.base
    # All cards are known if a leaflet was read, or if the box is a user's own.
    is_known = is_own or "leaflet" in box.values
    box_count = box.optional("box_count", integer(1)) or None
    # The total is None if a card's count is unknown, or invalid and already reported.
    if box_count and is_known and cards.total is not None and box_count != cards.total:
        box.add_fault(f"says {box_count}, but the cards make {cards.total}", "box_count")
    piles: dict[str, Pile] = {}
    with box.section("piles", base.at("piles")) as stated:
        for name in PILES:
            with stated.section(name) as table:
                piles[name] = Pile(table.required("word", NAME), table.optional("lines", LINES))
    colours = _read_colours(box, tuple(cards.sides), base)
    faces, deck = cards.faces, cards.deck
    lines = box.lines("box_count")
    start, last_card = _read_start(box, base, is_known=is_known), _read_last_card(box, base)
    read = Edition(
        edition=box.name,
        name=box.text("name", TEXT),
        recognise=box.text("recognise", TEXT),
        group=_read_group(box, base),
        lid=box.optional("lid", choice(tuple(faces), "")) or None,
        box_count=box_count,
        colours=colours,
        cards=faces,
        deck=deck,
        lexicon=lexicons.of(cards, [each.name for each in colours] if is_known else None),
        piles=piles,
        start=start,
        last_card=last_card,
        lines=lines,
        leaflet=_read_leaflet(box),
        rulings_from=_read_rulings_from(box, base),
        is_own=is_own,
        players=box.optional("players", list_of(integer(1), 2, 2)) or None,
        printed_scorings=box.optional("scorings", list_of(choice(tuple(SCORINGS), ""))),
        sources=tuple(
            Source(_read_says(each), each.required("address", TEXT)) for each in box.each("sources")
        ),
        confidence=next((c for c in CONFIDENCES if c == box.optional("confidence", TEXT)), None),
        is_unmistakable=box.optional("unmistakable", IS_TRUE),
        disputed=tuple(LocalizedText(each.by_language(TEXT)) for each in box.each("disputed")),
        called=box.optional("called", list_of(NAME)),
        theme=box.optional("theme", ID),
        side_themes=_read_side_themes(box, cards),
        side_names=cards.sides,
    )
    for card, message in ambiguous_names(faces) if is_known else ():
        box.add_fault(message, "cards", card, "spoken")
    box.close()
    return read


def _read_says(source: Table) -> LocalizedText:
    if isinstance(source.values.get("says"), str):  # in English only
        return LocalizedText.same(source.required("says", TEXT))
    return source.text("says", TEXT)


def _read_group(box: Table, base: BoxBase) -> BoxGroup:
    """Return the group under which lists show a box, by default the last group."""
    groups = tuple(base.groups)
    group = box.optional("group", choice(groups, groups[-1]))
    return BoxGroup(groups.index(group), base.groups[group])


def _read_side_themes(box: Table, cards: Cards) -> Mapping[str, str]:
    with box.section("side_themes") as stated:
        return {side: stated.optional(side, ID) for side in cards.sides if side in stated.values}


def _read_leaflet(box: Table) -> Leaflet | None:
    if "leaflet" not in box.values:
        return None
    with box.section("leaflet") as leaflet:
        with leaflet.section("described") as stated:
            lines = {fact: stated.optional(fact, integer(1)) for fact in DESCRIBED}
        return Leaflet(
            item=leaflet.optional("item", TEXT) or None,
            year=leaflet.optional("year", integer(1970, 2100)) or None,
            languages=leaflet.required("languages", list_of(LANGUAGE)),
            described={fact: line for fact, line in lines.items() if line},
        )


def _read_rulings_from(box: Table, base: BoxBase) -> str:
    """Return the box whose rulings apply: itself if it has a leaflet, else `rulings_like` or ""."""
    if box.name not in base.with_leaflet:
        return box.optional("rulings_like", choice(base.with_leaflet, ""))
    if "rulings_like" in box.values:
        box.read_keys.add("rulings_like")
        box.add_fault("is for a box without a leaflet: this one has its own", "rulings_like")
    return box.name


def _read_colours(box: Table, sides: tuple[str, ...], base: BoxBase) -> tuple[Colour, ...]:
    """Return the colours, with a fault if two on a card side have the same letter or mark."""
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
                    side=table.required("side", choice(sides, "")) if sides else None,
                )
            for other in (each for each in colours if each.side == colour.side):
                if colour.mark and colour.mark == other.mark:
                    stated.add_fault(f"is the mark of {other.colour} too", name, "mark")
                for language, letter in colour.letter.items():
                    if letter and letter == other.letter.get(language):
                        message = f"is the letter of {other.colour} too"
                        stated.add_fault(message, name, "letter", language)
            colours.append(colour)
    if "colours" in box.values and not colours:
        box.add_fault("must name at least one colour", "colours")
    return tuple(sorted(colours, key=lambda each: sides.index(each.side) if each.side else 0))


def _read_start(box: Table, base: BoxBase, *, is_known: bool) -> Start:
    shared = dict(base.at("start"))
    if not is_known:  # the target in its leaflet is unknown
        shared.pop("target", None)
    with box.section("start", shared) as table:
        return Start(
            hand_size=table.required("hand_size", integer(1)),
            dealer=table.text("dealer", TEXT),
            target=table.optional("target", integer(1, HIGHEST_TARGET)) or None,
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
