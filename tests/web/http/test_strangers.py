"""What strangers may send is bounded in memory and time, so that no table waits for them."""

import json
import os
from contextlib import ExitStack

import pytest
from flask import Flask

from companion.game.entries import TargetChanged, as_values
from companion.game.game import Game
from companion.services.replays import ReplayedGames
from companion.store.rows.lines import Change
from companion.web.http.rate_limits import BusyError, Queue
from tests.web.running import parts_of
from tests.web.script import Script

ROUND = {"went_out": "Ana", "hands": {"Bo": {"points": 1}, "Cy": {"points": 1}}}


def test_a_file_is_found_without_a_look_at_every_step_of_its_address(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[object] = []
    monkeypatch.setattr(os, "lstat", looks.append)
    path = f"/static/{'x/../' * 1000}base.css"
    answer = app.test_client().get(path, headers={"Accept-Encoding": "gzip"}, buffered=True)
    assert (answer.status_code, answer.content_encoding) == (200, "gzip")
    assert looks == []


@pytest.mark.parametrize(("games_held", "held"), [(2.5, [1, 2]), (0.1, [2])])
def test_games_in_memory_are_bounded_by_their_length(
    table: Script, games_held: float, held: list[int]
) -> None:
    games = parts_of(table.app).games
    ids = [games.open_game(table.start().score_key, "score").game_id for _ in range(3)]
    size = sum(len(line.body) for line in games.store.journals.read(ids[0]))
    replays = ReplayedGames(games.store, most_held=int(games_held * size))
    for game_id in ids:
        replays.game(game_id)
    assert [number for number, game_id in enumerate(ids) if replays.held(game_id)] == held


def test_one_journal_is_read_at_a_time_and_few_wait(
    table: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = table.read("/journal").json
    monkeypatch.setattr(Queue, "PATIENCE", 0.01)
    with parts_of(table.app).limits.imports.turn():
        table.take_in(journal)
        table.refused(503, "store-unavailable")
        assert "Retry-After" in table.last.headers
    table.take_in({"entries": []})
    table.refused()
    assert table.take_in(journal).last.status_code == 201


def test_whoever_finds_the_queue_full_does_not_wait() -> None:
    queue = Queue()
    with ExitStack() as places:
        for _ in range(1 + Queue.MOST_WAITING):
            assert queue._places.acquire(blocking=False)  # noqa: SLF001 - as others who wait
            places.callback(queue._places.release)  # noqa: SLF001
        with pytest.raises(BusyError), queue.turn():
            pass
    with queue.turn():
        pass


def test_a_round_has_so_many_notes_and_no_more(table: Script) -> None:
    notes = [{"rule": "uno.must", "text": "x"}] * 20
    assert table.asked_round(**ROUND, notes=notes).status_code == 201
    table.asked_round(**ROUND, notes=[*notes, notes[0]])
    assert table.refused().keys() == {"/notes"}


def test_a_deck_from_elsewhere_has_no_more_kinds_of_cards_than_a_box(table: Script) -> None:
    journal = table.read("/journal").json
    journal["entries"][0]["deck"]["cards"] += [[f"made-up-{n}", 9, 1] for n in range(120)]
    table.take_in(journal)
    assert list(table.refused()) == ["/entries/0"]


def test_whoever_is_slow_tries_again(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty times, somebody else changes the game between looking at it and saving."""
    table, games = Script(app, "198.51.100.2").start(), parts_of(app).games
    look, quicker = games.replays.game, iter(range(700, 720))

    def look_slowly(game_id: str) -> Game:
        game = look(game_id)
        for target in quicker:
            change = Change(at=games.now(), body=json.dumps(as_values(TargetChanged(target))))
            games.store.journals.append(game_id, game.version, change)
            break
        return game

    monkeypatch.setattr(games.replays, "game", look_slowly)
    monkeypatch.setattr(games.replays, "game_at", lambda found: look_slowly(found.game))
    assert table.round("Ana", Bo=7, Cy=8).status_code == 201
    monkeypatch.undo()
    assert (table.state["version"], table.state["target"]) == (22, 719)


def test_a_change_is_at_hand_at_once_unless_its_game_was_let_go_of_meanwhile(app: Flask) -> None:
    games = parts_of(app).games
    one, other = (
        games.open_game(Script(app, "198.51.100.2").start().score_key, "score") for _ in range(2)
    )
    replays = ReplayedGames(games.store, most_held=1)  # so that only the last one is held

    def change(game: Game, target: int) -> Game:
        entry = TargetChanged(target)
        stored = Change(at=games.now(), body=json.dumps(as_values(entry)))
        return replays.append(one.game_id, game, entry, stored)

    game = change(replays.game(one.game_id), 700)
    assert replays.held(one.game_id) == game
    replays.game(other.game_id)
    assert change(game, 800).target == 800
    assert replays.held(one.game_id) is None
    assert replays.game(one.game_id).version == 3
