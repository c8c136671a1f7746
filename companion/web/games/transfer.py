"""Views to import a game: its journal from another companion, a score sheet, or a table."""

from collections.abc import Sequence
from contextlib import suppress

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.game.faults import ValidationError
from companion.game.replay import replay
from companion.game.scoresheet import notes_on, read_scores, text_of, write_sheet
from companion.game.standings import ranking
from companion.keys import digest_of
from companion.services.transfer import read_journal
from companion.web.errors import answer_to
from companion.web.http.json_body import InvalidJsonError, parsed
from companion.web.ui import device
from companion.web.ui.access import game_service, key_from_request, reading_journal
from companion.web.ui.messages import fault_sentences, placed_sentences
from companion.web.ui.registry import registry

bp = Blueprint("transfer", __name__)

_MAX_FAULTS = 5


@bp.get("/games/import")
def form() -> str:
    return render_template("games/import.html")


@bp.post("/games/import")
def import_game() -> Response:
    """Start a game with new links from an uploaded journal, once if the form is sent twice.

    Another file is a score sheet or a table, which is shown as a score sheet that can be imported.
    """
    file, sheet = request.files.get("file"), request.form.get("sheet", "")
    data = sheet.encode() or (file.read() if file else b"")
    with suppress(ValidationError):  # neither UTF-8 nor UTF-16, which is reported below
        data = text_of(data).encode()
    is_journal = not data.strip() or data.lstrip()[:1] in {b"{", b"["}
    if not sheet and not is_journal:
        return _preview(data)
    key = key_from_request("imported game", digest_of(data))
    if key and game_service().access_key(key):
        return redirect(url_for("table.show", key=key), 303)
    try:
        with reading_journal():
            now = game_service().now()
            if sheet:
                entries = [(now, entry) for entry in read_scores(sheet, registry().playable)]
            else:
                entries = read_journal(parsed(data), registry().playable, now)
    except InvalidJsonError as error:
        return _refused([answer_to(error).message])
    except ValidationError as error:
        if sheet:
            return _refused(placed_sentences(error.faults), is_text=True, sheet=sheet)
        return _refused([*fault_sentences(error.faults).values()])
    key = game_service().import_game(entries, device.nickname(), key)
    return redirect(url_for("table.show", key=key), 303)


def _preview(data: bytes) -> Response:
    """Show a score sheet or a table as the score sheet that was understood."""
    try:
        with reading_journal():
            entries = read_scores(text := text_of(data), registry().playable)
    except ValidationError as error:
        return _refused(placed_sentences(error.faults), is_text=True)
    game = replay(enumerate(entries, start=1))
    ranked = [(" + ".join(map(game.name, each.side)), each.total) for each in ranking(game)]
    notes = placed_sentences(notes_on(text))
    sheet = write_sheet(game)
    return make_response(
        render_template("games/import.html", ranked=ranked, notes=notes, sheet=sheet)
    )


def _refused(faults: Sequence[str], **texts: object) -> Response:
    page = render_template("games/import.html", faults=faults[:_MAX_FAULTS], **texts)
    return make_response(page, 422)
