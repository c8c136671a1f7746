"""The rulings as data, one file a topic: what each sheet says on each point, in our own words."""

from companion.rulings.loader import load_rulings
from companion.rulings.ruling import (
    AnswerValues,
    Box,
    InvalidRulingsError,
    Reading,
    Ruling,
    Rulings,
    Topic,
)
from companion.rulings.search.lookup import LookUp, SearchResult
from companion.rulings.search.other_games import OtherGame, OtherGameValues, other_game
from companion.rulings.search.questions import ExampleQuestion, QuestionParser
from companion.rulings.source import Source

__all__ = [
    "AnswerValues",
    "Box",
    "ExampleQuestion",
    "InvalidRulingsError",
    "LookUp",
    "OtherGame",
    "OtherGameValues",
    "QuestionParser",
    "Reading",
    "Ruling",
    "Rulings",
    "SearchResult",
    "Source",
    "Topic",
    "load_rulings",
    "other_game",
]
