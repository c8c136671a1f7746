"""Views to change a game's settings, such as target, names, dealer, players and end."""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.game.faults import ValidationError
from companion.services.access import Access
from companion.services.errors import ConflictError
from companion.web.errors import Answer, answer_to
from companion.web.http.i18n import gettext
from companion.web.ui import device, forms
from companion.web.ui.access import game_service, membership_in, open_game
from companion.web.ui.journal.saved import flash_kind, saved_sentence
from companion.web.ui.messages import fault_sentences, sum_sentence
from companion.web.ui.registry import registry

_TIME = re.compile(r"([0-9]{1,2})(?:[:.hH\s]+([0-9]{2}))?[\shH]*")  # 22:00, 22 h 30, 9.30, 22h
_HOURS, _MINUTES = 24, 60
_MAX_OFFSET = 14 * 60  # minutes; no time zone is further from UTC

bp = Blueprint("settings", __name__, url_prefix="/games/<key>")


@bp.get("/settings")
def show(key: str) -> str:
    return _settings_page(open_game(key))


def _settings_page(
    access: Access,
    faults: Mapping[str, str] | None = None,
    typed: MultiDict[str, str] | None = None,
    conflict: Answer | None = None,
) -> str:
    """Return the settings page, after a refused change with the `typed` values and the reason.

    `faults` are sentences by the path of their value. `conflict` is set if the game has changed.
    """
    return render_template(
        "games/settings.html",
        access=access,
        typed=typed or MultiDict(),
        faults=faults or {},
        conflict=conflict,
        groups=list(device.groups()),  # all that this phone has a link to
        group=device.group_of(access.game_id),  # None if this phone lacks its link
    )


@bp.post("/group")
def move(key: str) -> Response:
    access = open_game(key)
    group_key = request.form.get("group", "").strip().rstrip("/").rpartition("/")[2]
    try:
        membership = membership_in(group_key.partition("?")[0])
    except ValidationError as refused:
        page = _settings_page(access, fault_sentences(refused.faults))
        return make_response(page, 422)
    if membership.group:
        registry().groups.move(access.game_id, membership.group)
        device.remember_group(group_key)
        flash(gettext("The game now counts in that group."))
    return redirect(url_for("table.show", key=key), 303)


@bp.post("/settings")
def change(key: str) -> Response:
    access = open_game(key)
    if typed := forms.added_up(request.form, "total"):
        return make_response(_settings_page(access, {"/join/0/total": sum_sentence()}, typed))
    try:
        values = _change_values(request.form)
        write = forms.write_from_form(values, device.author(access))
        changed = game_service().changes.change_settings(access, write, values)
    except ValidationError as refused:
        faults = fault_sentences(refused.faults, access.edition)
        return make_response(_settings_page(access, faults, request.form), 422)
    except ConflictError as conflict:
        page = _settings_page(conflict.access, None, request.form, answer_to(conflict))
        return make_response(page, 409)
    flash(saved_sentence(changed), flash_kind(changed))
    return redirect(url_for("table.show", key=key), 303)


def _change_values(  # noqa: PLR0911 - a look-up table, written as a match
    form: MultiDict[str, str],
) -> dict[str, Any]:
    """Return the settings form's change as JSON values of the API, empty for an unknown form."""
    match form.get("change"):
        case "target":
            return _end_values(form)
        case "rotations":
            return {"rotations": forms.number(form.get("rotations", ""))}
        case "players" | "leave" as names:
            return {names: form.getlist(names)}
        case "dealer" | "title" as name:
            return {name: form.get(name, "")}
        case "join":
            total = form.get("total", "").strip()
            points = forms.total(total, "/join/0/total") if total else None
            return {"join": [{"name": form.get("name", ""), "total": points}]}
        case "stand-in":
            return {"seat": forms.number(form.get("seat", "")), "name": form.get("name", "")}
        case "stop":
            return {"stop_at": _stop_at(form)}
        case "card":
            card = {name: form.get(name) or None for name in ("name", "side")}
            return {"card": {**card, "points": forms.number(form.get("points", ""))}}
        case "finish" | "go-on" as choice:
            return {"finish": choice == "finish"}
    return {}  # refused later as an empty change


def _end_values(form: MultiDict[str, str]) -> dict[str, Any]:
    """Return a new target or limit of rounds, or all that ends the game if the form has both."""
    typed = {name: form[name].strip() for name in ("target", "round_limit") if name in form}
    if len(typed) == 1:
        return {name: forms.number(value) for name, value in typed.items()}
    given = {name: forms.number(value) for name, value in typed.items() if value}
    return {**given, "open_end": not given}


def _stop_at(form: MultiDict[str, str]) -> str:
    """Return the typed time's next moment by the phone's (or server's) clock, or other text."""
    typed = form.get("time", "").strip()
    found = _TIME.fullmatch(typed)
    hour, minute = (int(found[1]), int(found[2] or 0)) if found else (0, 0)
    if found is None or hour >= _HOURS or minute >= _MINUTES:
        return typed  # refused by the game if not blank
    clock = game_service().clock
    ahead = forms.number(form.get("ahead", ""))
    if not (isinstance(ahead, int) and abs(ahead) <= _MAX_OFFSET):
        return clock.next_time(hour, minute, clock.now().astimezone().utcoffset() or timedelta())
    return clock.next_time(hour, minute, timedelta(minutes=ahead))
