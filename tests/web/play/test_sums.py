"""Sums typed where a total is meant."""

from tests.rows import cases
from tests.web.paper import Paper

CHECK = "Not saved yet: check that the sum is right, then save."


@cases("""typed | total
"20+20+5" | 45
" 20 + 20+ 5" | 45
"7+0" | 7
"20+\u22125" | 15
"20+\u20135" | 15
"20+\uff0d5" | 15
""")
def test_sum_is_shown_as_total_before_it_is_saved(paper: Paper, typed: str, total: int) -> None:
    paper.start("hello-kitty", "Ana", "Bo", "Cy").round("1", points_2=typed, points_3="8")
    assert paper.state["rounds"] == []
    assert paper.has(CHECK, f"= {total}")
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


@cases("""first | typed | shown | totals
"-3+8" | "4+-9" | ["5", "-5"] | [5, -5]
"12" | "20+20+5" | ["12", "45"] | [12, 45]
""")
def test_sums_of_everyones_points_are_added_up(
    paper: Paper, first: str, typed: str, shown: list[str], totals: list[int]
) -> None:
    paper.start("just-points", "Ana", "Bo", scoring="each-scores")
    paper.round("0", points_1=first, points_2=typed)
    assert paper.has(CHECK)
    assert [paper.typed[f"points-{seat}"] for seat in (1, 2)] == shown
    paper.press(f"{paper.game}/rounds", [])
    hands = paper.state["rounds"][0]["hands"]
    assert [hands[name]["points"] for name in ("Ana", "Bo")] == totals


@cases("""typed | sign | shown | points
"20+20+5" | - | 45 | -45
"20+5" | "" | 25 | 25
"+20+5" | - | "+25" | 25
"-20+5" | "" | -15 | -15
"\u221220 + -5" | "" | -25 | -25
""")
def test_sum_of_a_penalty_is_shown_before_it_is_saved(
    paper: Paper, typed: str, sign: str, shown: object, points: int
) -> None:
    address = f"{paper.start('hello-kitty', 'Ana', 'Bo').game}/adjustments"
    paper.open(address).press(address, [("player", "Ana"), ("points", typed)], sign=sign)
    assert paper.status == 200
    assert paper.has(CHECK)
    assert (paper.typed["points"], paper.typed["player"]) == (str(shown), "Ana")
    assert paper.state["adjustments"] == []
    paper.press(address, [])
    assert paper.state["adjustments"][0]["points"] == points


def test_sum_of_an_opening_total_is_shown_before_it_is_saved(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo", "Cy").round("1", points_2="7", points_3="8")
    address = f"{paper.game}/settings"
    paper.open(address).send_form(address, [("change", "leave"), ("leave", "Cy")])
    for name, typed, total in (("Zoe", "20+20+5", 45), ("Cy", "7+ 5", 12)):
        version = paper.state["version"]
        fields = [("change", "join"), ("name", name), ("total", typed)]
        paper.open(address).send_form(address, fields)
        assert paper.has(CHECK)
        assert paper.typed["total"] == str(total)
        assert paper.typed["name"] == name
        assert paper.state["version"] == version
        paper.send_form(address, [("change", "join"), ("name", name), ("total", str(total))])
        totals = {row["side"][0]: row["total"] for row in paper.state["standings"]}
        assert totals[name] == total
        assert paper.has(f"{name} joined" if name == "Zoe" else "Cy is back")


@cases("""language | said
en | “20 20 5”: if these add up, write 20+20+5.
fr | pour additionner, écrivez 20+20+5.
""")
def test_numbers_apart_are_asked_about_wherever_a_total_is_typed(
    paper: Paper, language: str, said: str
) -> None:
    paper.start("just-points", "Ana", "Bo").open(f"/?lang={language}")
    for address, fields in (
        ("rounds", [("went_out", "1"), ("points-2", "20 20 5")]),
        ("adjustments", [("player", "Ana"), ("points", "20 20 5"), ("sign", "-")]),
        ("settings", [("change", "join"), ("name", "Zoe"), ("total", "20 20 5")]),
    ):
        paper.open(f"{paper.game}/{address}" if address != "rounds" else paper.game)
        paper.send_form(f"{paper.game}/{address}", fields)
        assert paper.status == 422
        assert paper.has(said)
