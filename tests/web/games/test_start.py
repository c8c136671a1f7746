"""Start form, settings, rematch, and the list of games on the home page."""

import re

import pytest

from tests.web.paper import Paper
from tests.web.script import Script


def test_more_players_than_the_box_says_are_pointed_out(paper: Paper) -> None:
    paper.start("no-mercy", *"ABCDEF")
    assert not paper.has("cards may run short")
    paper.start("no-mercy", *"ABCDEFG")
    assert paper.has("is made for 2 to 6 players: cards may run short.")


def test_invalid_names_are_reported_and_stay_in_the_form(paper: Paper) -> None:
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


def test_start_form_without_names_uses_default_names(paper: Paper) -> None:
    blank = [("edition", "hello-kitty"), *[("players", " ")] * 4]
    assert paper.send("/games", blank, dealer="1").has("Player 1", "Player 4", "Player 1 deals")
    french = paper.another_phone().open("/?lang=fr")
    assert french.send("/games", blank[:3]).has("Joueur 1", "Joueur 2")
    assert not french.has("Joueur 3")


def test_blank_name_among_others_is_skipped_and_next_player_deals(
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


def test_adding_a_seat_without_scripts_keeps_typed_names(paper: Paper) -> None:
    """Enter presses the first button of a form, which must not start the game."""
    first = paper.open("/games/new").find(r"<button(?! type=.button)[^>]*>")
    assert 'name="seats" value="5"' in first
    paper.send("/games", [("players", name) for name in ("Zoe", "", "", "")], seats="5")
    assert paper.status == 200
    shown = re.findall(r"<input name=.players.[^>]*>", paper.page)
    assert ["disabled" in each for each in shown] == [False] * 5 + [True] * 5
    assert 'value="Zoe"' in shown[0]
    assert "autofocus" in shown[1]


def test_start_form_suggests_players_of_last_game_unless_tournament(
    paper: Paper,
) -> None:
    paper.start("classic-108", "Ana", "Bo")
    paper.start("classic-108", *"CDEFGH", format="tournament")
    assert 'value="Ana"' in paper.open("/games/new").page
    assert 'value="C"' not in paper.page
    assert 'value="Ana"' not in paper.open("/games/new?format=tournament&open_seats=1").page


def test_start_form_sets_decks_left_out_cards_and_dealer(paper: Paper) -> None:
    paper.start(
        "classic-112", "Ana", "Bo", "Cy", dealer="2", decks="2", **{"left-out-customizable": "6"}
    )
    assert paper.has("Bo deals")
    paper.round("1", points_3="0", **{"count-2-customizable": "1"})
    assert paper.has("Customizable Wild: the deck has 0")


def test_form_of_a_round_asks_the_last_card_question_of_the_box(paper: Paper) -> None:
    assert paper.start("toy-story-3", "Ana", "Bo").has("Last card Lotso?")


def change(paper: Paper, what: str, *fields: tuple[str, str]) -> Paper:
    address = f"{paper.game}/settings"
    paper.open(address)
    return paper.send(address, [("change", what), *fields])


def test_settings_change_names_and_dealer_and_end_the_game(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo").round("1", points_2="45")
    assert change(paper, "players", ("players", "Anna"), ("players", "Bo")).has("Ana → Anna")
    assert change(paper, "players", ("players", "Bo"), ("players", "bo")).status == 422
    assert change(paper, "dealer", ("dealer", "Bo")).has("Bo deals")
    assert change(paper, "finish").has("Anna wins", "everyone agreed to stop")
    assert not change(paper, "go-on").has("Anna wins")


def test_home_lists_only_the_latest_unstarted_game_of_each_format(paper: Paper) -> None:
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


def test_home_separates_running_games_from_finished_ones(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo", target="50").round("1", points_2="45")
    assert paper.open("/").has("Playing now Ana leads by 45 Ana, Bo", "45 of 50")
    assert not paper.has("Played")
    paper.open(paper.game).round("1", points_2="5")
    assert paper.open("/").has("Played Ana won Ana, Bo", "50 2 rounds")
    assert not paper.has("Playing now")


def test_invalid_target_opens_its_section_and_is_linked_at_the_top(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo")
    change(paper, "target", ("target", "99999"))
    assert '<a href="#fault-target">' in paper.page
    assert 'id="fault-target"' in paper.page
    assert "autofocus" in paper.find(r'<input name="target"[^>]*>')
    assert re.search(r'<details class="fold" id="target" open>', paper.page)


def test_home_lists_the_latest_fifty_games(paper: Paper) -> None:
    for number in range(52):
        paper.start("classic-108", f"Ana {number}", "Bo")
    assert paper.open("/?all=1").has("Ana 51", "Ana 2")
    assert not paper.has("Ana 1,")


@pytest.mark.parametrize("marked", ["rounds-won", "keep-own"])
def test_teams_accept_rounds_won_but_not_keep_own_scoring(paper: Paper, marked: str) -> None:
    four = ("Ana", "Bo", "Cy", "Dee")
    paper.start("classic-108", *four, format="teams", scoring=marked, rounds="2")
    assert paper.has("to 2 rounds won" if marked == "rounds-won" else "to 500")


def test_rematch_keeps_target_and_scoring_and_passes_the_deal(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo", "Cy", scoring="keep-own", dealer="1")
    change(paper, "target", ("target", "90"))
    paper.round("1", points_2="90", points_3="3")
    paper.send_form(f"{paper.game}/rematch", [])
    assert paper.has("to 90", "Everyone scores their own hand", "Bo deals", "Round 1")


def test_rematch_keeps_the_house_rules(table: Script) -> None:
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


def test_watchers_can_open_rounds_but_change_nothing(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo").round("1", points_2="45")
    score = paper.game.rpartition("/")[2]
    guest = paper.another_phone().open(paper.board)
    assert guest.has("Ana", "45")
    assert score not in guest.page
    assert guest.open(f"{paper.board.replace('watch', 'games')}/rounds/1").has("Ana went out.")
    assert "<form" not in guest.page


# sections of the settings page, of which at most one is open


@pytest.fixture
def played(paper: Paper) -> Paper:
    paper.start("classic-108", "Ana", "Bo", "Cy", dealer="1")
    return paper.round("1", points_2="7", points_3="0")


def opened(paper: Paper) -> list[str]:
    return re.findall(r'<details class="fold" id="([\w-]+)" open>', paper.page)


def test_settings_sections_begin_with_target_and_are_all_closed(played: Paper) -> None:
    settings = played.open(f"{played.game}/settings")
    folds = re.findall(r'<details class="fold" id="([\w-]+)"', settings.page)
    assert folds == ["target", "dealer", "stop", "group", "join", "leave", "players", "finish"]
    assert opened(settings) == []


def test_dealer_on_game_page_links_to_open_dealer_section(played: Paper) -> None:
    choice = played.open(played.game).find(r'<a class="dealer" href="([^"]+)#dealer"')
    assert opened(played.open(choice)) == ["dealer"]


def test_settings_of_ended_game_open_the_section_to_go_on(played: Paper) -> None:
    address = f"{played.game}/settings"
    played.open(address).send_form(address, [("change", "finish")])
    assert opened(played.open(address)) == ["go-on"]


def test_settings_of_tournament_are_all_closed(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo", "Cy", "Dee", format="tournament")
    assert opened(paper.open(f"{paper.game}/settings")) == []


def test_setting_to_end_the_game_appears_after_first_round(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo")
    assert not paper.open(f"{paper.game}/settings").has("End the game")
    assert paper.has("Delete this game")
    paper.open(paper.game).round("1", points_2="7")
    assert paper.open(f"{paper.game}/settings").has("End the game")
