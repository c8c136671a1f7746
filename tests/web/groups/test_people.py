"""People of a group: merge, separate, remove, mark as guest."""

import re
from collections.abc import Callable

import pytest

from tests.web.groups.phones import Phone, names_started
from tests.web.paper import Paper

Change = Callable[..., str]


def people(phone: Phone, group: str) -> dict[str, tuple[int, int]]:
    values = phone.get(f"/api{group}").get_json()["people"]
    return {person["name"]: (person["games"], person["won"]) for person in values}


@pytest.fixture
def change(table: Paper, group: str) -> Change:
    """Return a function that changes a person on the group's page."""

    def changed(change: str, name: str, **more: str) -> str:
        sent = {"change": change, "name": name, **more}
        return table.client.post(f"{group}/people", data=sent, follow_redirects=True).text

    return changed


@pytest.fixture
def nickname(table: Paper, group: str) -> str:
    """Return a game that Bo has won under the name Bobby."""
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


@pytest.mark.usefixtures("nickname")
def test_names_that_never_played_each_other_are_offered_to_merge(table: Paper, group: str) -> None:
    """Bobby has played with Ana only, and Ana with all others."""
    folds = table.client.get(f"{group}/people").text.split("<details")[1:]
    offered = {
        next(iter(re.findall("<bdi>(.*?)</bdi>", fold))): re.findall("<option>(.*?)</option>", fold)
        for fold in folds
    }
    assert offered == {"Ana": [], "Bobby": ["Bo", "Cy"], "Bo": ["Bobby"], "Cy": ["Bobby"]}
    assert sum("Make them one person" in fold for fold in folds) == 3


def test_removed_name_disappears_from_all_pages(
    table: Paper, group: str, nickname: str, change: Change
) -> None:
    change("join", "Bobby", other="Bo")
    assert "here and in 2 games" in change("remove", "Bo")
    assert people(table.client, group) == {"Ana": (2, 1), "Cy": (1, 0)}
    for page in (table.game, nickname, group, f"{group}/games", f"{group}/people"):
        assert not re.search(r"\bBob?by?\b", table.another().client.get(page).text)
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
