"""What is remembered of one game among others of the same people: who did what in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.game.game import Game
from companion.game.rounds import Seat
from companion.game.standings import ending, standings


@dataclass(frozen=True, slots=True)
class Caught:
    """Hands that were left when somebody else went out: how many, and worth how much together."""

    hands: int = 0
    points: int = 0

    def plus(self, other: "Caught") -> "Caught":
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
    """One game as its group remembers it; `players` by seat."""

    edition: str
    game_format: str
    scoring: str
    rounds: int
    is_over: bool
    players: Mapping[Seat, PlayerResult]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats of all who won; nobody while it is being played."""
        return tuple(seat for seat, player in self.players.items() if player.is_winner)


def result_of(game: Game) -> Result:
    outcome = ending(game)
    ranking = {seat: row for row in standings(game) for seat in row.side}
    counted = [played for played in game.tally.played if not played.after_end]
    rounds, won = dict.fromkeys(game.seats, 0), dict.fromkeys(game.seats, 0)
    credited: dict[Seat, list[int]] = {seat: [] for seat in game.seats}
    caught: dict[Seat, dict[Seat, Caught]] = {seat: {} for seat in game.seats}
    worst: dict[Seat, int] = {}
    for played in counted:
        out = played.round.went_out
        won[out] += 1
        for seat in played.round.seated:
            rounds[seat] += seat not in played.resting
        for credit in played.credited:
            for seat in credit.side:
                credited[seat].append(credit.points)
        # A hand in a pile is nobody's, so it does not count here.
        for seat, hand in played.round.hands.items():
            earlier = caught[seat].get(out, Caught())
            caught[seat][out] = earlier.plus(Caught(1, hand.points))
            worst[seat] = max(worst.get(seat, 0), hand.points)
    players = {
        seat: PlayerResult(
            name=_first_name(game, seat),
            rank=ranking[seat].rank,
            total=ranking[seat].total,
            is_winner=outcome is not None and seat in outcome.winners,
            rounds=rounds[seat],
            rounds_won=won[seat],
            points=sum(credited[seat]),
            best=max(credited[seat], default=None),
            worst=worst.get(seat),
            caught=caught[seat],
        )
        for seat in game.seats
        if seat in ranking  # nobody is, while players take their seats
    }
    return Result(
        edition=game.start.edition,
        game_format=game.start.game_format,
        scoring=game.start.scoring,
        rounds=len(counted),
        is_over=outcome is not None,
        players=players,
    )


def _first_name(game: Game, seat: Seat) -> str:
    """Return whose seat it is: a stand-in's points belong to the seat."""
    owner, _ = game.stand_ins.get(seat, (game.name(seat), ""))
    return owner
