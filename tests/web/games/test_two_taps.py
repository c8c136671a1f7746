"""Two taps on the button that starts a game, for each form that has one."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask

from tests.web.clock import Clock, use_clock
from tests.web.paper import Paper
from tests.web.running import registry_of

STARTS = pytest.mark.parametrize("form", ["/games/new", "group"])


class Starter:
    """A phone on a page with a form that starts a game."""

    def __init__(self, app: Flask, form: str) -> None:
        self.clock = Clock()
        use_clock(app, self.clock)
        self.phone = Paper(app.test_client())
        self.phone.start("hello-kitty", "Ana", "Bo")
        self.group = self.phone.find(r'href="(/groups/[^"/]+)"')
        page = self.group if form == "group" else form
        self.action = f"{self.group}/start" if form == "group" else "/games"
        self.phone.open(page)
        self.fields: dict[str, str | list[str]] = {
            name: value for action, name, value in self.phone.fields if action == self.action
        }
        names = ["Ana", "Bo"]
        self.fields |= {"present": names} if form == "group" else {"players": names, "dealer": "1"}
        self.fields.pop("choose", None)
        self.fields.pop("seats", None)

    def tap(self, **changed: str | list[str]) -> str:
        """Send the form and return the new game's path."""
        answer = self.phone.client.post(self.action, data=self.fields | changed)
        assert answer.status_code == 303
        assert answer.location.startswith("/games/")
        return answer.location

    @property
    def games(self) -> int:
        return len(registry_of(self.phone.client.application).games.store.journals.latest(99))


@pytest.fixture
def start(app: Flask, form: str) -> Starter:
    return Starter(app, form)


@STARTS
def test_second_tap_leads_to_the_game_of_the_first(start: Starter) -> None:
    first = start.tap()
    assert start.tap() == first
    assert start.games == 2
    assert start.phone.client.get("/").text.count(first) == 1


@STARTS
def test_simultaneous_taps_start_one_game(start: Starter) -> None:
    phones = [Paper(start.phone.client.application.test_client()).client for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        answers = pool.map(lambda phone: phone.post(start.action, data=start.fields), phones)
        assert len({answer.location for answer in answers}) == 1
    assert start.games == 2


@STARTS
@pytest.mark.parametrize("change", ["form", "names", "no id", "later", "deleted", "renewed"])
def test_other_requests_start_another_game(start: Starter, change: str) -> None:
    first = start.tap()
    changed: dict[str, str | list[str]] = {}
    match change:
        case "form":
            start.phone.open(start.group if "start" in start.action else "/games/new")
            changed = {"request_id": start.phone.find(r'name="request_id" value="([^"]+)"')}
        case "names":  # typed after going back to the form
            changed = {"present": ["Ana", "Bo", "Cy"], "players": ["Ana", "Bo", "Cy"]}
        case "no id":
            changed = {"request_id": ""}
        case "later":
            start.clock.advance(minutes=2)
        case "deleted":
            start.phone.client.post(f"{first}/delete")
        case "renewed":  # whoever had the old link must not be led to the new one
            start.clock.advance(minutes=2)
            start.phone.client.post(f"{first}/share", data={"kind": "score"})
    assert start.tap(**changed) != first
