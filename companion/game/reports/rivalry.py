"""What many games of the same people come to: who won how many, who ended ahead of whom."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby

from companion.game.players import key
from companion.game.reports.results import Caught, PlayerResult, Result

Person = str  # the key of a name: `ana` of one game is `Ana` of the next
FEWEST_HANDS = 5  # fewer of them say nothing about luck


@dataclass(frozen=True, slots=True)
class People:
    """Which names are the same person, and which are nobody.

    `aliases`: names by key, each to the name of the person it is. A name `is_nobody` where nobody
    typed one, such as `Player 1`.
    """

    aliases: Mapping[Person, str] = field(default_factory=dict)
    is_nobody: Callable[[str], bool] = lambda _: False

    def person(self, name: str) -> Person | None:
        """Return who a name is; None for nobody."""
        if self.is_nobody(name):
            return None
        return key(self.aliases.get(key(name), name))

    def players(self, result: Result) -> dict[Person, PlayerResult]:
        """Return the persons in a game with what each did, in seat order.

        Where two seats are one person, the one that ended ahead counts.
        """
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
    """What one person has done in all games that count.

    `points` by scoring. `best`: the most points of one round, `worst`: the dearest hand that was
    left. `streak`: the longest row of games won, `streak_now`: the one that still goes on.
    """

    name: str
    games: int
    won: int
    rounds: int
    rounds_won: int
    points: Mapping[str, int]
    best: Feat | None
    worst: Feat | None
    hands: Caught
    streak: int
    streak_now: int

    @property
    def share(self) -> float:
        """How many games of a hundred were won."""
        return 100 * self.won / self.games

    @property
    def per_hand(self) -> float | None:
        """What a hand that was left was worth on average; None where none is known."""
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


def rivalry_of(results: Sequence[Result], people: People) -> Rivalry:
    """Return what finished games come to, given in the order in which they ended."""
    labels = people.labels(results)
    played = [people.players(result) for result in results]
    persons = dict.fromkeys(person for players in played for person in players)
    records = {person: _record(labels[person], person, results, played) for person in persons}
    order = sorted(persons, key=lambda person: (-records[person].won, -records[person].games))
    return Rivalry(
        records=tuple(records[person] for person in order),
        pairs=tuple(_pairs(order, labels, played)),
        bad_luck=tuple(_bad_luck(order, labels, results, people)),
    )


Played = Sequence[Mapping[Person, PlayerResult]]


def _record(name: str, person: Person, results: Sequence[Result], played: Played) -> Record:
    mine = [(at, players[person]) for at, players in enumerate(played) if person in players]
    points: dict[str, int] = {}
    for at, player in mine:
        points[results[at].scoring] = points.get(results[at].scoring, 0) + player.points
    rows = [
        (is_won, sum(1 for _ in games)) for is_won, games in groupby(p.is_winner for _, p in mine)
    ]
    hands = Caught()
    for _, player in mine:
        for caught in player.caught.values():
            hands = hands.plus(caught)
    # What keep-own credits are points nobody wants, so only the winner's can be a best round.
    bests = [
        Feat(player.best, at)
        for at, player in mine
        if player.best is not None and results[at].scoring == "winner-collects"
    ]
    worsts = [Feat(player.worst, at) for at, player in mine if player.worst is not None]
    return Record(
        name=name,
        games=len(mine),
        won=sum(player.is_winner for _, player in mine),
        rounds=sum(player.rounds for _, player in mine),
        rounds_won=sum(player.rounds_won for _, player in mine),
        points=points,
        best=max(bests, key=lambda feat: feat.points, default=None),
        worst=max(worsts, key=lambda feat: feat.points, default=None),
        hands=hands,
        streak=max((length for is_won, length in rows if is_won), default=0),
        streak_now=rows[-1][1] if rows and rows[-1][0] else 0,
    )


def _pairs(order: Sequence[Person], labels: Mapping[Person, str], played: Played) -> Iterable[Pair]:
    together: dict[tuple[Person, Person], list[int]] = {}
    place = {person: at for at, person in enumerate(order)}
    for players in played:
        for one, other in combinations(sorted(players, key=place.__getitem__), 2):
            counts = together.setdefault((one, other), [0, 0, 0])
            counts[0] += 1
            a, b = players[one], players[other]
            if a.rank != b.rank:  # partners share theirs
                counts[1 if a.rank < b.rank else 2] += 1
    for one, other in sorted(together, key=lambda pair: (place[pair[0]], place[pair[1]])):
        games, ahead, behind = together[one, other]
        yield Pair((labels[one], labels[other]), games, (ahead, behind))


def _bad_luck(
    order: Sequence[Person],
    labels: Mapping[Person, str],
    results: Sequence[Result],
    people: People,
) -> Iterable[BadLuck]:
    caught: dict[Person, dict[Person | None, Caught]] = {}
    for result in results:
        for player in people.players(result).values():
            hands = caught.setdefault(str(people.person(player.name)), {})
            for seat, each in player.caught.items():
                out = people.person(result.players[seat].name)
                hands[out] = hands.get(out, Caught()).plus(each)
    for person in order:
        mine = caught.get(person, {})
        count = sum(each.hands for each in mine.values())
        points = sum(each.points for each in mine.values())
        found = [
            BadLuck(
                name=labels[person],
                bringer=labels[out],
                hands=each.hands,
                with_bringer=each.points / each.hands,
                otherwise=(points - each.points) / (count - each.hands),
            )
            for out, each in mine.items()
            if out is not None and min(each.hands, count - each.hands) >= FEWEST_HANDS
        ]
        worst = max(found, key=lambda each: each.with_bringer - each.otherwise, default=None)
        if worst and worst.with_bringer > worst.otherwise:
            yield worst
