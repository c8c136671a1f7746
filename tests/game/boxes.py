"""Users' own boxes for tests: two-sided cards, knock-outs, negative points, no cards."""

from typing import Any

Box = dict[str, Any]

# Equal names and equal ids on different card sides, and a name with a plus sign.
TWO_SIDED: Box = {
    "name": "Night and day",
    "sides": ["light", "dark"],
    "cards": [
        *({"name": str(number), "points": number, "count": 8} for number in range(1, 10)),
        {"name": "Draw", "card": "draw-one", "points": 10, "count": 8, "side": "light"},
        {"name": "Draw", "card": "draw-five", "points": 20, "count": 8, "side": "dark"},
        {"name": "Skip", "points": 20, "count": 8, "side": "light"},
        {"name": "Skip Everyone", "card": "skip", "points": 30, "count": 8, "side": "dark"},
        {"name": "Wild +2", "points": 50, "count": 4},
    ],
}
KNOCK_OUT_BOX: Box = {
    "name": "No way out",
    "knock_out": {"bonus": 250},
    "cards": [
        {"name": "7", "points": 7, "count": 8},
        {"name": "Skip", "points": 20, "count": 12},
        {"name": "Wild +10", "points": 50, "count": 4},
    ],
}
NEGATIVE_POINTS: Box = {
    "name": "Gardens",
    "cards": [{"name": str(number), "points": number} for number in range(-2, 13)],
}
NO_CARDS: Box = {"name": "Belote"}
