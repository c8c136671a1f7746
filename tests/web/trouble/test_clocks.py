"""A server clock that jumps by years: games are not lost, and phones go on working."""

from datetime import UTC, datetime

import pytest
from flask import Flask

from tests.web.clock import Clock, use_clock
from tests.web.running import registry_of
from tests.web.script import Script


@pytest.mark.parametrize("year", [1970, 2001, 2038, 2106, 9000])
def test_games_work_with_server_clock_in_another_year(app: Flask, year: int) -> None:
    clock = Clock()
    clock.wall = datetime(year, 1, 2, tzinfo=UTC)
    use_clock(app, clock)
    table = Script(app, "203.0.113.1").start()
    assert table.round("Ana", Bo=1, Cy=1).status_code == 201
    assert table.client.get(f"/games/{table.score_key}/history").status_code == 200
    assert table.client.post(f"/games/{table.score_key}/delete").status_code == 200
    clock.jump(days=(2026 - year) * 365)
    clock.advance(hours=2)
    assert table.client.post("/undelete", data={"key": table.score_key}).status_code == 303
    assert len(registry_of(app).games.store.journals.latest(9)) == 1


def restart(app: Flask, clock: Clock) -> None:
    """Replace the app's services as a restart does, with the monotonic clock set back to 5 s."""
    clock.seconds = 5.0
    use_clock(app, clock)


def test_clock_ten_years_ahead_at_start_erases_no_deleted_game(app: Flask, clock: Clock) -> None:
    table = Script(app, "203.0.113.1").start()
    clock.advance(minutes=30)
    assert table.client.post(f"/games/{table.score_key}/delete").status_code == 200
    restart(app, clock)
    clock.jump(days=3650)
    for _ in range(3):
        assert table.read().status_code == 404
        clock.advance(hours=7)
    clock.jump(days=-3650)
    assert table.client.post("/undelete", data={"key": table.score_key}).status_code == 303
    assert table.read().status_code == 200


def test_deleted_game_is_erased_once_a_day_has_certainly_passed(app: Flask, clock: Clock) -> None:
    trash = registry_of(app).games.store.trash
    old, new = (Script(app, "203.0.113.1").start() for _ in range(2))
    old.client.post(f"/games/{old.score_key}/delete")
    clock.advance(days=2)
    new.round("Ana", Bo=1, Cy=1)
    restart(app, clock)
    new.read()
    assert trash.latest(9) == []  # erased, as the store's newest line is 2 days later
    new.client.post(f"/games/{new.score_key}/delete")
    clock.advance(hours=23)
    new.read()
    assert len(trash.latest(9)) == 1
    clock.advance(hours=2)
    new.read()
    assert trash.latest(9) == []
