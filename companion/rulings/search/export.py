"""The look-up as plain values: for pages that no server answers, which bring a script along.

The script (static/ask.js) hears, agrees and remembers as `asked` does; its numbers are taken from
there.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.rulings.search import bm25, concepts, ranking, roles, spelling, tokenizer
from companion.rulings.search.concepts import QueryParser
from companion.rulings.search.intents import Intent
from companion.rulings.search.lookup import FIRST, LEAST, RECALLED, LookUp
from companion.rulings.search.vocabulary import Pattern, read_vocabulary


def ears(heard: QueryParser) -> dict[str, Any]:
    """Say all that it takes to hear a question: the same for every box."""
    vocabulary = read_vocabulary()
    phrases: dict[str, dict[str, Any]] = {" ".join(phrase): {} for phrase in vocabulary.plain}
    for phrase, meant in vocabulary.spoken.items():
        phrases.setdefault(" ".join(phrase), {})["concepts"] = list(meant)
    for phrase, card in heard.names.items():
        phrases.setdefault(" ".join(phrase), {})["card"] = card
    return {
        "phrases": phrases,
        "numbers": dict(vocabulary.numbers),
        "doubtful": sorted(" ".join(phrase) for phrase in vocabulary.doubtful),
        "articles": sorted(vocabulary.articles),
        "concepts": sorted(vocabulary.weights),
        "said": heard.said,
        "asked": [[list(rules), " ".join(words)] for rules, words in heard.asked],
        "endings": list(spelling.ENDINGS),
        "sounds": [[spelt.pattern, as_.replace("\\1", "$1")] for spelt, as_ in spelling.SOUNDS],
        "tableTalk": sorted(vocabulary.table_talk),
        "patterns": [_pattern(pattern) for pattern in vocabulary.patterns],
        "weights": {concept: heard.weight(concept) for concept in sorted(heard.concepts)},
        "also": {concept: list(halves) for concept, halves in vocabulary.also.items()},
        "numbersOfAgreement": _numbers(),
    }


def _pattern(pattern: Pattern) -> list[Any]:
    return [pattern.concept, [sorted(part) for part in pattern.parts], pattern.is_ordered]


def _numbers() -> Mapping[str, float]:
    return {
        "longest": tokenizer.LONGEST,
        "mostWords": tokenizer.MOST_WORDS,
        "doubt": tokenizer.DOUBT,
        "few": concepts.FEW,
        "root": spelling.ROOT,
        "leastKnown": spelling.LEAST_KNOWN,
        "leastSound": spelling.LEAST_SOUND,
        "oneSlip": spelling.ONE_SLIP,
        "twoSlips": spelling.TWO_SLIPS,
        "longestWord": spelling.LONGEST_WORD,
        "gap": concepts.GAP,
        "made": concepts.MADE,
        "madeAnywhere": concepts.MADE_ANYWHERE,
        "inner": concepts.INNER,
        "half": concepts.HALF,
        "part": concepts.PART,
        "role": concepts.ROLE,
        "chronology": roles.CHRONOLOGY,
        "again": roles.AGAIN,
        "before": roles.BEFORE,
        "if": roles.IF,
        "missed": ranking.MISSED,
        "unexplained": ranking.UNEXPLAINED,
        "against": ranking.AGAINST,
        "strange": ranking.STRANGE,
        "told": ranking.TOLD,
        "slight": ranking.SLIGHT,
        "saturation": bm25.SATURATION,
        "length": bm25.LENGTH,
        "common": bm25.COMMON,
        "enough": bm25.ENOUGH,
        "recalled": RECALLED,
        "first": FIRST,
        "least": LEAST,
    }


def box_of(look_up: LookUp) -> dict[str, Any]:
    """Say how the rulings of a box are asked for."""
    return {"foreign": sorted(look_up.foreign), "ways": list(_ways(look_up.ways))}


def _ways(ways: Iterable[Intent]) -> Iterable[list[Any]]:
    for way in ways:
        yield [way.rule, *map(sorted, (way.expected, way.welcome, way.against)), way.grade]
