"""What games of the same people come to: what each did in one, and who ended ahead of whom."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations

from companion.game.game import Game
from companion.game.players import key
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
    game: Game, seat: Seat, row: Standing, counted: Sequence[ScoredRound], winners: Sequence[Seat]
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


Person = str  # the key of a name: `ana` of one game is `Ana` of the next
FEWEST_HANDS = 5  # fewer of them say nothing about luck


@dataclass(frozen=True, slots=True)
class People:
    """Which names are the same person, and which are nobody, such as `Player 1`."""

    aliases: Mapping[Person, str] = field(default_factory=dict)  # to the name of who it is
    is_nobody: Callable[[str], bool] = lambda _: False

    def person(self, name: str) -> Person | None:
        if self.is_nobody(name):
            return None
        return key(self.aliases.get(key(name), name))

    def players(self, result: Result) -> dict[Person, PlayerResult]:
        """Return the persons in a game by seat; of two seats the one that ended ahead counts."""
        found: dict[Person, PlayerResult] = {}
        for player in result.players.values():
            person = self.person(player.name)
            if person is not None and (person not in found or player.rank < found[person].rank):
                found[person] = player
        return found

    def labels(self, results: Iterable[Result]) -> dict[Person, str]:
        """Return what everybody is called: the way it was written last."""
        labels = {key(name): name for name in self.aliases.values()}
        for result in results:
            for player in result.players.values():
                if key(player.name) == self.person(player.name):
                    labels[key(player.name)] = player.name
        return labels


@dataclass(frozen=True, slots=True)
class Feat:
    """Something done in one game, which is the one at this place among all."""

    points: int
    place: int


@dataclass(frozen=True, slots=True)
class Record:
    """What one person has done in all games that count."""

    name: str
    games: int
    won: int
    rounds: int
    rounds_won: int
    points: Mapping[str, int]  # by scoring
    best: Feat | None  # the most points of one round
    worst: Feat | None  # the dearest hand that was left
    hands: Caught
    streak: int  # the longest row of games won
    streak_now: int  # the one that still goes on

    @property
    def per_hand(self) -> float | None:
        return self.hands.points / self.hands.hands if self.hands.hands else None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people who played in the same games: how often each ended ahead of the other."""

    names: tuple[str, str]
    games: int
    ahead: tuple[int, int]


@dataclass(frozen=True, slots=True)
class BadLuck:
    """Whose going out costs somebody most: so much a hand, and so much when others go out."""

    name: str
    bringer: str
    hands: int
    with_bringer: float
    otherwise: float


@dataclass(frozen=True, slots=True)
class Rivalry:
    """All that games of the same people come to; who won most games comes first."""

    records: tuple[Record, ...]
    pairs: tuple[Pair, ...]
    bad_luck: tuple[BadLuck, ...]


Played = Sequence[tuple[Result, Mapping[Person, PlayerResult]]]


def rivalry_of(results: Sequence[Result], people: People) -> Rivalry:
    """Return what finished games come to, given in the order in which they ended."""
    labels = people.labels(results)
    played = [(result, people.players(result)) for result in results]
    persons = dict.fromkeys(person for _, players in played for person in players)
    records = {person: _record(labels[person], person, played) for person in persons}
    order = sorted(persons, key=lambda person: (-records[person].won, -records[person].games))
    return Rivalry(
        records=tuple(records[person] for person in order),
        pairs=tuple(_pairs(order, labels, played)),
        bad_luck=tuple(_bad_luck(order, labels, played, people)),
    )


def _record(name: str, person: Person, played: Played) -> Record:
    mine = [
        (at, result.scoring, players[person])
        for at, (result, players) in enumerate(played)
        if person in players
    ]
    points, hands, streaks = Counter[str](), Caught(), [0]
    bests, worsts = [], []
    for at, scoring, player in mine:
        points[scoring] += player.points
        hands = sum(player.caught.values(), hands)
        streaks.append(streaks[-1] + 1 if player.is_winner else 0)
        # What keep-own credits are points nobody wants, so only the winner's can be a best round.
        if player.best is not None and scoring == "winner-collects":
            bests.append(Feat(player.best, at))
        if player.worst is not None:
            worsts.append(Feat(player.worst, at))
    return Record(
        name=name,
        games=len(mine),
        won=sum(player.is_winner for _, _, player in mine),
        rounds=sum(player.rounds for _, _, player in mine),
        rounds_won=sum(player.rounds_won for _, _, player in mine),
        points=points,
        best=max(bests, key=lambda feat: feat.points, default=None),
        worst=max(worsts, key=lambda feat: feat.points, default=None),
        hands=hands,
        streak=max(streaks),
        streak_now=streaks[-1],
    )


def _pairs(order: Sequence[Person], labels: Mapping[Person, str], played: Played) -> Iterable[Pair]:
    games, ahead = Counter[tuple[Person, Person]](), Counter[tuple[Person, Person]]()
    for _, players in played:
        for one, other in permutations(players, 2):
            games[one, other] += 1
            ahead[one, other] += players[one].rank < players[other].rank  # partners share theirs
    for one, other in combinations(order, 2):
        if games[one, other]:
            names = (labels[one], labels[other])
            yield Pair(names, games[one, other], (ahead[one, other], ahead[other, one]))


def _bad_luck(
    order: Sequence[Person], labels: Mapping[Person, str], played: Played, people: People
) -> Iterable[BadLuck]:
    caught: dict[Person, dict[Person | None, Caught]] = {person: {} for person in order}
    for result, players in played:
        for person, player in players.items():
            for seat, each in player.caught.items():
                bringer = people.person(result.players[seat].name)
                caught[person][bringer] = caught[person].get(bringer, Caught()) + each
    for person in order:
        every = sum(caught[person].values(), Caught())
        found = [
            BadLuck(
                name=labels[person],
                bringer=labels[bringer],
                hands=each.hands,
                with_bringer=each.points / each.hands,
                otherwise=(every.points - each.points) / (every.hands - each.hands),
            )
            for bringer, each in caught[person].items()
            if bringer is not None and min(each.hands, every.hands - each.hands) >= FEWEST_HANDS
        ]
        worst = max(found, key=lambda each: each.with_bringer - each.otherwise, default=None)
        if worst and worst.with_bringer > worst.otherwise:
            yield worst
