"""Script that prints how many answers are sure and right by the probability `CERTAIN`.

`python -m tests.rulings.search.curve [FILE]`; by default for all judged sets.
"""

import sys
from pathlib import Path
from unittest.mock import patch

import click

from companion.datafiles.text import LANGUAGES
from companion.rulings.search import lookup
from tests.rulings.search.recall import answered, firmness, judged, read_judged

PROBABILITIES = (0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)


def main() -> int:
    for language in LANGUAGES:
        every = (
            tuple(read_judged(Path(sys.argv[1]), language)) if sys.argv[1:] else judged(language)
        )
        for probability in PROBABILITIES:
            with patch.object(lookup, "CERTAIN", probability):
                answered.cache_clear()
                measured = firmness(every)
            click.echo(
                f"{language}, probability {probability}: firm {measured.firm:.0f}, "
                f"right {measured.right:.1f}, opposite {measured.opposite:.1f}, "
                f"uncovered {measured.uncovered:.0f}"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
