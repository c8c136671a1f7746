"""What a value in a box file must be, beside what holds for every file."""

from companion.datafiles.schema import Rule, text_of
from companion.game.cards.lexicon import words

LONGEST_NAME = 40
MOST_WORDS = 6  # in a name: each of them may take a plural, so one more doubles the forms


def _name(value: object) -> str | None:
    name = text_of(value, LONGEST_NAME)
    if name is None or not any(ch.isalnum() for ch in name):
        return None
    return name if len(words(name)) <= MOST_WORDS else None


NAME = Rule(f"must be a name of 1 to {MOST_WORDS} words, {LONGEST_NAME} characters", _name, "")
