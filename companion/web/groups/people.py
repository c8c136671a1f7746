"""People of a group: merge two names, separate them, mark guests, remove a name."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.game.players import key as name_key
from companion.services.groups.group import Group
from companion.services.groups.overview import Overview
from companion.services.groups.people import SamePlayersError
from companion.web.http.i18n import gettext, ngettext
from companion.web.ui.access import open_group
from companion.web.ui.registry import registry

bp = Blueprint("group_people", __name__, url_prefix="/groups/<key>/people")


@dataclass(frozen=True, slots=True)
class GroupPerson:
    """A person of a group, other names (`also`) and people never played with (`never_met`)."""

    name: str
    also: Sequence[str]
    never_met: Sequence[str]
    games: int
    is_guest: bool


@bp.get("")
def show(key: str) -> str:
    group = open_group(key)
    overview = group.overview()
    people, removed = _people(overview), len(overview.names.removed)
    return render_template("groups/people.html", group=group, people=people, removed=removed)


def _people(overview: Overview) -> list[GroupPerson]:
    also: dict[str, list[str]] = {}
    everybody, met = overview.everybody, overview.met
    players = (each for game in overview.games for each in game.result.players.values())
    spellings = {name_key(player.name): player.name for player in players}
    for name, person in overview.names.aliases.items():
        also.setdefault(name_key(person), []).append(spellings.get(name, name))
    return [
        GroupPerson(
            name=name,
            also=also.get(name_key(name), ()),
            never_met=[other for other in everybody if other not in met[name]],
            games=len(overview.with_people([name])),
            is_guest=overview.is_guest(name),
        )
        for name in everybody
    ]


@bp.post("")
def change(key: str) -> Response:
    group, form = open_group(key), request.form
    name, other = form.get("name", ""), form.get("other", "")
    match form.get("change"):
        case "join":
            _join(group, name, other)
        case "part":
            group.update_names(lambda names: names.parted(name))
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
    return redirect(url_for("group_people.show", key=key), 303)


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
