"""Automatic copies of the games: daily, and before each migration.

A copy is a folder named after its time or the migration. It contains the fully checked games, in a
file for `companion restore`, and the table's own boxes.
"""

import logging
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Lock

from companion.config import Config
from companion.files import sync_folder, temporary_folder
from companion.store.errors import StoreError, StoreUnavailableError
from companion.store.sqlite.backup import NO_GAMES, backup, check, fingerprint
from companion.store.sqlite.indexes import mend_indexes
from companion.store.sqlite.lock import lock_folder

DAILY = timedelta(days=1)
LATE = timedelta(days=2)
_NAME = "%Y-%m-%dT%H%M%SZ"
_BEFORE = "before-"
_UNFINISHED = ".copy-"
_OPENED = "opened"  # file beside the games of a copy, with the time of their last check

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Copies:
    """Automatic copies of one companion's games, with `now` as the clock in UTC."""

    config: Config
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    _lock: Lock = field(default_factory=Lock)

    def last(self) -> datetime | None:
        return max(self._daily(), default=None)

    def last_file(self) -> Path | None:
        last = self.last()
        return self._file(last) if last else None

    def last_checked(self) -> datetime | None:
        """Return the time of the newest copy's last successful check, or None."""
        with suppress(OSError, ValueError):
            if file := self.last_file():
                return datetime.fromisoformat(file.with_name(_OPENED).read_text("ascii"))
        return None

    def is_check_overdue(self) -> bool:
        """Return whether there is a daily copy and the newest was not checked for a day."""
        return self.last_file() is not None and self._age(self.last_checked()) >= DAILY

    def check_if_due(self) -> None:
        """Check the newest copy unless checked within a day, and log a warning if it is damaged."""
        file = self.last_file()
        if file is None or not self.is_check_overdue():
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
        """Return whether the last copy is missing or a day old, and a game has changed since."""
        config = self.config
        # Only a SQLite file is copied, as a database server has backups of its own.
        if not (config.keep_copies and config.is_sqlite and config.database.exists()):
            return False
        last = self.last()
        if self._age(last) < DAILY:
            return False
        with suppress(StoreError):  # an unreadable file or copy counts as changed
            present = fingerprint(config.database)
            return present != (fingerprint(self._file(last)) if last else NO_GAMES)
        return True

    def make_if_due(self) -> None:
        """Make the daily copy if due and delete the oldest, logging errors instead of raising."""
        with self._lock, suppress(StoreUnavailableError), self._exclusive():
            if not self.is_due():
                return
            last = self.last()
            if self._make(self.now().strftime(_NAME)):
                for old in sorted(self._daily())[: -self.config.keep_copies]:
                    shutil.rmtree(self._file(old).parent, ignore_errors=True)
            elif last and self._age(last) > LATE:
                log.warning("Games have changed since the last copy, of %s.", last)

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        """Lock the folder of copies, or raise `StoreUnavailableError` if another server has it."""
        folder = self.config.copies_folder
        with suppress(OSError):  # `_make` will fail too, and log the error
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # The folder of the games is locked by the server, so it cannot be locked exclusively.
        is_lockable = folder.is_dir() and not folder.samefile(self.config.database.parent)
        with lock_folder(folder, exclusive=True) if is_lockable else nullcontext():
            yield

    def _age(self, last: datetime | None) -> timedelta:
        """Return a copy's age (the maximum if None), positive even if the clock was set back."""
        return abs(self.now() - last) if last else timedelta.max

    def make_before(self, step: str) -> None:
        """Copy the games before migration `step`, and then delete copies before earlier ones."""
        if not self.config.keep_copies:
            return
        older = list(self.config.copies_folder.glob(f"{_BEFORE}*"))
        if self._make(f"{_BEFORE}{step}"):
            for folder in older:
                shutil.rmtree(folder, ignore_errors=True)

    def _daily(self) -> list[datetime]:
        found = []
        for path in self.config.copies_folder.glob("*"):
            with suppress(ValueError):  # not the folder of a daily copy
                found.append(datetime.strptime(path.name, _NAME).replace(tzinfo=UTC))
        return found

    def _file(self, at: datetime) -> Path:
        """Return the path of the file of games in the daily copy made at that time."""
        return self.config.copies_folder / at.strftime(_NAME) / self.config.database.name

    def _make(self, name: str) -> bool:
        folder, database, boxes = self.config.copies_folder, self.config.database, self.config.boxes
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if shutil.disk_usage(folder).free < 2 * database.stat().st_size:
                log.warning("No copy of the games was made: the disk is nearly full.")
                return False
            for left in folder.glob(f"{_UNFINISHED}*"):  # left by a killed process
                shutil.rmtree(left, ignore_errors=True)
            with temporary_folder(folder, _UNFINISHED) as unfinished:
                new = unfinished / name
                backup(database, new / database.name, with_trash=False)
                if boxes.is_dir():
                    # Some disks keep neither times nor rights, which `copytree` would demand.
                    (new / boxes.name).mkdir()
                    for file in filter(Path.is_file, boxes.iterdir()):
                        shutil.copyfile(file, new / boxes.name / file.name)
                new.rename(folder / name)
            sync_folder(folder)
        except (StoreError, OSError) as error:
            log.warning("No copy of the games was made: %s", error)
            return False
        return True


def make_copy(config: Config) -> None:
    """Mend indexes, then make and check the daily copy if due, as a child process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl-C the server ends this process
    if config.database.exists():
        mend_indexes(config.database)  # a file with a damaged index would not be copied
    copies = Copies(config)
    copies.make_if_due()
    copies.check_if_due()
