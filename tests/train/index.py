"""Training of the search index, and of how certain an answer is."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import chain
from pathlib import Path

from companion.rulebook import open_rulebook
from companion.rulings.search.certainty import probability
from companion.rulings.search.index import RulingIndex
from companion.rulings.search.questions import QuestionParser
from companion.rulings.search.trained import TrainedIndex
from companion.rulings.search.vocabulary import read_entries, read_vocabulary
from tests.train.examples import ExampleQuestion, examples_of
from tests.train.weights import trained_weights

JUDGED = Path(__file__).parents[1] / "rulings" / "search" / "questions"
ORDERS = 1, -1  # so that it matters less which example is corrected last
SWEEPS = 200  # of Newton's method, one weight after the other

Names = Mapping[str, Iterable[str]]  # card -> its spoken names


def train(names: Names, examples: Sequence[ExampleQuestion]) -> TrainedIndex:
    words_of_each = read_vocabulary().words_of_each(each.question for each in examples)
    frequencies = Counter(chain.from_iterable(words_of_each))
    parser = QuestionParser(names, frequencies)
    asked = [
        (each.rules, parser.terms_of(parser.tokenizer.corrected(words)))
        for each, words in zip(examples, words_of_each, strict=True)
    ]
    index = RulingIndex.of(trained_weights(asked, ORDERS))
    return TrainedIndex(sources_of(names, examples), frequencies, index)


def sources_of(names: Names, examples: Iterable[ExampleQuestion]) -> str:
    """Return the digest of everything that an index is trained on."""
    spoken = sorted((card, sorted(those)) for card, those in names.items())
    return sha256(repr((spoken, (*examples,), read_entries())).encode()).hexdigest()


def calibrated(answers: Sequence[tuple[Sequence[float], bool]]) -> tuple[float, ...]:
    """Return the weights that fit answers, given by their evidence and whether they are right."""
    weights = [0.0] * len(answers[0][0])
    for _ in range(SWEEPS):
        for at in range(len(weights)):
            slope = curvature = 0.0
            for evidence, is_right in answers:
                chance = probability(weights, evidence)
                slope += (is_right - chance) * evidence[at]
                curvature += chance * (1 - chance) * evidence[at] ** 2
            weights[at] += slope / curvature
    return tuple(round(weight, 2) for weight in weights)


def trained_index() -> TrainedIndex:
    """Return the index, its certainty calibrated on judged questions that are no examples."""
    rulebook = open_rulebook()
    examples = examples_of(rulebook)
    trained = train(rulebook.card_names, examples)
    look_ups = rulebook.look_ups_of(trained)
    taught = {example.question for example in examples}
    answers = []
    for path in sorted(JUDGED.glob("*.toml")):
        for question in tomllib.loads(path.read_text("utf-8"))["questions"]:
            look_up = look_ups[question["box"]]
            found = look_up.find(question["ask"])
            if found.signals and question["ask"] not in taught:
                is_right = look_up.is_right(found.results[0], question["rules"])
                answers.append((found.signals.evidence(), is_right))
    return replace(trained, certainty=calibrated(answers))
