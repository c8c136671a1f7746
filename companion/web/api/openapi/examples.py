"""Requests as scripts send them, one after the other: each can be played as it stands here."""

from collections.abc import Mapping
from typing import Any

BOX, RULE = "hello-kitty", "stack.2on2"
EXAMPLES: Mapping[str, Any] = {
    "NewGame": {
        "edition": BOX,
        "scoring": "winner-collects",
        "players": ["Ana", "Bo", "Cy"],
        "dealer": "Ana",
    },
    "AskedRound": {
        "went_out": "Ana",
        "hands": {"Bo": {"cards": ["7", "skip", "wild"]}, "Cy": {"points": 8}},
    },
    "Change": {"target": 700},
    "Settlement": {"text": "A +2 may be put on a +2."},
    "Write": {"request_id": "7c1f"},
}
