"""The pages of a group: access to its link, next game, list of games, deletion."""

import re

import pytest
from flask import Flask

from companion.keys import public_id
from tests.store.sqlite import raw
from tests.web.clock import Clock
from tests.web.groups.phones import group_of, names_started
from tests.web.paper import Paper
from tests.web.running import registry_of
from tests.web.script import Script

# access to the link


def test_only_phone_that_started_game_is_shown_group_link(table: Paper, group: str) -> None:
    visitor = table.another_phone().client
    for page in (table.game, f"{table.game}/settings", f"{table.game}/story", table.board):
        assert group not in visitor.get(page).text
    assert group not in table.client.get(table.board).text
    assert visitor.get(group).status_code == 200
    assert group_of(visitor, table.game) == group


def test_rematch_shows_group_link_only_on_same_evening(
    clock: Clock, table: Paper, group: str
) -> None:
    second, third = table.another_phone().client, table.another_phone().client
    clock.advance(hours=1)
    rematch = second.post(f"{table.game}/rematch").headers["Location"]
    assert group_of(second, rematch) == group
    # Years later a visitor finds the link of a game.
    clock.advance(days=900)
    late = third.post(f"{rematch}/rematch").headers["Location"]
    assert group_of(third, late) is None
    assert group_of(second, late) == group


def test_group_pages_contain_no_scoring_key(table: Paper, group: str) -> None:
    game = table.game.rpartition("/")[2]
    for page in ("", "/games", "/people", "/link", "/games?name=Ana&name=Bo"):
        assert game not in table.client.get(f"{group}{page}").text


def test_group_page_has_only_games_won_before_fifth_game(table: Paper, group: str) -> None:
    for games in range(1, 6):
        table.open(group)
        details = ("Filter by date or box", "Rounds won", "More figures", "Head to head")
        assert [table.has(words) for words in details] == [games == 5] * len(details)
        assert table.has("Games won", f"Ana {games} / {games}", "The games")
        # Each player has the disc of their seat in the latest game.
        for seat, name in enumerate(("Ana", "Bo", "Cy"), start=1):
            assert re.search(rf'class="token s{seat}".+?</span><bdi><a [^>]+>{name}<', table.page)
        table.send(f"{group}/start", [("present", name) for name in ("Ana", "Bo", "Cy")])
        table.round("1", points_2="30", points_3="20")


def test_group_figures_leave_out_columns_that_no_game_fills(paper: Paper) -> None:
    for _ in range(5):
        paper.start("classic-108", "Ana", "Bo", "Cy", format="challenge", target="40")
        paper.round("1", points_2="45", points_3="50")
    group = group_of(paper.client, paper.game)
    page = paper.open(str(group))
    assert page.has("More figures", "Worst hand", "Average left in hand")
    assert "Points won</th>" not in page.page
    assert "Best round</th>" not in page.page
    picture = paper.client.get(f"{group}/picture.svg").text
    assert "Rounds" in picture
    assert "Points" not in picture


def test_group_pages_do_not_mention_json(table: Paper, group: str) -> None:
    for page in ("", "/games", "/people", "/link"):
        assert not table.open(f"{group}{page}").has("JSON")


def test_result_link_leads_to_story_without_scoring_key(table: Paper, group: str) -> None:
    result = re.search(rf'href="({group}/games/[\w-]+)"', table.client.get(f"{group}/games").text)
    assert result
    story = table.client.get(result[1]).headers["Location"]
    assert table.game.rpartition("/")[2] not in story
    assert "Ana wins" in table.client.get(story).text
    assert "Rematch, same seats" in table.client.get(story).text  # on the phone that scored it
    assert "Rematch, same seats" not in table.another_phone().client.get(story).text


def test_group_games_filtered_by_names_leave_out_running_games(table: Paper, group: str) -> None:
    names_started(table.client, group, present=["Ana", "Bo"])
    table.open(f"{group}/games?name=Ana&name=Bo")
    assert table.has("Games with Ana and Bo 1 game", "Ana won")
    assert not table.has("still being played")
    assert table.open(f"{group}/games").has("2 games, 1 still being played", "Ana won")
    assert re.search(r"Ana\s+1 game", table.open(f"{group}/people").text)


def test_result_address_with_internal_game_id_still_works(table: Paper, group: str) -> None:
    page = table.open(f"{group}/games").page
    shown = set(re.findall(rf"{group}/games/([\w-]{{22}})", page))
    latest = registry_of(table.client.application).games.store.journals.latest(99)
    ids = {each.game for each in latest}
    own = {each for each in ids if public_id(each) in shown}
    assert len(own) == len(shown) > 0
    assert not own & shown
    for each in own:
        there = table.client.get(f"{group}/games/{each}").headers["Location"]
        assert table.client.get(f"{group}/games/{public_id(each)}").headers["Location"] == there


def test_result_of_other_group_is_not_found(app: Flask, group: str) -> None:
    other = Script(app, "203.0.113.8").start()
    game = other.ask("GET", f"/groups/{other.group_key}").json["games"][0]["id"]
    assert app.test_client().get(f"{group}/games/{game}").status_code == 404


def test_wrong_group_keys_are_rate_limited(app: Flask) -> None:
    phone = app.test_client()
    answers = [phone.get(f"/groups/{number:022}").status_code for number in range(61)]
    assert answers == [404] * 60 + [429]


# the next game


def test_next_game_seats_present_players_in_former_order(table: Paper, group: str) -> None:
    assert table.open(group).has("Who’s here tonight?")
    phone = table.client
    assert names_started(phone, group, present=["Cy", "Ana"]) == ["Ana", "Cy"]
    started = names_started(phone, group, present=["Bo", "Ana"], guests="Zoe,  Max ")
    assert started == ["Ana", "Bo", "Zoe", "Max"]
    assert table.open(group).has("Zoe")
    api = table.client.get(f"/api{group}").get_json()
    assert [len(game["players"]) for game in api["games"]] == [3, 2, 4]


def test_group_page_shows_changed_target_that_next_game_inherits(table: Paper, group: str) -> None:
    assert table.has("Rematch, same seats UNO, 108 cards · to 40")
    table.send(f"{table.game}/rematch", [])
    table.open(f"{table.game}/settings")
    table.send_form(f"{table.game}/settings", [("change", "target"), ("target", "30")])
    assert table.open(group).has("Box and rules UNO, 108 cards · to 30")
    table.send(f"{group}/start", [("present", "Ana"), ("present", "Bo")])
    assert table.has("First to 30 wins")


def test_group_page_offers_running_games_above_form_for_next_game(
    clock: Clock, table: Paper, group: str
) -> None:
    assert not table.open(group).has("Continue the game")
    names_started(table.client, group, present=["Ana", "Bo"])
    clock.advance(hours=1)
    names_started(table.client, group, present=["Ana", "Cy"])
    table.open(group)
    assert table.has("Continue the game Ana and Cy · Round 1", "Continue the game Ana and Bo")
    shown = table.text.index
    assert shown("Ana and Cy ·") < shown("Ana and Bo ·") < shown("Who’s here")
    (first, _) = re.findall(r'class="button primary going" href="([^"]+)"', table.page)
    going = table.client.get(first).headers["Location"]
    assert Paper(table.client).open(going).has("Round 1: who went out?")
    # A phone that only knows the group can watch.
    visitor = table.another_phone().open(group)
    assert visitor.has("Watch the game Ana and Cy · Round 1")
    assert visitor.client.get(first).headers["Location"].startswith("/watch/")
    # Games abandoned on another evening are not offered once a new one is started.
    clock.advance(days=7)
    names_started(table.client, group, present=["Bo", "Cy"])
    assert re.findall(r"Continue the game (\w+ and \w+)", table.open(group).text) == ["Cy and Bo"]


def test_running_tournament_is_listed_without_round(app: Flask, table: Paper, group: str) -> None:
    hall = Script(app, "203.0.113.8")
    hall.start("A", "B", "C", "D", format="tournament", group=group.rpartition("/")[2])
    table.open(group)
    assert table.has("Watch the game")
    assert not table.has("Round")


@pytest.mark.parametrize("guests", ["", "x" * 30, "Ana"])
def test_invalid_players_of_next_game_lead_to_form(table: Paper, group: str, guests: str) -> None:
    answer = table.client.post(f"{group}/start", data={"present": ["Ana"], "guests": guests})
    form = answer.headers["Location"]
    assert form.startswith("/games/new?group=")
    assert table.open(form).typed["players"] is not None
    assert len(table.client.get(f"/api{group}").get_json()["games"]) == 1


def test_new_game_form_preselects_group_and_order_of_players(table: Paper, group: str) -> None:
    chosen = {"present": ["Cy", "Ana"], "choose": "1"}
    form = table.client.post(f"{group}/start", data=chosen).headers["Location"]
    page = table.client.get(form).text
    assert f'value="{group.rpartition("/")[2]}" selected' in page
    assert page.index('value="Ana"') < page.index('value="Cy"')


def test_game_of_same_players_joins_group_known_to_phone(table: Paper, group: str) -> None:
    table.start("hello-kitty", "cy", "BO", "Ana")
    assert group_of(table.client, table.game) == group
    table.start("hello-kitty", "Ana", "Bo")
    assert group_of(table.client, table.game) not in {group, None}
    visitor = table.another_phone().start("hello-kitty", "Ana", "Bo", "Cy")
    assert group_of(visitor.client, visitor.game) not in {group, None}


def test_form_can_put_game_in_new_or_other_group(table: Paper, group: str) -> None:
    table.start("hello-kitty", "Ana", "Bo", "Cy", group="new")
    assert group_of(table.client, table.game) != group
    table.start("hello-kitty", "Ana", "Zoe", group=group.rpartition("/")[2])
    assert group_of(table.client, table.game) == group


# games of the group


def test_moving_game_needs_scoring_key_and_group_link(app: Flask, table: Paper, group: str) -> None:
    other = Script(app, "203.0.113.8").start("Ana", "Zoe")
    page = f"/games/{other.score_key}"
    phone = app.test_client()
    refused = phone.post(f"{page}/group", data={"group": "/groups/nowhere"})
    assert (refused.status_code, "no group with this link" in refused.text) == (422, True)
    for watcher in (other.watch_key, "wrong"):
        moved = phone.post(f"/games/{watcher}/group", data={"group": group})
        assert moved.status_code == 404
    phone.post(f"{page}/group", data={"group": f"http://localhost{group}"})
    assert len(phone.get(f"/api{group}").get_json()["games"]) == 2
    assert phone.get(f"/groups/{other.group_key}").status_code == 404
    assert table.open(group).has("Zoe")


def test_game_is_left_out_of_statistics_and_counted_again(table: Paper, group: str) -> None:
    phone = table.client
    game = phone.get(f"/api{group}").get_json()["games"][0]["id"]
    for change, people in (("leave-out", []), ("count", ["Ana", "Bo", "Cy"])):
        phone.post(f"{group}/games/{game}", data={"change": change})
        values = phone.get(f"/api{group}").get_json()
        assert [person["name"] for person in values["people"]] == people
        assert bool(values["games"]) == bool(people)


def test_deleted_game_can_be_restored_on_group_page_for_thirty_days(
    clock: Clock, table: Paper, group: str
) -> None:
    phone, stays = table.client, table.game
    names_started(phone, group, present=["Ana", "Bo"])
    game = phone.get(f"/api{group}").get_json()["games"][0]["id"]
    phone.post(f"{stays}/delete")
    assert [g["id"] for g in phone.get(f"/api{group}").get_json()["games"]] != [game]
    clock.advance(days=29)
    assert table.open(f"{group}/games").has("Restore", "Ana, Bo, Cy")
    table.another_phone().client.post(f"{group}/games/{game}", data={"change": "restore"})
    assert phone.get(stays).status_code == 200
    phone.post(f"{stays}/delete")
    clock.advance(days=31)
    phone.get(group)
    assert not table.open(f"{group}/games").has("Restore")
    assert phone.get(stays).status_code == 404


# the group itself


def test_renewed_group_link_replaces_old_one(table: Paper, group: str) -> None:
    phone = table.client
    sent = {"request_id": "once"}
    first, second = (phone.post(f"{group}/renew", data=sent).headers["Location"] for _ in range(2))
    assert first == second
    assert phone.get(group).status_code == 404
    assert "has been replaced" in phone.get(group).text
    renewed = first.removesuffix("/link")
    assert group_of(phone, table.game) == renewed


def test_forgotten_group_is_not_shown_but_its_link_works(table: Paper, group: str) -> None:
    names_started(table.client, group, present=["Ana", "Bo"])
    table.client.post(f"{group}/forget")
    assert group_of(table.client, table.game) is None
    assert table.client.get(group).status_code == 200


def test_deleting_group_keeps_its_games(table: Paper, group: str) -> None:
    table.client.post(f"{group}/delete")
    assert table.client.get(group).status_code == 404
    assert table.client.get(table.game).status_code == 200
    again = table.client.post(f"{table.game}/rematch").headers["Location"]
    assert group_of(table.client, again) not in {group, None}


def test_home_lists_known_groups_with_two_finished_games(
    app: Flask, table: Paper, group: str
) -> None:
    assert group not in table.client.get("/").text
    names_started(table.client, group, present=["Ana", "Bo"])
    game = Script(app, "203.0.113.8")
    game.start("Ana", "Bo", group=group.rpartition("/")[2], target=5).round("Ana", Bo=9)
    assert group in table.client.get("/").text
    assert group not in app.test_client().get("/").text


def test_group_page_is_updated_after_correction_of_old_game(table: Paper, group: str) -> None:
    assert table.open(group).has("Ana 1 / 1")
    assert "Ana 1 / 1" in table.text
    table.client.get("/")
    key = table.game.rpartition("/")[2]
    values = {"went_out": "Bo", "hands": {"Ana": {"points": 40}, "Cy": {"points": 5}}}
    assert table.client.put(f"/api/games/{key}/rounds/1", json=values).status_code == 200
    assert "Bo 1 / 1" in table.open(group).text


def test_group_page_is_cached_while_nothing_changes(
    app: Flask, table: Paper, group: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.open(group)
    computed = []
    results = registry_of(app).groups.results
    monkeypatch.setattr(results, "get_or_make", lambda *_: computed.append("again"))
    assert table.open(group).has("Ana 1 / 1")
    assert computed == []


@pytest.mark.sqlite_only
def test_games_of_damaged_group_still_work(app: Flask, table: Paper, group: str) -> None:
    raw.run(registry_of(app).config.database, "UPDATE groups SET text = 'x'")
    assert table.client.get(group).status_code == 503
    for page in (table.game, f"{table.game}/settings", f"{table.game}/story", "/", "/games/new"):
        assert table.client.get(page).status_code == 200
    again = table.client.post(f"{table.game}/rematch").headers["Location"]
    assert group_of(table.client, again) not in {group, None}


def test_group_page_works_while_game_has_open_seats(table: Paper, group: str) -> None:
    asked = {"edition": "hello-kitty", "players": [], "open_seats": True}
    key = group.rpartition("/")[2]
    assert table.client.post("/api/games", json=asked | {"group": key}).status_code == 201
    assert table.open(group).has("Ana 1 / 1", "Who’s here tonight?")
    assert len(table.client.get(f"/api{group}").get_json()["games"]) == 2


def test_named_group_has_its_name_on_every_page(table: Paper, group: str) -> None:
    stored = registry_of(table.client.application).groups.open(group.rpartition("/")[2]).stored
    game = table.game
    names_started(table.client, group, present=["Ana", "Bo", "Cy"])
    table.send(f"{group}/name", [("name", " Les  amis du mardi, n° 2 \u200f")])
    pages = (group, f"{group}/link", f"{group}/people", f"{group}/games", "/", "/games/new")
    for page in (*pages, f"{game}/settings", f"{group}/picture.svg"):
        assert "Les  amis du mardi, n° 2" in table.client.get(page).text, page
    table.open(group)
    assert 'value="Les  amis du mardi, n° 2"' in table.page
    table.send(f"{group}/name", [("name", "Tuesday " * 6)])
    assert "At most 40 characters; this name has 47." in table.page
    assert "<h1>Les  amis du mardi" in table.page
    table.send(f"{group}/name", [("name", " ")])
    assert "<h1>Ana, Bo and Cy</h1>" in table.page
    renamed = registry_of(table.client.application).groups.open(stored.key).stored
    assert renamed.text == stored.text or '"name"' not in renamed.text
