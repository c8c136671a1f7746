"""Names of boxes and cards, and marks for narrow spots."""

import re
from collections.abc import Iterable

from companion.editions import CardFace, Edition
from companion.web.http.i18n import gettext, language

_LONGEST_MARK = 3  # characters on the drawing of a card
# Between syllables, in the middle of a word: before a consonant, or two such as `tr`, and a vowel.
_SYLLABLE = re.compile(
    r"(?<=..)(?<!\b[bcdfghj-np-tv-xz]{2})(?<!\b[bcdfghj-np-tv-xz]{3})"
    r"(?!(?<=[bcdfgpt])[lr]|(?<=[cpst])h|(?<=g)n)"
    r"(?=(?:[bcdfgpt][lr]|[cpst]h|gn|[bcdfghj-np-tvwzç](?=...))[aeiouyàâäéèêëîïôöùûü])",
    re.IGNORECASE,
)


def box_names(boxes: Iterable[Edition]) -> str:
    """Return box names with no-break spaces, joined by commas."""
    return ", ".join(short_name(box).replace(" ", "\u00a0") for box in boxes)


def short_name(box: Edition) -> str:
    """Return a box's name without the leading UNO that nearly all of them share."""
    return re.sub(r"^UNO\b,? +", "", box.name.localized(language()))


def card_name(card: str, edition: Edition | None) -> str:
    """Return a card's name in a box, with any name on its other side, or its id if unknown."""
    face = edition.cards.get(card) if edition else None
    if face is None or edition is None:
        return card
    # Without a known side up, a card may have two names.
    turned = (name for (_, other), name in edition.turned_names.items() if other == card)
    return " / ".join((face.name.localized(language()), *turned))


def card_mark(face: CardFace) -> str:
    """Return the text drawn on a card: number, short name or initials, empty if it has a symbol."""
    if face.kind == "number":
        return face.card
    if face.sign != "special":
        return ""
    name = face.short.localized(language())
    if len(name) <= _LONGEST_MARK:
        return name
    initials = "".join(part[0] for part in re.findall(r"[^\W\d_]+", name)).upper()
    # The number of cards to draw says more than initials: `+10` of `Wild +10`.
    number = re.search(r"\+?\d+", name)
    return (number[0] if number else initials)[:_LONGEST_MARK] or name[:1]


def spoken_example(edition: Edition) -> str:
    """Return an example of a hand in spoken words, with cards of this box."""
    if edition.leaflet and edition.deck.by_id.keys() >= {"7", "skip", "wild-draw-four"}:
        return gettext("two sevens, a skip and a plus four")
    cards = list(edition.for_side(next(iter(edition.deck.sides), None)).deck)[-2:]
    return ", ".join(edition.cards[card.card].name.localized(language()) for card in cards)


def hyphenated(text: str, least: int = 10) -> str:
    """Return a name with soft hyphens in words of `least` letters or more, for narrow spots.

    Most names have none, as whoever copies a name or searches for it also gets its hyphens.
    """
    # Of the same type, because markup stays markup.
    word = rf"[^\W\d_]{{{least},}}"
    return type(text)(re.sub(word, lambda found: _SYLLABLE.sub("\u00ad", found[0]), text))
