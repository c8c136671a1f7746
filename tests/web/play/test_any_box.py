"""Rounds of boxes with card sides, knock-outs, no cards, or scoring by rounds won."""

from typing import Any
from urllib.parse import unquote

import pytest

from tests.game.boxes import KNOCK_OUT_BOX, NO_CARDS, TWO_SIDED
from tests.web.paper import Paper
from tests.web.script import Script

FOUR = ("Ana", "Bo", "Cy", "Dee")


def started(script: Script, *players: str, **options: Any) -> Paper:  # noqa: ANN401 - as JSON takes it
    paper = Paper(script.start(*players, **options).client)
    paper.game = f"/games/{script.score_key}"
    return paper.open(paper.game)


def filled(paper: Paper, *fields: tuple[str, str]) -> Paper:
    return paper.send_form(f"{paper.game}/rounds", list(fields))


def hand(paper: Paper, seat: int, *fields: tuple[str, str]) -> Paper:
    return paper.send(f"{paper.game}/hands/{seat}", [("round", "1"), *fields])


def test_card_side_of_the_last_round_is_the_default(script: Script) -> None:
    paper = started(script, edition="flip")
    assert paper.typed["side"] == "light"
    filled(
        paper, ("side", "dark"), ("went_out", "1"), ("words-2", "a draw five"), ("points-3", "1")
    )
    assert paper.has("Not saved yet", "+5 = 20")
    assert paper.typed["side"] == "dark"
    filled(
        paper, ("side", "dark"), ("went_out", "1"), ("words-2", "a draw five"), ("points-3", "1")
    )
    assert script.totals["Ana"] == 21
    assert paper.typed["side"] == "dark"
    assert paper.open(f"{paper.game}/rounds/1").typed["side"] == "dark"


def test_invalid_card_side_is_reported_at_the_switch(script: Script) -> None:
    paper = filled(started(script, edition="flip"), ("side", "x"), ("went_out", "1"))
    assert paper.status == 422
    switch = paper.page.partition("Which side is up?")[2].partition("</fieldset>")[0]
    assert "Choose one of these" in switch
    paper = filled(started(script), ("side", "dark"), ("went_out", "1"), ("points-2", "7"))
    assert paper.has("one side only")
    assert paper.typed["points-2"] == "7"
    assert script.state["rounds"] == []


def test_card_id_used_on_both_sides_has_a_name_on_each(script: Script) -> None:
    paper = started(script, box=TWO_SIDED)
    for side, name in (("light", "Skip"), ("dark", "Skip Everyone")):
        fields = [("side", side), ("went_out", "1"), ("count-2-skip", "1"), ("points-3", "0")]
        filled(paper, *fields)
        paper.open(f"{paper.game}/rounds/{script.state['rounds_total']}")
        assert f"<span>{name}</span>" in paper.page.partition("<section")[0]
        paper.open(paper.game)
    assert script.totals["Ana"] == 50


def test_knocked_out_players_need_no_hand(script: Script) -> None:
    paper = started(script, *FOUR, box=KNOCK_OUT_BOX)
    filled(paper, ("went_out", "1"), ("knocked-out-2", "1"), ("knocked-out-3", "1"))
    assert paper.has("Dee’s hand is missing")
    assert not paper.has("Bo’s hand is missing")
    assert (paper.typed["knocked-out-2"], paper.typed["knocked-out-3"]) == ("1", "1")
    filled(
        paper, ("went_out", "1"), ("knocked-out-2", "1"), ("knocked-out-3", "1"), ("points-4", "7")
    )
    assert script.totals["Ana"] == 507


def test_knock_out_flag_of_winner_or_resting_player_is_ignored(script: Script) -> None:
    paper = started(script, *FOUR, box=KNOCK_OUT_BOX)
    marks = [(f"knocked-out-{seat}", "1") for seat in (1, 2, 3)]
    filled(paper, ("went_out", "1"), ("resting", "2"), *marks, ("points-4", "7"))
    assert script.totals["Ana"] == 257


def test_fault_of_knocked_out_players_hand_is_shown_at_that_hand(script: Script) -> None:
    paper = started(script, box=KNOCK_OUT_BOX)
    fields = [("went_out", "1"), ("knocked-out-2", "1"), ("points-2", "7"), ("points-3", "8")]
    filled(paper, *fields)
    assert paper.status == 422
    bo = paper.page.partition('id="hand-2"')[2].partition("</fieldset>")[0]
    assert "Bo was knocked out, so that hand isn’t counted" in bo
    assert "disabled" not in bo  # it can be corrected without scripts
    assert {name: paper.typed[name] for name, _ in fields} == dict(fields)
    assert script.state["rounds"] == []


def test_knock_out_flag_is_shared_and_retains_the_counted_hand(script: Script) -> None:
    paper = started(script, box=KNOCK_OUT_BOX)
    other = paper.phone_in_same_game()
    hand(paper, 2, ("points-2", "20"))
    row = hand(paper, 2, ("knocked-out-2", "1"))
    assert 'value="20" disabled' in row.page  # a disabled field is not submitted
    assert other.open(paper.game).typed["knocked-out-2"] == "1"
    assert other.has("marked on another phone")
    hand(other, 2, ("points-2", "20"))
    assert paper.open(paper.game).typed["points-2"] == "20"
    assert "knocked-out-2" not in paper.typed
    hand(other, 2)
    assert not paper.open(paper.game).has("another phone")


def test_shared_hand_is_stored_with_its_card_side(script: Script) -> None:
    paper = started(script, edition="flip")
    row = hand(paper, 2, ("side", "dark"), ("words-2", "draw five, reverse"))
    assert row.typed["cards-2"] == "draw-five reverse"
    assert hand(paper, 3, ("side", "light"), ("words-3", "draw five")).has(
        "“draw five” is on the dark side; the light side is up."
    )
    assert paper.open(paper.game).typed["cards-2"] == "draw-five reverse"
    # Nine reverses are counted in both hands, but the dark side has eight.
    assert hand(paper, 3, ("side", "dark"), ("words-3", "8x reverse")).has("you counted 9")


def test_correction_shows_and_changes_side_and_knock_outs(script: Script) -> None:
    paper = started(script, box={**TWO_SIDED, "knock_out": {"bonus": 100}})
    filled(paper, ("side", "dark"), ("went_out", "1"), ("knocked-out-2", "1"), ("points-3", "5"))
    assert script.totals["Ana"] == 105
    number = f"{paper.game}/rounds/1"
    paper.open(number)
    assert (paper.typed["side"], paper.typed["knocked-out-2"]) == ("dark", "1")
    paper.send_form(
        number, [("side", "light"), ("went_out", "1"), ("points-2", "7"), ("count-3-draw-one", "2")]
    )
    assert script.totals["Ana"] == 27
    assert script.state["rounds"][0]["side"] == "light"


def test_rounds_that_differ_in_side_or_knock_outs_conflict(script: Script) -> None:
    paper = started(script, box={**TWO_SIDED, "knock_out": {"bonus": 100}})
    other = paper.phone_in_same_game()
    same = [("round", "1"), ("went_out", "1"), ("knocked-out-2", "1"), ("points-3", "5")]
    filled(paper, ("side", "dark"), *same)
    assert filled(other, ("side", "dark"), *same).has("This was already saved.")
    other.open(paper.game)
    for fields in (
        [("side", "light"), *same],
        [("side", "dark"), *same[:2], ("points-2", "7"), same[3]],
    ):
        version = ("version", "1")
        other.send(f"{paper.game}/rounds", [version, *fields])
        assert (other.status, other.has("has already been saved")) == (409, True)


def test_round_in_rounds_won_scoring_asks_only_for_the_winner(script: Script) -> None:
    paper = started(script, edition="h2o-splash", scoring="rounds-won")
    assert paper.has("Round 1: who won it?")
    assert not [name for name in paper.typed if name.startswith(("points", "cards", "together"))]
    filled(paper, ("went_out", "2"))
    assert script.totals["Bo"] == 1
    filled(paper, ("went_out", "2"), ("points-1", "7"))
    assert paper.has("No cards are counted here: who went out is enough.")
    assert paper.open(f"{paper.game}/rounds/1").has("Who won the round?")


def test_own_boxes_with_the_same_card_ids_keep_their_card_names(script: Script) -> None:
    for name in ("Storm", "Calm"):
        box = {"name": "Ours", "cards": [{"name": name, "card": "card-1", "points": 5}]}
        assert started(script, box=box).has(name)


def test_game_round_and_history_pages_show_knock_outs_and_card_side(
    script: Script,
) -> None:
    paper = started(script, edition="flip")
    filled(paper, ("side", "dark"), ("went_out", "1"), ("points-2", "5"), ("points-3", "7"))
    assert "<small>dark</small>" in paper.page
    assert paper.open(f"{paper.game}/rounds/1?lang=fr").has("Ana a fini. Face : sombre.")
    paper.open(f"{paper.game}/history?lang=en")
    assert paper.has("Round 1 dark", "+12 (5) 5 left in hand (7) 7 left in hand")
    paper = started(script, box=KNOCK_OUT_BOX)
    filled(paper, ("went_out", "1"), ("knocked-out-2", "1"), ("points-3", "7"))
    assert paper.has("Round 1: Ana +257.", "(7)", "KO")
    assert paper.open(f"{paper.game}/rounds/1").has("Bo knocked out = 250")
    paper.open(paper.game)
    filled(paper, ("went_out", "1"), ("knocked-out-2", "1"), ("knocked-out-3", "1"))
    assert paper.open(f"{paper.game}/rounds/2").has("Ana was the last one standing.")
    assert paper.open(f"{paper.game}/history").has("+500 KO KO")
    assert paper.open(f"{paper.game}/story").has("+500")  # the best round


def test_pages_in_rounds_won_scoring_speak_of_rounds_not_points(script: Script) -> None:
    paper = started(script, edition="h2o-splash", scoring="rounds-won")
    watch = f"/watch/{script.watch_key}"
    assert paper.has("First to win 3 rounds", "to 3 rounds won")
    for winner in ("1", "2", "1"):
        paper.open(paper.game)
        filled(paper, ("went_out", winner))
    assert paper.has("Ana leads by 1 round", "Who won each round.", "Round 3: Ana +1")
    assert paper.open(f"{watch}?lang=fr").has("Ana mène de 1 manche", "en 3 manches gagnantes")
    paper.open(f"{paper.game}?lang=en")
    filled(paper, ("went_out", "1"))
    assert paper.has("first to win 3 rounds", "Play on to 4")
    assert "Ana wins! 3 rounds won · Bo 1 · Cy 0" in paper.page
    assert not paper.has("Points left in hand")
    assert not paper.has("points")
    people = script.ask("GET", f"/groups/{script.group_key}").json["people"]
    assert "rounds-won" not in people[0]["points"]


def test_long_game_in_rounds_won_scoring_shows_no_time_estimate(script: Script) -> None:
    paper = started(script, edition="h2o-splash", scoring="rounds-won", target=100)
    for _ in range(3):
        filled(paper, ("went_out", "1"))
    assert not paper.has("min to go")


def test_negative_totals_are_drawn_inside_the_chart(script: Script) -> None:
    paper = started(script, edition="just-points", scoring="keep-own")
    filled(paper, ("went_out", "1"), ("points-2", "-40"), ("points-3", "60"))
    story = paper.open(f"{paper.game}/story")
    chart = story.page.partition("<figure")[2].partition("</figure>")[0]
    heights = [float(point.split(",")[1]) for line in chart.split('points="')[1:]
               for point in line.partition('"')[0].split()]  # fmt: skip
    assert min(heights) >= 0
    assert max(heights) <= 240
    assert 'width="-' not in paper.open(paper.game).page
    assert 'width="-' not in paper.open(f"/watch/{script.watch_key}").page


def test_bg_stats_link_has_bgg_id_only_for_boxes_with_read_leaflet(script: Script) -> None:
    links = {}
    for edition in ("hello-kitty", "flip"):
        paper = started(script, edition=edition)
        side = [("side", "light")] if edition == "flip" else []
        filled(paper, ("went_out", "1"), ("points-2", "5"), ("points-3", "7"), *side)
        script.change(finish=True)
        page = unquote(paper.open(f"{paper.game}/story").page)
        links[edition] = page.partition("createPlay.html?data=")[2].partition("rel=")[0]
    assert '"bggId":2223' in links["hello-kitty"]
    assert '"name":"UNO Flip!"' in links["flip"]
    assert "bggId" not in links["flip"]


BOXES: tuple[dict[str, Any], ...] = (
    {"edition": "flip"},
    {"edition": "just-points"},
    {"edition": "remix", "scoring": "rounds-won"},
    {"box": TWO_SIDED},
    {"box": KNOCK_OUT_BOX},
    {"box": NO_CARDS},
    {"edition": "hello-kitty", "scoring": "rounds-won"},
)
PAGES = ("", "/history", "/settings", "/share", "/story", "/rounds/1", "/score-sheet.txt", "/copy")


@pytest.mark.parametrize("options", BOXES, ids=str)
@pytest.mark.parametrize("is_over", [False, True], ids=["playing", "over"])
def test_all_pages_open_for_every_kind_of_box(
    script: Script, options: dict[str, Any], *, is_over: bool
) -> None:
    before = script.start(**options).client.get(f"/games/{script.score_key}")
    assert before.status_code == 200
    has_sides = options in ({"edition": "flip"}, {"box": TWO_SIDED})
    side: dict[str, Any] = {"side": "dark"} if has_sides else {}
    has_hands = options.get("scoring") != "rounds-won"
    hands = {"Bo": {"points": 7}, "Cy": {"points": 8}} if has_hands else {}
    if options == {"box": KNOCK_OUT_BOX}:
        del hands["Cy"]
        side = {"knocked_out": ["Cy"]}
    assert script.record_round(went_out="Ana", hands=hands, **side).status_code == 201
    if is_over:
        script.change(finish=True)
    client = script.client
    for page in (*PAGES, "/rules", "/rules/search?q=stack"):
        answer = client.get(f"/games/{script.score_key}{page}")
        assert answer.status_code < 500, (page, answer.text)
        if not page.startswith("/rules"):
            assert answer.status_code in {200, 303, 404, 405}, page
    assert client.get(f"/games/{script.score_key}").status_code == 200
    assert client.get(f"/watch/{script.watch_key}").status_code == 200
    assert client.get(f"/groups/{script.group_key}").status_code == 200
    assert client.post(f"/games/{script.score_key}/rematch").status_code == 303
