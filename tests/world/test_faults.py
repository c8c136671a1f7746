"""Faults that are put in by hand: within two hundred worlds each is found.

`pytest tests/world/test_faults.py --worlds 200 -s` says by which seed, and what was seen there.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import TypeVar

import pytest

from companion.game.entries import TakenBack
from companion.game.game import Game
from companion.game.requests import change as requests
from companion.services import changes
from companion.services.access import Access
from companion.services.games import GameService
from companion.services.replays import ReplayedGames
from companion.store.database import Database
from companion.store.errors import RepeatedRequestError
from companion.store.rows import journals, keys
from companion.store.rows.drafts import Draft, Drafts
from companion.store.rows.journals import Journals
from companion.store.rows.keys import AccessKey, Kind
from companion.store.rows.lines import Change, Line
from companion.store.sqlite.database import SqliteDatabase, SqliteEngine
from tests.world.conftest import NewWorld
from tests.world.invariants import BrokenPromiseError
from tests.world.network import Answer
from tests.world.phones import Phone

Patch = pytest.MonkeyPatch
T = TypeVar("T")


class _RollBackError(Exception):
    pass


def commit_is_lost(patch: Patch) -> None:
    writing, calls = SqliteEngine.writing, count(1)

    def lossy(self: SqliteEngine, work: Callable[[Database], T], *, is_single: bool = False) -> T:
        found: list[T] = []

        def undone(db: Database) -> T:
            found.append(work(db))
            raise _RollBackError

        if next(calls) % 50:
            return writing(self, work, is_single=is_single)
        with suppress(_RollBackError):
            writing(self, undone)
        return found[0]

    patch.setattr(SqliteEngine, "writing", lossy)


def save_is_no_transaction(patch: Patch) -> None:
    """A kill between two statements leaves half of what was to be saved."""

    def bare(self: SqliteEngine, work: Callable[[Database], T], *, is_single: bool = False) -> T:
        del is_single
        with self._file.autocommit() as db:
            return work(SqliteDatabase(db))

    patch.setattr(SqliteEngine, "writing", bare)


def request_id_is_forgotten(patch: Patch) -> None:
    append = Journals.append

    def forgetful(self: Journals, game: str, at_version: int, change: Change) -> Line:
        return append(self, game, at_version, replace(change, request_id=None))

    patch.setattr(Journals, "append", forgetful)


def repeat_is_recorded_again(patch: Patch) -> None:
    append = Journals.append

    def twice(self: Journals, game: str, at_version: int, change: Change) -> Line:
        try:
            return append(self, game, at_version, change)
        except RepeatedRequestError:
            end = len(self.read(game))
            return append(self, game, end, replace(change, request_id=None))

    patch.setattr(Journals, "append", twice)
    patch.setattr(Journals, "request", lambda *_: None)


def stale_version_is_accepted(patch: Patch) -> None:
    patch.setattr(changes, "_require_version", lambda *_: None)


def undo_takes_two(patch: Patch) -> None:
    def undo(game: Game) -> TakenBack:
        return TakenBack(game.changes[-2:]) if len(game.changes) > 1 else requests_undo(game)

    requests_undo = requests.undo
    patch.setattr(requests, "undo", undo)


def restore_overwrites(patch: Patch) -> None:
    revive, replayed = Journals.revive, ReplayedGames.game

    def overwritten(
        self: Journals, game: str, lines: Sequence[Change], own: Sequence[AccessKey]
    ) -> None:
        _write(self, "DELETE FROM games WHERE id = :game", game=game)
        revive(self, game, lines, own)

    def anew(self: ReplayedGames, game: str) -> Game:
        return replayed(ReplayedGames(self.store), game)

    patch.setattr(Journals, "revive", overwritten)
    patch.setattr(ReplayedGames, "game", anew)


def _write(rows: Journals, sql: str, **values: str) -> None:
    rows._engine.writing(lambda db: db.write(sql, **values))  # noqa: SLF001 - behind the store's back


def hands_of_another_round_are_shown(patch: Patch) -> None:
    drafts = GameService.drafts

    def relabelled(self: GameService, game: str, table: int, since: int = 0) -> Sequence[Draft]:
        number = 1 + len(self.game(game).rounds_at(table))
        return [replace(each, round_=number) for each in drafts(self, game, table, since)]

    patch.setattr(GameService, "drafts", relabelled)
    patch.setattr(Drafts, "clear", lambda *_: 0)


def watching_key_writes(patch: Patch) -> None:
    opened = GameService.open_game

    def open_game(self: GameService, key: str, *kinds: Kind) -> Access:
        return opened(self, key, *kinds, "watch")

    patch.setattr(GameService, "open_game", open_game)


def renewed_key_goes_on(patch: Patch) -> None:
    patch.setattr(keys, "_REMOVE_OTHERS", "DELETE FROM keys WHERE 1 = 0")


def foreign_journal_takes_a_key(patch: Patch) -> None:
    revive = Journals.revive

    def robbed(
        self: Journals, game: str, lines: Sequence[Change], own: Sequence[AccessKey]
    ) -> None:
        for each in own:
            _write(self, "DELETE FROM keys WHERE key = :key", key=each.key)
        revive(self, game, lines, own)

    patch.setattr(Journals, "revive", robbed)


def deleted_game_is_brought_back(patch: Patch) -> None:
    patch.setattr(journals, "_PURGED", "SELECT digest FROM purged WHERE digest = ''")


def server_believes_what_it_remembers(patch: Patch) -> None:
    game_at = ReplayedGames.game_at
    patch.setattr(
        ReplayedGames, "game_at", lambda self, key: self.held(key.game) or game_at(self, key)
    )


def plain_404_erases_the_copy(patch: Patch) -> None:
    def erased(self: Phone, answer: Answer) -> None:
        del answer
        self.is_out, self.copy = True, None
        self.waiting.clear()

    patch.setattr(Phone, "_opened_nothing", erased)


FAULTS: Mapping[str, Callable[[Patch], None]] = {
    fault.__name__: fault
    for fault in (
        commit_is_lost, save_is_no_transaction, request_id_is_forgotten, repeat_is_recorded_again,
        stale_version_is_accepted, undo_takes_two, restore_overwrites,
        hands_of_another_round_are_shown, watching_key_writes, renewed_key_goes_on,
        foreign_journal_takes_a_key, deleted_game_is_brought_back,
        server_believes_what_it_remembers, plain_404_erases_the_copy,
    )
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(
    new_world: NewWorld, monkeypatch: Patch, pytestconfig: pytest.Config, fault: str
) -> None:
    worlds = pytestconfig.getoption("worlds") or pytest.skip("by hand: --worlds 200")
    FAULTS[fault](monkeypatch)
    for seed in range(worlds):
        try:
            new_world(seed).live()
        except BrokenPromiseError as broken:
            print(f"\n{fault}: found by seed {seed}: {str(broken)[:160]}")  # noqa: T201
            return
    pytest.fail(f"{fault} was found in none of {worlds} worlds")
