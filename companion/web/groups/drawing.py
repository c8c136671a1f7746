"""What pages of a group share: for which games they are asked, and parts drawn once for all."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from flask import flash
from markupsafe import Markup

from companion.editions import Edition
from companion.editions.fallback import edition_of_game
from companion.game.faults import ValidationError
from companion.game.game import Game
from companion.game.reports.rivalry import BadLuck, Pair, Record
from companion.services.groups.group import Group
from companion.services.groups.overview import ALL_TIME, Overview, Season, read_season
from companion.web.ui.messages import fault_sentence
from companion.web.ui.pages import draw, drawn_of_group
from companion.web.ui.registry import registry


def season_asked(values: Mapping[str, str]) -> Season:
    """Return which games are asked for; all of them, said so, where that cannot be read."""
    try:
        return read_season(values)
    except ValidationError as refused:
        flash(fault_sentence(refused.faults[0]), "fault")
        return ALL_TIME


@dataclass(frozen=True)
class GroupPart:
    """What is drawn of a group: in one season, and of all time where that is chosen from."""

    group: Group
    overview: Overview
    always: Overview

    @property
    def guests(self) -> Collection[str]:
        return [name for name in self.always.everybody if self.always.is_guest(name)]

    @cached_property
    def last_game(self) -> Game | None:
        return self.group.last_game

    @property
    def box(self) -> Edition | None:
        if self.last_game is None:
            return None
        return edition_of_game(self.last_game.start, registry().playable)

    @property
    def regulars(self) -> Sequence[Record]:
        """What those who are ranked have done, who won most first."""
        return [r for r in self.overview.rivalry.records if not self.overview.is_guest(r.name)]

    @property
    def pairs(self) -> Sequence[Pair]:
        is_guest = self.overview.is_guest
        return [p for p in self.overview.rivalry.pairs if not any(map(is_guest, p.names))]

    @property
    def bad_luck(self) -> Sequence[BadLuck]:
        """Who brings one of them bad luck."""
        is_guest = self.overview.is_guest
        return [each for each in self.overview.rivalry.bad_luck if not is_guest(each.name)]

    @property
    def years(self) -> Sequence[tuple[date, date]]:
        """The years in which games ended, each from its first day to its last."""
        season = self.overview.season
        ended = {season.day(game.ended).year for game in self.always.counted}
        return [(date(y, 1, 1), date(y, 12, 31)) for y in sorted(ended, reverse=True)]

    @property
    def boxes(self) -> Sequence[Edition]:
        played = {game.result.edition for game in self.always.games}
        return [box for box in registry().editions.values() if box.edition in played]


def part_of(group: Group, season: Season) -> GroupPart:
    return GroupPart(group, group.overview(season), group.overview())


def drawn(template: str, group: Group, season: Season, **values: Hashable) -> Markup:
    """Return a part of a page, drawn once for each state: it reads only `part` and `values`."""

    def render() -> Markup:
        return draw(template, part=part_of(group, season), **values)

    return drawn_of_group(template, group, season, *values.items(), make=render)
