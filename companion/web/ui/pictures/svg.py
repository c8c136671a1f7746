"""What SVG files take along that leave the app: no style sheet and no other drawing reaches them.

They are drawn in the light colours, whatever the phone shows.
"""

import re
from collections.abc import Mapping
from functools import cache

from markupsafe import Markup

from companion.config import STATIC

_COLOUR = re.compile(r"--([\w-]+): (#\w+)")
_SYMBOL = re.compile(r'<symbol id="([\w-]+)"(.*?)</symbol>', re.DOTALL)
_VARIABLE = re.compile(r"var\(--([\w-]+),([^)]+)\)")


@cache
def light_colours(place: str = ":root") -> Mapping[str, str]:
    """Return the colours that base.css sets for a place, by their names there: `p1` for --p1."""
    css = (STATIC / "base.css").read_text(encoding="utf-8")
    rule = css.partition(f"{place} {{")[2].partition("}")[0]
    return dict(_COLOUR.findall(rule))


def symbol(name: str, colours: Mapping[str, str]) -> Markup:
    """Return a symbol of signs.svg from its attributes on; `colours`: what it would look up."""
    drawing = _symbols().get(name, ">")
    return Markup(_VARIABLE.sub(lambda v: colours.get(v[1], v[2]), drawing))  # noqa: S704 - our own file


@cache
def _symbols() -> Mapping[str, str]:
    return dict(_SYMBOL.findall((STATIC / "signs.svg").read_text(encoding="utf-8")))
