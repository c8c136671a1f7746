"""Games as they are read and changed by many at once."""

import json

import pytest
from flask import Flask

from companion.game.entries import TargetChanged, as_values
from companion.game.game import Game
from companion.services.replays import ReplayedGames
from companion.store.rows.lines import Change
from tests.web.running import parts_of
from tests.web.script import Script


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
