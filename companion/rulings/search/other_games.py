"""Recognition of questions about another box or game, by names and cards only those have."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypedDict

from companion.game.cards.lexicon import fold

_BREAK = re.compile(r"[.,;:!?()\"“”«»]+")
_NO_WORD = re.compile(r"[^\w+|]+")


class OtherGameValues(TypedDict):
    """Another game, and the page of it."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class OtherGame:
    """Another game; `edition` is its box id if its cards are known here."""

    name: str
    edition: str | None

    def as_values(self, path: str = "") -> OtherGameValues:
        """Return the JSON form; `path` is the URL prefix of the companion."""
        page = f"/box/{self.edition}" if self.edition else "/boxes/other"
        return {"name": self.name, "url": path + page}


def other_game(question: str) -> OtherGame | None:
    """Return the other game that a question is certainly about; None if it may be UNO."""
    words = _NO_WORD.sub(" ", _BREAK.sub(" | ", fold(question))).strip(" |")
    return next((game for game, pattern in _read_games() if pattern.search(words)), None)


@cache
def _read_games() -> tuple[tuple[OtherGame, re.Pattern[str]], ...]:
    read = tomllib.loads(files(__package__).joinpath("other_games.toml").read_text("utf-8"))
    found = []
    for each in read["games"]:
        says = (rf"(?<!\w)(?:{pattern})(?!\w)" for pattern in each["says"])
        alone = (rf"\A(?:uno )?(?:{pattern})(?: uno)?\Z" for pattern in each.get("alone", ()))
        pattern = re.compile("|".join((*says, *alone)))
        found.append((OtherGame(each["name"], each.get("edition")), pattern))
    return tuple(found)
