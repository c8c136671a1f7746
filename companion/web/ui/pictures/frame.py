"""What all pictures share: how large they are, how wide a text is, and how they are answered."""

import unicodedata

from flask import Response, make_response, render_template

from companion.web.http.i18n import gettext
from companion.web.ui.pictures.svg import light_colours

SIZE = 1080
EDGE = 90  # left and right of what is drawn
_LETTER, _WIDE_LETTER = 0.62, 1.0  # the widths of letters, in parts of their height


def fitting(text: str, width: float, size: int) -> int:
    """Return the size in which a text is not wider than that, `size` at most."""
    wide = sum(unicodedata.east_asian_width(letter) in {"W", "F"} for letter in text)
    letters = _WIDE_LETTER * wide + _LETTER * (len(text) - wide)
    return min(size, int(width / (letters or 1)))


def picture_response(template: str, picture: object, text: str, when: str) -> Response:
    """Draw a picture; `text` is what it says in words, `when` stands at its foot."""
    drawn = render_template(
        template,
        picture=picture,
        text=text,
        when=when,
        credit=gettext("Table companion (unofficial)"),
        colours=light_colours(),
        size=SIZE,
        edge=EDGE,
    )
    response = make_response(drawn)
    response.content_type = "image/svg+xml; charset=utf-8"
    return response
