"""Indexes that no longer lead to every row are made anew.

Lines, keys and times have checksums; an index has none, and one that was damaged leaves rows out
without a word: a table's key, a rematch, the key that a new link is to replace, or that the file
is one of ours. All that is in an index stands in its table as well, so nothing is lost when it is
written again.
"""

import logging
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from companion.store.errors import DamagedFileError, StoreError
from companion.store.sqlite.connections import Connections
from companion.store.sqlite.migrations import TABLES

CHECKED_AT_START = 32 * 2**20
"""Bytes of a file that is looked through in a tenth of a second, on a small computer in one."""

log = logging.getLogger(__name__)


def mend_indexes(path: Path) -> None:
    """Make the indexes of a file anew where that mends it; what it does not is left as it is."""
    try:
        with closing(Connections(path)) as file:
            with file.reading() as db:
                # A file of something else, or of a later version, is never written to.
                if _is_sound(db) or not TABLES.issuperset(db.table_names()):
                    return
            with file.writing() as db:
                db.execute("REINDEX")
                if not _is_sound(db):
                    left = "`companion games` lists what is left of which game"
                    msg = f"{path.name}: the file is damaged; {left}"
                    raise DamagedFileError(msg)
    except StoreError as error:
        log.warning("%s", error)  # which names the file
    else:
        log.warning("%s: an index did not fit its table and was made anew.", path.name)


def _is_sound(db: Database) -> bool:
    return [row["integrity_check"] for row in db.query("PRAGMA integrity_check(1)")] == ["ok"]
