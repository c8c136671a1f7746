"""Labels to print and put on the lids: from there it is one scan to the rules of the box."""

import ipaddress
from threading import Lock
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, render_template, request, url_for
from markupsafe import Markup

from companion.editions import Edition
from companion.network.addresses import local_name
from companion.web.boxes.labels import SIZES, Size, label_svg
from companion.web.http.i18n import language
from companion.web.ui.pages import drawn_once, link
from companion.web.ui.registry import registry

bp = Blueprint("stickers", __name__, url_prefix="/stickers")

PAPERS = ("a4", "letter")
_MOST_COPIES = 12
_TURN = Lock()


@bp.get("")
def index() -> str:
    editions = registry().editions.values()
    chosen = request.args.get("box")
    boxes = [box for box in editions if chosen in {box.edition, None, ""}]
    copies = min(max(request.args.get("copies", 1, int), 1), _MOST_COPIES)
    base = _base()
    return render_template(
        "boxes/stickers.html",
        editions=editions,
        # By box; further copies are references to the first one.
        labels={box.edition: _label(box) for box in boxes},
        chosen=chosen,
        copies=copies,
        size=_size(),
        sizes=SIZES.values(),
        paper=_choice("paper", PAPERS),
        papers=PAPERS,
        # The server's address on the labels, and how long it lasts.
        base=base,
        lifetime=address_lifetime(base),
        # The same by the name of this machine, unless nothing answers for that.
        base_by_name=_base_by_name(),
        is_by_name=_is_by_name(),
    )


@bp.get("/<edition>.svg")
def label(edition: str) -> Response:
    # No nearest boxes here: a picture in a page could not show them.
    box = registry().editions.get(edition) or abort(404)
    return Response(_label(box), mimetype="image/svg+xml")


def _label(box: Edition) -> Markup:
    address, size = f"{_base()}/box/{box.edition}", _size()
    key = ("label", box.edition, address, size.name)
    # One at a time: every thread that draws would have a save wait for the processor in each of its
    # many steps, and who waits here finds the label drawn.
    with _TURN:
        return drawn_once(*key, make=lambda: label_svg(box, address, language(), size))


def _size() -> Size:
    return SIZES[_choice("size", tuple(SIZES))]


def _choice(name: str, choices: tuple[str, ...]) -> str:
    wish = request.args.get(name, "")
    return wish if wish in choices else choices[0]


def _base() -> str:
    """Return the address on the labels: this server’s, or by this machine’s name."""
    by_name = _base_by_name() if _is_by_name() else None
    return by_name or link(url_for("home.index")).rstrip("/")


def _is_by_name() -> bool:
    # A public address is the same for everybody, so there is nothing to choose.
    return request.args.get("address") == "name" and not registry().config.public_url


def _base_by_name() -> str | None:
    phones = registry().phones
    if phones and not phones.has_name:
        return None
    port = urlsplit(request.host_url).port
    return f"http://{local_name()}" + (f":{port}" if port else "")


def address_lifetime(base: str) -> str:
    """Return how long an address lasts: `public`, `name`, `changes` (an IP), `here` (loopback)."""
    host = urlsplit(base).hostname or ""
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        if host == "localhost":
            return "here"
        # Names without a dot or in .local are known in one's own network only.
        return "name" if host.endswith(".local") or "." not in host else "public"
    return "here" if ip.is_loopback else "public" if ip.is_global else "changes"
