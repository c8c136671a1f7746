"""Faults, outcomes and other findings of the game in words for people."""

from collections.abc import Collection, Iterable, Mapping

from companion.editions import Edition
from companion.game.faults import Fault, FaultCode
from companion.game.players import is_hidden
from companion.rulings import Ruling
from companion.web.http.i18n import N_, gettext, language, ngettext, translated

_LONGEST_ECHO = 40  # of what somebody typed

FAULTS: Mapping[FaultCode, str] = {
    FaultCode.NAME_BLANK: N_("A player needs a name."),
    FaultCode.NAME_TOO_LONG: N_("This name has %(length)s characters; %(most)s fit."),
    FaultCode.NAME_SIGN: N_("A name cannot hold “%(sign)s”: leave it out."),
    FaultCode.NAME_HIDDEN_SIGN: N_("This name holds an invisible character: type it again."),
    FaultCode.NAME_TWICE: N_("Two players are called %(name)s: give one of them another name."),
    FaultCode.TOO_MANY_OF_CARD: N_("%(card)s: the deck has %(has)s, you counted %(counted)s."),
    FaultCode.TOO_MANY_OF_LOT: N_(
        "%(cards)s: the deck has %(has)s of these together, you counted %(counted)s."
    ),
    FaultCode.TOO_MANY_CARDS: N_("The deck has %(has)s cards, you counted %(counted)s."),
    FaultCode.TOO_MANY_POINTS: N_(
        "The whole deck is worth %(has)s points, you counted %(counted)s."
    ),
    FaultCode.TEXT_TOO_LONG: N_("This is too long: at most %(most)s characters."),
    FaultCode.HAND_BLANK: N_(
        "A hand needs its cards or its points; if it is worth nothing, write 0."
    ),
    FaultCode.COUNT_ALONE: N_("“%(word)s” counts something, but no card follows it."),
    FaultCode.COUNT_OUT_OF_RANGE: N_("“%(word)s”: a card can be counted 1 to 99 times."),
    FaultCode.NOT_IN_BOX: N_("“%(word)s” (at character %(place)s) is not in this box.%(offer)s"),
    FaultCode.NEVER_IN_A_HAND: N_(
        "“%(word)s” (at character %(place)s) lies on the table and is never in a hand."
    ),
    FaultCode.NUMBER_NO_CARD: N_(
        "“%(word)s” (at character %(place)s) is no card. Cards are told apart by spaces (7 9);"
        " a total goes where points are asked for."
    ),
    FaultCode.UNKNOWN_WORD: N_(
        "“%(word)s” (at character %(place)s) is no card of this box.%(offer)s"
    ),
    FaultCode.NOT_AN_OBJECT: N_("This must be an object with named values."),
    FaultCode.NOT_A_WHOLE_NUMBER: N_("This must be a whole number, such as 25."),
    FaultCode.OUT_OF_RANGE: N_("This must be a number from %(least)s to %(most)s."),
    FaultCode.NOT_A_TEXT: N_("This must be a text."),
    FaultCode.BLANK: N_("Something must be written here."),
    FaultCode.NOT_A_CHOICE: N_("Choose one of these: %(choices)s."),
    FaultCode.NOT_TRUE_OR_FALSE: N_("This must be true or false."),
    FaultCode.NOT_A_LIST: N_("This must be a list."),
    FaultCode.NUMBER_OF_PLAYERS: N_(
        "This format is for %(least)s to %(most)s players; there are %(given)s."
    ),
    FaultCode.JUST_SO_MANY_PLAYERS: N_("This format is for %(most)s players; there are %(given)s."),
    FaultCode.UNKNOWN_CARD: N_("“%(card)s” is not a card of this box that can be in a hand."),
    FaultCode.NOTHING_LEFT: N_("No card would be left to play with: leave out fewer."),
    FaultCode.UNKNOWN_PLAYER: N_("Nobody called “%(name)s” plays here."),
    FaultCode.NOT_PLAYING: N_("%(name)s does not play this round."),
    FaultCode.NOBODY_RESTS: N_("Nobody sits out a round in this format."),
    FaultCode.TOO_FEW_PLAY: N_("At least two players must be left; to stop here, finish the game."),
    FaultCode.TOO_FEW_FOR_A_TABLE: N_(
        "At least %(least)s players must be left for a table; to stop here, finish the game."
    ),
    FaultCode.NOBODY_WENT_OUT: N_("Say who went out."),
    FaultCode.RESTED: N_("%(name)s sat this round out and cannot have gone out."),
    FaultCode.HAND_TWICE: N_("There are two hands for %(name)s: leave one out."),
    FaultCode.HAND_OF_WINNER: N_("%(name)s went out and holds no cards: leave this hand out."),
    FaultCode.HAND_OF_RESTING: N_(
        "%(name)s sat this round out and holds no cards: leave this hand out."
    ),
    FaultCode.HAND_OF_PARTNER: N_(
        "Only the opponents’ hands count: leave out the hand of %(name)s."
    ),
    FaultCode.HAND_MISSING: N_("The hand of %(name)s is missing; if it is worth nothing, write 0."),
    FaultCode.NO_PILE: N_("Everyone keeps their own points here: count each hand by itself."),
    FaultCode.PILE_AND_HANDS: N_("Give either the pile or the hands, not both."),
    FaultCode.CARDS_AND_POINTS: N_("Give either the cards or the points of this hand, not both."),
    FaultCode.NOT_CARDS: N_("Cards are a list of cards, or a text such as “7 skip wild”."),
    FaultCode.TOO_MANY_IN_HAND: N_("That is too many cards for one hand."),
    FaultCode.NOTHING_TO_CHANGE: N_("Say what to change: %(choices)s."),
    FaultCode.EVERY_SEAT_A_NAME: N_("There are %(seats)s seats, and each needs its name."),
    FaultCode.NOBODY_NAMED: N_("Name at least one player."),
    FaultCode.TOO_MANY_PLAY: N_("At most %(most)s can play."),
    FaultCode.TOTAL_AT_TARGET: N_("To join, start below the target of %(target)s."),
    FaultCode.COMES_BACK: N_("%(name)s comes back with the old total: leave this empty."),
    FaultCode.SEATS_ARE_FIXED: N_("In this format nobody leaves or joins."),
    FaultCode.ONLY_IN_A_TOURNAMENT: N_("This is for tournaments only."),
    FaultCode.NOT_IN_A_TOURNAMENT: N_(
        "A tournament has no target and no common dealer: it ends when all rotations are played."
    ),
    FaultCode.WHICH_TABLE: N_("Several tables are playing: say which one this is."),
    FaultCode.TABLE_NOT_OPEN: N_("Table %(table)s has no round to play in this rotation now."),
    FaultCode.ROTATION_NOT_OPEN: N_(
        "Rotation %(rotation)s is not being played now; it opens when all tables have finished"
        " the one before."
    ),
    FaultCode.OTHER_TABLE: N_("This link writes for table %(table)s only."),
    FaultCode.NOTHING_TO_UNDO: N_("There is nothing to undo."),
    FaultCode.NOTHING_TO_REDO: N_("There is nothing to redo."),
    FaultCode.UNKNOWN_RULE: N_("There is no ruling called “%(rule)s”."),
    FaultCode.NOT_A_ROUND: N_(
        "This line is not a round; write one like “Ana: Bo 7 skip; Cy = 20”."
    ),
    FaultCode.GIVEN_TWICE: N_("For one hand, fill in only one thing: points, words or counts."),
    FaultCode.NO_HAND_HERE: N_("Whoever holds this hand does not play this round."),
    FaultCode.ALREADY_RECORDED: N_(
        "The round was written down meanwhile, on another phone; this hand is not part of it."
    ),
    FaultCode.NOT_A_JOURNAL: N_("This is not the journal of a game."),
    FaultCode.NOT_AN_ENTRY: N_("This change cannot have happened here."),
    FaultCode.NOT_A_SPAN: N_("Ask for rounds as first-last, such as 1-200."),
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
