"""The story page, its podium, chart, picture, text to share and BG Stats link."""

import json
import re
from urllib.parse import parse_qs, unquote, urlsplit
from xml.etree import ElementTree as ET

import pytest
from flask import Flask

from companion.game.game import Game
from companion.game.reports.story import Story, story_of
from companion.web.play import story
from tests.web.clock import Clock
from tests.web.paper import Paper
from tests.web.script import Script


def played(paper: Paper, **options: str) -> Paper:
    paper.start("hello-kitty", "Ana", "Bo", "Cy", target="100", dealer="3", **options)
    paper.round("1", points_2="10", points_3="30")
    return paper.round("2", points_1="50", points_3="20")


def open_story(paper: Paper) -> Paper:
    return paper.open(f"{paper.game}/story")


def play_of(paper: Paper) -> dict[str, object]:
    link = paper.find(r'href="(https://app\.bgstatsapp\.com/[^"]+)"')
    play = json.loads(parse_qs(urlsplit(link).query)["data"][0])
    assert isinstance(play, dict)
    return play


def test_story_of_a_running_game_has_best_round_but_no_bg_stats(paper: Paper) -> None:
    open_story(played(paper))
    assert paper.has(
        "The game so far", "Best round +70", "round 2", "Worst hand 50", "Lead changes 1"
    )
    assert paper.has("Winner scores everyone else’s cards", "With the other scoring")
    assert not paper.has("BG Stats")


def test_story_names_all_players_tied_for_best_round_or_worst_hand(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo", "Cy")
    paper.round("1", points_2="20", points_3="50").round("2", points_1="50", points_3="20")
    open_story(paper)
    assert paper.has("Best rounds (2) +70 Ana round 1 Bo round 2")
    assert paper.has("Worst hands (2) 50 Ana round 2 Cy round 1")
    paper.open(paper.game).round("3", points_1="50", points_2="50")
    assert open_story(paper).has("Worst hands (4) 50 Cy, Ana and Bo")


def test_story_before_the_first_round_says_no_rounds_yet(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo")
    assert open_story(paper).has("No rounds yet")


def test_finished_game_shows_its_podium_on_game_and_story_pages(paper: Paper) -> None:
    played(paper).round("2", points_1="20", points_3="20")
    for page in (paper, open_story(paper)):
        assert page.has("Bo wins! first to 100 points", "3 rounds", "Bo 110 1st", "Cy 0 3rd")
        assert page.has("Rematch, same seats", "Every round")
        assert '<div role="status"><h1>Bo wins!' in page.page


def test_podium_omits_a_four_way_tie_for_second_place(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo", "Cy", "Dee", "Eve", target="50")
    paper.round("1", points_2="20", points_3="20", points_4="10", points_5="7")
    assert on_podium(paper) == ["Ana"]


def test_podium_omits_a_three_way_tie_for_second_place(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo", "Cy", "Dee", "Eve", target="50", scoring="keep-own")
    paper.round("1", points_2="20", points_3="20", points_4="20", points_5="70")
    assert on_podium(paper) == ["Ana"]


def on_podium(paper: Paper) -> list[str]:
    (podium, *_) = open_story(paper).page.split('<ol class="podium')[1].split("</ol>")
    return re.findall(r"<bdi>(\w+)", podium)


def test_story_is_computed_once_per_version_of_the_game(
    paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed = []

    def compute(game: Game) -> Story:
        computed.append(game.version)
        return story_of(game)

    monkeypatch.setattr(story, "story_of", compute)
    open_story(open_story(played(paper)))
    assert computed == [3]
    paper.open(paper.game).round("2", points_1="1", points_3="1")
    open_story(open_story(paper))
    assert computed == [3, 4]
    assert paper.has("Best round +70", "Bo 72")


def test_round_undone_the_next_day_does_not_extend_the_game(app: Flask, clock: Clock) -> None:
    table = Script(app, "192.0.2.1").start()
    clock.advance(minutes=7)
    table.round("Ana", Bo=30, Cy=30)
    clock.advance(days=1)
    table.round("Ana", Bo=40, Cy=40)
    table.undo()
    table.change(target=50)
    story = table.client.get(f"/games/{table.score_key}/story").text
    (game,) = table.client.get(f"/api/groups/{table.group_key}").get_json()["games"]
    assert game["finished"] == "2026-01-01T20:07:00+00:00"
    assert f'datetime="{game["finished"]}"' in story
    assert "7 min" in story


def test_game_stopped_before_the_first_round_has_no_winner(table: Script) -> None:
    table.change(finish=True)
    group = table.client.get(f"/groups/{table.group_key}/games")
    game, watch = f"/games/{table.score_key}", f"/watch/{table.watch_key}"
    pages = [*map(table.client.get, (game, f"{game}/story", watch, "/")), group]
    for page in pages:
        assert "Stopped before the first round" in page.text
        for word in (" win!", " won<", "podium", "Lead changes", "BG Stats"):
            assert word not in page.text
    assert "Rematch, same seats" in pages[0].text


def test_watchers_can_open_the_story_without_seeing_the_score_key(paper: Paper) -> None:
    played(paper)
    paper.open(f"{paper.board.replace('watch', 'games')}/story")
    assert paper.has("The game so far")
    assert paper.game.removeprefix("/games/") not in paper.page


def test_story_chart_is_a_labelled_svg_with_a_table_of_totals(paper: Paper) -> None:
    open_story(played(paper))
    svg = ET.fromstring(paper.find("<figure.*?(<svg.*?</svg>)"))
    assert svg.get("role") == "img"
    assert "figures are below" in (svg.get("aria-label") or "")
    lines = [*svg.iter("polyline")]
    assert [len((each.get("points") or "").split()) for each in lines] == [3, 3, 3]
    rows = re.findall(r'<tr><th scope="row">(\d)</th><td>(\d+)</td><td>(\d+)</td>', paper.page)
    assert rows[:2] == [("1", "0", "40"), ("2", "70", "40")]


def test_bg_stats_link_has_the_result_but_no_access_key(paper: Paper) -> None:
    open_story(played(paper).round("2", points_1="20", points_3="20"))
    play = play_of(paper)
    known = {"name": "UNO", "sourceGameId": "hello-kitty", "bggId": 2223}
    assert play["game"] == {**known, "highestWins": True, "noPoints": False}
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", str(play["playDate"]))
    assert play["durationMin"] == 1
    assert play["players"] == [
        player(1, "Ana", 40, 2, first=True),
        player(2, "Bo", 110, 1, won=True),
        player(3, "Cy", 0, 3),
    ]
    assert str(play["sourcePlayId"]) not in paper.game


def player(seat: int, name: str, score: int, rank: int, **more: bool) -> dict[str, object]:
    said = {"name": name, "sourcePlayerId": str(seat), "score": score, "rank": rank}
    return {**said, "startPlayer": "first" in more, "winner": "won" in more}


def test_bg_stats_link_groups_partners_as_teams(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo", "Cy", "Dee", format="teams", target="20")
    open_story(paper.round("1", points_2="10", points_4="20"))
    players = play_of(paper)["players"]
    assert isinstance(players, list)
    assert [each["team"] for each in players] == ["Ana + Cy", "Bo + Dee"] * 2
    assert [each["winner"] for each in players] == [True, False] * 2


def test_bg_stats_link_says_that_the_lowest_total_wins(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo", scoring="keep-own", target="20")
    open_story(paper.round("1", points_2="30"))
    game = play_of(paper)["game"]
    assert isinstance(game, dict)
    assert game["highestWins"] is False


def text_of(paper: Paper) -> str:
    return paper.find(r'class="share-text".*?<p>(.*?)</p>')


def picture_of(paper: Paper) -> ET.Element:
    """Return the root of the game's picture, asserted to be a small self-contained SVG."""
    paper.open(f"{paper.game}/picture.svg")
    assert paper.status == 200
    assert len(paper.page.encode()) < 5000
    assert "href" not in paper.page
    svg = ET.fromstring(paper.page)
    assert (svg.get("width"), svg.get("height")) == ("1080", "1080")
    return svg


def words_in(svg: ET.Element) -> list[str]:
    return [each.text or "" for each in svg.iter("{http://www.w3.org/2000/svg}text")]


def test_share_text_has_the_winner_and_all_totals(paper: Paper) -> None:
    open_story(played(paper).round("2", points_1="20", points_3="20"))
    assert re.fullmatch(
        r"Bo wins! 110 · Ana 40 · Cy 0 \(\d+ [A-Z][a-z]{2} \d{4}, 3 rounds\)", text_of(paper)
    )


def test_sms_and_mail_links_contain_the_share_text_but_no_url(paper: Paper) -> None:
    open_story(played(paper).round("2", points_1="20", points_3="20"))
    for link in ("sms:", "mailto:"):
        message = unquote(paper.find(rf'href="{link}[^"]*body=([^"]+)"'))
        assert message == text_of(paper)
        assert "http" not in message


def test_picture_of_a_finished_game_shows_all_players(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo", "Cy", "Dee", target="20")
    paper.open(f"{paper.game}/picture.svg")
    assert paper.status == 404  # no winner yet
    paper.open(paper.game).round("2", points_1="10", points_3="10", points_4="5")
    svg = picture_of(paper)
    assert (svg.get("aria-label") or "").startswith("Bo wins! 25 · Ana 0 · Cy 0 · Dee 0 (")
    drawn = words_in(svg)
    assert drawn[0] == "Bo wins!"
    assert {"Ana", "Bo", "Cy", "Dee", "25"} <= {*drawn}
    assert any("1 round" in each for each in drawn)


def test_two_winners_have_equal_height_on_the_podium(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo", "Cy", scoring="keep-own", target="20")
    paper.round("1", points_2="5", points_3="9")
    paper.round("2", points_1="5", points_3="20")
    assert paper.has("Ana and Bo win!", "Ana 5 1st", "Bo 5 1st", "Cy 29 3rd")
    assert paper.page.count('class="crown"') == 2
    assert text_of(paper).startswith("Ana and Bo win! Ana 5 · Bo 5 · Cy 29 (")
    circles = picture_of(paper).iter("{http://www.w3.org/2000/svg}circle")
    heights = [each.get("cy") for each in circles if each.get("stroke-width") == "12"]
    assert heights[0] == heights[1] != heights[2]


def test_rematch_page_shows_the_games_won_this_evening(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo", target="20").round("2", points_1="30")
    assert not paper.has("Games won:")
    for before, after in (("Bo 1 · Ana 0", "Ana 1 · Bo 1"), ("Ana 1 · Bo 1", "Ana 2 · Bo 1")):
        assert paper.send(f"{paper.game}/rematch", []).has(f"Games won: {before}")
        assert paper.round("1", points_2="30").has(f"Games won: {after}")


def test_saving_the_last_round_announces_the_winner(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo", target="20").round("2", points_1="30")
    assert re.search(r'id="flash" role="status">.*?Bo wins!', paper.page, re.DOTALL)
