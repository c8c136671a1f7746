"""Links to share for a game, each with its address and QR code."""

from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup

from companion.keys import digest_of
from companion.services import Kind
from companion.services.access import Access
from companion.web.ui.access import PAGES, game_service
from companion.web.ui.pages import link
from companion.web.ui.pictures.qr import qr_svg


@dataclass(frozen=True, slots=True)
class ShareLink:
    """A link to a game, or to one `table`. `digest` identifies its key in a form that renews it."""

    kind: Kind
    address: str
    digest: str
    svg: Markup
    table: int | None = None

    @property
    def name(self) -> str:
        """The link's name in the address of the page that shows it: `watch`, `table-2`."""
        return self.kind if self.table is None else f"{self.kind}-{self.table}"


def share_links(access: Access) -> list[ShareLink]:
    """Return links for tables, scoring, watching, joining (first while seats are open)."""
    tables = game_service().table_keys(access.game_id, access.game)
    links = [_share_link("table", key, table) for table, key in tables]
    links.append(_share_link("score", access.key))
    # The watch link is missing only if its row in the database is damaged.
    if watch := game_service().key_of(access.game_id, "watch"):
        links.append(_share_link("watch", watch))
    if join := join_link(access):
        links.insert(0 if access.game.is_seating else len(links), join)
    return links


def join_link(access: Access) -> ShareLink | None:
    key = game_service().key_of(access.game_id, "join")
    return _share_link("join", key) if key else None


def _share_link(kind: Kind, key: str, table: int | None = None) -> ShareLink:
    address = link(url_for(PAGES[kind], key=key))
    return ShareLink(kind, address, link_digest(key), qr_svg(address), table)


def link_digest(key: str) -> str:
    return digest_of(key, 8)
