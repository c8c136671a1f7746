"""The story of a game: podium, chart, moments, the other scoring, BG Stats."""

import json
import re
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree as ET

from tests.web.paper import Paper


def played(paper: Paper, **wishes: str) -> Paper:
    paper.start("hello-kitty", "Ana", "Bo", "Cy", target="100", dealer="3", **wishes)
    paper.round("1", points_2="10", points_3="30")
    return paper.round("2", points_1="50", points_3="20")


def open_story(paper: Paper) -> Paper:
    return paper.open(f"{paper.game}/story")


def play_of(paper: Paper) -> dict[str, object]:
    link = re.search(r'href="(https://app\.bgstatsapp\.com/[^"]+)"', paper.page)
    assert link
    query = parse_qs(urlsplit(link[1].replace("&amp;", "&")).query)
    play = json.loads(query["data"][0])
    assert isinstance(play, dict)
    return play


def test_a_game_is_told_while_it_is_played(paper: Paper) -> None:
    open_story(played(paper))
    assert paper.has("The game so far", "Best round", "Bo · 70 points", "Worst hand", "The lead")
    assert paper.has("Whoever goes out collects", "And scored the other way?")
    assert not paper.has("BG Stats")


def test_before_the_first_round_there_is_nothing_to_tell(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo")
    assert open_story(paper).has("No round yet")


def test_a_finished_game_has_its_podium(paper: Paper) -> None:
    played(paper).round("2", points_1="20", points_3="20")
    assert paper.has("The whole game")
    assert open_story(paper).has("Bo wins: first to 100 points.")
    assert '<ol class="podium">' in paper.page
    paper.open(f"{paper.game}/story?lang=fr")
    assert paper.has("Bo gagne", "Plus belle manche", "Pire main", "En tête")


def test_who_watches_may_read_it_too_without_the_key_that_writes(paper: Paper) -> None:
    played(paper)
    watch = re.search(r"/watch/[\w-]+", paper.open(f"{paper.game}/share").page)
    assert watch
    key = watch[0].removeprefix("/watch/")
    paper.open(f"/games/{key}/story")
    assert paper.has("The game so far")
    assert paper.game.removeprefix("/games/") not in paper.page


def test_the_chart_is_a_drawing_with_its_figures_beside_it(paper: Paper) -> None:
    open_story(played(paper))
    drawing = re.search(r"<figure.*?</svg>", paper.page, re.DOTALL)
    assert drawing
    svg = ET.fromstring(drawing[0][drawing[0].index("<svg") :])
    assert svg.get("role") == "img"
    assert "figures stand below" in (svg.get("aria-label") or "")
    lines = [each for each in svg if each.tag == "polyline"]
    assert [len((each.get("points") or "").split()) for each in lines] == [3, 3, 3]
    rows = re.findall(r'<tr><th scope="row">(\d)</th><td>(\d+)</td><td>(\d+)</td>', paper.page)
    assert rows[:2] == [("1", "0", "40"), ("2", "70", "40")]


def test_a_finished_game_goes_to_the_play_log_without_any_key(paper: Paper) -> None:
    open_story(played(paper).round("2", points_1="20", points_3="20"))
    play = play_of(paper)
    assert play["game"] == {
        "name": "UNO",
        "sourceGameId": "hello-kitty",
        "bggId": 2223,
        "highestWins": True,
        "noPoints": False,
    }
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", str(play["playDate"]))
    assert play["durationMin"] == 1
    assert play["players"] == [
        player(1, "Ana", 40, 2, first=True),
        player(2, "Bo", 110, 1, won=True),
        player(3, "Cy", 0, 3),
    ]
    assert str(play["sourcePlayId"]) not in paper.game


def player(seat: int, name: str, score: int, rank: int, **more: bool) -> dict[str, object]:
    return {
        "name": name,
        "sourcePlayerId": str(seat),
        "startPlayer": more.get("first", False),
        "winner": more.get("won", False),
        "score": score,
        "rank": rank,
    }


def test_partners_are_a_team_in_the_play_log(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo", "Cy", "Dee", format="teams", target="20")
    open_story(paper.round("1", points_2="10", points_4="20"))
    players = play_of(paper)["players"]
    assert isinstance(players, list)
    assert [each["team"] for each in players] == ["Ana + Cy", "Bo + Dee"] * 2
    assert [each["winner"] for each in players] == [True, False] * 2


def test_lowest_wins_is_said_to_the_play_log(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo", scoring="keep-own", target="20")
    open_story(paper.round("1", points_2="30"))
    game = play_of(paper)["game"]
    assert isinstance(game, dict)
    assert game["highestWins"] is False
