"""What somebody may have meant who asked for something that does not exist."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import NamedTuple

from flask import make_response, render_template
from werkzeug.wrappers import Response

_LONGEST = 60  # of what was asked for: comparing takes its time
_MOST = 3


class Offer(NamedTuple):
    """A page that exists: what people call it, and its address."""

    name: str
    address: str


def missing(asked: str, offers: Mapping[str, Offer]) -> Response:
    """Answer 404 and offer the pages whose ids (the keys) come nearest to what was asked for."""
    near = get_close_matches(asked[:_LONGEST].casefold(), list(offers), n=_MOST, cutoff=0.3)
    page = render_template("rules/missing.html", near=[offers[each] for each in near])
    return make_response(page, 404)
