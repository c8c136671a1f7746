"""Games without cards, in which everybody has points and nobody need go out."""

from typing import Any

import pytest

from tests.web.paper import Paper
from tests.web.script import Script

OWN: dict[str, Any] = {"box": {"name": "Ours"}, "title": "Skyjo"}
HANDS = {"Ana": {"points": -3}, "Bo": {"points": 40}, "Cy": {"points": 0}}


def start_points(paper: Paper, scoring: str = "each-scores", **options: str) -> Paper:
    return paper.start("just-points", "Ana", "Bo", "Cy", scoring=scoring, **options)


def test_everyone_scores_without_a_winner(script: Script) -> None:
    script.start(scoring="each-scores", target=60, **OWN)
    assert script.state["title"] == "Skyjo"
    assert script.record_round(went_out=None, hands=HANDS).status_code == 201
    (round_,) = script.state["rounds"]
    assert (round_["went_out"], round_["hands"]) == (None, HANDS)
    assert script.totals == {"Bo": 40, "Cy": 0, "Ana": -3}
    script.record_round(went_out="Bo", hands=HANDS | {"Bo": {"points": 20}})
    assert script.state["rounds"][1]["went_out"] == "Bo"
    assert script.state["outcome"] == {"winners": ["Bo"], "termination": "target-reached"}


def test_every_hand_is_required_also_of_the_winner(script: Script) -> None:
    script.start(scoring="each-scores", **OWN)
    hands = {name: HANDS[name] for name in ("Bo", "Cy")}
    for out in ("Ana", None):
        script.record_round(went_out=out, hands=hands)
        assert list(script.assert_refused()) == ["/hands/Ana"]


def test_keep_own_without_cards_needs_no_winner(script: Script) -> None:
    script.start(scoring="keep-own", target=30, **OWN)
    script.record_round(hands=HANDS)
    assert script.state["outcome"] == {"winners": ["Ana"], "termination": "lowest-at-target"}
    script.start(scoring="keep-own")
    script.record_round(hands=HANDS)
    assert "/went_out" in script.assert_refused()
    script.start(scoring="winner-collects", **OWN)
    script.record_round(hands=HANDS)
    assert "/went_out" in script.assert_refused()


def test_game_of_points_cannot_be_given_a_card(script: Script) -> None:
    script.start(scoring="each-scores", **OWN)
    script.change(card={"name": "Skip", "points": 20})
    assert list(script.assert_refused()) == ["/card"]


def test_csv_and_score_sheet_of_a_round_without_winner(script: Script) -> None:
    script.start(scoring="each-scores", **OWN)
    script.record_round(hands=HANDS)
    sheet = script.read("/score-sheet.txt").text
    assert "title: Skyjo\n" in sheet
    assert sheet.endswith("\nnobody: Ana = -3; Bo = 40; Cy = 0\n")
    assert "1,1,1,,Ana,,-3,-3" in script.read(".csv").text.replace("'", "")
    moved = Script(script.app, "203.0.113.9").import_journal(script.read("/journal").json)
    assert moved.state == script.state


def test_points_of_teams_are_added_up(script: Script) -> None:
    script.start(*"ABCD", format="teams", scoring="each-scores", **OWN)
    script.record_round(hands={name: {"points": n} for n, name in enumerate("ABCD", start=1)})
    assert [row["total"] for row in script.state["standings"]] == [6, 4]


@pytest.mark.parametrize("scoring", ["each-scores", "keep-own"])
def test_form_records_and_corrects_round_without_winner(paper: Paper, scoring: str) -> None:
    start_points(paper, scoring, title="Rami")
    assert paper.has("Rami")
    paper.round("0", points_1="-3", points_2="40", points_3="0")
    assert paper.state["rounds"][0]["went_out"] is None
    assert paper.has("Ana -3, Bo 40" if scoring == "keep-own" else "Ana -3, Bo +40")
    paper.open(f"{paper.game}/rounds/1")
    paper.press(f"{paper.game}/rounds/1", [("points-2", "41")])
    assert [paper.state["rounds"][0]["hands"][n]["points"] for n in ("Ana", "Bo")] == [-3, 41]
    assert paper.open(f"{paper.game}/history").has("Bo’s hand from 40 to 41")
    assert paper.another_phone().open(paper.board).has("Rami")


def test_correction_keeps_the_winner_and_their_hand(paper: Paper) -> None:
    start_points(paper)
    round_ = {"went_out": "Bo", "hands": HANDS}
    paper.client.post(f"/api{paper.game}/rounds", json=round_)
    paper.open(f"{paper.game}/rounds/1")
    paper.press(f"{paper.game}/rounds/1", [("points-2", "41")])
    (corrected,) = paper.state["rounds"]
    assert (corrected["went_out"], corrected["hands"]["Bo"]) == ("Bo", {"points": 41})


def test_form_ignores_points_of_another_box(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo", scoring="each-scores", title="Rami")
    assert (paper.state["scoring"], paper.state["title"]) == ("winner-collects", None)


def test_rematch_has_the_same_title(paper: Paper) -> None:
    start_points(paper, title="Rami", target="30")
    paper.round("0", points_1="-3", points_2="40", points_3="0")
    paper.press(f"{paper.game}/rematch", [])
    assert (paper.state["title"], paper.state["scoring"]) == ("Rami", "each-scores")


def test_two_phones_entering_one_round_are_shown_the_difference(paper: Paper) -> None:
    start_points(paper)
    other = Paper(paper.client).open(paper.game)
    other.game = paper.game
    paper.round("0", points_1="1", points_2="2", points_3="3")
    other.round("0", points_1="1", points_2="2", points_3="4", round="1")
    assert other.status == 409
    assert other.has("Round 1 has already been saved")


def test_title_is_changed_and_removed_by_settings_and_json(script: Script) -> None:
    script.start(scoring="each-scores", **OWN)
    script.change(title=" Rami ")
    assert script.state["title"] == "Rami"
    script.change(title="", target=60)
    assert (script.state["title"], script.state["target"]) == (None, 60)
    script.undo()
    assert script.state["title"] == "Rami"
    assert "title: Rami\n" in script.read("/score-sheet.txt").text
    moved = Script(script.app, "203.0.113.9").import_journal(script.read("/journal").json)
    assert moved.state == script.state
    settings = f"/games/{script.score_key}/settings"
    paper = Paper(script.client).open(settings)
    paper.send_form(settings, [("change", "title"), ("title", "Golf")])
    assert paper.has("New name of the game: Golf", "Golf")
    assert script.state["title"] == "Golf"
    paper.open(settings).send_form(settings, [("change", "title"), ("title", " ")])
    assert paper.has("New name of the game: –")
    assert script.state["title"] is None


def test_wrong_titles_are_refused_in_both_languages(script: Script) -> None:
    script.start(scoring="each-scores", **OWN)
    key, cards = script.score_key, script.start().score_key
    for game, title, said in (
        (key, "x" * 41, ("At most 40", "40 caract")),
        (key, 5, ("text", "texte")),
        (cards, "Rami", ("already has a name", "déjà un nom")),
        (cards, "", ("already has a name", "déjà un nom")),
    ):
        for language, words in zip(("en", "fr"), said, strict=True):
            script.ask("PATCH", f"/games/{game}?lang={language}", json={"title": title})
            assert words in script.assert_refused()["/title"], (title, language)
    assert "Which game?" not in script.client.get(f"/games/{cards}/settings").text


def test_player_may_join_with_a_negative_total_only_where_there_are_any(script: Script) -> None:
    script.start(scoring="each-scores", **OWN)
    script.record_round(hands=HANDS)
    script.change(join=[{"name": "Zoe", "total": -10_000}])
    assert script.totals["Zoe"] == -10_000
    script.change(join=[{"name": "Eve", "total": -10_001}])
    assert list(script.assert_refused()) == ["/join/0/total"]
    script.start(edition="classic-112")
    script.record_round(went_out="Ana", pile={"points": 7})
    script.change(join=[{"name": "Zoe", "total": -1}])
    assert list(script.assert_refused()) == ["/join/0/total"]


def test_game_until_you_stop_offers_its_end_below_the_round(paper: Paper) -> None:
    start_points(paper, end="open")
    assert not paper.has("End the game")
    paper.round("0", points_1="1", points_2="2", points_3="3")
    assert paper.has("End the game")
    assert f"{paper.game}/settings?change=finish#finish" in paper.page
    assert not paper.another_phone().open(paper.board).has("End the game")
    start_points(paper, end="points", target="30").round(
        "0", points_1="1", points_2="2", points_3="3"
    )
    assert not paper.has("End the game")


def test_chart_cuts_names_of_partners_to_its_margin(script: Script) -> None:
    names = ("Bénédicte", "Bo", "Cy", "Dee")
    script.start(*names, format="teams", scoring="each-scores", round_limit=1, **OWN)
    script.record_round(hands={name: {"points": 1} for name in names})
    page = script.client.get(f"/games/{script.score_key}/story").text
    assert ">Bénédicte…</text>" in page
