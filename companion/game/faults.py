"""Validation errors as data: codes, paths and values; messages are written elsewhere."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class FaultCode(StrEnum):
    """Codes of all validation errors; they are part of the API and never change."""

    NAME_BLANK = "name-blank"
    NO_CUSTOM = "no-custom"
    NAME_TOO_LONG = "name-too-long"
    NAME_SIGN = "name-sign"
    NAME_HIDDEN_SIGN = "name-hidden-sign"
    NAME_TWICE = "name-twice"
    TOO_MANY_OF_CARD = "too-many-of-card"
    TOO_MANY_OF_LOT = "too-many-of-lot"
    TOO_MANY_CARDS = "too-many-cards"
    TOO_MANY_POINTS = "too-many-points"
    TEXT_TOO_LONG = "text-too-long"
    NO_POINTS = "no-points"
    HAND_BLANK = "hand-blank"
    COUNT_ALONE = "count-alone"
    COUNT_OUT_OF_RANGE = "count-out-of-range"
    NUMBERS_APART = "numbers-apart"
    EITHER_WAY = "either-way"
    NOT_IN_BOX = "not-in-box"
    NEVER_IN_A_HAND = "never-in-a-hand"
    NUMBER_NO_CARD = "number-no-card"
    UNKNOWN_WORD = "unknown-word"
    NOT_AN_OBJECT = "not-an-object"
    NOT_A_WHOLE_NUMBER = "not-a-whole-number"
    OUT_OF_RANGE = "out-of-range"
    NOT_A_TEXT = "not-a-text"
    BLANK = "blank"
    NOT_A_CHOICE = "not-a-choice"
    NOT_TRUE_OR_FALSE = "not-true-or-false"
    NOT_A_LIST = "not-a-list"
    NUMBER_OF_PLAYERS = "number-of-players"
    JUST_SO_MANY_PLAYERS = "just-so-many-players"
    UNKNOWN_CARD = "unknown-card"
    OTHER_SIDE = "other-side"
    NO_SIDES = "no-sides"
    NOTHING_LEFT = "nothing-left"
    LEFT_OUT_OF_SIDES = "left-out-of-sides"
    BOX_AND_EDITION = "box-and-edition"
    NO_OWN_BOX = "no-own-box"
    CARD_TWICE = "card-twice"
    NOT_AN_ID = "not-an-id"
    WORTH_ITS_FACE = "worth-its-face"
    TOO_MANY_KINDS = "too-many-kinds"
    TWO_SIDES = "two-sides"
    NOT_A_BOX = "not-a-box"
    UNKNOWN_PLAYER = "unknown-player"
    NOT_PLAYING = "not-playing"
    NOBODY_RESTS = "nobody-rests"
    TOO_FEW_PLAY = "too-few-play"
    TOO_FEW_FOR_A_TABLE = "too-few-for-a-table"
    NOBODY_WENT_OUT = "nobody-went-out"
    RESTED = "rested"
    HAND_TWICE = "hand-twice"
    HAND_OF_WINNER = "hand-of-winner"
    HAND_OF_RESTING = "hand-of-resting"
    HAND_OF_PARTNER = "hand-of-partner"
    HAND_MISSING = "hand-missing"
    HAND_OF_KNOCKED_OUT = "hand-of-knocked-out"
    NOBODY_KNOCKED_OUT = "nobody-knocked-out"
    NOT_AN_OPPONENT = "not-an-opponent"
    NO_HANDS = "no-hands"
    NO_PILE = "no-pile"
    PILE_AND_HANDS = "pile-and-hands"
    CARDS_AND_POINTS = "cards-and-points"
    NOT_CARDS = "not-cards"
    TOO_MANY_IN_HAND = "too-many-in-hand"
    TOO_MANY_IN_ROUND = "too-many-in-round"
    TOO_MANY_NOTES = "too-many-notes"
    NOTHING_TO_CHANGE = "nothing-to-change"
    EVERY_SEAT_A_NAME = "every-seat-a-name"
    NOBODY_NAMED = "nobody-named"
    TOO_MANY_PLAY = "too-many-play"
    TOTAL_AT_TARGET = "total-at-target"
    SEATS_ARE_FIXED = "seats-are-fixed"
    SEATS_OPEN = "seats-open"
    SEATS_CLOSED = "seats-closed"
    NO_SEAT_LEFT = "no-seat-left"
    NAME_TAKEN = "name-taken"
    ONLY_IN_A_TOURNAMENT = "only-in-a-tournament"
    NOT_IN_A_TOURNAMENT = "not-in-a-tournament"
    NOT_IN_THIS_FORMAT = "not-in-this-format"
    NO_ROUND_LIMIT = "no-round-limit"
    OPEN_END_ALONE = "open-end-alone"
    NO_END = "no-end"
    ONLY_WITHOUT_CARDS = "only-without-cards"
    TITLE_OF_CARDS = "title-of-cards"
    NO_CARDS_HERE = "no-cards-here"
    WHICH_TABLE = "which-table"
    TABLE_NOT_OPEN = "table-not-open"
    ROTATION_NOT_OPEN = "rotation-not-open"
    TABLE_NOT_DONE = "table-not-done"
    NO_NEXT_STAGE = "no-next-stage"
    STAGE_BEGUN = "stage-begun"
    NOT_A_DRAW = "not-a-draw"
    OTHER_TABLE = "other-table"
    NOTHING_TO_UNDO = "nothing-to-undo"
    NOTHING_TO_REDO = "nothing-to-redo"
    UNKNOWN_RULE = "unknown-rule"
    NO_HEADER = "no-header"
    NOT_A_ROUND = "not-a-round"
    NOT_UTF8 = "not-utf8"
    NOT_A_TABLE = "not-a-table"
    RAGGED_LINE = "ragged-line"
    WRONG_TOTAL = "wrong-total"
    TABLE_OF_TOURNAMENT = "table-of-tournament"
    TOO_MANY_ROUNDS = "too-many-rounds"
    GIVEN_TWICE = "given-twice"
    NO_HAND_HERE = "no-hand-here"
    ALREADY_RECORDED = "already-recorded"
    NOT_A_JOURNAL = "not-a-journal"
    NOT_AN_ENTRY = "not-an-entry"
    NOT_A_KEY = "not-a-key"
    NOT_A_SPAN = "not-a-span"
    NOT_A_DAY = "not-a-day"
    NOT_A_TIME = "not-a-time"
    NOT_A_TIME_ZONE = "not-a-time-zone"
    UNKNOWN_GROUP = "unknown-group"
    NOT_IN_GROUP = "not-in-group"
    TOO_MANY_NAMES = "too-many-names"
    GAME_TOO_LONG = "game-too-long"


@dataclass(frozen=True, slots=True)
class Fault:
    """One validation error, with the `values` that its message shows."""

    code: FaultCode
    path: str = ""  # JSON Pointer such as `/hands/Bo/cards/1`; empty for the whole request
    values: Mapping[str, object] = field(default_factory=dict)

    def under(self, *steps: str | int) -> "Fault":
        return Fault(self.code, pointer(*steps) + self.path, self.values)


class ValidationError(Exception):
    """Refusal of a request, with all faults found in it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(", ".join(f"{fault.code} at {fault.path!r}" for fault in self.faults))


def pointer(*steps: str | int) -> str:
    """Return a JSON Pointer (RFC 6901) with slashes and tildes escaped."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)
