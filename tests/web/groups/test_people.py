"""Who is who in a group."""

import re
from collections.abc import Callable

import pytest

from tests.web.groups.phones import Phone, names_started
from tests.web.paper import Paper

Say = Callable[..., str]


def people(phone: Phone, group: str) -> dict[str, tuple[int, int]]:
    told = phone.get(f"/api{group}").get_json()["people"]
    return {person["name"]: (person["games"], person["won"]) for person in told}


@pytest.fixture
def say(table: Paper, group: str) -> Say:
    """Say who somebody is, on the page of the group."""

    def said(change: str, name: str, **more: str) -> str:
        sent = {"change": change, "name": name, **more}
        return table.client.post(f"{group}/people", data=sent, follow_redirects=True).text

    return said


@pytest.fixture
def nickname(table: Paper, group: str) -> str:
    """Bo has won a game under another name."""
    phone = table.client
    answer = phone.post(f"{group}/start", data={"present": ["Ana"], "guests": "Bobby"})
    game = answer.headers["Location"]
    phone.post(f"{game}/rounds", data={"went_out": "2", "points-1": "50"})
    return game


@pytest.mark.usefixtures("nickname")
def test_two_names_are_made_one_person_and_parted_again(table: Paper, group: str, say: Say) -> None:
    apart = {"Ana": (2, 1), "Bobby": (1, 1), "Bo": (1, 0), "Cy": (1, 0)}
    assert people(table.client, group) == apart
    say("join", "Bobby", other="Bo")
    assert people(table.client, group) == {"Ana": (2, 1), "Bo": (2, 1), "Cy": (1, 0)}
    games = table.client.get(f"/api{group}").get_json()["games"]
    assert [game["winners"] for game in games] == [["Ana"], ["Bo"]]
    assert "somebody else after all" in table.client.get(f"{group}/people").text
    say("part", "bobby")
    assert people(table.client, group) == apart


def test_who_played_each_other_are_two_people(table: Paper, group: str, say: Say) -> None:
    before = people(table.client, group)
    assert "so they must be two people" in say("join", "Ana", other="Bo")
    assert people(table.client, group) == before


@pytest.mark.usefixtures("nickname")
def test_nobody_is_offered_as_somebody_they_played_with(table: Paper, group: str) -> None:
    """Bobby has played with Ana only; Ana has played with everybody."""
    folds = table.client.get(f"{group}/people").text.split("<details")[1:]
    offered = {
        next(iter(re.findall("<bdi>(.*?)</bdi>", fold))): re.findall("<option>(.*?)</option>", fold)
        for fold in folds
    }
    assert offered == {"Ana": [], "Bobby": ["Bo", "Cy"], "Bo": ["Bobby"], "Cy": ["Bobby"]}
    assert sum("Make them one person" in fold for fold in folds) == 3


def test_a_name_is_taken_out_everywhere(table: Paper, group: str, nickname: str, say: Say) -> None:
    say("join", "Bobby", other="Bo")
    assert "here and in 2 games" in say("remove", "Bo")
    assert people(table.client, group) == {"Ana": (2, 1), "Cy": (1, 0)}
    for page in (table.game, nickname, group, f"{group}/games", f"{group}/people"):
        assert not re.search(r"\bBob?by?\b", table.another().client.get(page).text)
    # Whoever types it once more is still nobody here, until it is said otherwise.
    names_started(table.client, group, present=["Ana"], guests="Bo")
    assert ">Bo<" not in table.client.get(f"{group}/people").text
    table.client.post(f"{group}/people", data={"change": "count-everybody"})
    assert ">Bo<" in table.client.get(f"{group}/people").text


def test_a_guest_is_not_ranked_and_not_asked_for(table: Paper, group: str, say: Say) -> None:
    say("guest", "Cy")
    page = table.client.get(group).text
    assert 'value="Cy"' not in page
    assert table.open(group).has("Guests, not ranked: Cy")
    say("regular", "Cy")
    assert 'value="Cy"' in table.client.get(group).text
