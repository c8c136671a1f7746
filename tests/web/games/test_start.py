"""Starting a game, changing the table and its settings, and the games a phone knows."""

import re

import pytest

from tests.web.paper import Paper
from tests.web.script import Script


def test_bad_names_are_told_beside_their_places_and_kept(paper: Paper) -> None:
    paper.open("/games/new")
    players = ["Ana", "", "ana ", "=1+1", "x" * 10_000, "a\u200fb"]
    paper.send("/games", [("edition", "classic-108"), *(("players", name) for name in players)])
    assert paper.status == 422
    assert paper.has(
        "Two players are called ana", "can’t contain “=”", "has 10000", "invisible character"
    )
    assert "=1+1" in paper.page
    assert paper.open("/").has("The rules of your box")
    assert not paper.has("Playing now")


def test_a_form_without_a_name_starts_a_game(paper: Paper) -> None:
    blank = [("edition", "hello-kitty"), *[("players", " ")] * 4]
    assert paper.send("/games", blank, dealer="1").has("Player 1", "Player 4", "Player 1 deals")
    french = paper.another().open("/?lang=fr")
    assert french.send("/games", blank[:3]).has("Joueur 1", "Joueur 2")
    assert not french.has("Joueur 3")


def test_where_somebody_is_named_a_blank_seat_is_nobody_and_the_next_one_deals(
    paper: Paper,
) -> None:
    paper.send(
        "/games",
        [("players", name) for name in ("Ana", "", "Bo")],
        edition="classic-108",
        dealer="2",
    )
    assert paper.has("Bo deals")
    assert not paper.has("Player 2")


def test_without_a_script_enter_and_one_more_keep_what_was_typed(paper: Paper) -> None:
    """Enter presses the first button of a form: it must not start the game."""
    first = paper.open("/games/new").find(r"<button(?! type=.button)[^>]*>")
    assert 'name="seats" value="5"' in first
    paper.send("/games", [("players", name) for name in ("Zoe", "", "", "")], seats="5")
    assert paper.status == 200
    shown = re.findall(r"<input name=.players.[^>]*>", paper.page)
    assert ["disabled" in each for each in shown] == [False] * 5 + [True] * 5
    assert 'value="Zoe"' in shown[0]
    assert "autofocus" in shown[1]


def test_a_new_game_begins_with_the_people_of_the_last_one_and_a_tournament_with_nobody(
    paper: Paper,
) -> None:
    paper.start("classic-108", "Ana", "Bo")
    paper.start("classic-108", *"CDEFGH", format="tournament")
    assert 'value="Ana"' in paper.open("/games/new").page
    assert 'value="C"' not in paper.page
    assert 'value="Ana"' not in paper.open("/games/new?format=tournament&open_seats=1").page


def test_several_decks_cards_left_out_and_the_dealer(paper: Paper) -> None:
    paper.start(
        "classic-112", "Ana", "Bo", "Cy", dealer="2", decks="2", **{"left-out-customizable": "6"}
    )
    assert paper.has("Bo deals")
    paper.round("1", points_3="0", **{"count-2-customizable": "1"})
    assert paper.has("Customizable Wild: the deck has 0")


def test_the_last_card_rule_stands_before_saving(paper: Paper) -> None:
    assert paper.start("toy-story-3", "Ana", "Bo").has("Last card Lotso?")


def change(paper: Paper, what: str, *fields: tuple[str, str]) -> Paper:
    address = f"{paper.game}/settings"
    paper.open(address)
    return paper.send(address, [("change", what), *fields])


def test_names_dealer_and_the_end_by_agreement(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo").round("1", points_2="45")
    assert change(paper, "players", ("players", "Anna"), ("players", "Bo")).has("Ana → Anna")
    assert change(paper, "players", ("players", "Bo"), ("players", "bo")).status == 422
    assert change(paper, "dealer", ("dealer", "Bo")).has("Bo deals")
    assert change(paper, "finish").has("Anna wins", "everyone agreed to stop")
    assert not change(paper, "go-on").has("Anna wins")


def test_of_games_that_were_never_begun_the_latest_is_listed(paper: Paper) -> None:
    for names in (("Ana", "Bo"), ("Ana", "Bo"), ("Ana", "Bo"), ("Ana", "Cy")):
        paper.start("hello-kitty", *names)
    assert paper.open("/").has("Not started yet Ana, Cy")
    assert paper.page.count("Not started yet") == 1
    assert paper.open("/?all=1").page.count("Not started yet") == 4
    paper.start("hello-kitty", "Ana", "Bo", "Cy", "Dee", format="tournament")
    assert paper.open("/").has("Not started yet Ana, Bo, Cy, Dee", "Not started yet Ana, Cy")
    paper.start("hello-kitty", "Ana", "Bo")
    paper.round("1", points_2="20")
    assert paper.open("/").page.count("Not started yet") == 2


def test_the_first_page_tells_games_that_go_on_from_those_that_are_over(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo", target="50").round("1", points_2="45")
    assert paper.open("/").has("Playing now Ana leads by 45 Ana, Bo", "45 of 50")
    assert not paper.has("Played")
    paper.open(paper.game).round("1", points_2="5")
    assert paper.open("/").has("Played Ana won Ana, Bo", "50 2 rounds")
    assert not paper.has("Playing now")


def test_a_bad_target_is_said_where_it_is_and_the_way_there_stands_above(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo")
    change(paper, "target", ("target", "99999"))
    assert '<a href="#fault-target">' in paper.page
    assert 'id="fault-target"' in paper.page
    assert "autofocus" in paper.find(r'<input name="target"[^>]*>')
    assert re.search(r'<details class="fold" id="target" open>', paper.page)


def test_the_latest_fifty_games_are_known(paper: Paper) -> None:
    for number in range(52):
        paper.start("classic-108", f"Ana {number}", "Bo")
    assert paper.open("/?all=1").has("Ana 51", "Ana 2")
    assert not paper.has("Ana 1,")


@pytest.mark.parametrize("marked", ["rounds-won", "keep-own"])
def test_teams_may_count_rounds_and_never_keep_their_own(paper: Paper, marked: str) -> None:
    four = ("Ana", "Bo", "Cy", "Dee")
    paper.start("classic-108", *four, format="teams", scoring=marked, rounds="2")
    assert paper.has("to 2 rounds won" if marked == "rounds-won" else "to 500")


def test_a_rematch_keeps_everything_and_asks_nothing(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo", "Cy", scoring="keep-own", dealer="1")
    change(paper, "target", ("target", "90"))
    paper.round("1", points_2="90", points_3="3")
    paper.send_form(f"{paper.game}/rematch", [])
    assert paper.has("to 90", "Everyone scores their own hand", "Bo deals", "Round 1")


def test_a_rematch_plays_by_the_house_rules_of_the_table(table: Script) -> None:
    game = f"/games/{table.score_key}"
    table.ask("PUT", f"{game}/settled/stack.2on2", json={"custom": True})
    table.ask("PUT", f"{game}/settled/uno.penalty", json={"text": "Sing a song"})
    table.ask("DELETE", f"{game}/settled/uno.penalty")
    table.round("Ana", Bo=300, Cy=300)
    table.ask("PUT", f"{game}/settled/stack.2on4", json={"text": "Never, ever"})
    new = table.client.post(f"{game}/rematch").headers["Location"]
    settled = table.client.get(f"/api{new}").get_json()["game"]["settled"]
    assert [(each["rule"], each["from_round"]) for each in settled] == [
        ("stack.2on2", 1), ("stack.2on4", 1),
    ]  # fmt: skip
    assert settled[0]["custom"]
    assert "House rules of this table" in table.client.get(new).text
    assert "Never, ever" in table.client.get(new).text


def test_those_who_watch_can_open_rounds_and_change_nothing(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo").round("1", points_2="45")
    score = paper.game.rpartition("/")[2]
    guest = paper.another().open(paper.board)
    assert guest.has("Ana", "45")
    assert score not in guest.page
    assert guest.open(f"{paper.board.replace('watch', 'games')}/rounds/1").has("Ana went out.")
    assert "<form" not in guest.page


# the settings: what is used most comes first, and one change at most is open


@pytest.fixture
def played(paper: Paper) -> Paper:
    paper.start("classic-108", "Ana", "Bo", "Cy", dealer="1")
    return paper.round("1", points_2="7", points_3="0")


def opened(paper: Paper) -> list[str]:
    return re.findall(r'<details class="fold" id="([\w-]+)" open>', paper.page)


def test_the_target_comes_first_the_end_late_and_nothing_is_open(played: Paper) -> None:
    settings = played.open(f"{played.game}/settings")
    folds = re.findall(r'<details class="fold" id="([\w-]+)"', settings.page)
    assert folds == ["target", "dealer", "stop", "group", "join", "leave", "players", "finish"]
    assert opened(settings) == []


def test_who_deals_leads_to_the_open_choice(played: Paper) -> None:
    choice = played.open(played.game).find(r'<a class="dealer" href="([^"]+)#dealer"')
    assert opened(played.open(choice)) == ["dealer"]


def test_a_game_that_was_ended_has_the_way_on_open(played: Paper) -> None:
    address = f"{played.game}/settings"
    played.open(address).send_form(address, [("change", "finish")])
    assert opened(played.open(address)) == ["go-on"]


def test_a_tournament_opens_nothing_either(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo", "Cy", "Dee", format="tournament")
    assert opened(paper.open(f"{paper.game}/settings")) == []


def test_before_the_first_round_there_is_nothing_to_stop(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo")
    assert not paper.open(f"{paper.game}/settings").has("End the game")
    assert paper.has("Delete this game")
    paper.open(paper.game).round("1", points_2="7")
    assert paper.open(f"{paper.game}/settings").has("End the game")
