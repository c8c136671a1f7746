"""What people call the cards of a box, and which names are those of other boxes."""

from collections.abc import Iterable, Iterator, Mapping

from companion.editions.edition import CardFace
from companion.game.cards.lexicon import Lexicon, Spoken, words

Faces = Mapping[str, CardFace]


def lexicon_of(faces: Faces, every: Iterable[CardFace], counts: Mapping[str, int]) -> Lexicon:
    """Build the lexicon of a box; every card of any box that no hand can hold is refused by name.

    A card that lies aside is never in a hand, so its own box refuses it as well.
    """
    in_hand = {card: face for card, face in faces.items() if face.kind != "aside"}
    elsewhere: dict[str, tuple[str, ...]] = {}
    for face in every:
        if face.card not in in_hand:
            for name in _names(face):
                offered = (*elsewhere.get(name, ()), *_near(face, in_hand))
                elsewhere[name] = tuple(dict.fromkeys(offered))
    return Lexicon.of(
        one={card: face.spoken for card, face in in_hand.items()},
        many={card: face.plurals for card, face in in_hand.items()},
        counts=counts,
        elsewhere=elsewhere,
        aside=[name for card in faces.keys() - in_hand for name in _names(faces[card])],
    )


def _names(face: CardFace) -> tuple[str, ...]:
    return (*face.spoken, *face.plurals)


def _near(absent: CardFace, in_hand: Faces) -> tuple[str, ...]:
    """Find what to offer for an absent card: the box's own cards of its kind, else all of them.

    Nothing comes near a number, and what lies aside somewhere else is no card of a hand here.
    """
    if absent.kind not in {"action", "wild"}:
        return ()
    alike = [face for face in in_hand.values() if face.kind == absent.kind]
    own = [face for face in alike if face.is_own]
    return tuple(face.card for face in own or alike)


def clashes(faces: Faces) -> Iterator[tuple[str, str]]:
    """Find the spoken names (plurals too) that mean two cards: the later card, what is wrong."""
    meant: dict[Spoken, str] = {}
    for card, face in faces.items():
        for name in dict.fromkeys(_names(face)):
            first = {meant.setdefault(form, card) for form in _forms(name, face)} - {card}
            yield from ((card, f"“{name}” already means {other}") for other in sorted(first))


def _forms(name: str, face: CardFace) -> Iterable[Spoken]:
    if name not in face.spoken:
        return (words(name),)
    alone = Lexicon.of(one={name: (name,)}, many={}, counts={}, elsewhere={})
    return (*alone.one, *alone.many)
