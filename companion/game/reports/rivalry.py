"""Statistics over games of the same people: results, records, pairs and bad luck."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, combinations
from operator import or_

from companion.game.game import Game
from companion.game.players import key
from companion.game.rounds import Seat
from companion.game.standings import Standing, ending, ranking
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

    - `key`: the name for comparison
    - `rounds`: rounds played, of which `rounds_won` were won by going out
    - `points`: points credited, `best` being the most in one round, and those of adjustments
    - `worst`: most points in one hand, or None if no hand is known
    - `caught`: hands left, by the seat that went out
    """

    name: str
    key: "Person"
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

    game_id: str
    edition: str
    box: str | None
    game_format: str
    scoring: str
    rounds: int
    is_over: bool
    players: Mapping[Seat, PlayerResult]

    @property
    def weight(self) -> int:
        """Memory that the result needs, in units of about 100 bytes."""
        return sum(4 + len(player.caught) for player in self.players.values())


def result_of(game: Game, game_id: str = "") -> Result:
    outcome = ending(game)
    winners = outcome.winners if outcome else ()
    rows = {seat: row for row in ranking(game) for seat in row.side}
    counted = [played for played in game.tally.played if not played.after_end]
    return Result(
        game_id=game_id,
        edition=game.start.edition,
        box=game.start.box["name"] if game.start.box else None,
        game_format=game.start.game_format,
        scoring=game.start.scoring,
        rounds=len(counted),
        is_over=outcome is not None,
        players={
            seat: _player(game, seat, rows[seat], counted, winners)
            for seat in game.seats
            if seat in rows  # none during seating, nor who left heats before the first round
        },
    )


def _player(
    game: Game, seat: Seat, row: Standing, counted: Sequence[ScoredRound], winners: Sequence[Seat]
) -> PlayerResult:
    # A pile cannot be assigned to players, so it is not counted.
    rounds = [played.round for played in counted]
    hands = [(each.went_out, each.hands[seat].points) for each in rounds if seat in each.hands]
    credited = [c.points for played in counted for c in played.credited if seat in c.side]
    adjusted = (a for a in game.tally.adjustments if seat in a.side and not a.after_end)
    caught: dict[Seat, Caught] = {}
    # Points that count for their player are no hands caught by others.
    for out, points in hands if not game.scoring.counts_winner else ():
        caught[out] = caught.get(out, Caught()) + Caught(1, points)
    # A stand-in's points count for the owner of the seat.
    owner, _ = game.stand_ins.get(seat, (game.name(seat), ""))
    return PlayerResult(
        name=owner,
        key=key(owner),
        rank=row.rank,
        total=row.total,
        is_winner=seat in winners,
        rounds=sum(seat in p.round.seated and seat not in p.resting for p in counted),
        rounds_won=sum(each.went_out == seat for each in rounds),
        points=sum(credited) + sum(each.points for each in adjusted),
        best=max(credited, default=None),
        worst=None
        if game.scoring.counts_winner
        else max((points for _, points in hands), default=None),
        caught=caught,
    )


Person = str  # a name's `players.key`: `ana` and `Ana` are the same person
FEWEST_HANDS = 5  # minimum for bad-luck statistics
MOST_RIVALS = 64  # people of whom pairs are counted, as pairs grow with the square of people


@dataclass(frozen=True, slots=True)
class Played:
    """A game, with the person of each seat, and each person's result."""

    result: Result
    seats: Mapping[Seat, Person | None]
    players: Mapping[Person, PlayerResult]


@dataclass(frozen=True, slots=True)
class People:
    """Aliases of persons, and a test for default names such as `Player 1`; both take keys."""

    aliases: Mapping[Person, str] = field(default_factory=dict)  # to the main name
    is_default_name: Callable[[Person], bool] = lambda _: False

    def person(self, name: str) -> Person | None:
        return self.person_of(key(name))

    def person_of(self, name: Person) -> Person | None:
        if self.is_default_name(name):
            return None
        return key(self.aliases[name]) if name in self.aliases else name

    def persons(self, names: Sequence[Person]) -> list[Person | None]:
        """Return the persons of the names in one game, those of one person by themselves."""
        found = [self.person_of(name) for name in names]
        seats = Counter(found)
        named = zip(names, found, strict=True)
        return [name if person and seats[person] > 1 else person for name, person in named]

    def played(self, result: Result) -> Played:
        """Assign the seats of a game to persons."""
        names = [player.key for player in result.players.values()]
        seats = dict(zip(result.players, self.persons(names), strict=True))
        players = {person: result.players[seat] for seat, person in seats.items() if person}
        return Played(result, seats, players)

    def labels(self, games: Iterable[Played]) -> dict[Person, str]:
        """Return each person's label: the spelling used last, else the main name of an alias."""
        labels = {key(name): name for name in self.aliases.values()}
        for played in games:
            for seat, player in played.result.players.items():
                if player.key == played.seats[seat]:
                    labels[player.key] = player.name
        return labels


@dataclass(frozen=True, slots=True)
class Feat:
    """Points of a record, and its game."""

    points: int
    game_id: str


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
    caught: Mapping[Person | None, Caught]  # hands left, by the person who went out

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
    """Player (`opponent`) whose wins cost `name` most: average hand then, and otherwise."""

    name: str
    opponent: str
    hands: int
    against_opponent: float
    otherwise: float


@dataclass(frozen=True, slots=True)
class Rivalry:
    """Statistics of a group; records are sorted by games won, most first.

    From `games` and `figures` the statistics are computed again after a game has changed.
    """

    records: tuple[Record, ...] = ()
    pairs: tuple[Pair, ...] = ()
    bad_luck: tuple[BadLuck, ...] = ()
    games: Sequence[Played] = ()
    figures: Mapping[Person, Record] = field(default_factory=dict)


def rivalry_of(games: Sequence[Played], people: People, before: Rivalry | None = None) -> Rivalry:
    """Return the statistics of finished games, given in the order in which they ended.

    Only people of games that differ from those `before` are counted again.
    """
    before = before or Rivalry()
    labels = people.labels(games)
    own: dict[Person, list[Played]] = {}
    for played in games:
        for person in played.players:
            own.setdefault(person, []).append(played)
    earlier, now = ({id(played): played for played in each} for each in (before.games, games))
    differing = ((earlier | now)[each] for each in earlier.keys() ^ now.keys())
    changed = {person for played in differing for person in played.players}
    figures = {
        person: _figures(person, own[person]) if person in changed else before.figures[person]
        for person in own
    }
    records = {person: replace(each, name=labels[person]) for person, each in figures.items()}
    order = sorted(own, key=lambda person: (-records[person].won, -records[person].games))
    return Rivalry(
        records=tuple(records[person] for person in order),
        pairs=tuple(_pairs(order[:MOST_RIVALS], labels, games)),
        bad_luck=tuple(_bad_luck([records[person] for person in order], labels)),
        games=games,
        figures=figures,
    )


def _figures(person: Person, games: Sequence[Played]) -> Record:
    points, streaks = Counter[str](), [0]
    caught: dict[Person | None, Caught] = {}
    bests, worsts = [], []
    mine = [(played, played.players[person]) for played in games]
    for played, player in mine:
        result = played.result
        points[result.scoring] += player.points
        streaks.append(streaks[-1] + 1 if player.is_winner else 0)
        # With keep-own, credited points are bad, so they cannot be a best round.
        if player.best is not None and result.scoring == "winner-collects":
            bests.append(Feat(player.best, result.game_id))
        if player.worst is not None:
            worsts.append(Feat(player.worst, result.game_id))
        for seat, each in player.caught.items():
            bringer = played.seats[seat]
            caught[bringer] = caught.get(bringer, Caught()) + each
    return Record(
        name=person,
        games=len(mine),
        won=sum(player.is_winner for _, player in mine),
        rounds=sum(player.rounds for _, player in mine),
        rounds_won=sum(player.rounds_won for _, player in mine),
        points=points,
        best=max(bests, key=lambda feat: feat.points, default=None),
        worst=max(worsts, key=lambda feat: feat.points, default=None),
        hands=sum(caught.values(), Caught()),
        streak=max(streaks),
        streak_now=streaks[-1],
        caught=caught,
    )


def _pairs(
    order: Sequence[Person], labels: Mapping[Person, str], games: Sequence[Played]
) -> Iterable[Pair]:
    # A set of games is an integer with a bit for each, so that many games are compared at once.
    by_rank: dict[Person, dict[int, int]] = {person: {} for person in order}
    for at, played in enumerate(games):
        for person in played.players.keys() & by_rank.keys():
            rank = played.players[person].rank
            by_rank[person][rank] = by_rank[person].get(rank, 0) | 1 << at
    lowest = max((max(ranks) for ranks in by_rank.values()), default=0)
    # For each person the games with no rank, the lowest rank, the two lowest ranks, and so on.
    below = {
        person: [*accumulate((ranks.get(rank, 0) for rank in range(lowest, 0, -1)), or_, initial=0)]
        for person, ranks in by_rank.items()
    }

    def ahead(one: Person, other: Person) -> int:  # not among partners
        worse = below[other]
        ranks = by_rank[one].items()
        return sum((games & worse[lowest - rank]).bit_count() for rank, games in ranks)

    for one, other in combinations(order, 2):
        if common := (below[one][-1] & below[other][-1]).bit_count():
            names = (labels[one], labels[other])
            yield Pair(names, common, (ahead(one, other), ahead(other, one)))


def _bad_luck(records: Iterable[Record], labels: Mapping[Person, str]) -> Iterable[BadLuck]:
    for record in records:
        every = record.hands
        found = [
            BadLuck(
                name=record.name,
                opponent=labels[opponent],
                hands=each.hands,
                against_opponent=each.points / each.hands,
                otherwise=(every.points - each.points) / (every.hands - each.hands),
            )
            for opponent, each in record.caught.items()
            if opponent is not None and min(each.hands, every.hands - each.hands) >= FEWEST_HANDS
        ]
        worst = max(found, key=lambda each: each.against_opponent - each.otherwise, default=None)
        if worst and worst.against_opponent > worst.otherwise:
            yield worst
