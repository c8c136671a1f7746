"""Several games of the same people: who won how many, and who was caught with most."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from companion.game.players import key
from companion.game.replay import Game
from companion.game.rounds import Seat
from companion.game.standings import ending


@dataclass(frozen=True, slots=True)
class Record:
    """What one player has done in a series; people are known by their names.

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


def records(games: Iterable[Game]) -> tuple[Record, ...]:
    """Add up a series: who won most first, then whoever joined first."""
    found: dict[str, Record] = {}
    for game in games:
        for seat, one in _of(game):
            known = found.setdefault(key(game.name(seat)), Record(one.name))
            found[key(game.name(seat))] = _sum(known, one)
    return tuple(sorted(found.values(), key=lambda record: -record.won))


def _of(game: Game) -> Iterator[tuple[Seat, Record]]:
    """Give what each seat did in one game; rounds after its end count nowhere."""
    outcome = ending(game)
    counted = [played for played in game.course.played if not played.after_end]
    for seat in game.seats:
        credits_ = [c.points for played in counted for c in played.credited if seat in c.side]
        hands = [p.round.hands[seat].points for p in counted if seat in p.round.hands]
        yield (
            seat,
            Record(
                game.name(seat),
                games=1,
                won=int(outcome is not None and seat in outcome.winners),
                rounds=sum(seat in p.round.seated and seat not in p.resting for p in counted),
                points=sum(credits_),
                hands=len(hands),
                caught=sum(hands),
                worst=max(hands, default=None),
            ),
        )


def _sum(known: Record, more: Record) -> Record:
    worst = [each.worst for each in (known, more) if each.worst is not None]
    return replace(
        more,  # with the name as it was written last
        games=known.games + more.games,
        won=known.won + more.won,
        rounds=known.rounds + more.rounds,
        points=known.points + more.points,
        hands=known.hands + more.hands,
        caught=known.caught + more.caught,
        worst=max(worst, default=None),
    )
