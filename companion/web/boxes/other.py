"""Another box than those with rulings: what can be played with all the same."""

from flask import Blueprint, render_template

from companion.web.ui import device
from companion.web.ui.registry import registry

_MOST_SHOWN = 6  # boxes before the fold: those that are sold most come first

bp = Blueprint("other", __name__, url_prefix="/boxes")


@bp.get("/other")
def show() -> str:
    boxes = [box for box in registry().playable.values() if not box.rulings_like and box.recognise]
    # Those of whoever runs the companion lie on this table more often than all others.
    boxes.sort(key=lambda box: box.sheet != "own")
    return render_template(
        "boxes/other.html", boxes=boxes, most=_MOST_SHOWN, own=device.own_boxes()
    )
