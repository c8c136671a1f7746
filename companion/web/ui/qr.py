"""Codes to scan."""

from functools import lru_cache
from io import BytesIO

import qrcode
from markupsafe import Markup
from qrcode.constants import ERROR_CORRECT_M
from qrcode.image.svg import SvgPathFillImage

QUIET_ZONE = 4  # modules of white around a code


def qr_code(text: str, level: int = ERROR_CORRECT_M) -> qrcode.QRCode[SvgPathFillImage]:
    """Return a code to scan; of level M, 15 % of it may be damaged."""
    code = qrcode.QRCode(error_correction=level, border=QUIET_ZONE, image_factory=SvgPathFillImage)
    code.add_data(text)
    return code


@lru_cache(maxsize=500)
def qr_svg(text: str) -> Markup:
    """Draw a code on a white ground: black on black in dark mode would not be read."""
    file = BytesIO()
    qr_code(text).make_image().save(file)
    svg = file.getvalue().decode()
    return Markup(svg[svg.index("<svg") :])  # noqa: S704 - a drawing of squares, no text in it
