"""Two taps on the button that starts or imports a game, for each form that has one."""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.clock import Clock, use_clock
from tests.web.cookies import cookie_name
from tests.web.paper import Paper
from tests.web.running import registry_of

STARTS = pytest.mark.parametrize("form", ["/games/new", "group", "/games/import"])


class Starter:
    """A phone on a page with a form that starts a game."""

    def __init__(self, app: Flask, form: str) -> None:
        self.clock = Clock()
        use_clock(app, self.clock)
        self.phone = Paper(app.test_client())
        self.phone.start("hello-kitty", "Ana", "Bo")
        self.group = self.phone.find(r'href="(/groups/[^"/]+)"')
        game = self.phone.find(r'href="/games/([^"/]+)/history"')
        self.file = self.phone.client.get(f"/api/games/{game}/journal").data
        self.page = self.group if form == "group" else form
        self.action = {"group": f"{self.group}/start", "/games/new": "/games"}.get(form, form)
        self.fields = self.opened()
        names = ["Ana", "Bo"]
        self.fields |= {"present": names} if form == "group" else {"players": names, "dealer": "1"}
        self.fields.pop("choose", None)
        self.fields.pop("seats", None)

    def opened(self) -> dict[str, str | list[str]]:
        """Open the page, and return its form's fields."""
        self.phone.open(self.page)
        return {name: value for action, name, value in self.phone.fields if action == self.action}

    def send(self, phone: FlaskClient, **changed: str | list[str]) -> str:
        """Send the form and return the new game's path."""
        data: dict[str, Any] = {**self.fields, **changed}
        if self.action == "/games/import":
            data["file"] = (BytesIO(self.file), "game.json")
        answer = phone.post(self.action, data=data)
        assert answer.status_code == 303
        assert answer.location.startswith("/games/")
        return answer.location

    def tap(self, **changed: str | list[str]) -> str:
        return self.send(self.phone.client, **changed)

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
    assert start.phone.client.get(first).status_code == 200
    assert start.phone.client.get("/").text.count(first) == 1


@STARTS
def test_simultaneous_taps_start_one_game(start: Starter) -> None:
    phones = [Paper(start.phone.client.application.test_client()).client for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(start.send, phones))) == 1
    assert start.games == 2


@STARTS
@pytest.mark.parametrize("lost", ["answer", "page"])
def test_form_loaded_again_after_lost_answer_leads_to_its_game(start: Starter, lost: str) -> None:
    name, phone = cookie_name(start.phone.client.application), start.phone.client
    before = phone.get_cookie(name)
    first = start.tap()
    if before and lost == "answer":
        phone.set_cookie(name, before.value)
    start.clock.advance(minutes=10)
    assert start.tap(request_id=start.opened()["request_id"]) == first
    assert start.games == 2


@STARTS
@pytest.mark.parametrize(
    "change", ["form", "names", "no id", "later", "played", "deleted", "renewed"]
)
def test_other_requests_start_another_game(start: Starter, change: str) -> None:
    first = start.tap()
    changed: dict[str, str | list[str]] = {}
    match change:
        case "form":  # loaded after the game's page
            start.phone.open(first)
            changed = {"request_id": start.opened()["request_id"]}
        case "names":  # typed, or another file chosen, after going back to the form
            start.file += b"\n"
            changed = {"present": ["Ana", "Bo", "Cy"], "players": ["Ana", "Bo", "Cy"]}
        case "no id":
            changed = {"request_id": ""}
        case "later" | "played" if start.action == "/games/import":
            pytest.skip("one file is imported once from one form, whenever it is sent")
        case "later":
            start.clock.advance(hours=2)
        case "played":
            start.phone.client.post(f"{first}/rounds", data={"went_out": "1", "points-2": "8"})
        case "deleted":
            start.phone.client.post(f"{first}/delete")
        case "renewed":  # whoever had the old link must not be led to the new one
            start.clock.advance(minutes=2)
            start.phone.client.post(f"{first}/share", data={"kind": "score"})
    assert start.tap(**changed) != first
