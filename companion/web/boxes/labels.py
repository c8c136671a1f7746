"""Labels for the lid of a box: plain SVG in millimetres, black on white, no font to fetch."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from textwrap import wrap

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from qrcode.constants import ERROR_CORRECT_Q

from companion.config import TEMPLATES
from companion.editions import Edition
from companion.web.http.i18n import N_, translated
from companion.web.ui.qr import QUIET_ZONE, qr_code

OPENS = N_("Scan: what each card does, and who is right")
UNOFFICIAL = N_("Unofficial")

# Labels are also drawn without a server, so their template has an environment of its own.
_ENVIRONMENT = Environment(
    loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True
)
_LINE_HEIGHT = 1.3  # of the height of a letter
# Of the height of a letter: how wide letters are on the average, and a little more.
_WIDTHS = {"plain": 0.58, "italic": 0.58, "bold": 0.64, "monospace": 0.62}


@dataclass(frozen=True, slots=True)
class Size:
    """A size of label; all in millimetres, `code` without the white around it."""

    name: str
    width: float
    height: float
    code: float
    letter: float


# Phones read 30 mm from a table's breadth; the larger ones are for the side of a big box.
SIZES = {
    size.name: size
    for size in (
        Size("small", 86, 42, 30, 3.2),
        Size("medium", 94, 52, 38, 3.6),
        Size("large", 130, 68, 52, 4.6),
    )
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text on a label; `height` of its letters and `y` of its foot in millimetres."""

    text: str
    style: str
    height: float
    y: float = 0


def label_svg(edition: Edition, address: str, language: str, size: Size) -> Markup:
    """Draw the label of a box: the code, its name, what it opens and the address in letters."""
    # A quarter of the code may be blotted out on a lid, and it is still read.
    code = qr_code(address, ERROR_CORRECT_Q)
    matrix = code.get_matrix()
    module = size.code / (len(matrix) - 2 * QUIET_ZONE)
    margin = (size.height - module * len(matrix)) / 2
    left = module * len(matrix) + margin + 1
    name = edition.name.localized(language)
    # Browsers fill in a plain http://, so nobody need type it; server and path are wrapped apart.
    server, _, path = address.removeprefix("http://").partition("/box/")
    width, letter = size.width - left - 3, size.letter
    lines = [
        *_wrapped(name, "bold", letter * 1.35, width),
        *_wrapped(translated(language, OPENS), "plain", letter, width),
        *_wrapped(server, "monospace", letter * 0.85, width),
        *_wrapped(f"/box/{path}", "monospace", letter * 0.85, width),
        *_wrapped(translated(language, UNOFFICIAL), "italic", letter * 0.85, width),
    ]
    svg = _ENVIRONMENT.get_template("boxes/label.svg").render(
        title=f"{name}: {address}",
        language=language,
        size=size,
        matrix=matrix,
        module=module,
        margin=margin,
        left=left,
        lines=list(_placed(lines, size.height)),
    )
    return Markup(svg)  # noqa: S704 - a template's own output


def _wrapped(text: str, style: str, height: float, width: float) -> list[Line]:
    """Break a text into lines; an address has no spaces, so it is broken anywhere."""
    longest = max(4, int(width / height / _WIDTHS[style]))
    return [Line(line, style, height) for line in wrap(text, longest, break_on_hyphens=False)]


def _placed(lines: Iterable[Line], height: float) -> Iterator[Line]:
    """Place the lines below each other, in the middle of the label."""
    lines = list(lines)
    y = (height - sum(line.height for line in lines) * _LINE_HEIGHT) / 2
    for line in lines:
        y += line.height * _LINE_HEIGHT
        yield Line(line.text, line.style, line.height, y - line.height * 0.3)
