"""Forms and pages of games that end after a number of rounds, or only by agreement."""

import pytest

from tests.web.paper import Paper
from tests.web.script import Script

NAMES = ("Ana", "Bo", "Cy")
ROUND = {"points_2": "7", "points_3": "8"}


def end_of(paper: Paper) -> tuple[object, ...]:
    return paper.state["target"], paper.state["round_limit"], paper.state["open_end"]


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        ("target", (500, None, False)),
        ("rounds", (None, 10, False)),
        ("open", (None, None, True)),
        ("both", (500, 10, False)),
        ("", (500, None, False)),
    ],
)
def test_form_starts_game_with_the_chosen_end(
    paper: Paper, end: str, expected: tuple[object, ...]
) -> None:
    paper.start("classic-108", *NAMES, end=end, target="500", round_limit="10")
    assert end_of(paper) == expected


def test_game_with_both_ends_stops_at_the_first_that_is_reached(paper: Paper) -> None:
    paper.start("classic-108", *NAMES, end="both", target="40", round_limit="2")
    assert paper.has("to 40 or 2 rounds")
    paper.round("1", **ROUND).round("2", points_1="1", points_3="2")
    assert paper.has("Ana wins!", "most points after the last round")
    paper.start("classic-108", *NAMES, end="both", target="10", round_limit="2")
    assert paper.round("1", **ROUND).has("Ana wins!")
    for given, expected in (("target", (40, None, False)), ("round_limit", (None, 40, False))):
        other = ({"target", "round_limit"} - {given}).pop()
        paper.start("classic-108", *NAMES, end="both", **{given: "40", other: ""})
        assert end_of(paper) == expected


def test_elimination_ignores_the_chosen_end(paper: Paper) -> None:
    for scoring in ("", "rounds-won"):
        chosen = {"end": "rounds", "target": "300", "rounds": "3", "scoring": scoring}
        paper.start("classic-108", *NAMES, format="challenge", **chosen)
        assert end_of(paper) == (300, None, False)


def test_refused_limit_is_explained_and_stays_in_the_form(paper: Paper) -> None:
    paper.start("classic-108", *NAMES, end="rounds", round_limit="101")
    assert paper.status == 422
    assert paper.has("from 1 to 100")
    assert paper.typed["round_limit"] == "101"
    assert '<option value="rounds" selected>' in paper.page


def test_pages_say_the_round_of_the_limit_and_the_winner_after_the_last(paper: Paper) -> None:
    paper.start("classic-108", *NAMES, end="rounds", round_limit="2")
    assert paper.has("2 rounds, most points win")
    paper.round("1", **ROUND)
    assert paper.has("Round 2 of 2")
    board = paper.another_phone().open(paper.board)
    assert board.has("Round 2 of 2")
    assert not board.has("2 rounds")
    paper.round("1", **ROUND)
    assert paper.has("Ana wins!", "most points after the last round", "Play 1 more round")
    board = paper.another_phone().open(paper.board)
    assert board.has("most points after the last round")
    paper.press(f"{paper.game}/settings", [("change", "target")])
    assert end_of(paper) == (None, 3, False)
    assert paper.has("Round 3 of 3")


def test_settings_change_the_whole_end(paper: Paper) -> None:
    paper.start("classic-108", *NAMES)
    action = f"{paper.game}/settings"
    for target, limit, expected in (
        ("300", "7", (300, 7, False)),
        ("", "7", (None, 7, False)),
        ("", "", (None, None, True)),
        ("200", " ", (200, None, False)),
    ):
        fields = [("change", "target"), ("target", target), ("round_limit", limit)]
        paper.open(action).send_form(action, fields)
        assert end_of(paper) == expected
    paper.open(f"{paper.game}/history")
    assert paper.has("New end of the game: to 300 or 7 rounds.", "New end of the game: 7 rounds.")
    assert paper.has("New end of the game: until you stop.", "New end of the game: to 200.")


def test_rematch_has_the_same_end(paper: Paper) -> None:
    paper.start("classic-108", *NAMES, end="rounds", round_limit="1")
    paper.round("1", **ROUND)
    paper.press(f"{paper.game}/rematch", [])
    assert end_of(paper) == (None, 1, False)


def test_json_refuses_wrong_ends_at_their_fields(script: Script) -> None:
    for options, path in (
        ({"round_limit": 0}, "/round_limit"),
        ({"round_limit": 101}, "/round_limit"),
        ({"round_limit": "10"}, "/round_limit"),
        ({"open_end": True, "target": 500}, "/open_end"),
    ):
        values = {"edition": "hello-kitty", "players": NAMES, **options}
        for language in ("en", "fr"):
            script.ask("POST", f"/games?lang={language}", json=values)
            assert list(script.assert_refused()) == [path]
    script.start(round_limit=10)
    script.change(open_end=True)
    assert script.state["open_end"] is True
