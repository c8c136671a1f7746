"""The look-up as plain values: for pages that no server answers, which bring a script along.

The script (static/export/ask.js) parses and ranks as the modules beside this one do, by their
constants.
"""

from typing import Any

from companion.rulings.search import bm25, concepts, lookup, ranking, roles, spelling, tokenizer
from companion.rulings.search import vocabulary as vocabulary_module
from companion.rulings.search.concepts import QueryParser
from companion.rulings.search.lookup import LookUp
from companion.rulings.search.vocabulary import read_vocabulary

# The modules whose numbers the script needs.
MODULES = (bm25, concepts, lookup, ranking, roles, spelling, tokenizer, vocabulary_module)


def parser_data(parser: QueryParser) -> dict[str, Any]:
    """Return all that it takes to parse a question: the same for every box."""
    vocabulary = read_vocabulary()
    phrases: dict[str, dict[str, Any]] = {" ".join(p): {} for p in vocabulary.stop_phrases}
    for phrase, meant in vocabulary.concepts.items():
        phrases.setdefault(" ".join(phrase), {})["concepts"] = list(meant)
    for phrase, card in parser.names.items():
        phrases.setdefault(" ".join(phrase), {})["card"] = card
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
        "numbers": dict(vocabulary.numbers),
        "ambiguous": sorted(" ".join(phrase) for phrase in vocabulary.ambiguous),
        "articles": sorted(vocabulary.articles),
        "connectives": {role: sorted(words) for role, words in vocabulary.connectives.items()},
        "concepts": sorted(vocabulary.weights),
        "frequencies": parser.frequencies,
        "examples": [[list(rules), " ".join(words)] for rules, words in parser.examples],
        "endings": list(vocabulary.endings),
        "sounds": [[spelt.pattern, as_.replace("\\1", "$1")] for spelt, as_ in spelling.SOUNDS],
        "gameConcepts": sorted(vocabulary.game_concepts),
        "patterns": [
            [pattern.concept, [sorted(part) for part in pattern.parts], pattern.is_ordered]
            for pattern in vocabulary.patterns
        ],
        "weights": {concept: parser.weight(concept) for concept in sorted(parser.concepts)},
        "implied": {concept: list(halves) for concept, halves in vocabulary.implied.items()},
        "constants": constants,
    }


def look_up_data(look_up: LookUp) -> dict[str, Any]:
    """Return how the rulings of a box are asked for."""
    every = list(look_up.answers.values())
    return {
        # Rulings with one number are one answer; their order decides among equal scores.
        "answers": {rule: every.index(answer) for rule, answer in look_up.answers.items()},
        "foreignCards": sorted(look_up.foreign_cards),
        "intents": [
            [
                intent.rule,
                *map(sorted, (intent.expected, intent.optional, intent.against)),
                intent.grade,
            ]
            for intent in look_up.intents
        ],
    }
