"""Several games of the same people: who won how many, and who was caught with most."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.game.game import Game
from companion.game.players import key
from companion.game.rounds import Seat
from companion.game.standings import ending


@dataclass(frozen=True, slots=True)
class Record:
    """What one player has done in a series; people are identified by their names.

    `rounds` are those played, `points` what they were credited with. `hands` were counted when
    somebody else went out: worth `caught` together, `worst` the dearest of them (None: no hand).
    """

    name: str
    games: int = 0
    won: int = 0
    rounds: int = 0
    points: int = 0
    hands: int = 0
    caught: int = 0
    worst: int | None = None

    @property
    def per_round(self) -> float | None:
        """The points a round, None before the first one."""
        return self.points / self.rounds if self.rounds else None

    @property
    def per_hand(self) -> float | None:
        """What a hand was worth on average, None before the first one."""
        return self.caught / self.hands if self.hands else None

    def plus(self, later: "Record") -> "Record":
        """Return both records together, under the name as it was written last."""
        worst = [record.worst for record in (self, later) if record.worst is not None]
        return Record(
            later.name,
            games=self.games + later.games,
            won=self.won + later.won,
            rounds=self.rounds + later.rounds,
            points=self.points + later.points,
            hands=self.hands + later.hands,
            caught=self.caught + later.caught,
            worst=max(worst, default=None),
        )


def records(games: Iterable[Game]) -> tuple[Record, ...]:
    """Return everybody's record in a series: who won most first, then whoever joined first.

    Only finished games count: of the one that is being played nobody knows yet who wins it.
    """
    found: dict[str, Record] = {}
    for game in games:
        outcome = ending(game)
        if outcome is None:
            continue
        for seat in game.seats:
            one = _record(game, seat, is_winner=seat in outcome.winners)
            # By the key of the name: "ana" of one game is "Ana" of the next.
            so_far = found.get(key(one.name))
            found[key(one.name)] = so_far.plus(one) if so_far else one
    return tuple(sorted(found.values(), key=lambda record: -record.won))


def _record(game: Game, seat: Seat, *, is_winner: bool) -> Record:
    """Return what a seat did in one game; rounds after its end count nowhere."""
    counted = [played for played in game.tally.played if not played.after_end]
    # A hand in a pile is nobody's, so it does not count here.
    hands = [p.round.hands[seat].points for p in counted if seat in p.round.hands]
    return Record(
        game.name(seat),
        games=1,
        won=int(is_winner),
        rounds=sum(seat in p.round.seated and seat not in p.resting for p in counted),
        points=sum(c.points for p in counted for c in p.credited if seat in c.side),
        hands=len(hands),
        caught=sum(hands),
        worst=max(hands, default=None),
    )
