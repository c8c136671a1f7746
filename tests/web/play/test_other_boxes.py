"""The pages of a game with a box that has no rulings: they say less, and stand."""

from typing import Any

import pytest

from tests.game.boxes import MERCILESS, NO_CARDS, TWO_SIDED
from tests.web.script import Script

BOXES: tuple[dict[str, Any], ...] = (
    {"edition": "flip"},
    {"edition": "just-points"},
    {"edition": "remix", "scoring": "rounds-won"},
    {"box": TWO_SIDED},
    {"box": MERCILESS},
    {"box": NO_CARDS},
    {"edition": "hello-kitty", "scoring": "rounds-won"},
)
PAGES = ("", "/history", "/settings", "/share", "/story", "/rounds/1", "/score-sheet.txt", "/copy")


@pytest.mark.parametrize("wish", BOXES, ids=str)
@pytest.mark.parametrize("is_over", [False, True], ids=["playing", "over"])
def test_no_page_of_it_falls_over(script: Script, wish: dict[str, Any], *, is_over: bool) -> None:
    values: dict[str, Any] = {"players": ["Ana", "Bo", "Cy"], **wish}
    script.opened(script.ask("POST", "/games", json=values))
    before = script.client.get(f"/games/{script.score_key}")
    assert before.status_code == 200
    side: dict[str, Any] = (
        {"side": "dark"} if wish in ({"edition": "flip"}, {"box": TWO_SIDED}) else {}
    )
    has_hands = wish.get("scoring") != "rounds-won"
    hands = {"Bo": {"points": 7}, "Cy": {"points": 8}} if has_hands else {}
    if wish == {"box": MERCILESS}:
        del hands["Cy"]
        side = {"knocked_out": ["Cy"]}
    assert script.asked_round(went_out="Ana", hands=hands, **side).status_code == 201
    if is_over:
        script.change(finish=True)
    client = script.client
    for page in (*PAGES, "/rules", "/rules/search?q=stack"):
        answer = client.get(f"/games/{script.score_key}{page}")
        assert answer.status_code < 500, (page, answer.text)
        if not page.startswith("/rules"):
            assert answer.status_code in {200, 303, 404, 405}, page
    assert client.get(f"/games/{script.score_key}").status_code == 200
    assert client.get(f"/watch/{script.watch_key}").status_code == 200
    assert client.get(f"/groups/{script.group_key}").status_code == 200
    assert client.post(f"/games/{script.score_key}/rematch").status_code == 303
