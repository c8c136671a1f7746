"""The page of penalties and bonuses, and their lines on other pages."""

from tests.web.paper import Paper

LINE = "± Ana \u221210 (forgot UNO)"


def adjust(paper: Paper, player: str, points: str, **more: str) -> Paper:
    address = f"{paper.game}/adjustments"
    paper.open(address)
    return paper.press(address, [("player", player), ("points", points)], **more)


def test_penalty_is_taken_away_and_shown_where_it_happened(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo", "Cy").round("1", points_2="20", points_3="8")
    assert f"{paper.game}/adjustments" in paper.page
    adjust(paper, "Ana", "10", sign="-", why="forgot UNO")
    assert paper.state["adjustments"][0]["points"] == -10
    assert paper.has(LINE)
    assert paper.has("leads with 18") or paper.has("Ana leads by 18")
    paper.open(f"{paper.game}/story")
    assert paper.has(f"Penalties and bonuses 1 {LINE[2:]}")
    paper.open(f"{paper.game}/history")
    assert paper.has(f"Penalty or bonus: {LINE[2:]}.")
    board = paper.another_phone().open(paper.board)
    assert board.has(LINE)
    assert "/adjustments" not in board.page
    paper.open(f"{paper.game}/adjustments").press(f"{paper.game}/adjustments/1/remove", [])
    assert paper.state["adjustments"] == []
    assert paper.has("Penalty or bonus removed")


def test_typed_sign_wins_over_the_chosen_one(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo")
    adjust(paper, "Bo", "+5", sign="-")
    adjust(paper, "Bo", "\u22127", sign="")
    adjust(paper, "Bo", "3", sign="")
    assert [each["points"] for each in paper.state["adjustments"]] == [5, -7, 3]


def test_refused_adjustment_keeps_what_was_typed(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo")
    adjust(paper, "Ana", "0", why="nothing")
    assert paper.status == 422
    assert paper.has("0 points change nothing: enter how many to add or take away.")
    assert paper.typed["why"] == "nothing"
    old = paper.phone_in_same_game().open(f"{paper.game}/adjustments")
    paper.open(paper.game).round("1", points_2="20")
    old.press(f"{paper.game}/adjustments", [("player", "Ana"), ("points", "5")])
    assert old.status == 409


def test_adjustment_that_reaches_the_target_announces_the_winner(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo", target="100")
    adjust(paper, "Bo", "100", sign="")
    assert paper.has("Bo wins!")
    paper.open(f"{paper.game}/adjustments")
    assert paper.has("The game is over.")
    paper.press(f"{paper.game}/adjustments/1/remove", [])
    assert paper.state["outcome"] is None


def test_many_players_see_adjustments_before_the_first_round(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo", "Cy", "Dee", "Eve")
    adjust(paper, "Eve", "30", sign="")
    assert paper.has("Eve 30")
    paper.round("1", points_2="1", points_3="1", points_4="1", points_5="1")
    assert paper.has("± Eve +30")
