"""A monotonic and a wall clock that tests advance by hand."""

from datetime import UTC, datetime, timedelta

from flask import Flask

from companion.services.caches import PollCache, PollInterval
from companion.services.games import GameService
from companion.services.trash import Sweeper
from companion.web.http.rate_limits import Limit, Limits
from tests.web.running import registry_of, replace_services


class Clock:
    """A monotonic clock in seconds, and a wall clock."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.wall = datetime(2026, 1, 1, 20, tzinfo=UTC)

    def __call__(self) -> float:
        return self.seconds

    def now(self) -> datetime:
        return self.wall

    def advance(self, **time: float) -> None:
        """Advance both clocks."""
        self.seconds += timedelta(**time).total_seconds()
        self.jump(**time)

    def jump(self, **time: float) -> None:
        """Advance or set back only the wall clock."""
        self.wall += timedelta(**time)


def use_clock(app: Flask, clock: Clock) -> None:
    """Make an app's poll caches, game service and sweeper use this clock, with empty caches."""
    games = registry_of(app).games
    replace_services(
        app,
        polls=PollCache(clock),
        poll_interval=PollInterval(clock),
        games=GameService(games.store, games.rulebook, clock.now, Sweeper(clock)),
    )


def stop_clock(app: Flask) -> Flask:
    """Stop the clock of an app's limits on wrong keys and new games, and return the app."""
    clock, limits = Clock(), registry_of(app).limits
    wrong_keys, new_games = (
        Limit(each.most, each.seconds, clock) for each in (limits.wrong_keys, limits.new_games)
    )
    replace_services(app, limits=Limits(wrong_keys, new_games))
    return app
