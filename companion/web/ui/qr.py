"""Links and the codes to scan."""

from functools import lru_cache
from io import BytesIO

import qrcode
from flask import request
from markupsafe import Markup
from qrcode.image.svg import SvgPathFillImage

from companion.web.ui.registry import registry


def link(path: str) -> str:
    """Give the whole address of a path, as another phone must type it."""
    base = registry().config.public_url or request.host_url
    return base.rstrip("/") + path


@lru_cache(maxsize=500)
def qr_svg(text: str) -> Markup:
    """Draw a code to scan: level M, white ground, four modules of quiet zone."""
    code = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_M, border=4)
    code.add_data(text)
    drawn = BytesIO()
    code.make_image(image_factory=SvgPathFillImage).save(drawn)
    svg = drawn.getvalue().decode()
    return Markup(svg[svg.index("<svg") :])  # noqa: S704 - a drawing of squares, no text in it
