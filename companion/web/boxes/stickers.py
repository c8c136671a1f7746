"""Printable labels for lids, whose QR codes open the page of the box."""

from threading import Lock
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, render_template, request, url_for
from markupsafe import Markup

from companion.editions import Edition
from companion.network.addresses import local_name, parsed_ip
from companion.network.phones import is_loopback
from companion.web.boxes.labels import SIZES, Size, label_svg
from companion.web.http import hosts
from companion.web.http.i18n import language
from companion.web.ui import device
from companion.web.ui.boxes import listed
from companion.web.ui.pages import cached_text, link
from companion.web.ui.registry import registry

bp = Blueprint("stickers", __name__, url_prefix="/stickers")

PAPERS = ("a4", "letter")
_MOST_COPIES = 12
_DRAWING = Lock()


@bp.get("")
def index() -> str:
    every = {key: box for key, box in registry().playable.items() if box.cards or box.sources}
    chosen = request.args.get("box", "")
    # By default those of this phone, or those with rulings.
    usual = [box for box in device.boxes() if box in every] or list(registry().editions)
    shown = [chosen] if chosen in every else every if chosen == "all" else usual
    copies = min(max(request.args.get("copies", 1, int), 1), _MOST_COPIES)
    base = _base()
    return render_template(
        "boxes/stickers.html",
        boxes=listed(every),
        # By box; further copies reference the first one.
        labels={edition: _label(every[edition]) for edition in shown},
        chosen=chosen,
        copies=copies,
        size=_size(),
        sizes=SIZES.values(),
        paper=_choice("paper", PAPERS),
        papers=PAPERS,
        # The address on the labels, and how long it is valid.
        base=base,
        lifetime=address_lifetime(base),
        # The same with this machine's name, None if that does not resolve.
        base_by_name=_base_by_name(),
        is_by_name=_is_by_name(),
    )


@bp.get("/<edition>.svg")
def label(edition: str) -> Response:
    # No suggestions of similar boxes, which an image could not show.
    box = registry().playable.get(edition) or abort(404)
    return Response(_label(box), mimetype="image/svg+xml")


def _label(box: Edition) -> Markup:
    address, size = f"{_base()}/box/{box.edition}", _size()
    key = ("label", box.edition, address, size.name)
    # Draw one at a time: parallel drawing threads would delay saves, and a waiting thread finds the
    # label in the cache.
    with _DRAWING:
        return cached_text(*key, make=lambda: label_svg(box, address, language(), size))


def _size() -> Size:
    return SIZES[_choice("size", tuple(SIZES))]


def _choice(name: str, choices: tuple[str, ...]) -> str:
    wanted = request.args.get(name, "")
    return wanted if wanted in choices else choices[0]


def _base() -> str:
    """Return the base address on the labels, with this machine's name if chosen."""
    by_name = _base_by_name() if _is_by_name() else None
    return by_name or link(url_for("home.index")).rstrip("/")


def _is_by_name() -> bool:
    # A configured public address leaves no choice.
    return request.args.get("address") == "name" and not registry().config.public_url


def _base_by_name() -> str | None:
    phones = registry().phones
    if phones and not phones.has_name:
        return None
    port = urlsplit(hosts.base_url()).port
    return f"http://{local_name()}" + (f":{port}" if port else "")


def address_lifetime(base: str) -> str:
    """Return an address's validity: `public`, `name`, `changes` (IP) or `here` (loopback)."""
    host = urlsplit(base).hostname or ""
    if is_loopback(host):
        return "here"
    if ip := parsed_ip(host):
        return "public" if ip.is_global else "changes"
    # Names without a dot or in .local only resolve in the local network.
    return "name" if host.endswith(".local") or "." not in host else "public"
