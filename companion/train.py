"""Trains the index of the search: `python -m companion.train`.

A tool for developers. The index is part of the package, and nothing is trained at run time.
"""

from companion.rulebook import open_rulebook
from companion.rulings.search.trained import FILE
from companion.rulings.search.training import train


def main() -> None:
    rulebook = open_rulebook()
    FILE.write_bytes(train(rulebook.card_names, rulebook.examples).to_bytes())


if __name__ == "__main__":
    main()
