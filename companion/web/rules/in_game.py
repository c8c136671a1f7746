"""House rules of a game, and rulings noted with a round."""

from itertools import count

from flask import abort, flash, make_response, redirect, request
from werkzeug.wrappers import Response

from companion.rulings import Ruling
from companion.services.access import Access
from companion.services.changes import Changed, Write
from companion.services.errors import ConflictError, RefusedChangeError
from companion.web.errors import answer_to
from companion.web.rules import views
from companion.web.rules.book import RulesView
from companion.web.ui import forms
from companion.web.ui.access import game_service, open_game
from companion.web.ui.device import author
from companion.web.ui.journal.saved import saved_sentence

bp = views.in_game


@bp.app_template_global("rules_of")
def rules_of(access: Access) -> RulesView:
    return RulesView(access.edition, access)


@bp.post("/settled")
def settle(key: str) -> Response:
    """Set a house rule, or return to the leaflet's rule."""
    access = open_game(key)
    rule = _settled_rule(rules_of(access))
    # The form has one button for each.
    if "by_the_sheet" in request.form:
        return _saved(game_service().changes.unsettle(access, rule, _write(access)), access)
    from_round = request.form.get("from_round", "").strip()
    values = {
        "text": request.form.get("text", ""),
        "choice": request.form.get("choice"),
        "from_round": forms.number(from_round) if from_round else None,
    }
    return _saved(game_service().changes.settle(access, rule, _write(access), values), access)


@bp.post("/noted")
def note(key: str) -> Response:
    access = open_game(key)
    rule = _ruling(rules_of(access)).rule
    number = forms.number(request.form.get("round", ""))
    values = {"rule": rule, "text": request.form.get("text", "")}
    # Invalid numbers become round 0, which does not exist.
    round_ = number if isinstance(number, int) else 0
    changed = game_service().changes.note_ruling(access, round_, _write(access), values)
    return _saved(changed, access)


def _write(access: Access) -> Write:
    return forms.write_from_form(request.form.to_dict(flat=False), author(access))


def _ruling(rules: RulesView) -> Ruling:
    # Forms only send existing rules, so no error message is needed.
    return rules.get(request.form.get("rule", "")) or abort(404)


def _settled_rule(rules: RulesView) -> str:
    """Return the rule to settle; without rulings an existing or new `own.<number>`."""
    if rules.has_rulings:
        return _ruling(rules).rule
    wanted = request.form.get("rule", "")
    own = (f"own.{number}" for number in count(1))
    return wanted if wanted in rules.settled else next(r for r in own if r not in rules.settled)


def _saved(changed: Changed, access: Access) -> Response:
    flash(saved_sentence(changed))
    rules = rules_of(access)
    to = rules.url_of(_ruling(rules)) if rules.has_rulings else rules.url_for("index")
    return redirect(to, 303)


@bp.errorhandler(RefusedChangeError)
@bp.errorhandler(ConflictError)
def refused(error: RefusedChangeError | ConflictError) -> Response:
    """Show the page again with the typed values and the reason of the refusal."""
    answer = answer_to(error)
    fault = " ".join(answer.fields.values()) or answer.message
    rules = rules_of(error.access)
    if not rules.has_rulings:
        page = views.index_page(rules, fault=fault, typed=request.form)
        return make_response(page, answer.status)
    page = views.topic_page(rules, _ruling(rules).topic, fault, request.form)
    # Show the whole topic, so that typed text is not lost.
    return make_response(page, answer.status)
