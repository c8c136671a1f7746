"""The organiser sees who comes, puts them in order and begins, without any script."""

import re

import pytest
from flask import Flask

from companion.game.entries import Entry, PlayerJoined
from companion.game.game import Game
from companion.store.rows.lines import Change
from tests.rows import cases
from tests.web.paper import Paper
from tests.web.running import parts_of


class Organiser(Paper):
    """The organiser's phone, and whoever comes with one of their own."""

    join = ""

    def begin(self, **wishes: str) -> "Organiser":
        self.open("/games/new")
        self.send("/games", [("edition", "hello-kitty")], open_seats="1", **wishes)
        self.join = self.find(r"/join/[\w-]{22}")
        return self

    def come(self, *names: str) -> None:
        for name in names:
            answer = self.client.post(f"/api{self.join}", json={"name": name})
            assert answer.status_code == 201, answer.text

    def seat(self, number: int, who: str, change: str, **more: str) -> None:
        fields = [("who", who), ("change", change), *more.items()]
        self.send(f"{self.game}/seats/{number}", fields)


@pytest.fixture
def organiser(app: Flask) -> Organiser:
    return Organiser(app.test_client()).begin()


def test_the_form_starts_with_nobody_whoever_played_last_time(app: Flask) -> None:
    phone = Organiser(app.test_client())
    phone.start("classic-108", "Ida", "Jo")
    phone.begin(players="Ida")
    assert phone.has("Scan and type your name", "Nobody is here yet", "at least 2 players")
    assert phone.state["players"] == []


def test_the_code_stands_on_the_page_and_on_the_board(organiser: Organiser) -> None:
    organiser.come("Ana", "Bo")
    board = Paper(organiser.client).open(organiser.board)
    assert board.has(organiser.join, "2 players are here", "Ana", "Bo")
    assert "<svg viewBox" in board.page
    organiser.send(f"{organiser.game}/seats/start", [])
    assert not board.open(organiser.board).has(organiser.join)


def test_names_are_changed_moved_added_and_taken_off(organiser: Organiser) -> None:
    organiser.come("Ana", "Bo", "Cy")
    organiser.seat(2, "Bo", "rename", name="Bob")
    organiser.seat(3, "Cy", "move", place="1")
    organiser.send(f"{organiser.game}/seats", [("name", "Zoe")])
    organiser.seat(2, "Ana", "remove")
    assert organiser.state["players"] == ["Cy", "Bob", "Zoe"]


def test_a_seat_is_a_tile_with_who_sits_there(organiser: Organiser) -> None:
    organiser.come("Ana", "Bo", "Cy")
    page = Paper(organiser.client).open(f"{organiser.game}/seats/2").page
    tile = r'value="(\d)" class="s\d">.*?<bdi>(\w+)<'
    tiles = re.findall(tile, page, re.DOTALL)
    assert tiles == [("1", "Ana"), ("3", "Cy")]


def test_whoever_types_names_goes_on_with_the_next(organiser: Organiser) -> None:
    assert not re.search(r'id="add"[^>]* open', organiser.page)
    organiser.send(f"{organiser.game}/seats", [("name", "Zoe")])
    assert re.search(r'id="add"[^>]* open', organiser.page)
    assert " autofocus" in organiser.page


def test_a_tap_is_meant_for_the_name_that_was_shown(organiser: Organiser) -> None:
    organiser.come("Ana", "Bo", "Cy")
    organiser.seat(1, "Ana", "remove")
    organiser.seat(2, "Bo", "rename", name="Bob")  # the page was drawn before Ana left
    assert organiser.state["players"] == ["Bob", "Cy"]
    organiser.seat(1, "Ana", "remove")
    assert organiser.has("Ana has just left.")


def test_a_refused_name_comes_back_with_the_reason(organiser: Organiser) -> None:
    organiser.come("Ana", "Bo")
    organiser.seat(2, "Bo", "rename", name="Ana")
    assert organiser.status == 422
    assert organiser.has("Two players are called Ana")
    organiser.send(f"{organiser.game}/seats", [("name", "a;b")])
    assert organiser.status == 422
    assert organiser.has("A name can’t contain")


def test_lots_are_drawn_and_the_first_seat_deals(organiser: Organiser) -> None:
    names = [f"P{number}" for number in range(10)]
    organiser.come(*names)
    organiser.send(f"{organiser.game}/seats/start", [("seating", "drawn")])
    state = organiser.state
    assert state["players"] != names
    assert sorted(state["players"]) == names
    assert state["next"]["dealer"] == state["players"][0]


def test_a_second_tap_on_start_changes_nothing(organiser: Organiser) -> None:
    organiser.come("Ana", "Bo")
    for _ in range(2):
        organiser.send(f"{organiser.game}/seats/start", [])
        assert organiser.state["version"] == 4


@cases("""path | fields
/seats/1 | {"who": "Ida", "change": "move", "place": "2"}
/seats/1 | {"who": "Ida", "change": "rename", "name": "Ines"}
/seats/start | {"seating": "drawn"}
""")
def test_the_organiser_is_never_refused_because_somebody_comes(
    organiser: Organiser, monkeypatch: pytest.MonkeyPatch, path: str, fields: dict[str, str]
) -> None:
    organiser.come("Ida", "Jo")
    replays, late = parts_of(organiser.client.application).games.replays, ["Kim", "Lou"]
    append = replays.append

    def append_as_others_come(game_id: str, game: Game, entry: Entry, change: Change) -> Game:
        if late and not isinstance(entry, PlayerJoined):
            organiser.come(late.pop())
        return append(game_id, game, entry, change)

    monkeypatch.setattr(replays, "append", append_as_others_come)
    assert organiser.client.post(organiser.game + path, data=fields).status_code == 303
    assert late == []
    assert len(organiser.state["players"]) == 4


@pytest.mark.parametrize("path", ["", "/seats/1", "/seats/start", "/seats"])
def test_who_only_joins_or_watches_puts_nobody_off(organiser: Organiser, path: str) -> None:
    organiser.come("Ana", "Bo")
    key = organiser.join.removeprefix("/join/")
    for method in ("get", "post"):
        answer = getattr(organiser.client, method)(f"/games/{key}{path}")
        assert answer.status_code in {404, 405}
