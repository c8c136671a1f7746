"""Requests as scripts send them, one after the other: each can be played as it stands here."""

from collections.abc import Mapping
from typing import Any

BOX, RULE = "hello-kitty", "stack.2on2"
EXAMPLES: Mapping[str, Any] = {
    "StartRequest": {
        "edition": BOX,
        "scoring": "winner-collects",
        "players": ["Ana", "Bo", "Cy"],
        "dealer": "Ana",
    },
    "RoundRequest": {
        "went_out": "Ana",
        "hands": {"Bo": {"cards": ["7", "skip", "wild"]}, "Cy": {"points": 8}},
    },
    "ChangeRequest": {"target": 700},
    "SeatRequest": {"name": "Zoe"},
    "SettlementRequest": {"text": "A +2 may be put on a +2."},
    "WriteRequest": {"request_id": "7c1f"},
}
