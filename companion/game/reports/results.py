"""What is remembered of one game among others of the same people: who did what in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.game.game import Game
from companion.game.rounds import Seat
from companion.game.standings import Standing, ending, standings
from companion.game.tally import ScoredRound


@dataclass(frozen=True, slots=True)
class Caught:
    """Hands that were left when somebody else went out: how many, and worth how much together."""

    hands: int = 0
    points: int = 0

    def __add__(self, other: "Caught") -> "Caught":
        return Caught(self.hands + other.hands, self.points + other.points)


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """What a player did in one game; rounds after its end count nowhere.

    `rounds` are those played, of which `rounds_won` were won by going out. `points` are those that
    rounds credited, `best` the most of them in one round. `worst` is the dearest hand that was
    left (None: no hand is known), `caught` all of them by who went out.
    """

    name: str
    rank: int
    total: int
    is_winner: bool = False
    rounds: int = 0
    rounds_won: int = 0
    points: int = 0
    best: int | None = None
    worst: int | None = None
    caught: Mapping[Seat, Caught] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """One game as its group remembers it; `players` by seat, `box`: the name of a table's own."""

    edition: str
    box: str | None
    game_format: str
    scoring: str
    rounds: int
    is_over: bool
    players: Mapping[Seat, PlayerResult]

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, player in self.players.items() if player.is_winner)


def result_of(game: Game) -> Result:
    outcome = ending(game)
    winners = outcome.winners if outcome else ()
    ranking = {seat: row for row in standings(game) for seat in row.side}
    counted = [played for played in game.tally.played if not played.after_end]
    return Result(
        edition=game.start.edition,
        box=game.start.box["name"] if game.start.box else None,
        game_format=game.start.game_format,
        scoring=game.start.scoring,
        rounds=len(counted),
        is_over=outcome is not None,
        players={
            seat: _player(game, seat, ranking[seat], counted, winners)
            for seat in game.seats
            if seat in ranking  # nobody is, while players take their seats
        },
    )


def _player(
    game: Game,
    seat: Seat,
    row: Standing,
    counted: Sequence[ScoredRound],
    winners: Sequence[Seat],
) -> PlayerResult:
    # A hand in a pile is nobody's, so it does not count here.
    rounds = [played.round for played in counted]
    hands = [(each.went_out, each.hands[seat].points) for each in rounds if seat in each.hands]
    credited = [c.points for played in counted for c in played.credited if seat in c.side]
    caught: dict[Seat, Caught] = {}
    for out, points in hands:
        caught[out] = caught.get(out, Caught()) + Caught(1, points)
    # A stand-in's points belong to the seat.
    owner, _ = game.stand_ins.get(seat, (game.name(seat), ""))
    return PlayerResult(
        name=owner,
        rank=row.rank,
        total=row.total,
        is_winner=seat in winners,
        rounds=sum(seat in p.round.seated and seat not in p.resting for p in counted),
        rounds_won=sum(each.went_out == seat for each in rounds),
        points=sum(credited),
        best=max(credited, default=None),
        worst=max((points for _, points in hands), default=None),
        caught=caught,
    )
