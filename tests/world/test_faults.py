"""Injected bugs, each of which must be found within two hundred simulated worlds.

`pytest tests/world/test_faults.py --worlds 200 -s` prints the seeds and the violated invariants.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import Any, TypeVar

import pytest

from companion.game import replay
from companion.game.entries import Combined, PlayerJoined, StageDrawn, StageRemoved, Undone
from companion.game.game import Game
from companion.game.requests import change as requests
from companion.game.requests import seat as seats
from companion.game.requests import stage as stages
from companion.game.requests.stage import read_stage_removed
from companion.game.rounds import Round
from companion.game.tournament.heats import seats_of
from companion.game.tournament.stages import StageRules
from companion.services import changes
from companion.services.access import Access
from companion.services.changes import GameChanges
from companion.services.games import UNGROUPED, GameService
from companion.services.groups.group import Group
from companion.services.replays import ReplayedGames
from companion.store.database import Database
from companion.store.errors import RepeatedRequestError
from companion.store.rows import games, keys
from companion.store.rows.drafts import Draft, Drafts
from companion.store.rows.journals import Journals
from companion.store.rows.keys import AccessKey, Kind
from companion.store.rows.lines import Change, Line
from companion.store.sqlite.database import SqliteDatabase, SqliteEngine
from companion.web.api import games as games_api
from tests.world.conftest import NewWorld
from tests.world.network import Answer
from tests.world.phones import Phone
from tests.world.scores import BrokenPromiseError

T = TypeVar("T")

writing, append, revive = SqliteEngine.writing, Journals.append, Journals.revive
opened, drafts, undo = GameService.open_game, GameService.drafts, requests.undo
game, game_at = ReplayedGames.game, ReplayedGames.game_at
read, newcomer = GameChanges._round, requests.read_newcomer  # noqa: SLF001 - called by the stubs
writes = count(1)


class _RollBackError(Exception):
    pass


def lose_some_commits(
    self: SqliteEngine, work: Callable[[Database], T], *, is_single: bool = False
) -> T:
    found: list[T] = []

    def undone(db: Database) -> T:
        found.append(work(db))
        raise _RollBackError

    if next(writes) % 50:
        return writing(self, work, is_single=is_single)
    with suppress(_RollBackError):
        writing(self, undone)
    return found[0]


def save_without_transaction(
    self: SqliteEngine, work: Callable[[Database], T], *, is_single: bool = False
) -> T:
    """Save without a transaction, so that a kill between two statements leaves half a save."""
    del is_single
    with self._file.autocommit() as db:
        return work(SqliteDatabase(db))


def append_without_request_id(self: Journals, game: str, at_version: int, change: Change) -> Line:
    return append(self, game, at_version, replace(change, request_id=None))


def append_repeat(self: Journals, game: str, at_version: int, change: Change) -> Line:
    try:
        return append(self, game, at_version, change)
    except RepeatedRequestError:
        return append_without_request_id(self, game, len(self.read(game)), change)


def undo_two(game: Game) -> Undone:
    return Undone(game.changes[-2:]) if len(game.changes) > 1 else undo(game)


def _write(rows: Journals, sql: str, **values: str) -> None:
    rows._engine.writing(lambda db: db.write(sql, **values))  # noqa: SLF001 - bypasses the store


def revive_overwriting(
    self: Journals, game: str, lines: Sequence[Change], own: Sequence[AccessKey]
) -> None:
    _write(self, "DELETE FROM games WHERE id = :game", game=game)
    revive(self, game, lines, own)


def revive_taking_keys(
    self: Journals, game: str, lines: Sequence[Change], own: Sequence[AccessKey]
) -> None:
    for each in own:
        _write(self, "DELETE FROM keys WHERE key = :key", key=each.key)
    revive(self, game, lines, own)


def relabel_drafts(self: GameService, game: str, table: int, since: int = 0) -> Sequence[Draft]:
    number = 1 + len(self.game(game).rounds_at(table))
    return [replace(each, round_=number) for each in drafts(self, game, table, since)]


def open_for_watchers(self: GameService, key: str, *kinds: Kind) -> Access:
    return opened(self, key, *kinds, "watch")


def open_for_tables(self: GameService, key: str, *kinds: Kind) -> Access:
    return opened(self, key, *kinds, "table")


def round_at_other_table(self: GameChanges, access: Access, *of: Any) -> Round:  # noqa: ANN401 - as `_round`
    round_ = read(self, access, *of)
    return replace(round_, table=access.table % 2 + 1) if access.table else round_


def newcomer_in_taken_seat(values: object, game: Game, labels: list[str]) -> PlayerJoined:
    return replace(newcomer(values, game, labels), seat=max(1, len(game.names)))


def draw_early(game: Game, values: object) -> StageDrawn:
    del values
    stage = game.stages[-1]
    return StageDrawn(stage.number + 1, seats_of(game.stage_rules.draw(stage)))


def remove_begun_stage(game: Game, number: int) -> StageRemoved:
    if number != len(game.plan) or number == 1:
        raise LookupError(number)
    return StageRemoved(number)


def redraw_as_before(game: Game) -> Combined:
    number = len(game.plan)
    drawn = StageDrawn(number, seats_of(game.plan[-1]))
    return Combined((read_stage_removed(game, number), drawn))


def erase_copy(self: Phone, answer: Answer) -> None:
    del answer
    self.is_out, self.copy = True, None
    self.waiting.clear()


# Description of each bug, and the attributes that are replaced to inject it.
FAULTS: Mapping[str, Mapping[tuple[object, str], object]] = {
    "a commit is lost": {(SqliteEngine, "writing"): lose_some_commits},
    "a save is not atomic": {(SqliteEngine, "writing"): save_without_transaction},
    "request ids are forgotten": {(Journals, "append"): append_without_request_id},
    "a repeat is recorded again": {
        (Journals, "append"): append_repeat,
        (Journals, "request"): lambda *_: None,
    },
    "a stale version is accepted": {(changes, "_require_version"): lambda *_: None},
    "undo takes back two changes": {(requests, "undo"): undo_two},
    "a restore overwrites": {
        (Journals, "revive"): revive_overwriting,
        (ReplayedGames, "game"): lambda self, key: game(ReplayedGames(self.store), key),
    },
    "hands of another round are shown": {
        (GameService, "drafts"): relabel_drafts,
        (Drafts, "clear"): lambda *_: 0,
    },
    "a watching key writes": {(GameService, "open_game"): open_for_watchers},
    "a replaced key still opens the game": {
        (keys, "_REMOVE_OTHERS"): "DELETE FROM keys WHERE 1 = 0"
    },
    "a foreign journal takes a key": {(Journals, "revive"): revive_taking_keys},
    "a deleted game is brought back": {
        (games, "_PURGED"): "SELECT digest FROM purged WHERE digest = ''"
    },
    "a server returns a stale cached game": {
        (ReplayedGames, "game_at"): lambda self, key: (
            self.cached_game(key.game) or game_at(self, key)
        )
    },
    "a plain 404 erases the copy": {(Phone, "_opened_nothing"): erase_copy},
    "a table's round is recorded at another table": {(GameChanges, "_round"): round_at_other_table},
    "a table undoes the round of another table": {
        (requests, "undo_at"): lambda game, _: undo(game)
    },
    "a table's key opens the whole game": {(GameService, "open_game"): open_for_tables},
    "a begun rotation is redrawn": {(replay, "rotations_begun"): lambda _: 0},
    "a stage is drawn while tables still play": {(stages, "read_draw"): draw_early},
    "a begun stage is removed": {(stages, "read_stage_removed"): remove_begun_stage},
    "a stage drawn again keeps its tables": {(stages, "read_draw_again"): redraw_as_before},
    "the lot is not the stored one": {(StageRules, "drawn"): lambda _, stage, seat: (stage, -seat)},
    "a seat is given twice": {(seats, "read_newcomer"): newcomer_in_taken_seat},
    "the games of a group are cached forever": {(Group, "state"): property(lambda self: self.key)},
    "the next game of a group is in no group": {(games_api, "membership_in"): lambda _: UNGROUPED},
}


@pytest.mark.parametrize("fault", FAULTS)
def test_injected_bug_is_found_by_simulated_worlds(
    new_world: NewWorld, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config, fault: str
) -> None:
    worlds = pytestconfig.getoption("worlds") or pytest.skip("by hand: --worlds 200")
    for (target, name), wrong in FAULTS[fault].items():
        monkeypatch.setattr(target, name, wrong)
    for seed in range(worlds):
        try:
            new_world(seed).live()
        except BrokenPromiseError as broken:
            print(f"\n{fault}: found by seed {seed}: {str(broken)[:160]}")  # noqa: T201
            return
    pytest.fail(f"{fault} was found in none of {worlds} worlds")
