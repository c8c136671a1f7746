"""Repair of damaged indexes.

Lines, keys and times have checksums, but an index has none. A damaged one silently leaves out rows:
a table's key, a rematch, the key that a new link should replace, or the record of migrations. Its
whole content is in its database table as well, so nothing is lost when it is rebuilt.
"""

import logging
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from companion.store.errors import DamagedFileError, StoreError
from companion.store.sqlite.connections import Connections
from companion.store.sqlite.migrations import TABLES

CHECKED_AT_START = 32 * 2**20
"""Bytes of a file that is checked in a tenth of a second, or in a second on a small computer."""

log = logging.getLogger(__name__)


def mend_indexes(path: Path) -> None:
    """Rebuild a damaged file's indexes and log a warning, changing nothing if it stays damaged."""
    try:
        with closing(Connections(path)) as file:
            with file.reading() as db:
                # Never write to a file of another application or of a newer version.
                if _is_intact(db) or not TABLES.issuperset(db.table_names()):
                    return
            with file.writing() as db:
                db.execute("REINDEX")
                if not _is_intact(db):
                    left = "`companion games` lists what is left of which game"
                    msg = f"{path.name}: the file is damaged; {left}"
                    raise DamagedFileError(msg)
    except StoreError as error:
        log.warning("%s", error)  # the message names the file
    else:
        log.warning("%s: an index did not fit its table and was made anew.", path.name)


def _is_intact(db: Database) -> bool:
    return [row["integrity_check"] for row in db.query("PRAGMA integrity_check(1)")] == ["ok"]
