"""Bounds on the memory and time that requests of unknown clients can take."""

import json
import os
from contextlib import ExitStack

import pytest
from flask import Flask

from companion.config import THREADS
from companion.game.entries import TargetChanged, as_values
from companion.game.game import Game
from companion.services.replays import ReplayedGames
from companion.store.rows.lines import Change
from companion.web.http.rate_limits import BusyError, Queue, Queues
from tests.web.running import registry_of, wait_in
from tests.web.script import Script

ROUND = {"went_out": "Ana", "hands": {"Bo": {"points": 1}, "Cy": {"points": 1}}}


def test_static_file_is_found_without_lstat_of_each_path_segment(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    lstat_calls: list[object] = []
    monkeypatch.setattr(os, "lstat", lstat_calls.append)
    path = f"/static/{'x/../' * 1000}base.css"
    answer = app.test_client().get(path, headers={"Accept-Encoding": "gzip"}, buffered=True)
    assert (answer.status_code, answer.content_encoding) == (200, "gzip")
    assert lstat_calls == []


@pytest.mark.parametrize(("games_held", "held"), [(2.5, [1, 2]), (0.1, [2])])
def test_games_in_memory_are_limited_by_total_length(
    table: Script, games_held: float, held: list[int]
) -> None:
    games = registry_of(table.app).games
    ids = [games.open_game(table.start().score_key, "score").game_id for _ in range(3)]
    size = sum(len(line.body) for line in games.store.journals.read(ids[0]))
    replays = ReplayedGames(games.store, most_held=int(games_held * size))
    for game_id in ids:
        replays.game(game_id)
    assert [number for number, game_id in enumerate(ids) if replays.cached_game(game_id)] == held


def test_import_is_refused_while_another_one_is_running(
    table: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = table.read("/journal").json
    monkeypatch.setattr(Queue, "PATIENCE", 0.01)
    with registry_of(table.app).limits.queues.imports.slot():
        table.import_journal(journal)
        table.assert_refused(503, "store-unavailable")
        assert "Retry-After" in table.last.headers
    table.import_journal({"entries": []})
    table.assert_refused()
    assert table.import_journal(journal).last.status_code == 201


def test_full_queue_raises_busy_error_at_once() -> None:
    queue = Queue(most_waiting=2)
    with ExitStack() as stack:
        for _ in range(3):
            wait_in(queue, stack)
        with pytest.raises(BusyError), queue.slot():
            pass
    with queue.slot():
        pass


def test_queues_leave_one_thread_for_other_requests() -> None:
    queues = Queues()
    with ExitStack() as stack:
        for queue in (queues.imports, queues.groups, queues.whole_games):
            stack.enter_context(queue.slot())
        for _ in range(THREADS - 1 - 3):
            wait_in(queues.short_restores, stack)
        for queue in (queues.short_restores, queues.long_changes):
            with pytest.raises(BusyError), queue.slot():
                pass
    with queues.long_changes.slot():
        pass


def test_refused_clients_are_told_to_come_again_at_different_times() -> None:
    queue = Queue(most_waiting=0)
    seconds = set()
    with queue.slot():
        for _ in range(100):
            with pytest.raises(BusyError) as busy, queue.slot():
                pass
            seconds.add(busy.value.seconds)
    assert seconds == {1, 2, 3, 4, 5}


def test_round_has_at_most_twenty_notes(table: Script) -> None:
    notes = [{"rule": "uno.must", "text": "x"}] * 20
    assert table.record_round(**ROUND, notes=notes).status_code == 201
    table.record_round(**ROUND, notes=[*notes, notes[0]])
    assert table.assert_refused().keys() == {"/notes"}


def test_imported_deck_with_too_many_card_kinds_is_refused(table: Script) -> None:
    journal = table.read("/journal").json
    journal["entries"][0]["deck"]["cards"] += [[f"made-up-{n}", 9, 1] for n in range(120)]
    table.import_journal(journal)
    assert list(table.assert_refused()) == ["/entries/0"]


def test_save_succeeds_after_twenty_conflicts(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another client changes the game between read and save, twenty times in a row."""
    table, games = Script(app, "198.51.100.2").start(), registry_of(app).games
    read_game, rival_targets = games.replays.game, iter(range(700, 720))

    def read_slowly(game_id: str) -> Game:
        game = read_game(game_id)
        for target in rival_targets:
            change = Change(at=games.now(), body=json.dumps(as_values(TargetChanged(target))))
            games.store.journals.append(game_id, game.version, change)
            break
        return game

    monkeypatch.setattr(games.replays, "game", read_slowly)
    monkeypatch.setattr(games.replays, "game_at", lambda found: read_slowly(found.game))
    assert table.round("Ana", Bo=7, Cy=8).status_code == 201
    monkeypatch.undo()
    assert (table.state["version"], table.state["target"]) == (22, 719)


def test_changed_game_stays_in_memory_unless_evicted_meanwhile(app: Flask) -> None:
    games = registry_of(app).games
    one, other = (
        games.open_game(Script(app, "198.51.100.2").start().score_key, "score") for _ in range(2)
    )
    replays = ReplayedGames(games.store, most_held=1)  # holds only the latest game

    def change(game: Game, target: int) -> Game:
        entry = TargetChanged(target)
        stored = Change(at=games.now(), body=json.dumps(as_values(entry)))
        return replays.append(one.game_id, game, entry, stored)

    game = change(replays.game(one.game_id), 700)
    assert replays.cached_game(one.game_id) == game
    replays.game(other.game_id)
    assert change(game, 800).target == 800
    assert replays.cached_game(one.game_id) is None
    assert replays.game(one.game_id).version == 3
