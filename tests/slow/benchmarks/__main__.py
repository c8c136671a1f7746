"""Runner of the benchmarks: `python -m tests.slow.benchmarks [NAME]...`."""

import sys
import tempfile
from pathlib import Path

import click

from tests.slow.benchmarks import attacks, pages, restores, rivalry, saves, start, threads, thumb

BENCHMARKS = {
    each.__name__.rpartition(".")[2]: each.measure
    for each in (pages, saves, start, attacks, restores, rivalry, threads, thumb)
}


def main(wanted: list[str]) -> int:
    """Run and print the named benchmarks (default: all); return 1 if a figure exceeds its limit."""
    figures = []
    for argument in wanted or BENCHMARKS:
        name, *beside = argument.split("=")
        with tempfile.TemporaryDirectory() as folder:
            for figure in BENCHMARKS[name](Path(folder), *beside):
                click.echo(figure)
                figures.append(figure)
    return int(any(figure.is_ > figure.most for figure in figures))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
