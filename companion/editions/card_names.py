"""What people call the cards of a box, and which names are those of other boxes."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from companion.editions.base import BoxBase
from companion.editions.edition import CardFace, Colour
from companion.game.cards.lexicon import Lexicon, Spoken, fold, words

Faces = Mapping[str, CardFace]


def lexicon_of(
    faces: Faces,
    all_faces: Iterable[CardFace],
    base: BoxBase,
    colours: Iterable[Colour],
) -> Lexicon:
    """Return the lexicon of a box; a card of any box that no hand can hold is refused by name."""
    # A card that lies aside is never in a hand, so its own box refuses it as well.
    in_hand = {card: face for card, face in faces.items() if face.kind != "aside"}
    elsewhere: dict[str, tuple[str, ...]] = {}
    for face in all_faces:
        if face.card in in_hand:
            continue
        offered: tuple[str, ...] = ()
        # Nothing comes near a number, and what lies aside somewhere else is no card of a hand here.
        if face.kind in {"action", "wild"}:
            alike = [other for other in in_hand.values() if other.kind == face.kind]
            own = [other for other in alike if other.is_own]
            offered = tuple(other.card for other in own or alike)
        for name in _names(face):
            elsewhere[name] = tuple(dict.fromkeys((*elsewhere.get(name, ()), *offered)))
    lexicon = Lexicon.of(
        one={card: face.spoken for card, face in in_hand.items()},
        many={card: face.plurals for card, face in in_hand.items()},
        counts=base.counts,
        elsewhere=elsewhere,
        aside=[name for card in faces.keys() - in_hand for name in _names(faces[card])],
    )
    spoken = {(fold(w), at) for colour in colours for at, w in colour.name.items()}
    spoken |= {(f"{word}s", language) for word, language in spoken}
    return replace(
        lexicon,
        articles=frozenset(map(fold, base.articles)),
        colours=frozenset(word for word, _ in spoken),
        colours_behind=frozenset(w for w, language in spoken if language in base.colours_behind),
    )


def ambiguous_names(faces: Faces) -> Iterator[tuple[str, str]]:
    """Yield the names (plurals too) that mean two cards: the later card, and what is wrong."""
    meanings: dict[Spoken, str] = {}
    for card, face in faces.items():
        for name in dict.fromkeys(_names(face)):
            forms: Iterable[Spoken] = (words(name),)
            if name in face.spoken:  # a lexicon adds the plurals that only take an s
                alone = Lexicon.of(one={name: (name,)}, many={}, counts={}, elsewhere={})
                forms = (*alone.one, *alone.many)
            # The first card to bear a name keeps it; the later one is at fault.
            others = {meanings.setdefault(form, card) for form in forms} - {card}
            yield from ((card, f"“{name}” already means {other}") for other in sorted(others))


def _names(face: CardFace) -> tuple[str, ...]:
    return (*face.spoken, *face.plurals)
