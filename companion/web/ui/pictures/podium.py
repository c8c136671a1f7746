"""The picture of a finished game: its winner, the podium and the other players."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Response
from markupsafe import Markup

from companion.game.game import Game
from companion.game.rounds import Seat
from companion.game.standings import Standing
from companion.web.ui.pictures import svg

MOST_SIGNS = 10  # later seats have no colour and no symbol of their own
_MOST_ROWS = 10  # standings in the picture, with those on the podium
_MOST_TIED = {2: 2, 3: 1}  # by rank: how many may share that step

_BOTTOM = 892  # y of the bottom of the podium and of the rows below it
_TALLEST, _HIGHEST = 330, 366  # most height of the first step, least y of its top
_STEPS = {1: (0, 92), 2: (60, 70), 3: (90, 66)}  # by rank: how much lower, and the disc's radius


@dataclass(frozen=True, slots=True)
class Disc:
    """The disc of a seat: its symbol as SVG and the x of its centre."""

    colour: str
    sign: Markup
    x: float


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the podium. `name_size` fits the name into the `width`."""

    standing: Standing
    name: str
    name_size: int
    discs: tuple[Disc, ...]
    x: float
    width: float
    top: float
    height: float
    radius: float

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


@dataclass(frozen=True, slots=True)
class Row:
    """A side below the podium."""

    standing: Standing
    name: str
    name_size: int
    x: float
    y: float
    width: float
    height: float


def podium_of(standings: Sequence[Standing]) -> int:
    """Return how many standings are on the podium: all winners, then up to two seconds or a third.

    Tied ones are all on it or all below, because there is room for three.
    """
    tied = Counter(standing.rank for standing in standings)
    return sum(many for rank, many in tied.items() if rank == 1 or many <= _MOST_TIED.get(rank, 0))


def podium_picture(
    game: Game, standings: Sequence[Standing], headline: str, text: str, when: str
) -> Response:
    """Return a game's picture as SVG. `text` is its alternative text, `when` its date."""
    shown = standings[:_MOST_ROWS]
    first = podium_of(shown)
    others = shown[first:]
    columns = 1 if len(others) < 4 else 2  # noqa: PLR2004 - few look better below each other
    height = 92 if len(others) < 2 else 62  # noqa: PLR2004 - a single row is tall
    base = float(_BOTTOM - height * -(-len(others) // columns))
    width = (svg.SIZE - 2 * svg.EDGE) / columns
    rows = tuple(
        Row(
            standing=each,
            name=game.side_name(each.side),
            name_size=svg.fitting(game.side_name(each.side), width - 215, 40),
            x=svg.EDGE + position % columns * width,
            y=base + position // columns * height,
            width=width,
            height=height,
        )
        for position, each in enumerate(others)
    )
    return svg.picture_response(
        "shared/pictures/podium.svg",
        headline,
        text,
        when,
        largest=120,
        game=game,
        steps=_steps(game, shown[:first], base),
        rows=rows,
        base=base,
    )


def _steps(game: Game, standings: Sequence[Standing], base: float) -> tuple[Step, ...]:
    """Return the steps of the podium from left to right, the winner in the middle."""
    # Several winners are beside each other at equal height.
    order = list(standings)
    if len(order) == 3 and order[1].rank != 1:  # noqa: PLR2004 - else no step is in the middle
        order = [order[1], order[0], *order[2:]]
    width = (svg.SIZE - 2 * svg.EDGE) / len(order)
    tallest = min(_TALLEST, base - _HIGHEST)
    steps = []
    for position, each in enumerate(order):
        lower, widest = _STEPS[min(each.rank, 3)]
        x, name = svg.EDGE + position * width, game.side_name(each.side)
        radius = min(widest, width / 3)
        steps.append(
            Step(
                standing=each,
                name=name,
                name_size=svg.fitting(name, width - 24, 44),
                discs=_discs(each.side, x + width / 2, radius),
                x=x,
                width=width,
                top=base - tallest + lower,
                height=tallest - lower,
                radius=radius,
            )
        )
    return tuple(steps)


def _discs(side: Sequence[Seat], middle: float, radius: float) -> tuple[Disc, ...]:
    """Return the discs of a side's seats up to seat 10, with partners beside each other."""
    colours = svg.light_colours()
    first = middle - radius * (len(side) - 1) * 0.75
    return tuple(
        Disc(
            colour=colours[f"p{seat}"],
            # Only the symbol's content, because the disc sets how it is filled.
            sign=svg.symbol(f"seat-{seat}", {"seat": colours[f"p{seat}"]})
            .partition(">")[2]
            .strip(),
            x=first + position * radius * 1.5,
        )
        for position, seat in enumerate(side)
        if seat <= MOST_SIGNS
    )
