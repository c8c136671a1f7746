"""Trains the index of the search: `python -m tests.train`.

The index is part of the package, and nothing is trained at run time.
"""

import tomllib
from dataclasses import replace
from pathlib import Path

from companion.rulebook import open_rulebook
from companion.rulings.search.certainty import calibrated
from companion.rulings.search.trained import FILE, TrainedIndex
from companion.rulings.search.training import train

JUDGED = Path(__file__).parent / "rulings" / "search" / "questions"


def trained_index() -> TrainedIndex:
    """Return the index, its certainty calibrated on judged questions that are no examples."""
    rulebook = open_rulebook()
    trained = train(rulebook.card_names, rulebook.examples)
    look_ups = rulebook.look_ups_of(trained)
    taught = {example.question for example in rulebook.examples}
    answers = []
    for path in sorted(JUDGED.glob("*.toml")):
        for question in tomllib.loads(path.read_text("utf-8"))["questions"]:
            look_up = look_ups[question["box"]]
            found = look_up.find(question["ask"])
            if found.signals and question["ask"] not in taught:
                is_right = look_up.is_right(found.results[0], question["rules"])
                answers.append((found.signals, is_right))
    return replace(trained, certainty=calibrated(answers))


def main() -> None:
    FILE.write_bytes(trained_index().to_bytes())


if __name__ == "__main__":
    main()
