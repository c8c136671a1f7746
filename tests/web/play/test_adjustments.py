"""The page of penalties and bonuses, and their lines on other pages."""

from flask import Flask

from tests.web.hall import Hall
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


def test_table_of_a_tournament_gives_points_to_its_own_players(app: Flask, hall: Hall) -> None:
    hall.start(rounds_per_partnership=1)
    hall.play_at(1)
    ours, others = (
        [name for side in each["sides"] for name in side]
        for each in (hall.state["rounds"][0], hall.state["next"]["tables"][0])
    )
    address = f"/tables/{hall.tables[1]}/adjustments"
    phone = Paper(app.test_client()).open(f"/tables/{hall.tables[1]}")
    assert f'href="{address}"' in phone.page
    phone.open(address)
    assert all(phone.has(name) for name in ours)
    assert not any(phone.has(name) for name in others)
    phone.press(address, [("player", ours[0]), ("points", "20+5")], sign="-", why="late")
    assert phone.has("= 25") or phone.typed["points"] == "25"
    phone.press(address, [])
    assert phone.has(f"Penalty or bonus: {ours[0]} \u221225 (late)", "Penalty or bonus")
    made = hall.state["adjustments"]
    assert [(each["side"], each["points"]) for each in made] == [([ours[0]], -25)]
    assert phone.open(address).has("So far", "\u221225 (late)", "Only the organiser can remove")
    assert "/remove" not in phone.page
    phone.press(address, [("player", others[0]), ("points", "5")])
    assert phone.status == 422
    assert phone.has(f"{others[0]} isn’t playing this round")
    other = Paper(app.test_client()).open(f"/tables/{hall.tables[2]}/adjustments")
    assert not other.has("So far")


def test_table_that_has_seen_no_later_round_gives_no_points(app: Flask, hall: Hall) -> None:
    hall.start()
    address = f"/tables/{hall.tables[1]}/adjustments"
    phone = Paper(app.test_client()).open(address)
    hall.play_at(2)
    phone.press(address, [("player", hall.values(1)["went_out"]), ("points", "5")])
    assert len(hall.state["adjustments"]) == 1
    phone.open(address)
    hall.play_at(1)
    phone.press(address, [("player", hall.values(1)["went_out"]), ("points", "5")])
    assert phone.status == 409
    assert len(hall.state["adjustments"]) == 1
