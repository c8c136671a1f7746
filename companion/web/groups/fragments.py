"""Season filter and cached fragments, which the pages of a group share."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
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
from companion.services.groups.overview import ALL_TIME, Overview, Season, read_season, zone_named
from companion.web.ui import device
from companion.web.ui.messages import fault_sentence
from companion.web.ui.pages import SLICE_SIZE, cached_group_text, render_partial
from companion.web.ui.registry import registry


def requested_season(values: Mapping[str, str]) -> Season:
    """Return the season of a query in the phone's time zone, all time if invalid."""
    if zone_named(values.get("tz", "")):
        device.set_zone(values["tz"])
    try:
        season = read_season({**values, "tz": ""})
    except ValidationError as refused:
        flash(fault_sentence(refused.faults[0]), "fault")
        season = ALL_TIME
    return replace(season, zone=zone_named(device.zone() or ""))


@dataclass(frozen=True)
class GroupView:
    """Data for a fragment of a group's page: `overview` of one season, `all_time` of all games."""

    group: Group
    overview: Overview
    all_time: Overview

    @cached_property
    def guests(self) -> Collection[str]:
        return [name for name in self.all_time.player_names if self.all_time.is_guest(name)]

    @cached_property
    def last_game(self) -> Game | None:
        return self.group.last_game

    @property
    def box(self) -> Edition | None:
        if self.last_game is None:
            return None
        return edition_of_game(self.last_game.start, registry().playable)

    @cached_property
    def regulars(self) -> Sequence[Record]:
        """Records of all people but guests, with most games won first."""
        return [r for r in self.overview.rivalry.records if not self.overview.is_guest(r.name)]

    @property
    def shown(self) -> Sequence[Record]:
        return self.regulars[:SLICE_SIZE]

    @property
    def has_points(self) -> bool:
        """Whether points were won, which only one of the scorings counts."""
        return any("winner-collects" in record.points for record in self.shown)

    @property
    def pairs(self) -> Sequence[Pair]:
        is_guest, pairs = self.overview.is_guest, self.overview.rivalry.pairs
        return [pair for pair in pairs if not any(map(is_guest, pair.names))]

    @property
    def bad_luck(self) -> Sequence[BadLuck]:
        is_guest = self.overview.is_guest
        return [each for each in self.overview.rivalry.bad_luck if not is_guest(each.name)]

    @property
    def years(self) -> Sequence[tuple[date, date]]:
        """First and last day of each year in which games ended, latest year first."""
        season = self.overview.season
        ended = {season.day(game.ended).year for game in self.all_time.counted}
        return [(date(y, 1, 1), date(y, 12, 31)) for y in sorted(ended, reverse=True)]

    @property
    def boxes(self) -> Sequence[Edition]:
        played = {game.result.edition for game in self.all_time.games}
        return [box for box in registry().editions.values() if box.edition in played]


def group_view(group: Group, season: Season) -> GroupView:
    return GroupView(group, group.overview(season), group.overview())


def cached_fragment(template: str, group: Group, season: Season, **values: Hashable) -> Markup:
    """Return a fragment that reads only `view` and `values`, cached until the group changes."""

    def render() -> Markup:
        view = group_view(group, season)
        with group.slot(view.all_time):
            return render_partial(template, view=view, **values)

    return cached_group_text(template, group, season, *values.items(), make=render)
