"""Copies of the games that are made by themselves: daily ones, and one before each new schema.

A copy is a folder, named after when or before what it was made: the games, looked through to the
last line, and the table's own boxes. `companion restore` takes the file of games in it.
"""

import logging
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from companion.config import Config
from companion.files import sync_folder
from companion.store.errors import StoreError, StoreUnavailableError
from companion.store.sqlite.backup import NO_GAMES, backup, check, fingerprint
from companion.store.sqlite.indexes import mend_indexes
from companion.store.sqlite.lock import lock_folder

DAILY = timedelta(days=1)
LATE = timedelta(days=2)
_NAME = "%Y-%m-%dT%H%M%SZ"
_BEFORE = "before-"
_UNFINISHED = ".copy-"
_OPENED = "opened"  # beside the games of a copy: when they were last read through

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Copies:
    """The copies of the games of one companion; `now`: the clock on the wall, in UTC."""

    config: Config
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    _lock: Lock = field(default_factory=Lock)

    def last(self) -> datetime | None:
        return max(self._daily(), default=None)

    def last_file(self) -> Path | None:
        last = self.last()
        return self._file(last) if last else None

    def opened(self) -> datetime | None:
        """Return when the newest copy was last opened and read through; None: never, or in vain."""
        file = self.last_file()
        if file is None:
            return None
        with suppress(OSError, ValueError):
            return datetime.fromisoformat(file.with_name(_OPENED).read_text("ascii"))
        return None

    def is_unread(self) -> bool:
        """Return whether nobody has opened the newest copy for a day."""
        return self.last_file() is not None and self._age(self.opened()) >= DAILY

    def open_if_due(self) -> None:
        """Open the newest copy and read it through, once a day: disks forget without a word."""
        file = self.last_file()
        if file is None or not self.is_unread():
            return
        mark = file.with_name(_OPENED)
        try:
            check(file)
            mark.write_text(self.now().isoformat(), "ascii")
        except (StoreError, OSError) as error:
            log.warning("The newest copy of the games can't be read: %s", error)
            with suppress(OSError):
                mark.unlink(missing_ok=True)

    def is_due(self) -> bool:
        """Return whether a game has changed since the last copy, and that is a day ago."""
        config = self.config
        # A database server has backups of its own.
        if not (config.keep_copies and config.is_embedded and config.database.exists()):
            return False
        last = self.last()
        return self._age(last) >= DAILY and self._has_changed(last)

    def make_if_due(self) -> None:
        """Make the copy of the day, if due; nobody asked for it, so what hinders it is logged."""
        with self._lock, suppress(StoreUnavailableError), self._alone():
            if not self.is_due():
                return
            last = self.last()
            if self._make(self.now().strftime(_NAME)):
                for old in sorted(self._daily())[: -self.config.keep_copies]:
                    shutil.rmtree(self._file(old).parent, ignore_errors=True)
            elif last and self._age(last) > LATE:
                log.warning("Games have changed since the last copy, of %s.", last)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Let no other server over this file make its copy; `StoreUnavailableError` if one does."""
        folder = self.config.copies_folder
        with suppress(OSError):  # which is said where the copy is made
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Whoever serves the games has locked their folder, so that cannot be locked once more.
        is_lockable = folder.is_dir() and not folder.samefile(self.config.database.parent)
        with lock_folder(folder, exclusive=True) if is_lockable else nullcontext():
            yield

    def _age(self, last: datetime | None) -> timedelta:
        """Return how long ago a copy was made, whichever way the clock was set meanwhile."""
        return abs(self.now() - last) if last else timedelta.max

    def make_before(self, step: str) -> None:
        """Make a copy before a migration; of those only the newest is kept."""
        if not self.config.keep_copies:
            return
        older = list(self.config.copies_folder.glob(f"{_BEFORE}*"))
        if self._make(f"{_BEFORE}{step}"):
            for folder in older:
                shutil.rmtree(folder, ignore_errors=True)

    def _daily(self) -> list[datetime]:
        found = []
        for path in self.config.copies_folder.glob("*"):
            with suppress(ValueError):  # a folder of something else
                found.append(datetime.strptime(path.name, _NAME).replace(tzinfo=UTC))
        return found

    def _file(self, at: datetime) -> Path:
        """Return the games of a daily copy."""
        return self.config.copies_folder / at.strftime(_NAME) / self.config.database.name

    def _has_changed(self, last: datetime | None) -> bool:
        with suppress(StoreError):  # a copy that cannot be read is none
            present = fingerprint(self.config.database)
            return present != (fingerprint(self._file(last)) if last else NO_GAMES)
        return True

    def _make(self, name: str) -> bool:
        folder, database, boxes = self.config.copies_folder, self.config.database, self.config.boxes
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if shutil.disk_usage(folder).free < 2 * database.stat().st_size:
                log.warning("No copy of the games was made: the disk is nearly full.")
                return False
            for left in folder.glob(f"{_UNFINISHED}*"):  # by a process that was killed half way
                shutil.rmtree(left, ignore_errors=True)
            with TemporaryDirectory(dir=folder, prefix=_UNFINISHED) as unfinished:
                new = Path(unfinished, name)
                backup(database, new / database.name, with_trash=False)
                if boxes.is_dir():
                    shutil.copytree(boxes, new / boxes.name)
                new.rename(folder / name)
            sync_folder(folder)
        except (StoreError, OSError) as error:
            log.warning("No copy of the games was made: %s", error)
            return False
        return True


def make_copy(config: Config) -> None:
    """Make the copy of the day in a process of its own, which leaves the server to the tables."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the server, which ends it
    if config.database.exists():
        mend_indexes(config.database)  # a damaged one is not copied
    copies = Copies(config)
    copies.make_if_due()
    copies.open_if_due()
