"""Script that prints how many answers are sure and right by score threshold `SURE`.

`python -m tests.rulings.search.curve [FILE]`; by default for all judged sets.
"""

import sys
from pathlib import Path
from unittest.mock import patch

import click

from companion.datafiles.text import LANGUAGES
from companion.rulings.search import lookup
from tests.rulings.search.recall import firmness, judged, read_judged

SCORES = (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5)


def main() -> int:
    for language in LANGUAGES:
        every = (
            tuple(read_judged(Path(sys.argv[1]), language)) if sys.argv[1:] else judged(language)
        )
        for score in SCORES:
            with patch.object(lookup, "SURE", score):
                measured = firmness(every)
            click.echo(
                f"{language}, score {score}: firm {measured.firm:.0f}, "
                f"right {measured.right:.1f}, opposite {measured.opposite:.1f}, "
                f"uncovered {measured.uncovered:.0f}"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
