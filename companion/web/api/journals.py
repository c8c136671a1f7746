"""JSON of a game's journal: export, import and restore."""

from collections.abc import Sequence

from flask import Blueprint, jsonify, make_response, request
from werkzeug.wrappers import Response

from companion.game.faults import Fault, FaultCode, ValidationError
from companion.services import AccessKey, DamagedGameError
from companion.services.access import watch_key
from companion.services.recovery import read_phone_copy, recover
from companion.services.replays import readable
from companion.services.transfer import journal_values, read_journal
from companion.web.api import responses
from companion.web.api.games import created
from companion.web.api.writes import digits
from companion.web.http.json_body import body
from companion.web.ui.access import game_service, open_game, reading_journal, whole_game_slot
from companion.web.ui.device import group_of, remember_group
from companion.web.ui.registry import registry
from companion.web.ui.settlements import state_for_scripts

bp = Blueprint("journals", __name__)


@bp.get("/games/<key>/journal")
def show(key: str) -> responses.JournalValues:
    """Return every change with its time; with `sound`, of a damaged game what is sound.

    `since` leaves out the entries up to a version. `keys` adds all keys of the game for a client
    with a scoring key, and the group's key for a phone that knows it, as `restore` needs them.
    """
    since = digits(request.args.get("since", "0"))
    if since is None:
        raise ValidationError([Fault(FaultCode.NOT_A_WHOLE_NUMBER, "/since")])
    keys: Sequence[AccessKey] = ()
    try:
        access = open_game(key, "score", "watch")
        is_for_scoring, game_id = access.kind == "score", access.game_id
        with whole_game_slot(access, since):
            journal = game_service().journal(game_id, since)
            entries = journal_values(journal, is_for_scoring=is_for_scoring)
        if is_for_scoring and "keys" in request.args:
            keys = game_service().keys(game_id)
    except DamagedGameError as damage:
        if "sound" not in request.args:
            raise
        is_for_scoring, game_id = False, damage.game
        entries = journal_values(readable(damage.lines[since:]), is_for_scoring=False)
    values: responses.JournalValues = {"entries": entries}
    if is_for_scoring:  # so that a phone can restore the game one day
        values["id"] = game_id
    if keys:
        # A game may have several scoring keys. After a restore the one of this phone must work.
        values = {**values, **_key_values(keys), "score_key": key}
        if group := group_of(game_id):
            values["group"] = {"id": group.id, "key": group.key}
    return values


def _key_values(keys: Sequence[AccessKey]) -> responses.GameKeysValues:
    found = {each.kind: each.key for each in keys}
    values: responses.GameKeysValues = {"score_key": found["score"], "watch_key": watch_key(keys)}
    if "join" in found:
        values["join_key"] = found["join"]
    if "table" in found:
        values["tables"] = [
            {"table": each.table, "key": each.key} for each in keys if each.table is not None
        ]
    return values


@bp.post("/games/import")
def import_game() -> Response:
    """Make a game of a journal, under new keys."""
    with reading_journal():
        entries = read_journal(body(), registry().playable, game_service().now())
    return created(game_service().create_from_journal(entries))


@bp.post("/games/restore")
def restore() -> Response:
    """Bring a game back from what a phone with its scoring key has kept of it."""
    with reading_journal(is_restored=True):
        copy = read_phone_copy(body(), registry().playable, game_service().now())
        recovered = recover(game_service(), copy)
    if copy.group:
        remember_group(copy.group.key)
    answer = {**_key_values(recovered.keys), "game": state_for_scripts(recovered.game)}
    return make_response(jsonify(answer), 201 if recovered.is_new else 200)
