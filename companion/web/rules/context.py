"""What templates of a game may use of the rules."""

from flask import request
from werkzeug.datastructures import MultiDict

from companion.editions import Edition
from companion.game.rounds import Note
from companion.rulings import Ruling
from companion.services.access import Access
from companion.web.http.i18n import language
from companion.web.rules.book import RulesView
from companion.web.rules.in_game import bp
from companion.web.ui import forms


@bp.app_template_global("book_of")
def rules_of(access: Access) -> RulesView:
    """Return the rules that a game is played by."""
    return RulesView(access.edition, access)


@bp.app_template_global("noted")
def noted_rulings(typed: MultiDict[str, str], edition: Edition) -> list[tuple[Note, Ruling | None]]:
    """Return what is noted in a form, and what the address of the page asks to note (`?note=`).

    None stands for a ruling that is not known here: a game may have been imported from elsewhere.
    """
    rules = RulesView(edition)
    notes = forms.notes(typed)
    wanted = rules.get(request.args.get("note", ""))
    if wanted and request.method == "GET":
        notes = [*notes, Note(wanted.rule, wanted.verdict.localized(language()))]
    return [(note, rules.get(note.rule)) for note in notes]
