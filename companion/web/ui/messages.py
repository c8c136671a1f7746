"""Faults, outcomes and other findings of the game in words for people."""

from collections.abc import Collection, Iterable, Mapping

from companion.editions import Edition
from companion.game.faults import Fault
from companion.game.players import is_hidden
from companion.rulings import Ruling
from companion.web.http.i18n import N_, gettext, language, ngettext, translated

_LONGEST_ECHO = 40  # of what somebody typed

FAULTS: Mapping[str, str] = {
    "name-blank": N_("A player needs a name."),
    "name-too-long": N_("This name has %(length)s characters; %(most)s fit."),
    "name-sign": N_("A name cannot hold “%(sign)s”: leave it out."),
    "name-hidden-sign": N_("This name holds an invisible character: type it again."),
    "name-twice": N_("Two players are called %(name)s: give one of them another name."),
    "too-many-of-card": N_("%(card)s: the deck has %(has)s, you counted %(counted)s."),
    "too-many-of-lot": N_(
        "%(cards)s: the deck has %(has)s of these together, you counted %(counted)s."
    ),
    "too-many-cards": N_("The deck has %(has)s cards, you counted %(counted)s."),
    "too-many-points": N_("The whole deck is worth %(has)s points, you counted %(counted)s."),
    "text-too-long": N_("This is too long: at most %(most)s characters."),
    "hand-blank": N_("A hand needs its cards or its points; if it is worth nothing, write 0."),
    "count-alone": N_("“%(word)s” counts something, but no card follows it."),
    "count-out-of-range": N_("“%(word)s”: a card can be counted 1 to 99 times."),
    "not-in-box": N_("“%(word)s” (at character %(place)s) is not in this box.%(offer)s"),
    "never-in-a-hand": N_(
        "“%(word)s” (at character %(place)s) lies on the table and is never in a hand."
    ),
    "number-no-card": N_(
        "“%(word)s” (at character %(place)s) is no card. Cards are told apart by spaces (7 9);"
        " a total goes where points are asked for."
    ),
    "unknown-word": N_("“%(word)s” (at character %(place)s) is no card of this box.%(offer)s"),
    "not-an-object": N_("This must be an object with named values."),
    "not-a-whole-number": N_("This must be a whole number, such as 25."),
    "out-of-range": N_("This must be a number from %(least)s to %(most)s."),
    "not-a-text": N_("This must be a text."),
    "blank": N_("Something must be written here."),
    "not-a-choice": N_("Choose one of these: %(choices)s."),
    "not-true-or-false": N_("This must be true or false."),
    "not-a-list": N_("This must be a list."),
    "number-of-players": N_(
        "This format is for %(least)s to %(most)s players; there are %(given)s."
    ),
    "just-so-many-players": N_("This format is for %(most)s players; there are %(given)s."),
    "unknown-card": N_("“%(card)s” is not a card of this box that can be in a hand."),
    "nothing-left": N_("No card would be left to play with: leave out fewer."),
    "unknown-player": N_("Nobody called “%(name)s” plays here."),
    "not-playing": N_("%(name)s does not play this round."),
    "nobody-rests": N_("Nobody sits out a round in this format."),
    "too-few-play": N_("At least two players must be left; to stop here, finish the game."),
    "too-few-for-a-table": N_(
        "At least %(least)s players must be left for a table; to stop here, finish the game."
    ),
    "nobody-went-out": N_("Say who went out."),
    "rested": N_("%(name)s sat this round out and cannot have gone out."),
    "hand-twice": N_("There are two hands for %(name)s: leave one out."),
    "hand-of-winner": N_("%(name)s went out and holds no cards: leave this hand out."),
    "hand-of-resting": N_("%(name)s sat this round out and holds no cards: leave this hand out."),
    "hand-of-partner": N_("Only the opponents’ hands count: leave out the hand of %(name)s."),
    "hand-missing": N_("The hand of %(name)s is missing; if it is worth nothing, write 0."),
    "no-pile": N_("Everyone keeps their own points here: count each hand by itself."),
    "pile-and-hands": N_("Give either the pile or the hands, not both."),
    "cards-and-points": N_("Give either the cards or the points of this hand, not both."),
    "not-cards": N_("Cards are a list of cards, or a text such as “7 skip wild”."),
    "too-many-in-hand": N_("That is too many cards for one hand."),
    "nothing-to-change": N_("Say what to change: %(choices)s."),
    "every-seat-a-name": N_("There are %(seats)s seats, and each needs its name."),
    "nobody-named": N_("Name at least one player."),
    "too-many-play": N_("At most %(most)s can play."),
    "total-at-target": N_("To join, start below the target of %(target)s."),
    "comes-back": N_("%(name)s comes back with the old total: leave this empty."),
    "seats-are-fixed": N_("In this format nobody leaves or joins."),
    "only-in-a-tournament": N_("This is for tournaments only."),
    "not-in-a-tournament": N_(
        "A tournament has no target and no common dealer: it ends when all rotations are played."
    ),
    "which-table": N_("Several tables are playing: say which one this is."),
    "table-not-open": N_("Table %(table)s has no round to play in this rotation now."),
    "rotation-not-open": N_(
        "Rotation %(rotation)s is not being played now; it opens when all tables have finished"
        " the one before."
    ),
    "other-table": N_("This link writes for table %(table)s only."),
    "nothing-to-undo": N_("There is nothing to undo."),
    "nothing-to-redo": N_("There is nothing to redo."),
    "unknown-rule": N_("There is no ruling called “%(rule)s”."),
    "not-a-round": N_("This line is not a round; write one like “Ana: Bo 7 skip; Cy = 20”."),
    "given-twice": N_("For one hand, fill in only one thing: points, words or counts."),
    "no-hand-here": N_("Whoever holds this hand does not play this round."),
    "already-recorded": N_(
        "The round was written down meanwhile, on another phone; this hand is not part of it."
    ),
    "not-a-journal": N_("This is not the journal of a game."),
    "not-an-entry": N_("This change cannot have happened here."),
    "not-a-span": N_("Ask for rounds as first-last, such as 1-200."),
}

BASES: Mapping[str, str] = {
    "explicit": N_("The sheet says so"),
    "implied": N_("It follows from the sheet"),
    "silent": N_("The sheet is silent: agree at the table"),
    "contradiction": N_("The sheet says two things"),
    "not-in-edition": N_("This card is in another box"),
}


def source(ruling: Ruling, wish: str | None = None) -> str:
    """Say how sure a ruling is, and where the sheet has it."""
    wish = wish or language()
    sure = translated(wish, BASES[ruling.basis])
    section = [ruling.section.localized(wish)] if ruling.section else []
    return f"{sure} · {', '.join([*section, lines(ruling.lines, wish)])}" if ruling.lines else sure


def lines(numbers: Collection[int], wish: str | None = None) -> str:
    """Name lines of a sheet."""
    said = ngettext("line %(lines)s", "lines %(lines)s", len(numbers), wish)
    return said % {"lines": ", ".join(map(str, numbers))}


def fault(found: Fault, edition: Edition | None = None) -> str:
    """Say what is wrong and how to mend it, with the cards named as this box names them."""
    values = {name: _plain(name, value, edition) for name, value in found.values.items()}
    offered = found.values.get("cards")
    return gettext(FAULTS[found.code]) % (values | {"offer": _offer(offered, edition)})


def faults(found: Iterable[Fault], edition: Edition | None = None) -> dict[str, str]:
    """Say all that is wrong, by where it is."""
    said: dict[str, str] = {}
    for each in found:
        sentence = fault(each, edition)
        said[each.path] = f"{said[each.path]} {sentence}" if each.path in said else sentence
    return said


def card(card_id: str, edition: Edition | None) -> str:
    """Name a card as this box names it."""
    face = edition.cards.get(card_id) if edition else None
    return face.name.localized(language()) if face else card_id


def either(words: Iterable[str]) -> str:
    """Join words as a choice: a, b or c."""
    *others, last = list(words)
    if not others:
        return last
    return gettext("%(others)s or %(last)s") % {"others": ", ".join(others), "last": last}


def _offer(cards: object, edition: Edition | None) -> str:
    if not isinstance(cards, tuple) or not cards:
        return ""
    named = either(card(each, edition) for each in cards)
    return " " + gettext("Did you mean %(cards)s?") % {"cards": named}


def _plain(name: str, value: object, edition: Edition | None) -> str:
    if name == "card" and isinstance(value, str):
        return shortened(card(value, edition))
    if isinstance(value, tuple):
        is_cards = name == "cards"
        return ", ".join(card(str(v), edition) if is_cards else str(v) for v in value)
    return shortened(str(value))


def shortened(text: str) -> str:
    """Echo what somebody typed, but not all of it, and nothing in it that is not seen."""
    cut = text if len(text) <= _LONGEST_ECHO else text[:_LONGEST_ECHO] + "…"
    return "".join("\ufffd" if is_hidden(ch) else ch for ch in cut)
