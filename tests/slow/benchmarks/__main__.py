"""Measure how quick it is: `python -m tests.slow.benchmarks`, or some parts of it by name."""

import sys
import tempfile
from pathlib import Path

import click

from tests.slow.benchmarks import attacks, pages, rivalry, saves, start, threads, thumb

PARTS = {
    each.__name__.rpartition(".")[2]: each.measured
    for each in (pages, saves, start, attacks, rivalry, threads, thumb)
}


def main(wanted: list[str]) -> int:
    """Measure these parts (none named: all) and tell whether each figure is as low as it should."""
    figures = []
    for part in wanted or PARTS:
        name, *beside = part.split("=")
        with tempfile.TemporaryDirectory() as folder:
            for figure in PARTS[name](Path(folder), *beside):
                click.echo(figure)
                figures.append(figure)
    return int(any(figure.is_ > figure.most for figure in figures))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
