"""What all rulings share: base.toml, read once."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.datafiles.reader import Table
from companion.datafiles.schema import ID, listed, shaped, text
from companion.datafiles.text import LocalizedText
from companion.rulings.sheets import Sheet

LONGEST_VERDICT = 60

RULE = shaped(r"[a-z0-9_]+(\.[a-z0-9_]+)?", "must be a rule such as stack.2on2")


@dataclass(frozen=True, slots=True)
class Base:
    """The order of the topics, the sheets by box, and what is said where no sheet says it.

    `verdicts` are by basis; `elsewhere` holds `{boxes}`; `cards` has for each card the rules that
    say in short what it does.
    """

    topics: tuple[str, ...]
    verdicts: Mapping[str, LocalizedText]
    elsewhere: LocalizedText
    cards: Mapping[str, tuple[str, ...]]
    sheets: Mapping[str, Sheet]


def read_base(table: Table, sheets: Mapping[str, Sheet]) -> Base:
    """Read base.toml."""
    with table.part("verdicts") as verdicts:
        stated = {
            basis: verdicts.words(basis, text(LONGEST_VERDICT))
            for basis in ("silent", "contradiction", "not-in-edition")
        }
    with table.part("cards") as cards:
        short = {card: cards.take(card, listed(RULE)) for card in cards.values}
    base = Base(
        topics=table.take("topics", listed(ID)),
        verdicts=stated,
        elsewhere=table.words("elsewhere", text(200)),
        cards=short,
        sheets=sheets,
    )
    table.close()
    return base
