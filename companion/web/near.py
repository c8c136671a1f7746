"""What somebody may have meant who asked for something that does not exist."""

from collections.abc import Mapping
from difflib import get_close_matches

from flask import make_response, render_template
from werkzeug.wrappers import Response

_LONGEST = 60  # of what was asked for: comparing takes its time
_MOST = 3


def nearest(asked: str, known: Mapping[str, str]) -> Mapping[str, str]:
    """Find the nearest names, the nearest first; `known` are addresses by name."""
    names = {name.casefold(): name for name in known}
    close = get_close_matches(asked[:_LONGEST].casefold(), list(names), n=_MOST, cutoff=0.3)
    return {names[name]: known[names[name]] for name in close}


def missing(asked: str, known: Mapping[str, str], labels: Mapping[str, str]) -> Response:
    """Answer 404 and offer what comes nearest; `labels` says what people call it."""
    near = [(labels.get(name, name), to) for name, to in nearest(asked, known).items()]
    return make_response(render_template("rules/missing.html", near=near), 404)
