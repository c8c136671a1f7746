"""The look-up as plain values: for pages that no server answers, which bring a script along.

The scripts (static/export/) rank as the modules beside this one do, by their constants.
"""

from typing import Any

from companion.rulings.search import index, lookup, questions, roles, spelling, tokenizer
from companion.rulings.search import vocabulary as vocabulary_module
from companion.rulings.search.lookup import LookUp
from companion.rulings.search.questions import QuestionParser
from companion.rulings.search.vocabulary import read_vocabulary

# The modules whose numbers the script needs.
MODULES = (index, lookup, questions, roles, spelling, tokenizer, vocabulary_module)


def parser_data(parser: QuestionParser) -> dict[str, Any]:
    """Return all that it takes to find the terms of a question: the same for every box."""
    vocabulary = read_vocabulary()
    phrases: dict[str, dict[str, Any]] = {}
    for phrase, meant in parser.tokenizer.meanings.items():
        phrases[" ".join(phrase)] = {"concepts": list(meant)}
    for phrase, card in parser.tokenizer.names.items():
        phrases[" ".join(phrase)]["card"] = card
    # The numbers that a module defines, by the names they have there.
    constants = {
        module.__name__.rpartition(".")[2]: {
            name: value
            for name, value in vars(module).items()
            if name.isupper() and isinstance(value, int | float)
        }
        for module in MODULES
    }
    return {
        "phrases": phrases,
        "stopPhrases": sorted(" ".join(phrase) for phrase in vocabulary.stop_phrases),
        "inflected": sorted(phrase[0] for phrase in vocabulary.concepts if len(phrase) == 1),
        "plain": index.PLAIN,
        "theName": " ".join(questions.THE_NAME),
        "numbers": dict(vocabulary.numbers),
        "connectives": {role: sorted(words) for role, words in vocabulary.connectives.items()},
        "frequencies": parser.tokenizer.frequencies,
        "examples": [[list(rules), " ".join(words)] for rules, words in parser.examples],
        "endings": list(vocabulary.endings),
        "sounds": [[spelt.pattern, as_.replace("\\1", "$1")] for spelt, as_ in spelling.SOUNDS],
        "constants": constants,
    }


def look_up_data(look_up: LookUp) -> dict[str, Any]:
    """Return what a box answers with."""
    every = list(look_up.answers.values())
    return {
        # Rulings with one number are one answer; their order decides among equal scores.
        "answers": {rule: every.index(answer) for rule, answer in look_up.answers.items()},
        "foreignCards": list(look_up.foreign_cards),
    }
