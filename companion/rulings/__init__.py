"""Rulings as data, one file per topic, with the answers of each box's leaflet."""

from companion.rulings.first_turn import FirstTurnStep as FirstTurnStep
from companion.rulings.loader import load_rulings as load_rulings
from companion.rulings.ruling import ASPECTS as ASPECTS
from companion.rulings.ruling import AnswerValues as AnswerValues
from companion.rulings.ruling import Aspect as Aspect
from companion.rulings.ruling import Box as Box
from companion.rulings.ruling import InvalidRulingsError as InvalidRulingsError
from companion.rulings.ruling import Reading as Reading
from companion.rulings.ruling import Ruling as Ruling
from companion.rulings.ruling import Rulings as Rulings
from companion.rulings.ruling import Topic as Topic
from companion.rulings.search.lookup import LookUp as LookUp
from companion.rulings.search.lookup import SearchResult as SearchResult
from companion.rulings.search.other_games import GameNames as GameNames
from companion.rulings.search.other_games import OtherGame as OtherGame
from companion.rulings.search.other_games import OtherGames as OtherGames
from companion.rulings.search.other_games import OtherGameValues as OtherGameValues
from companion.rulings.search.questions import ExampleQuestion as ExampleQuestion
from companion.rulings.search.questions import QuestionParser as QuestionParser
from companion.rulings.search.questions import read_examples as read_examples
from companion.rulings.search.trained import TrainedIndex as TrainedIndex
from companion.rulings.search.trained import read_trained_index as read_trained_index
from companion.rulings.source import Source as Source
