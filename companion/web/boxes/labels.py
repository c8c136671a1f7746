"""Labels for the lid of a box: plain SVG in millimetres, black on white, no font to fetch."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from io import BytesIO
from textwrap import wrap
from xml.etree import ElementTree as ET

import qrcode
from qrcode.image.svg import SvgPathFillImage

from companion.editions import Edition
from companion.web.http.i18n import N_, translated

OPENS = N_("Scan: what each card does, and who is right")
UNOFFICIAL = N_("Unofficial")

_QUIET = 4  # modules of white around a code
_PLAIN = 'font-family="system-ui, sans-serif"'
_BOLD = f'{_PLAIN} font-weight="700"'
_SLANTED = f'{_PLAIN} font-style="italic"'
_TYPED = 'font-family="ui-monospace, monospace"'
# Of the height of a letter: how wide letters are on the average, and a little more.
_WIDTHS = {_PLAIN: 0.58, _SLANTED: 0.58, _BOLD: 0.64, _TYPED: 0.62}
_SVG = "http://www.w3.org/2000/svg"


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


def label_svg(edition: Edition, address: str, language: str, size: Size) -> str:
    """Draw the label of a box: the code, its name, what it opens and the address in letters."""
    code, whole = _code(address, size.code)
    edge = (size.height - whole) / 2
    left = whole + edge + 1
    texts = _texts(edition, address, language, size, size.width - left - 3)
    title = escape(f"{edition.name.localized(language)}: {address}")
    return (
        f'<svg xmlns="{_SVG}" width="{size.width:g}mm" height="{size.height:g}mm"'
        f' viewBox="0 0 {size.width:g} {size.height:g}" role="img" lang="{language}">'
        f"<title>{title}</title>"
        f'<rect x=".2" y=".2" width="{size.width - 0.4:g}" height="{size.height - 0.4:g}" rx="2"'
        ' fill="#fff" stroke="#777" stroke-width=".2"/>'
        f'<g transform="translate({edge:g} {edge:g})">{code}</g>'
        f"{''.join(_placed(texts, left, size.height))}</svg>"
    )


def _code(address: str, side: float) -> tuple[str, float]:
    """Draw the code, a quarter of which may be blotted out; give it with its whole side."""
    code = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_Q, border=_QUIET)
    code.add_data(address)
    code.make(fit=True)
    drawn = BytesIO()
    code.make_image(image_factory=SvgPathFillImage).save(drawn)
    svg = ET.fromstring(drawn.getvalue())  # noqa: S314 - drawn here, not sent by anybody
    path = next(each for each in svg if each.tag.endswith("path")).get("d", "")
    modules = code.modules_count + 2 * _QUIET
    drawn_side = float((svg.get("viewBox") or "0 0 1 1").split()[2])
    whole = side / code.modules_count * modules
    return f'<path transform="scale({whole / drawn_side:.5f})" d="{path}"/>', whole


@dataclass(frozen=True, slots=True)
class _Text:
    """A line of a label."""

    words: str
    height: float
    style: str


def _texts(edition: Edition, address: str, language: str, size: Size, width: float) -> list[_Text]:
    name = edition.name.localized(language)
    return [
        *_lines(name, size.letter * 1.35, width, _BOLD),
        *_lines(translated(language, OPENS), size.letter, width, _PLAIN),
        *(
            line
            for part in _in_letters(address)
            for line in _lines(part, size.letter * 0.85, width, _TYPED)
        ),
        *_lines(translated(language, UNOFFICIAL), size.letter * 0.85, width, _SLANTED),
    ]


def _lines(words: str, height: float, width: float, style: str) -> Iterator[_Text]:
    """Break words into lines; an address has no spaces, so it is broken anywhere."""
    most = max(4, int(width / height / _WIDTHS[style]))
    return (_Text(line, height, style) for line in wrap(words, most, break_on_hyphens=False))


def _in_letters(address: str) -> tuple[str, str]:
    """Give an address as it is typed, server and path apart: browsers fill in a plain http://."""
    server, _, path = address.removeprefix("http://").partition("/box/")
    return server, f"/box/{path}"


def _placed(texts: list[_Text], left: float, height: float) -> Iterator[str]:
    """Place the lines below each other, in the middle of the label."""
    step = 1.3  # of the height of a letter
    top = (height - sum(text.height for text in texts) * step) / 2
    for text in texts:
        top += text.height * step
        yield (
            f'<text x="{left:.2f}" y="{top - text.height * 0.3:.2f}" font-size="{text.height:.2f}"'
            f" {text.style}>{escape(text.words)}</text>"
        )
