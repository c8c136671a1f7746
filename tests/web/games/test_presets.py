"""Scoring and end that the form for a new game suggests for a box with or without cards."""

from tests.rows import cases
from tests.web.paper import Paper
from tests.web.script import Script

AGAIN = "How you score and when it ends now fit the box."
AGAIN_FR = "Le comptage et la fin de la partie suivent maintenant votre boîte."


def suggested(paper: Paper) -> tuple[str, str]:
    return paper.typed["scoring"], paper.typed["end"]


def submit(paper: Paper, edition: str, **chosen: str) -> Paper:
    return paper.press("/games", [("edition", edition), *chosen.items()])


@cases("""edition | scoring | end
just-points | each-scores | open
classic-108 | winner-collects | target
h2o-splash | rounds-won | target
""")
def test_form_suggests_how_to_score_the_box(
    paper: Paper, edition: str, scoring: str, end: str
) -> None:
    assert suggested(paper.open(f"/games/new?edition={edition}")) == (scoring, end)


def test_own_box_without_cards_suggests_that_all_score(script: Script) -> None:
    for cards, expected in (
        ([], ("each-scores", "open")),
        ([{"name": "Ox", "points": 5}], ("winner-collects", "target")),
    ):
        script.start(box={"name": "Ours", "cards": cards})
        new = Paper(script.client).open(f"/games/new?box={script.score_key}")
        assert suggested(new) == expected


@cases(
    """first | second | language | said
classic-108 | just-points | en | AGAIN
just-points | classic-108 | fr | AGAIN_FR
""",
    AGAIN=AGAIN,
    AGAIN_FR=AGAIN_FR,
)
def test_other_box_without_scripts_is_asked_about_and_started_as_shown(
    paper: Paper, first: str, second: str, language: str, said: str
) -> None:
    paper.open(f"/?lang={language}").open(f"/games/new?edition={second}")
    expected = suggested(paper)
    submit(paper.open(f"/games/new?edition={first}"), second)
    assert paper.status == 200
    assert paper.has(said)
    assert suggested(paper) == expected
    submit(paper, first)
    assert paper.has(said)
    submit(paper, second)
    assert not submit(paper, second).has(said)
    state = paper.state
    assert (state["scoring"], state["open_end"]) == (expected[0], expected[1] == "open")


def test_adding_a_seat_suggests_how_to_score_the_other_box(paper: Paper) -> None:
    submit(paper.open("/games/new"), "just-points", seats="5")
    assert suggested(paper) == ("each-scores", "open")
    submit(paper, "classic-108", seats="4")
    assert suggested(paper) == ("winner-collects", "target")


@cases("""chosen | scoring | end
{"scoring": "keep-own"} | keep-own | open
{"target": "300"} | each-scores | target
{"end": "rounds"} | each-scores | rounds
""")
def test_choices_stay_when_the_box_is_changed(
    paper: Paper, chosen: dict[str, str], scoring: str, end: str
) -> None:
    submit(paper.open("/games/new"), "just-points", **chosen)
    assert suggested(paper) == (scoring, end)
    submit(paper, "just-points")
    assert paper.state["scoring"] == scoring
    assert paper.state["target"] == (300 if end == "target" else None)
    assert paper.state["round_limit"] == (10 if end == "rounds" else None)


def test_everything_chosen_starts_the_game_at_once(paper: Paper) -> None:
    chosen = {"scoring": "keep-own", "end": "rounds", "round_limit": "9"}
    submit(paper.open("/games/new"), "just-points", **chosen)
    assert (paper.state["scoring"], paper.state["round_limit"]) == ("keep-own", 9)
