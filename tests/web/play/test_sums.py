"""Sums typed where a total is meant."""

from tests.rows import cases
from tests.web.paper import Paper


@cases("""typed | total
"20+20+5" | 45
" 20 + 20+ 5" | 45
"7+0" | 7
""")
def test_sum_is_shown_as_total_before_it_is_saved(paper: Paper, typed: str, total: int) -> None:
    paper.start("hello-kitty", "Ana", "Bo", "Cy").round("1", points_2=typed, points_3="8")
    assert paper.state["rounds"] == []
    assert paper.has("Not saved yet: check that the sum is right, then save.", f"= {total}")
    assert paper.typed["points-2"] == str(total)
    paper.press(f"{paper.game}/rounds", [])
    assert paper.state["rounds"][0]["hands"]["Bo"] == {"points": total}


@cases("""typed | said
"20 20 5" | “20 20 5”: if these add up, write 20+20+5.
"20+x" | This must be a whole number, such as 25.
"20++5" | This must be a whole number, such as 25.
"+" | This must be a whole number, such as 25.
"999999+2" | This must be a number from -1000000 to 1000000.
""")
def test_unclear_sum_is_asked_about(paper: Paper, typed: str, said: str) -> None:
    paper.start("just-points", "Ana", "Bo").round("1", points_2=typed)
    assert paper.status == 422
    assert paper.has(said)
    assert paper.typed["points-2"] == typed


def test_sum_of_corrected_round_may_have_negative_terms(paper: Paper) -> None:
    paper.start("just-points", "Ana", "Bo").round("1", points_2="20")
    paper.open(f"{paper.game}/rounds/1").press(f"{paper.game}/rounds/1", [("points-2", "20+-5")])
    assert paper.has("= 15")
    paper.press(f"{paper.game}/rounds/1", [])
    assert paper.state["rounds"][0]["hands"]["Bo"] == {"points": 15}
