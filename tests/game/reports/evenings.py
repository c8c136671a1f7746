"""Random games with times, breaks and clock jumps, to test estimates of the time left."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.game.cards.hand import Hand
from companion.game.entries import GameStarted, RoundRecorded
from companion.game.formats import FORMATS
from companion.game.game import Game
from companion.game.replay import apply, replay
from companion.game.reports.clock import pace, rounds_to_go
from companion.game.rounds import Round
from companion.game.standings import ending
from tests.table import BOXES

MINUTE = 60.0
FORMATS_PLAYED = (
    ("individual", "winner-collects"),
    ("individual", "keep-own"),
    ("challenge", "keep-own"),
    ("teams", "winner-collects"),
)


@dataclass(frozen=True)
class Evening:
    """Random game: states after each round, with the journal's times and the true times."""

    games: list[Game]
    times: list[float]
    true: list[float]

    @property
    def length(self) -> float:
        return self.true[-1] - self.true[0]

    @property
    def half(self) -> int:
        """Index of the state nearest to the middle of the true time."""
        middle = self.true[0] + self.length / 2
        return min(range(len(self.true)), key=lambda place: abs(self.true[place] - middle))


def hand(chance: Random) -> Hand:
    """Return a random hand's total: a few cards of low value, rarely a wild."""
    cards = 1 + int(chance.gammavariate(1.9, 2.0))
    worth = chance.choices((4, 20, 50), (84, 12, 4), k=cards)
    return Hand(sum(chance.randint(0, 9) if each == 4 else each for each in worth))


def evening(chance: Random) -> Evening:
    """Return one random game played to its end, with random pace, luck and clock errors."""
    edition = chance.choice([*BOXES])
    name, scoring = chance.choice(FORMATS_PLAYED)
    most = 4 if name == "teams" else 7
    players = chance.randint(4 if name == "teams" else 3, most)
    start = GameStarted(
        edition=edition,
        game_format=name,
        scoring=scoring,
        names=tuple(f"Player {seat}" for seat in range(1, players + 1)),
        deck=BOXES[edition].deck,
        target=chance.choice([200, 300, 500, 500, 500, 500]),
    )
    game = replay([(1, start)])
    luck = [chance.uniform(0.7, 1.3) for _ in range(players)]
    usual = chance.uniform(3, 7) * MINUTE * (0.6 + 0.12 * players)
    now = chance.uniform(0, 10_000.0)
    shift = 0.0  # seconds, error of the journal's clock
    games, times, true = [game], [now], [now]
    while not ending(game):
        present = game.present
        out = chance.choices(present, [luck[seat - 1] for seat in present])[0]
        sides = FORMATS[name].sides(present)
        against = [seat for side in sides if out not in side for seat in side]
        hands = {seat: hand(chance) for seat in against}
        now += usual * chance.lognormvariate(-0.06, 0.35)
        if chance.random() < 0.03:
            now += chance.uniform(10, 90) * MINUTE  # seconds of a break
        if chance.random() < 0.02:
            shift += chance.choice([-3600.0, 3600.0, 900.0, -40_000.0])
        game = apply(game, RoundRecorded(Round(sides, out, hands)))
        games.append(game)
        times.append(now + shift)
        true.append(now)
    return Evening(games, times, true)


def errors(number: int, seed: int) -> Iterator[float]:
    """Yield the error of each game's estimate at half time, as a fraction of its length."""
    chance = Random(seed)
    played = 0
    while played < number:
        found = evening(chance)
        half = found.half
        if len(found.games) < 5:
            continue
        played += 1
        each, rounds = pace([found.times[: half + 1]]), rounds_to_go(found.games[half])
        left = found.true[-1] - found.true[half]
        guess = each * rounds.middle if each and rounds else 0.0
        yield abs(guess - left) / found.length
