"""Formats defined only for this test, played and watched.

A format consists of its module (as `tests/game/formats/race.py`), its words, and perhaps a partial
shown beside the score sheet. Translations are not part of a format.
"""

import re
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader

from companion.game.formats import FORMATS
from companion.web.ui import messages
from tests.game.formats.endless import endless
from tests.game.formats.race import race
from tests.web.conftest import Run
from tests.web.paper import Paper

__all__ = ["endless", "race"]

WORDS = messages.Wording("Race", "3 to 6 players; whoever goes out first three times wins.")
PARTIAL = """{% if sheet.shown and not sheet.ending %}<ul class="race">
{% for row in sheet.standings %}
<li>{{ seat_names(game, row.side) }} still has {{ game.target - row.total }} to win.</li>
{% endfor %}</ul>{% endif %}"""
PLAYERS = ("Ana", "Bo", "Cy")


@pytest.fixture
def app(run: Run, race: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """Return an app with the added format `race`, its words and its partial."""
    assert race in FORMATS.values()
    monkeypatch.setitem(messages.FORMATS, "race", WORDS)
    partial = tmp_path / "templates" / "play" / "formats" / "race.html"
    partial.parent.mkdir(parents=True)
    partial.write_text(PARTIAL, encoding="utf-8")
    app = run()
    own = app.jinja_env.loader
    assert own
    app.jinja_env.loader = ChoiceLoader([own, FileSystemLoader(tmp_path / "templates")])
    return app


def test_start_form_offers_an_added_format_with_its_target(paper: Paper) -> None:
    paper.open("/games/new")
    assert paper.has(*WORDS, "to 3", "to 500")
    assert 'name="format" value="race" data-options="dealer target"' in paper.page
    assert paper.typed["target"] == ""


def test_game_has_the_target_of_its_format_and_ignores_unused_options(paper: Paper) -> None:
    unused = {"target": "", "rotations": "2", "rounds_per_partnership": "4", "seating": "drawn"}
    assert paper.start("hello-kitty", *PLAYERS, format="race", **unused).has("to 3", "Round 1")
    assert paper.start("hello-kitty", *PLAYERS, format="individual", **unused).has("to 500")
    unused["target"] = "2"
    assert paper.start("hello-kitty", *PLAYERS, format="race", **unused).has("to 2")


def test_added_format_works_on_game_board_story_and_group_pages(paper: Paper) -> None:
    paper.start("hello-kitty", *PLAYERS, format="race")
    game, board = paper.game, paper.board
    for winner in "1", "2", "1":
        others = {f"points_{seat}": "200" for seat in "123" if seat != winner}
        paper.open(game).round(winner, **others)
    assert paper.has("Round 3: Ana +1.", "Ana leads by 1")
    assert paper.has("Ana still has 1 to win.", "Bo still has 2")
    assert paper.open(board).has("to 3", "Round 4", "Bo", "+1")
    assert paper.open(game).round("1", points_2="5").status == 422
    assert paper.has("Cy’s hand is missing")
    paper.round("1", points_2="5", points_3="0")
    assert not paper.has("still has")
    for page in (game, board):
        assert paper.open(page).has("Ana wins! first to 3 points")
    assert paper.open(f"{game}/story").has("Race · Winner scores everyone else’s cards · 4 rounds")
    group = paper.open(game).find(r"/groups/[\w-]{22}")
    assert paper.open(group).has("Ana 1 / 1")


@pytest.mark.usefixtures("endless")
@pytest.mark.parametrize("scoring", ["winner-collects", "keep-own", "rounds-won"])
def test_pages_of_format_without_target_show_none(paper: Paper, scoring: str) -> None:
    def check(*addresses: str) -> None:
        for address in addresses:
            assert paper.open(address).status == 200
            for word in ("None", "to reach", "Ends at", "to 0", "of 0"):
                within_no_key = rf"(?<![\w-]){word}(?![\w-])"
                assert not re.search(within_no_key, f"{paper.text} {paper.page}")

    paper.start("hello-kitty", *PLAYERS, format="endless", scoring=scoring)
    game, board = paper.game, paper.board
    assert paper.open(game).has("Endless")
    group = paper.find(r"/groups/[\w-]{22}")
    check(game, board, f"{game}/settings")
    assert "target" not in paper.ids
    for winner in "1", "2", "1":
        others = {f"points_{seat}": "200" for seat in "123" if seat != winner}
        paper.open(game).round(winner, **({} if scoring == "rounds-won" else others))
        assert paper.has("1 round" if scoring == "rounds-won" else "200")
    check(game, board, f"{game}/settings", f"{game}/history", "/")
    paper.send_form(f"{game}/settings", [("change", "finish")])
    assert paper.has("everyone agreed to stop")
    check(game, board, f"{game}/story", group, f"/games/new?group={group.rpartition('/')[2]}")
