"""What a page says of a game at a glance is what a native at the table would say."""

import re

from tests.web.paper import Paper
from tests.web.script import Script


def headline(paper: Paper) -> str:
    found = re.search(r"<h1>(.*?)</h1>", paper.page, re.DOTALL)
    return " ".join(re.sub("<[^>]*>", "", found[1]).split()) if found else ""


def at_the_table(script: Script) -> Paper:
    return Paper(script.client).open(f"/games/{script.score_key}")


def test_who_are_tied_do_not_lead(script: Script) -> None:
    script.start("Ana", "Bo", "Cy", target=500)
    script.round("Ana", Bo=60, Cy=0)
    assert headline(at_the_table(script)) == "Ana leads by 60"
    script.round("Bo", Ana=60, Cy=0)
    assert headline(at_the_table(script)) == "Ana and Bo are tied at 60"


def test_points_of_their_own_are_no_gain(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Mamie", "Cy", scoring="keep-own")
    paper.round("1", points_2="57", points_3="3")
    assert paper.has("Round 1: Ana went out.")
    assert "+57" not in paper.text


def test_whoever_left_is_marked_and_leads_nobody(script: Script) -> None:
    script.start("Ana", "Bo", "Cy", "Dee")
    script.round("Ana", Bo=60, Cy=5, Dee=5)
    script.round("Bo", Ana=9, Cy=5, Dee=5)
    script.write("PATCH", "", leave=["Ana"])
    page = at_the_table(script)
    assert headline(page) == "Bo leads by 19"
    assert re.search(r"Ana</bdi>.*?left", page.page, re.DOTALL)


def test_a_name_from_right_to_left_leaves_the_sentence_alone(paper: Paper) -> None:
    paper.start("classic-108", "שרה", "Bo")
    paper.round("1", points_2="74")
    assert paper.has("Round 1: \u2068שרה\u2069 +74.")


def test_what_differs_in_a_conflict_is_marked(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo", "Cy")
    other = Paper(paper.client).open(paper.game)
    other.game = paper.game
    paper.round("1", points_2="7", points_3="8")
    other.round("2", points_1="1", points_3="8", round="1")
    assert other.status == 409
    rows = re.findall(r'<tr( class="differs")?>\s*<th scope="row">(.*?)</th>', other.page)
    marked = [re.sub("<[^>]*>", "", label) for differs, label in rows if differs]
    assert marked == ["went out", "Ana", "Bo"]
