"""Statistics over games of the same people: results, records, pairs and bad luck."""

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
    """Number and total points of the hands left when other players went out."""

    hands: int = 0
    points: int = 0

    def __add__(self, other: "Caught") -> "Caught":
        return Caught(self.hands + other.hands, self.points + other.points)


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """Result of a player in one game, without rounds after its end.

    - `rounds`: rounds played, of which `rounds_won` were won by going out
    - `points`: points credited, `best` being the most in one round
    - `worst`: most points in one hand, or None if no hand is known
    - `caught`: hands left, by the seat that went out
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
    """One game for statistics; `players` by seat, `box` is the name of a table's own box."""

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
            if seat in ranking  # the ranking is empty during seating
        },
    )


def _player(
    game: Game, seat: Seat, row: Standing, counted: Sequence[ScoredRound], winners: Sequence[Seat]
) -> PlayerResult:
    # A pile cannot be assigned to players, so it is not counted.
    rounds = [played.round for played in counted]
    hands = [(each.went_out, each.hands[seat].points) for each in rounds if seat in each.hands]
    credited = [c.points for played in counted for c in played.credited if seat in c.side]
    caught: dict[Seat, Caught] = {}
    for out, points in hands:
        caught[out] = caught.get(out, Caught()) + Caught(1, points)
    # A stand-in's points count for the owner of the seat.
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


Person = str  # a name's `players.key`: `ana` and `Ana` are the same person
FEWEST_HANDS = 5  # minimum for bad-luck statistics


@dataclass(frozen=True, slots=True)
class People:
    """Aliases of persons, and a test for default names such as `Player 1`."""

    aliases: Mapping[Person, str] = field(default_factory=dict)  # to the main name
    is_nobody: Callable[[str], bool] = lambda _: False

    def person(self, name: str) -> Person | None:
        if self.is_nobody(name):
            return None
        return key(self.aliases.get(key(name), name))

    def players(self, result: Result) -> dict[Person, PlayerResult]:
        """Return the results of a game by person; a person on two seats gets the better rank."""
        found: dict[Person, PlayerResult] = {}
        for player in result.players.values():
            person = self.person(player.name)
            if person is not None and (person not in found or player.rank < found[person].rank):
                found[person] = player
        return found

    def labels(self, results: Iterable[Result]) -> dict[Person, str]:
        """Return each person's label: the spelling used last, else the main name of an alias."""
        labels = {key(name): name for name in self.aliases.values()}
        for result in results:
            for player in result.players.values():
                if key(player.name) == self.person(player.name):
                    labels[key(player.name)] = player.name
        return labels


@dataclass(frozen=True, slots=True)
class Feat:
    """Points of a record, and the index of its game (`place`)."""

    points: int
    place: int


@dataclass(frozen=True, slots=True)
class Record:
    """Statistics of one person over all finished games."""

    name: str
    games: int
    won: int
    rounds: int
    rounds_won: int
    points: Mapping[str, int]  # by scoring
    best: Feat | None  # most points in one round
    worst: Feat | None  # most points in one hand
    hands: Caught
    streak: int  # longest run of games won
    streak_now: int  # current run

    @property
    def per_hand(self) -> float | None:
        return self.hands.points / self.hands.hands if self.hands.hands else None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people, their common games, and how often each ranked ahead of the other."""

    names: tuple[str, str]
    games: int
    ahead: tuple[int, int]


@dataclass(frozen=True, slots=True)
class BadLuck:
    """Player (`bringer`) whose wins cost `name` most: average hand then, and otherwise."""

    name: str
    bringer: str
    hands: int
    with_bringer: float
    otherwise: float


@dataclass(frozen=True, slots=True)
class Rivalry:
    """Statistics of a group; records are sorted by games won, most first."""

    records: tuple[Record, ...]
    pairs: tuple[Pair, ...]
    bad_luck: tuple[BadLuck, ...]


Played = Sequence[tuple[Result, Mapping[Person, PlayerResult]]]


def rivalry_of(results: Sequence[Result], people: People) -> Rivalry:
    """Return the statistics of finished games, given in the order in which they ended."""
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
        # With keep-own, credited points are bad, so they cannot be a best round.
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
            ahead[one, other] += players[one].rank < players[other].rank  # not among partners
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
