"""Shared parts of pictures, which leave the app and so use no style sheet or other file.

They always use the light colours.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from urllib.parse import quote

from flask import Response, render_template
from markupsafe import Markup

from companion.config import STATIC
from companion.web.http.i18n import gettext

SIZE = 1080
EDGE = 90  # pixels, margin on the left and right
_LETTER, _WIDE_LETTER = 0.62, 1.0  # the width of a letter, relative to its height

_COLOUR = re.compile(r"--([\w-]+): (#\w+)")
_SYMBOL = re.compile(r'<symbol id="([\w-]+)"(.*?)</symbol>', re.DOTALL)
_VARIABLE = re.compile(r"var\(--([\w-]+),([^)]+)\)")


@cache
def light_colours(selector: str = ":root") -> Mapping[str, str]:
    """Return the colour variables of a rule in base.css, by name: `p1` for --p1."""
    css = (STATIC / "base.css").read_text(encoding="utf-8")
    rule = css.partition(f"{selector} {{")[2].partition("}")[0]
    return dict(_COLOUR.findall(rule))


def symbol(name: str, colours: Mapping[str, str]) -> Markup:
    """Return a symbol of signs.svg after `<symbol id="…"`, its variables replaced by `colours`."""
    drawing = _symbols().get(name, ">")
    return Markup(_VARIABLE.sub(lambda v: colours.get(v[1], v[2]), drawing))  # noqa: S704 - our own file


@cache
def _symbols() -> Mapping[str, str]:
    return dict(_SYMBOL.findall((STATIC / "signs.svg").read_text(encoding="utf-8")))


def fitting(text: str, width: float, size: int) -> int:
    """Return the font size, at most `size`, at which a text fits into a width."""
    wide = sum(unicodedata.east_asian_width(letter) in {"W", "F"} for letter in text)
    letters = _WIDE_LETTER * wide + _LETTER * (len(text) - wide)
    return min(size, int(width / (letters or 1)))


def picture_response(
    template: str, headline: str, text: str, when: str, *, largest: int, **drawn: object
) -> Response:
    """Return a picture as SVG. `text` is its alternative text, `when` the date at its foot.

    `largest`: the font size of a short headline.
    """
    picture = render_template(
        template,
        headline=headline,
        headline_size=fitting(headline, SIZE - 2 * EDGE, largest),
        text=text,
        when=when,
        credit=gettext("Table companion (unofficial)"),
        colours=light_colours(),
        size=SIZE,
        edge=EDGE,
        **drawn,
    )
    return Response(picture, content_type="image/svg+xml; charset=utf-8")


@dataclass(frozen=True, slots=True)
class SharedResult:
    """A result to take home: its `text`, address (`picture`) and name (`file`, no extension)."""

    text: str
    picture: str
    file: str

    @property
    def message(self) -> str:
        # Some phones need the `?`, others the `&`. Both accept this form.
        return f"sms:?&body={quote(self.text, safe='')}"

    @property
    def mail(self) -> str:
        return f"mailto:?body={quote(self.text, safe='')}"
