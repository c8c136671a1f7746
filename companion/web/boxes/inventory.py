"""Completeness check of a box, leading to a game without the missing cards."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from flask import Blueprint, render_template, request, url_for

from companion.editions import CardFace, Edition
from companion.editions.inventory import CardGroup, Inventory, card_groups, inventory
from companion.web.http.i18n import language
from companion.web.rules.book import RulesView
from companion.web.rules.missing import box_or_404, redirect_to_box
from companion.web.ui import forms
from companion.web.ui.device import shown_side
from companion.web.ui.messages import choice

bp = Blueprint("inventory", __name__)

_COUNT = "count-"  # field name prefix before a card id
_MOST = 999


@dataclass(frozen=True, slots=True)
class InventoryPage:
    """Counts of cards as typed, and the result (None before any count).

    `edition` is the `box` with the `side` of two-sided cards up by which they are sorted. `unread`
    lists cards with an invalid count.
    """

    edition: Edition
    box: Edition
    side: str | None = None
    typed: Mapping[str, str] = field(default_factory=dict)
    unread: tuple[str, ...] = ()
    found: Inventory | None = None

    @property
    def rules(self) -> RulesView:
        return RulesView(self.edition)

    @property
    def groups(self) -> tuple[CardGroup, ...]:
        return card_groups(self.edition)

    @property
    def lots(self) -> list[CardGroup]:
        """Groups of several kinds, then one group of all kinds counted singly."""
        single = [group for group in self.groups if len(group.faces) == 1]
        faces = tuple(group.faces[0] for group in single)
        together = [group for group in self.groups if group not in single]
        return [*together, CardGroup(faces, sum(s.size for s in single))] if single else together

    def kinds(self, card: str) -> tuple[CardFace, ...]:
        """Return all kinds the leaflet counts together with a card."""
        group = next(s for s in self.groups if self.edition.cards[card] in s.faces)
        return (self.edition.cards[card],) if group.is_split else group.faces

    def name(self, card: str) -> str:
        return choice(face.name.localized(language()) for face in self.kinds(card))

    @property
    def uncounted(self) -> int:
        return len(self.edition.cards) - len(self.typed) + len(self.unread)

    @property
    def left_out(self) -> Mapping[str, int]:
        """Missing cards of the deck, which a game can leave out."""
        missing = self.found.missing if self.found and not self.side else {}
        return {card: n for card, n in missing.items() if card in self.edition.deck.by_id}

    @property
    def start(self) -> str:
        """Address of the form for a game without the missing cards."""
        left_out = {f"left-out-{card}": number for card, number in self.left_out.items()}
        query = urlencode({"edition": self.edition.edition, **left_out})
        return f"{url_for('start.new')}?{query}"


@bp.get("/box/<edition>/check")
def show(edition: str) -> str:
    whole = box_or_404(edition, "inventory.show")
    side = shown_side(whole)
    box = whole.for_side(side)
    if not box.deck.is_counted:
        redirect_to_box(box)
    given = {card: request.args.get(f"{_COUNT}{card}", "").strip() for card in box.cards}
    typed = {card: text[:4] for card, text in given.items() if text}
    counts = {card: forms.number(text) for card, text in typed.items()}
    read = {c: n for c, n in counts.items() if isinstance(n, int) and 0 <= n <= _MOST}
    page = InventoryPage(
        edition=box,
        box=whole,
        side=side,
        typed=typed,
        unread=tuple(card for card in counts if card not in read),
        found=inventory(box, read) if read else None,
    )
    return render_template("boxes/inventory.html", page=page)
