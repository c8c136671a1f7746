"""Labels to print and put on the lids: from there it is one scan to the rules of the box."""

import ipaddress
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, render_template, request
from markupsafe import Markup

from companion.editions import Edition
from companion.network import local_name
from companion.web.boxes.labels import SIZES, Size, label_svg
from companion.web.http.i18n import language
from companion.web.ui.qr import link
from companion.web.ui.registry import registry

bp = Blueprint("stickers", __name__, url_prefix="/stickers")

PAPERS = ("a4", "letter")
_MOST_COPIES = 12


@bp.get("")
def index() -> str:
    """Show the labels as they will be printed, and what address they hold."""
    chosen = request.args.get("box")
    editions = registry().editions
    shown = [e for e in editions.values() if chosen in {e.edition, None, ""}]
    copies = min(max(request.args.get("copies", 1, int), 1), _MOST_COPIES)
    return render_template(
        "boxes/stickers.html",
        editions=editions.values(),
        labels=[_drawn(each, _size()) for each in shown for _ in range(copies)],
        chosen=chosen,
        copies=copies,
        paper=_chosen("paper", PAPERS),
        papers=PAPERS,
        size=_size(),
        sizes=SIZES.values(),
        base=_base(),
        by_name=_by_name(),
        is_by_name=_is_by_name(),
        lasts=how_it_lasts(_base()),
    )


@bp.get("/<edition>.svg")
def label(edition: str) -> Response:
    """Give the label of one box by itself."""
    known = registry().editions.get(edition)
    if known is None:
        abort(404)
    return Response(_drawn(known, _size()), mimetype="image/svg+xml")


def _drawn(edition: Edition, size: Size) -> Markup:
    address = f"{_base()}/box/{edition.edition}"
    return Markup(label_svg(edition, address, language(), size))  # noqa: S704 - escaped where drawn


def _size() -> Size:
    return SIZES[_chosen("size", tuple(SIZES))]


def _chosen(name: str, choices: tuple[str, ...]) -> str:
    wish = request.args.get(name, "")
    return wish if wish in choices else choices[0]


def _base() -> str:
    """Give the address on the labels: this server’s, or by this machine’s name."""
    return _by_name() if _is_by_name() else link("")


def _is_by_name() -> bool:
    return request.args.get("address") == "name" and not registry().config.public_url


def _by_name() -> str:
    port = urlsplit(request.host_url).port
    return f"http://{local_name()}" + (f":{port}" if port else "")


def how_it_lasts(base: str) -> str:
    """Tell how long an address lasts: `public`, `name`, `changes` (an IP), `here` (loopback)."""
    host = urlsplit(base).hostname or ""
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        if host == "localhost":
            return "here"
        return "name" if host.endswith(".local") or "." not in host else "public"
    return "here" if ip.is_loopback else "public" if ip.is_global else "changes"
