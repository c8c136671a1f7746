"""The rows of drafts: the hands that are being counted."""

from companion.store.checksums import Row, checksum
from companion.store.protocols import Draft


def draft_row(game: str, draft: Draft, count: int) -> dict[str, object]:
    """Return the row of a hand that is counted in a game, without that game."""
    row = {
        "table": draft.table,
        "seat": draft.seat,
        "round": draft.round_,
        "text": draft.text,
        "by": draft.by,
        "count": count,
    }
    return row | {"seal": draft_checksum(game, row)}


def is_intact_draft(game: str, row: Row) -> bool:
    """Return whether a draft of a game is as it was written."""
    return bool(row["seal"] == draft_checksum(game, row))


def draft_checksum(game: str, row: Row) -> bytes:
    """Return the checksum of a draft, given with the id of its game."""
    columns = ("table", "seat", "round", "text", "by", "count")
    return checksum("draft", game, *(row[column] for column in columns))


def draft_of(row: Row) -> Draft:
    """Return a draft by its row."""
    return Draft(row["table"], row["round"], row["seat"], row["text"], row["by"], row["count"])
