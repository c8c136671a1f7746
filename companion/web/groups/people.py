"""People of a group: merge two names, separate them, mark guests, remove a name."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.game.faults import ValidationError
from companion.game.players import key as name_key
from companion.services.groups.group import Group
from companion.services.groups.overview import Overview
from companion.services.groups.people import SamePlayersError
from companion.web.http.i18n import gettext, ngettext
from companion.web.ui.access import open_group
from companion.web.ui.messages import fault_sentence
from companion.web.ui.pages import PageSlice, requested_slice
from companion.web.ui.registry import registry

bp = Blueprint("group_people", __name__, url_prefix="/groups/<key>/people")


@dataclass(frozen=True, slots=True)
class GroupPerson:
    """A person of a group, with their `number` among the people and other names (`also`)."""

    number: int
    name: str
    also: Sequence[str]
    games: int
    is_guest: bool


@bp.get("")
def show(key: str) -> str:
    group = open_group(key)
    overview = group.overview()
    with group.slot(overview):
        page_slice, removed = requested_slice(len(overview.order)), len(overview.names.removed)
        values = {"group": group, "page_slice": page_slice, "removed": removed}
        return render_template("groups/people.html", people=_people(overview, page_slice), **values)


def _people(overview: Overview, page_slice: PageSlice) -> list[GroupPerson]:
    also: dict[str, list[str]] = {}
    players = (each for game in overview.games for each in game.result.players.values())
    spellings = {player.key: player.name for player in players}
    for name, person in overview.names.aliases.items():
        also.setdefault(name_key(person), []).append(spellings.get(name, name))
    played = (overview.played[game.game_id] for game in overview.counted)
    games = Counter(person for each in played for person in each.players)
    return [
        GroupPerson(
            number=overview.order[person],
            name=overview.labels[person],
            also=also.get(person, ()),
            games=games[person],
            is_guest=person in overview.names.guests,
        )
        for person in page_slice.shown([*overview.order])
    ]


@bp.post("")
def change(key: str) -> Response:
    group = open_group(key)
    try:
        _change(group, request.form.get("change"))
    except ValidationError as refused:
        flash(fault_sentence(refused.faults[0]), "fault")
    return redirect(url_for("group_people.show", key=key), 303)


def _change(group: Group, change: str | None) -> None:
    name, other = (request.form.get(field, "") for field in ("name", "other"))
    if change != "count-everybody":
        group.label(name)
    match change:
        case "join":
            _join(group, name, other)
        case "part":
            group.update_names(lambda names: names.separated(name))
            flash(gettext("%(name)s is a separate person again.") % {"name": name})
        case "guest" | "regular" as kind:
            is_guest = kind == "guest"
            group.update_names(lambda names: names.with_guest(name, is_guest=is_guest))
        case "remove":
            games = group.remove_person(name, gettext("Player %(seat)s"))
            registry().polls.clear()
            words = ngettext(
                "The name is gone, here and in %(num)s game.",
                "The name is gone, here and in %(num)s games.",
                games,
            )
            flash(words % {"num": games})
        case "count-everybody":
            group.update_names(lambda names: replace(names, removed=frozenset()))
        case _:
            abort(400)


def _join(group: Group, name: str, other: str) -> None:
    values = {"name": name, "other": other}
    try:
        group.join_names(name, other)
    except SamePlayersError as same:
        words = ngettext(
            "%(name)s and %(other)s were in %(num)s game together, so they must be two people.",
            "%(name)s and %(other)s were in %(num)s games together, so they must be two people.",
            same.games,
        )
        flash(words % {**values, "num": same.games}, "fault")
    else:
        flash(gettext("%(name)s now counts as %(other)s.") % values)
