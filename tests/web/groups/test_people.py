"""People of a group: merge, separate, remove, mark as guest."""

import re
from collections.abc import Callable

import pytest
from flask import Flask

from companion.services.groups import group as groups
from tests.web.groups.phones import Phone, names_started
from tests.web.paper import Paper
from tests.web.running import registry_of

Change = Callable[..., str]


def people(phone: Phone, group: str) -> dict[str, tuple[int, int]]:
    values = phone.get(f"/api{group}").get_json()["people"]
    return {person["name"]: (person["games"], person["won"]) for person in values}


@pytest.fixture
def change(table: Paper, group: str) -> Change:
    """Return a function that posts a change of a person, and returns the page's HTML."""

    def changed(change: str, name: str, **more: str) -> str:
        sent = {"change": change, "name": name, **more}
        return table.client.post(f"{group}/people", data=sent, follow_redirects=True).text

    return changed


@pytest.fixture
def nickname(table: Paper, group: str) -> str:
    """Return the path of a game that Bo has won under the name Bobby, in the same group."""
    phone = table.client
    answer = phone.post(f"{group}/start", data={"present": ["Ana"], "guests": "Bobby"})
    game = answer.headers["Location"]
    phone.post(f"{game}/rounds", data={"went_out": "2", "points-1": "50"})
    return game


@pytest.mark.usefixtures("nickname")
def test_two_names_are_merged_and_separated_again(table: Paper, group: str, change: Change) -> None:
    apart = {"Ana": (2, 1), "Bobby": (1, 1), "Bo": (1, 0), "Cy": (1, 0)}
    assert people(table.client, group) == apart
    change("join", "Bobby", other="Bo")
    assert people(table.client, group) == {"Ana": (2, 1), "Bo": (2, 1), "Cy": (1, 0)}
    games = table.client.get(f"/api{group}").get_json()["games"]
    assert [game["winners"] for game in games] == [["Ana"], ["Bo"]]
    assert "somebody else after all" in table.client.get(f"{group}/people").text
    change("part", "bobby")
    assert people(table.client, group) == apart


def test_names_from_one_game_cannot_be_merged(table: Paper, group: str, change: Change) -> None:
    before = people(table.client, group)
    assert "so they must be two people" in change("join", "Ana", other="Bo")
    assert people(table.client, group) == before


@pytest.fixture
def doubtful(table: Paper, group: str, nickname: str, change: Change) -> str:
    """Let Bobby count as Bo, and then play a game with him; return that game's path."""
    assert nickname
    change("join", "Bobby", other="Bo")
    sent = {"present": ["Ana", "Bo"], "guests": "Bobby"}
    game = table.client.post(f"{group}/start", data=sent).headers["Location"]
    table.client.post(f"{game}/rounds", data={"went_out": "3", "points-1": "50", "points-2": "0"})
    return game


@pytest.mark.usefixtures("doubtful")
def test_merged_people_in_one_game_count_by_their_own_names_there(
    table: Paper, group: str, change: Change
) -> None:
    assert people(table.client, group) == {
        "Ana": (3, 1),
        "Bo": (3, 1),
        "Bobby": (1, 1),
        "Cy": (1, 0),
    }
    games = table.client.get(f"/api{group}").get_json()["games"]
    assert games[-1]["winners"] == ["Bobby"]
    question = "Bobby counts as Bo, but they played a game together. Are they two people?"
    for page in (group, f"{group}/people"):
        assert table.open(page).has(question, "Yes, two people")
    # Links in the figures lead to the games that are behind them.
    assert table.open(f"{group}/games?name=Bobby").has("1 game")
    assert table.open(f"{group}/games?name=Bo").has("3 games")
    assert table.open(f"{group}/games?name=Bo&name=Bobby").has("1 game")
    assert "so they must be two people" in change("join", "Bobby", other="Bo")
    table.open(group).press(f"{group}/people", [], change="part")
    assert people(table.client, group) == {
        "Ana": (3, 1),
        "Bo": (2, 0),
        "Bobby": (2, 2),
        "Cy": (1, 0),
    }
    for page in (group, f"{group}/people"):
        assert not table.open(page).has("Are they two people?")


@pytest.mark.usefixtures("doubtful")
def test_merged_people_can_start_a_game_together(table: Paper, group: str) -> None:
    started = names_started(table.client, group, present=["Bobby", "Bo", "Ana"])
    assert sorted(started) == ["Ana", "Bo", "Bobby"]


@pytest.mark.usefixtures("nickname")
def test_name_to_merge_is_typed_or_chosen_from_one_list(table: Paper, group: str) -> None:
    page = table.client.get(f"{group}/people").text
    assert re.findall("<option>(.*?)</option>", page) == ["Ana", "Bobby", "Bo", "Cy"]
    assert page.count('<input name="other" list="people"') == 4


@pytest.mark.parametrize("name", ["Zoe", "Player 1", "x" * 24_000, f"Bo{' ' * 24_000}", ""])
def test_name_of_no_player_is_refused_and_not_stored(
    app: Flask, group: str, change: Change, name: str
) -> None:
    for sent in ({"name": name}, {"name": "Ana", "other": name}):
        for kind in ("join", *(("guest", "part", "remove") if sent["name"] == name else ())):
            assert "Nobody in this group’s games has that name." in change(kind, **sent)
    stored = registry_of(app).groups.open(group.rpartition("/")[2]).stored
    assert stored.text == ""


def test_group_stores_a_limited_number_of_changed_names(
    monkeypatch: pytest.MonkeyPatch, table: Paper, group: str, change: Change
) -> None:
    monkeypatch.setattr(groups, "MOST_NAMES", 2)
    for name in ("Ana", "Bo"):
        assert "too many" not in change("guest", name)
    assert "too many changed names" in change("guest", "Cy")
    assert "Guests, not ranked: Ana, Bo" in table.open(group).text.replace(" and", ",")
    assert "too many" not in change("regular", "Ana")


def test_removed_name_disappears_from_all_pages(
    table: Paper, group: str, nickname: str, change: Change
) -> None:
    change("join", "Bobby", other="Bo")
    assert "here and in 2 games" in change("remove", "Bo")
    assert people(table.client, group) == {"Ana": (2, 1), "Cy": (1, 0)}
    for page in (table.game, nickname, group, f"{group}/games", f"{group}/people"):
        assert not re.search(r"\bBob?by?\b", table.another_phone().client.get(page).text)
    # The name stays hidden when it is typed again, until all names are counted again.
    names_started(table.client, group, present=["Ana"], guests="Bo")
    assert ">Bo<" not in table.client.get(f"{group}/people").text
    table.client.post(f"{group}/people", data={"change": "count-everybody"})
    assert ">Bo<" in table.client.get(f"{group}/people").text


def test_guest_is_not_ranked_and_not_suggested(table: Paper, group: str, change: Change) -> None:
    change("guest", "Cy")
    page = table.client.get(group).text
    assert 'value="Cy"' not in page
    assert table.open(group).has("Guests, not ranked: Cy")
    change("regular", "Cy")
    assert 'value="Cy"' in table.client.get(group).text
