"""Game driver for tests: actions of players, and the resulting score sheet."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from companion.editions import load_boxes
from companion.game.cards.box import lexicon_of
from companion.game.entries import (
    AdjustmentRemoved,
    Entry,
    RoundCorrected,
    RoundRecorded,
    RoundRemoved,
)
from companion.game.faults import ValidationError
from companion.game.game import Game
from companion.game.replay import Versioned, replay
from companion.game.reports.state import state
from companion.game.requests.adjustment import read_adjustment
from companion.game.requests.change import read_change, read_settlement, redo, undo, unsettle
from companion.game.requests.round import read_round
from companion.game.requests.start import read_start
from companion.game.rounds import Round
from companion.game.scoresheet import read_sheet

BOXES, _ = load_boxes()  # built-in boxes only

Hand = str | int | list[str]  # a hand as notation ("7 skip"), as a total, or as card ids


class PlayedGame:
    """Game whose requests are appended to `journal` as entries.

    Requests have the values of the JSON API. A refused one raises `ValidationError` and changes
    nothing.
    """

    _replayed: tuple[list[Versioned], Game] | None = None

    def __init__(self, edition: str | None, players: str, **options: object) -> None:
        values = {"edition": edition, "players": players.split(", ") if players else [], **options}
        self.journal: list[Versioned] = [(1, read_start(values, BOXES))]

    def remove(self, number: int) -> None:
        self.change(RoundRemoved(number))

    def adjust(self, name: str, points: int, why: str = "", **values: object) -> None:
        request = {"player": name, "points": points, "why": why, **values}
        self.change(read_adjustment(self.game, request))

    def remove_adjustment(self, number: int) -> None:
        self.change(AdjustmentRemoved(number))

    def redo(self) -> None:
        self.change(redo(self.game))

    def request(self, **changes: object) -> None:
        """Request several changes at once."""
        self.change(read_change(self.game, changes))

    def change(self, entry: Entry) -> None:
        """Append an entry as the next version of the game."""
        self.journal.append((len(self.journal) + 1, entry))

    def read(self, values: object, number: int | None = None) -> Round:
        """Validate a request for the next round, or for the correction of round `number`."""
        start = self.game.start
        lexicon = lexicon_of(start.box, BOXES) if start.box else BOXES[start.edition].lexicon
        return read_round(self.game, lexicon, values, number)

    @property
    def game(self) -> Game:
        # The replayed game is cached, because it is read far more often than it changes.
        if self._replayed is None or self._replayed[0] != self.journal:
            self._replayed = [*self.journal], replay(self.journal)
        return self._replayed[1]

    @property
    def state(self) -> dict[str, Any]:
        return {**state(self.game)}

    @property
    def totals(self) -> dict[str, int]:
        """Total by player, best first."""
        return {row["side"][0]: row["total"] for row in self.state["standings"]}


class Table(PlayedGame):
    """Game without partners: `Table("hello-kitty", "Ana, Bo, Cy", target=300)`."""

    def round(self, **values: Any) -> None:  # noqa: ANN401 - see `round_values`
        """Record a round: `round(out="Ana", Bo="7 skip wild", Cy=8)`."""
        self.change(RoundRecorded(self.read(round_values(**values))))

    def correct(self, number: int, **values: Any) -> None:  # noqa: ANN401 - see `round_values`
        """Correct round `number`; arguments as for `round`."""
        self.change(RoundCorrected(number, self.read(round_values(**values), number)))

    def undo(self) -> None:
        self.change(undo(self.game))

    def target(self, target: int) -> None:
        self.request(target=target)

    def set_dealer(self, name: str) -> None:
        self.request(dealer=name)

    def finish(self) -> None:
        self.request(finish=True)

    def resume(self) -> None:
        self.request(finish=False)

    def rename(self, names: str) -> None:
        """Set the labels of all seats: `rename("Ana, Bea, Cy")`."""
        self.request(players=names.split(", "))

    def leave(self, *names: str) -> None:
        self.request(leave=list(names))

    def join(self, *names: str, **totals: int) -> None:
        """Let players join or return: `join("Cy")`, or with an opening total: `join(Zoe=20)`."""
        newcomers = [{"name": name, "total": total} for name, total in totals.items()]
        self.request(join=[*({"name": name} for name in names), *newcomers])

    def settle(self, rule: str, text: str, **values: int) -> None:
        self.change(read_settlement(self.game, rule, {"text": text, **values}))

    def unsettle(self, rule: str) -> None:
        self.change(unsettle(self.game, rule))

    @property
    def ranks(self) -> dict[str, int]:
        """Rank by player, best first."""
        return {row["side"][0]: row["rank"] for row in self.state["standings"]}

    @property
    def rounds_played(self) -> dict[str, int]:
        return {row["side"][0]: row["rounds_played"] for row in self.state["standings"]}

    @property
    def credited(self) -> list[dict[str, int]]:
        """Points credited by player, for each round."""
        rounds = self.state["rounds"]
        return [{credit["side"][0]: credit["points"] for credit in r["points"]} for r in rounds]

    @property
    def after_end(self) -> list[int]:
        """Numbers of the rounds played after the end of the game."""
        return [r["number"] for r in self.state["rounds"] if r["after_end"]]

    @property
    def winners(self) -> list[str]:
        """Winners in seat order; empty while the game is not over."""
        outcome = self.state["outcome"]
        return outcome["winners"] if outcome else []

    @property
    def termination(self) -> str | None:
        outcome = self.state["outcome"]
        return outcome["termination"] if outcome else None

    @property
    def dealer(self) -> str | None:
        """Dealer of the next round."""
        following = self.state["next"]
        return following["dealer"] if following else None

    @property
    def seated(self) -> list[str]:
        """Players of the next round, in seat order."""
        following = self.state["next"]
        return [side[0] for side in following["tables"][0]["sides"]] if following else []


def read_game(sheet: str) -> Game:
    """Return the game of a typed score sheet."""
    return replay(enumerate(read_sheet(sheet, BOXES), start=1))


def round_values(
    *,
    out: str | None,
    pile: Hand | None = None,
    resting: Sequence[str] = (),
    keep_anyway: bool = False,
    hands: Mapping[str, Hand] | None = None,
    **caught: Hand,
) -> dict[str, Any]:
    """Return the JSON request of a round: `round_values(out="Ana", Bo="7 skip wild", Cy=8)`.

    Names that are not Python identifiers are given in `hands`.
    """
    values: dict[str, Any] = {"went_out": out, "resting": list(resting)}
    values |= {"keep_anyway": keep_anyway}
    # These are fields of some rounds, not names of players.
    fields = ("side", "knocked_out", "remark")
    values |= {name: caught.pop(name) for name in fields if name in caught}
    if pile is not None:
        return values | {"pile": hand_values(pile)}
    every = {**(hands or {}), **caught}
    return values | {"hands": {name: hand_values(hand) for name, hand in every.items()}}


def hand_values(hand: Hand) -> dict[str, Any]:
    """Return the JSON of a hand: an int is a total, anything else cards."""
    return {"points": hand} if isinstance(hand, int) else {"cards": hand}


def faults(request: Callable[[], object]) -> list[tuple[str, str]]:
    """Return code and path of each fault of a request that must be refused."""
    with pytest.raises(ValidationError) as caught:
        request()
    return [(fault.code, fault.path) for fault in caught.value.faults]
