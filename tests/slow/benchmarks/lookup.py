"""The processor time of look-ups, to build and to ask: `python -m tests.slow.benchmarks.lookup`."""

import sys
from statistics import median, quantiles
from time import process_time

import click

from companion.datafiles.text import LANGUAGES
from companion.editions import Edition, facts_of, load_editions
from companion.rulebook import card_names, questions_of
from companion.rulings import Box, LookUp, QuestionParser, Rulings, load_rulings
from tests.rulings.search.recall import HALVES, questions

REPEATS = 3
MOST_TO_FIND, MOST_TO_BUILD, MOST_TO_REMEMBER = 3.0, 300.0, 500.0  # ms


def main() -> int:
    """Measure, print, and tell whether it is as quick as it should be."""
    editions = load_editions()
    boxes = [Box(box.edition, box.rulings_like, facts_of(box)) for box in editions.values()]
    rulings = load_rulings(boxes)
    begun = process_time()
    look_ups = _built(list(editions.values()), rulings)
    build = _ms(begun)
    begun = process_time()
    look_ups["classic-108"].find("can I put a +2 on a +2")
    first = _ms(begun)
    took = sorted(_asked(look_ups))
    late = quantiles(took, n=20)[-1]
    click.echo(f"five look-ups built, vocabulary and meanings read: {build:.0f} ms")
    click.echo(f"the first question, for which all that was asked is remembered: {first:.0f} ms")
    click.echo(
        f"{len(took)} look-ups: median {median(took):.2f} ms, 95 of 100 within {late:.2f} ms"
    )
    return int(build > MOST_TO_BUILD or first > MOST_TO_REMEMBER or late > MOST_TO_FIND)


def _built(editions: list[Edition], rulings: Rulings) -> dict[str, LookUp]:
    parser = QuestionParser(card_names(editions), questions_of(rulings))
    return {
        box.edition: LookUp(rulings.by_edition[box.edition].values(), box.cards, parser)
        for box in editions
    }


def _asked(look_ups: dict[str, LookUp]) -> list[float]:
    every = [q for half in HALVES for language in LANGUAGES for q in questions(half, language)]
    took = []
    for question in every * REPEATS:
        begun = process_time()
        look_ups[question.box].find(question.ask)
        took.append(_ms(begun))
    return took


def _ms(begun: float) -> float:
    return 1000 * (process_time() - begun)


if __name__ == "__main__":
    sys.exit(main())
