"""Sentences on faults, formats, scorings and the basis of rulings.

They are written in English here and translated where they are used.
"""

from collections.abc import Iterable, Mapping, MutableMapping
from typing import NamedTuple

from companion.editions import Edition
from companion.game.faults import Fault, FaultCode
from companion.game.players import hidden_in
from companion.game.scoresheet import fault_place
from companion.rulings import Ruling
from companion.web.http.i18n import N_, gettext, language, translated
from companion.web.ui.names import card_name

IN_OTHER = N_("In %(game)s:")
ABOUT_OTHER = N_("That’s %(game)s. You’re in the rules of another box.")
_MAX_ECHO = 40  # characters of quoted input


class Wording(NamedTuple):
    """The name of a format or a scoring, and one line of explanation."""

    name: str
    explanation: str = ""


# A new format or scoring needs words here. One without any is called by its id.
FORMATS: MutableMapping[str, Wording] = {
    "individual": Wording(N_("Everyone for themselves"), N_("2 to 10 players.")),
    "teams": Wording(
        N_("Teams of two"),
        N_("4 players, partners opposite each other: seats 1 and 3 against 2 and 4."),
    ),
    "challenge": Wording(
        N_("Elimination: last player left wins"),
        N_(
            "3 to 10 players. Everyone scores their own hand, and whoever reaches the target is"
            " out."
        ),
    ),
    "tournament": Wording(
        N_("Tournament: partners change"),
        N_("4 to 40 players. Everyone teams up with everyone else in turn; most points wins."),
    ),
    "heats": Wording(
        N_("Heats and a final"),
        N_(
            "6 to 60 players at several tables. The best of each table go on, until one table is"
            " left."
        ),
    ),
}
SCORINGS: MutableMapping[str, Wording] = {
    "winner-collects": Wording(
        N_("Winner scores everyone else’s cards"),
        N_(
            "Whoever goes out scores all the cards the others still hold. First to the target wins."
        ),
    ),
    "keep-own": Wording(
        N_("Everyone scores their own hand"),
        N_(
            "You score the cards you are left with. When somebody reaches the target, the lowest"
            " total wins."
        ),
    ),
    "rounds-won": Wording(
        N_("Count the rounds won"),
        N_("Whoever goes out scores 1, and no cards are counted. First to the target wins."),
    ),
    "each-scores": Wording(
        N_("Everyone scores their own points"),
        N_("You enter everybody’s points, also below zero. The highest total wins."),
    ),
}

FAULTS: Mapping[FaultCode, str] = {
    FaultCode.NAME_BLANK: N_("A player needs a name."),
    FaultCode.NO_CUSTOM: N_("There’s no house rule to adopt here: write your own."),
    FaultCode.NAME_TOO_LONG: N_("At most %(most)s characters; this name has %(length)s."),
    FaultCode.NAME_SIGN: N_("A name can’t contain “%(sign)s”."),
    FaultCode.NAME_HIDDEN_SIGN: N_(
        "There is an invisible character in this name. Delete it and type by hand: %(name)s"
    ),
    FaultCode.NAME_TWICE: N_("Two players are called %(name)s: give one of them another name."),
    FaultCode.TOO_MANY_OF_CARD: N_("%(card)s: the deck has %(has)s, you counted %(counted)s."),
    FaultCode.TOO_MANY_OF_LOT: N_(
        "%(cards)s: the deck has %(has)s of these in all, you counted %(counted)s."
    ),
    FaultCode.TOO_MANY_CARDS: N_(
        "There are only %(has)s cards in the deck; you counted %(counted)s."
    ),
    FaultCode.TOO_MANY_POINTS: N_(
        "The whole deck is worth only %(has)s points; you counted %(counted)s."
    ),
    FaultCode.TEXT_TOO_LONG: N_("This is too long: at most %(most)s characters."),
    FaultCode.NO_POINTS: N_("0 points change nothing: enter how many to add or take away."),
    FaultCode.HAND_BLANK: N_(
        "Enter the cards or the points of this hand; if it’s worth nothing, enter 0."
    ),
    FaultCode.COUNT_ALONE: N_("“%(word)s”: which card?"),
    FaultCode.COUNT_OUT_OF_RANGE: N_("“%(word)s”: a card can be counted 1 to 99 times."),
    FaultCode.NOT_IN_BOX: N_("There’s no “%(word)s” in this box.%(offer)s"),
    FaultCode.NEVER_IN_A_HAND: N_("“%(word)s” stays on the table, so it’s never in a hand."),
    FaultCode.NUMBERS_APART: N_("“%(given)s”: if these add up, write %(sum)s."),
    FaultCode.EITHER_WAY: N_(
        "“%(word)s”: write “%(times)sx%(card)s” for %(times)s cards, or “%(card)sx%(times)s” for"
        " %(card)s."
    ),
    FaultCode.NUMBER_NO_CARD: N_(
        "“%(word)s” isn’t a card. Put spaces between cards (7 9), or enter the total under Points."
    ),
    FaultCode.UNKNOWN_WORD: N_("“%(word)s” isn’t a card in this box.%(offer)s"),
    FaultCode.NOT_AN_OBJECT: N_("This must be an object with named values."),
    FaultCode.NOT_A_WHOLE_NUMBER: N_("This must be a whole number, such as 25."),
    FaultCode.OUT_OF_RANGE: N_("This must be a number from %(least)s to %(most)s."),
    FaultCode.NOT_A_TEXT: N_("This must be text."),
    FaultCode.BLANK: N_("This can’t be empty."),
    FaultCode.NOT_A_CHOICE: N_("Choose one of these: %(choices)s."),
    FaultCode.NOT_TRUE_OR_FALSE: N_("This must be true or false."),
    FaultCode.NOT_A_LIST: N_("This must be a list."),
    FaultCode.NUMBER_OF_PLAYERS: N_(
        "This is for %(least)s to %(most)s players; you have %(given)s."
    ),
    FaultCode.JUST_SO_MANY_PLAYERS: N_("This is for exactly %(most)s players; you have %(given)s."),
    FaultCode.UNKNOWN_CARD: N_("With this box, nobody can hold a “%(card)s”."),
    FaultCode.OTHER_SIDE: N_("“%(card)s” is on the %(side)s side; the %(up)s side is up."),
    FaultCode.NO_SIDES: N_("The cards of this box have one side only."),
    FaultCode.NOTHING_LEFT: N_("That would leave no cards to play with."),
    FaultCode.LEFT_OUT_OF_SIDES: N_("No cards can be left out of a box with two sides."),
    FaultCode.BOX_AND_EDITION: N_("Choose a box or make your own, not both."),
    FaultCode.NO_OWN_BOX: N_("Only a box that you made yourselves can be given another card."),
    FaultCode.CARD_TWICE: N_("“%(card)s” is already there: give this one another name."),
    FaultCode.NOT_AN_ID: N_("Write this as lower-case words with hyphens, such as skip-everyone."),
    FaultCode.WORTH_ITS_FACE: N_("The card %(card)s has to be worth %(card)s points."),
    FaultCode.TOO_MANY_KINDS: N_("A box can have %(most)s different cards at most."),
    FaultCode.TWO_SIDES: N_("Cards have two sides: name both, or none."),
    FaultCode.NOT_A_BOX: N_("This isn’t the file of a box: choose one that a game here wrote."),
    FaultCode.UNKNOWN_PLAYER: N_("Nobody called “%(name)s” is playing."),
    FaultCode.NOT_PLAYING: N_("%(name)s isn’t playing this round."),
    FaultCode.NOBODY_RESTS: N_("Nobody sits out a round when you play this way."),
    FaultCode.TOO_FEW_PLAY: N_("At least two players have to stay. To stop here, end the game."),
    FaultCode.TOO_FEW_FOR_A_TABLE: N_(
        "At least %(least)s players have to stay for a table. To stop here, end the game."
    ),
    FaultCode.NOBODY_WENT_OUT: N_("Choose who won the round."),
    FaultCode.RESTED: N_("%(name)s sat this round out and can’t have gone out."),
    FaultCode.HAND_TWICE: N_("There are two hands for %(name)s: remove one."),
    FaultCode.HAND_OF_WINNER: N_("%(name)s won the round, so clear this hand."),
    FaultCode.HAND_OF_RESTING: N_("%(name)s sat this round out and has no cards: clear this hand."),
    FaultCode.HAND_OF_PARTNER: N_("Only the opponents’ hands count: clear %(name)s’s hand."),
    FaultCode.HAND_MISSING: N_("%(name)s’s hand is missing. If it’s worth nothing, enter 0."),
    FaultCode.HAND_OF_KNOCKED_OUT: N_(
        "%(name)s was knocked out, so that hand isn’t counted: clear it, or clear the mark."
    ),
    FaultCode.NOBODY_KNOCKED_OUT: N_("Nobody is knocked out of a round when you play this way."),
    FaultCode.NOT_AN_OPPONENT: N_(
        "Only opponents who played can be knocked out: clear the mark for %(name)s."
    ),
    FaultCode.NO_HANDS: N_("No cards are counted here: who went out is enough."),
    FaultCode.NO_PILE: N_("Everyone keeps their own points here: count each hand by itself."),
    FaultCode.PILE_AND_HANDS: N_("Enter either the pile or the hands, not both."),
    FaultCode.CARDS_AND_POINTS: N_("Enter either the cards or the points of this hand, not both."),
    FaultCode.NOT_CARDS: N_("Give the cards as a list, or as text such as “7 skip wild”."),
    FaultCode.TOO_MANY_IN_HAND: N_("That’s too many cards for one hand."),
    FaultCode.TOO_MANY_IN_ROUND: N_("Together that’s more cards than four boxes have."),
    FaultCode.TOO_MANY_NOTES: N_("A round can have %(most)s notes at most."),
    FaultCode.NOTHING_TO_CHANGE: N_("Say what to change: %(choices)s."),
    FaultCode.EVERY_SEAT_A_NAME: N_("There are %(seats)s seats, and each needs a name."),
    FaultCode.NOBODY_NAMED: N_("Choose at least one player."),
    FaultCode.TOO_MANY_PLAY: N_("At most %(most)s can play."),
    FaultCode.TOTAL_AT_TARGET: N_("To join, start below the target of %(target)s."),
    FaultCode.SEATS_OPEN: N_("Players are still taking their seats."),
    FaultCode.SEATS_CLOSED: N_(
        "The game has begun, so the seats can’t be changed here. Ask whoever’s keeping score."
    ),
    FaultCode.NO_SEAT_LEFT: N_("All %(most)s seats are taken."),
    FaultCode.NAME_TAKEN: N_("Somebody here is already called %(name)s; “%(free)s” is free."),
    FaultCode.SEATS_ARE_FIXED: N_("Nobody can leave or join when you play this way."),
    FaultCode.ONLY_IN_A_TOURNAMENT: N_("This is for tournaments only."),
    FaultCode.NOT_IN_A_TOURNAMENT: N_(
        "A tournament has no target and no single dealer: it ends when all rotations are played."
    ),
    FaultCode.NOT_IN_THIS_FORMAT: N_("When you play this way there is nothing to choose here."),
    FaultCode.NO_ROUND_LIMIT: N_(
        "By elimination you play until one player is left: leave this out, or play another way."
    ),
    FaultCode.OPEN_END_ALONE: N_(
        "A game until you stop has no target and no number of rounds: leave those out."
    ),
    FaultCode.NO_END: N_(
        "Say how it ends: at a number of points, after a number of rounds, or when you stop."
    ),
    FaultCode.ONLY_WITHOUT_CARDS: N_(
        "This way of scoring is for games without cards: choose Just points, or another way."
    ),
    FaultCode.TITLE_OF_CARDS: N_(
        "This box already has a name: only a game of just points can be given one."
    ),
    FaultCode.NO_CARDS_HERE: N_("You enter only points in this game, so it can’t be given a card."),
    FaultCode.WHICH_TABLE: N_(
        "Several tables are playing: say which one this is. A line of a score sheet begins with it:"
        " “table 2, rotation 1 |”."
    ),
    FaultCode.TABLE_NOT_OPEN: N_("Table %(table)s has no round to play now."),
    FaultCode.ROTATION_NOT_OPEN: N_(
        "Rotation %(rotation)s is not being played now; it opens when all tables have finished"
        " the one before."
    ),
    FaultCode.TOO_LATE_TO_JOIN: N_("The first round has been played, so it’s too late to join."),
    FaultCode.STAGE_NOT_OPEN: N_(
        "Stage %(rotation)s is not being played now; each one is drawn when the one before is over."
    ),
    FaultCode.TABLE_NOT_DONE: N_("These tables still have rounds to play: %(tables)s."),
    FaultCode.NO_NEXT_STAGE: N_("This is the final: no other stage follows."),
    FaultCode.STAGE_BEGUN: N_(
        "A round of this stage was played, so its draw stands. Remove its rounds first."
    ),
    FaultCode.NOT_A_DRAW: N_(
        "This can’t be stage %(stage)s: it needs players of the stage before, each of them once."
    ),
    FaultCode.OTHER_TABLE: N_("This link scores table %(table)s only."),
    FaultCode.NOTHING_TO_UNDO: N_("There is nothing to undo."),
    FaultCode.NOTHING_TO_REDO: N_("There is nothing to redo."),
    FaultCode.UNKNOWN_RULE: N_("There is no ruling called “%(rule)s”."),
    FaultCode.NO_HEADER: N_(
        "A score sheet begins with “edition: classic-108” (your box) and “players: Ana, Bo, Cy”."
    ),
    FaultCode.NOT_A_ROUND: N_(
        "This line is not a round; write one like “Ana: Bo 7, skip; Cy = 20”."
    ),
    FaultCode.NOT_UTF8: N_(
        "This file isn’t text in UTF-8: save it again, in a spreadsheet as “CSV UTF-8”."
    ),
    FaultCode.NOT_A_TABLE: N_(
        "A table needs a column for each player, or a column with who won and one with the points."
    ),
    FaultCode.RAGGED_LINE: N_(
        "This line has %(given)s columns and the first one %(width)s: give it as many."
    ),
    FaultCode.WRONG_TOTAL: N_(
        "The total here is %(given)s, but the points above add up to %(total)s: correct one of"
        " them."
    ),
    FaultCode.LINE_A_PLAYER: N_(
        "A line for each player can’t be read: give each player a column and each round a line,"
        " or call the column “Winner” if it says who won."
    ),
    FaultCode.COLUMN_LEFT_OUT: N_("This column was left out."),
    FaultCode.LINE_LEFT_OUT: N_("This line was left out: it adds no points."),
    FaultCode.READ_AS_RUNNING: N_(
        "The numbers grow from line to line, so they were read as totals so far. If they are the"
        " points of each round, write “points” after every name."
    ),
    FaultCode.READ_AS_POINTS: N_(
        "These may be totals so far, but were read as the points of each round. If they are"
        " totals, write “total” after every name."
    ),
    FaultCode.TABLE_OF_TOURNAMENT: N_(
        "A tournament can’t be read from its table: import its game file instead."
    ),
    FaultCode.TOO_MANY_ROUNDS: N_("A table can have %(most)s rounds at most: leave some out."),
    FaultCode.GIVEN_TWICE: N_("For one hand, fill in only one thing: points, words or counts."),
    FaultCode.NO_HAND_HERE: N_("This player isn’t in this round."),
    FaultCode.ALREADY_RECORDED: N_(
        "Another phone has already saved this round; this hand is not part of it."
    ),
    FaultCode.NOT_A_JOURNAL: N_("This is not the journal of a game."),
    FaultCode.NOT_A_KEY: N_("This is not a key of a game."),
    FaultCode.NOT_AN_ENTRY: N_("This change cannot have happened here."),
    FaultCode.NOT_A_SPAN: N_("Ask for rounds as first-last, such as 1-200."),
    FaultCode.NOT_A_DAY: N_("Write the date as 2026-01-31: year, month, day."),
    FaultCode.NOT_A_TIME: N_("This isn’t a time."),
    FaultCode.NOT_A_TIME_ZONE: N_("This isn’t a time zone; try one like Europe/Paris."),
    FaultCode.UNKNOWN_GROUP: N_("There’s no group with this link. Is it an old one?"),
    FaultCode.NOT_IN_GROUP: N_("Nobody in this group’s games has that name."),
    FaultCode.TOO_MANY_NAMES: N_("That’s too many changed names for one group."),
    FaultCode.GAME_TOO_LONG: N_("This game is too long to go on: start a new one."),
}

BASES: Mapping[str, str] = {
    "explicit": N_("The rules say so"),
    "implied": N_("This follows from the rules"),
    "silent": N_("The rules don’t say: agree at the table"),
    "contradiction": N_("The rules say two things"),
    "not-in-edition": N_("This card is in another box"),
}


def format_words(name: str) -> Wording:
    return _wording(FORMATS, name)


def scoring_words(name: str) -> Wording:
    return _wording(SCORINGS, name)


def _wording(words: Mapping[str, Wording], name: str) -> Wording:
    wording = words.get(name, Wording(name.replace("-", " ").capitalize()))
    # An empty explanation is not translated, because gettext would return the catalogue's header.
    return Wording(gettext(wording.name), wording.explanation and gettext(wording.explanation))


def ruling_source(ruling: Ruling, lang: str | None = None) -> str:
    """Return a ruling's basis and its place in the leaflet, in `lang` or the page's language."""
    lang = lang or language()
    basis = translated(lang, BASES[ruling.basis])
    if not ruling.applies or ruling.readings:  # each reading has its own place
        return basis
    return f"{basis} · {ruling.sheet.place.localized(lang)}"


def ruling_basis(ruling: Ruling) -> str:
    return gettext(BASES[ruling.basis])


def fault_sentence(fault: Fault, edition: Edition | None = None) -> str:
    """Return what is wrong and how to mend it, with cards named as in this box."""
    values: dict[str, str] = {"offer": ""}
    # Input is truncated, because it may be a page long and is quoted in a sentence.
    for name, value in fault.values.items():
        if name == "card" and isinstance(value, str):
            values[name] = shortened(card_name(value, edition))
        elif name in {"side", "up"} and edition and isinstance(value, str):
            values[name] = edition.side_name(value).localized(language())
        elif isinstance(value, tuple):
            texts = [card_name(str(v), edition) if name == "cards" else str(v) for v in value]
            values[name] = ", ".join(texts)
            # Faults of an unknown word may come with the cards that are most similar.
            if name == "cards" and texts:
                offer = gettext("Did you mean %(cards)s?") % {"cards": choice(texts)}
                values["offer"] = f" {offer}"
        else:
            values[name] = shortened(str(value))
    return gettext(FAULTS[fault.code]) % values


def sum_sentence() -> str:
    """Return the request to confirm a sum that was added up."""
    return gettext("Not saved yet: check that the sum is right, then save.")


def fault_sentences(faults: Iterable[Fault], edition: Edition | None = None) -> dict[str, str]:
    """Return the sentences of all faults by path, joined if several share a path."""
    sentences: dict[str, list[str]] = {}
    for fault in faults:
        sentences.setdefault(fault.path, []).append(fault_sentence(fault, edition))
    return {path: " ".join(of_path) for path, of_path in sentences.items()}


def placed_sentences(faults: Iterable[Fault]) -> list[str]:
    """Return the sentences of the faults of a score sheet or a table, with line and column."""
    said = []
    for place, fault in sorted(((fault_place(f), f) for f in faults), key=lambda each: each[0]):
        wording = (
            "%(fault)s",
            gettext("Line %(line)s: %(fault)s"),
            gettext("Line %(line)s, column %(column)s: %(fault)s"),
        )[len(place)]
        numbers = dict(zip(("line", "column"), place, strict=False))
        said.append(wording % {**numbers, "fault": fault_sentence(fault)})
    return said


def choice(words: Iterable[str]) -> str:
    """Join words as a choice: `a, b or c`."""
    *others, last = list(words)
    if not others:
        return last
    return gettext("%(others)s or %(last)s") % {"others": ", ".join(others), "last": last}


def shortened(text: str) -> str:
    """Return an input text's first 40 characters, with invisible ones replaced by U+FFFD."""
    cut = text if len(text) <= _MAX_ECHO else text[:_MAX_ECHO] + "…"
    hidden = hidden_in(cut)
    return "".join("\ufffd" if at in hidden else ch for at, ch in enumerate(cut))
