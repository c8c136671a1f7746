"""A format that only this test knows is played and watched in both languages.

It brings what a format has: its module (`tests/game/formats/race.py`), its words, their French,
and what its table shows beside the score sheet.
"""

from collections.abc import Callable
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader

from companion.game.formats import FORMATS
from companion.web.ui import messages
from tests.game.formats.race import race
from tests.serving import ROOT
from tests.web.paper import Paper
from tests.web.script import Script
from tests.wording import catalogue

__all__ = ["race"]

WORDS = messages.Wording("Race", "3 to 6 players; whoever goes out first three times wins.")
PARTIAL = """{% if sheet.shown and not sheet.ending %}<ul class="race">
{% for row in sheet.standings %}
<li>{{ _("%(name)s still has %(left)s to win.",
         name=seat_names(game, row.side), left=game.target - row.total) }}</li>
{% endfor %}</ul>{% endif %}"""
FRENCH = {
    "Race": "Course",
    WORDS.explanation: "De 3 à 6 joueurs ; qui sort trois fois le premier gagne.",
    "%(name)s still has %(left)s to win.": "%(name)s doit encore en gagner %(left)s.",
}
PLAYERS = ("Ana", "Bo", "Cy")


def french() -> GNUTranslations:
    """Return the French of the program, and that of the format."""
    catalog = catalogue.read(ROOT)
    for sentence, translation in FRENCH.items():
        catalog.add(sentence, translation)
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return GNUTranslations(compiled)


@pytest.fixture
def app(
    run: Callable[..., Flask], race: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Flask:
    """Run a companion to which the format was added."""
    assert race in FORMATS.values()
    monkeypatch.setitem(messages.FORMATS, "race", WORDS)
    catalogues = {"en": NullTranslations(), "fr": french()}
    monkeypatch.setattr("companion.web.http.i18n._translations", catalogues.__getitem__)
    partial = tmp_path / "templates" / "play" / "formats" / "race.html"
    partial.parent.mkdir(parents=True)
    partial.write_text(PARTIAL, encoding="utf-8")
    app = run()
    own = app.jinja_env.loader
    assert own
    app.jinja_env.loader = ChoiceLoader([own, FileSystemLoader(tmp_path / "templates")])
    return app


@pytest.fixture
def script(app: Flask) -> Script:
    return Script(app, "198.51.100.7")


def in_french(paper: Paper, address: str) -> Paper:
    return paper.open(f"{address}?lang=fr")


def test_the_start_form_offers_it_with_what_it_is_played_to(paper: Paper) -> None:
    paper.open("/games/new")
    assert paper.has(*WORDS, "to 3", "to 500")
    assert '<input type="radio" name="format" value="race" data-options="dealer target">' in (
        paper.page
    )
    assert paper.typed["target"] == ""
    in_french(paper, "/games/new")
    assert paper.has(FRENCH["Race"], FRENCH[WORDS.explanation], "jusqu’à 3", "jusqu’à 500")


def test_every_format_is_started_with_its_own_target(paper: Paper) -> None:
    unused = {"target": "", "rotations": "2", "rounds_per_partnership": "4", "seating": "drawn"}
    assert paper.start("hello-kitty", *PLAYERS, format="race", **unused).has("to 3", "Round 1")
    assert paper.start("hello-kitty", *PLAYERS, format="individual", **unused).has("to 500")
    unused["target"] = "2"
    assert paper.start("hello-kitty", *PLAYERS, format="race", **unused).has("to 2")


def test_a_whole_game_is_written_down_on_paper(paper: Paper) -> None:
    paper.start("hello-kitty", *PLAYERS, format="race")
    for winner in "1", "2", "1":
        others = {f"points_{seat}": "200" for seat in "123" if seat != winner}
        paper.round(winner, **others)
    assert paper.has(
        "Round 3: Ana +1.", "Ana leads by 1", "Ana still has 1 to win.", "Bo still has 2"
    )
    in_french(paper, paper.game)
    assert paper.has("Ana doit encore en gagner 1.", "jusqu’à 3")
    paper.open(f"{paper.game}?lang=en").round("1", points_2="5")
    assert paper.status == 422
    assert paper.has("Cy’s hand is missing")
    paper.round("1", points_2="5", points_3="0")
    assert paper.has("Ana wins! first to 3 points")
    assert not paper.has("still has")


def test_scripts_play_it_and_read_what_it_has_come_to(script: Script) -> None:
    script.start(*PLAYERS, format="race", scoring="winner-collects", dealer="Cy")
    assert script.state["target"] == 3
    for winner in "Ana", "Bo", "Bo":
        script.round(winner, **{name: 7 for name in PLAYERS if name != winner})
        assert script.last.status_code == 201
    assert script.totals == {"Ana": 1, "Bo": 2, "Cy": 0}
    hands = {"Bo": {"points": 3}, "Cy": {"points": 4}}
    script.asked_round(went_out="Ana", hands=hands, resting=["Cy"])
    assert script.refused() == {"/resting": "Nobody sits out a round when you play this way."}
    script.round("Bo", Ana="7 skip", Cy=8)
    assert script.state["outcome"] == {"winners": ["Bo"], "termination": "target-reached"}


def test_the_document_of_the_json_names_it(script: Script) -> None:
    schemas = script.ask("GET", "/openapi.json").json["components"]["schemas"]
    asked = schemas["StartRequest"]["properties"]["format"]["anyOf"][0]
    assert "race" in asked["enum"]
    assert "race" in schemas["State"]["properties"]["format"]["enum"]


def test_board_story_and_group_show_it_in_both_languages(script: Script) -> None:
    script.start(*PLAYERS, format="race", target=2)
    paper = Paper(script.app.test_client())
    board, key = f"/watch/{script.watch_key}", script.score_key
    script.round("Bo", Ana=5, Cy=6)
    assert paper.open(board).has("to 2", "Round 2", "Bo", "+1")
    assert in_french(paper, board).has("jusqu’à 2", "Manche 2")
    script.round("Bo", Ana=5, Cy=6)
    story, group = f"/games/{key}/story", f"/groups/{script.group_key}"
    assert paper.open(f"{board}?lang=en").has("Bo wins! first to 2 points")
    assert paper.open(story).has("Bo wins", "Race · Winner scores everyone else’s cards · 2 rounds")
    assert in_french(paper, story).has("Course · ", "2 manches")
    assert paper.open(f"{group}?lang=en").has("1 game counted", "Bo 1 / 1")
    assert in_french(paper, group).has("1 partie compte")
