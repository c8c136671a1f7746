"""Headlines and messages of a game, in natural English."""

import re

from tests.web.paper import Paper
from tests.web.script import Script


def headline(paper: Paper) -> str:
    found = re.search(r"<h1>(.*?)</h1>", paper.page, re.DOTALL)
    return " ".join(re.sub("<[^>]*>", "", found[1]).split()) if found else ""


def game_page(script: Script) -> Paper:
    return Paper(script.client).open(f"/games/{script.score_key}")


def test_headline_says_tied_instead_of_leading(script: Script) -> None:
    script.start("Ana", "Bo", "Cy", target=500)
    script.round("Ana", Bo=60, Cy=0)
    assert headline(game_page(script)) == "Ana leads by 60"
    script.round("Bo", Ana=60, Cy=0)
    assert headline(game_page(script)) == "Ana and Bo are tied at 60"


def test_message_in_keep_own_scoring_shows_no_gain(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Mamie", "Cy", scoring="keep-own")
    paper.round("1", points_2="57", points_3="3")
    assert paper.has("Round 1: Ana went out.")
    assert "+57" not in paper.text


def test_player_who_left_is_flagged_and_cannot_lead(script: Script) -> None:
    script.start("Ana", "Bo", "Cy", "Dee")
    script.round("Ana", Bo=60, Cy=5, Dee=5)
    script.round("Bo", Ana=9, Cy=5, Dee=5)
    script.write("PATCH", "", leave=["Ana"])
    page = game_page(script)
    assert headline(page) == "Bo leads by 19"
    assert re.search(r"Ana</bdi>.*?left", page.page, re.DOTALL)


def test_right_to_left_name_is_isolated_in_the_message(paper: Paper) -> None:
    paper.start("classic-108", "שרה", "Bo")
    paper.round("1", points_2="74")
    assert paper.has("Round 1: \u2068שרה\u2069 +74.")


def test_conflict_highlights_the_rows_that_differ(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo", "Cy")
    other = Paper(paper.client).open(paper.game)
    other.game = paper.game
    paper.round("1", points_2="7", points_3="8")
    other.round("2", points_1="1", points_3="8", round="1")
    assert other.status == 409
    rows = re.findall(r'<tr( class="differs")?>\s*<th scope="row">(.*?)</th>', other.page)
    marked = [re.sub("<[^>]*>", "", label) for differs, label in rows if differs]
    assert marked == ["went out", "Ana", "Bo"]
