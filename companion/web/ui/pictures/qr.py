"""QR codes."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

import qrcode
from markupsafe import Markup
from qrcode.constants import ERROR_CORRECT_M
from qrcode.image.svg import SvgPathFillImage

QUIET_ZONE = 4  # modules of white around a code


def qr_code(text: str, level: int = ERROR_CORRECT_M) -> qrcode.QRCode[SvgPathFillImage]:
    """Return a QR code of a text, readable with 15 % of it damaged (at the default level M)."""
    code = qrcode.QRCode(error_correction=level, border=QUIET_ZONE, image_factory=SvgPathFillImage)
    code.add_data(text)
    return code


@lru_cache(maxsize=500)
def qr_svg(text: str) -> Markup:
    """Draw a QR code on white (for dark mode) in a third of the size of the library's SVG."""
    rows = qr_code(text).get_matrix()
    path = "".join(_strokes(rows))
    size = len(rows)
    return Markup(
        '<svg viewBox="0 0 {0} {0}"'
        ' shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{0}v{0}H0z"/>'
        '<path stroke="#000" d="{1}"/></svg>'
    ).format(size, path)


def _strokes(rows: list[list[bool]]) -> Iterator[str]:
    for y, row in enumerate(rows):
        x = 0
        is_begun = False
        for is_dark, modules in groupby(row):
            length = len(list(modules))
            if is_dark:
                # A row's later strokes start relative to the end of the stroke before.
                yield f"m{x} 0h{length}" if is_begun else f"M{x} {y}.5h{length}"
                is_begun, x = True, 0
            else:
                x = length if is_begun else x + length
