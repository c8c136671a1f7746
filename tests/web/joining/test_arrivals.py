"""The organiser's pages for open seats, without any script."""

import re

import pytest
from flask import Flask

from companion.game.entries import Entry, PlayerJoined
from companion.game.game import Game
from companion.store.rows.lines import Change
from tests.rows import cases
from tests.web.paper import Paper
from tests.web.running import registry_of


class Organiser(Paper):
    """The organiser's phone, and players who join with their own."""

    join = ""

    def begin(self, **settings: str) -> "Organiser":
        self.open("/games/new")
        self.send("/games", [("edition", "hello-kitty")], open_seats="1", **settings)
        self.join = self.find(r"/join/[\w-]{22}")
        return self

    def seat_players(self, *names: str) -> None:
        for name in names:
            answer = self.client.post(f"/api{self.join}", json={"name": name})
            assert answer.status_code == 201, answer.text

    def change_seat(self, number: int, who: str, change: str, **more: str) -> None:
        fields = [("who", who), ("change", change), *more.items()]
        self.send(f"{self.game}/seats/{number}", fields)


@pytest.fixture
def organiser(app: Flask) -> Organiser:
    return Organiser(app.test_client()).begin()


def test_game_with_open_seats_starts_without_players_of_last_game(app: Flask) -> None:
    phone = Organiser(app.test_client())
    phone.start("classic-108", "Ida", "Jo")
    phone.begin(players="Ida")
    assert phone.has("Scan and type your name", "Nobody is here yet", "at least 2 players")
    assert phone.state["players"] == []


def test_join_code_is_on_board_until_game_begins(organiser: Organiser) -> None:
    organiser.seat_players("Ana", "Bo")
    board = Paper(organiser.client).open(organiser.board)
    assert board.has(organiser.join, "2 players are here", "Ana", "Bo")
    assert "<svg viewBox" in board.page
    organiser.send(f"{organiser.game}/seats/start", [])
    assert not board.open(organiser.board).has(organiser.join)


def test_organiser_renames_moves_adds_and_removes_players(organiser: Organiser) -> None:
    organiser.seat_players("Ana", "Bo", "Cy")
    organiser.change_seat(2, "Bo", "rename", name="Bob")
    organiser.change_seat(3, "Cy", "move", place="1")
    organiser.send(f"{organiser.game}/seats", [("name", "Zoe")])
    organiser.change_seat(2, "Ana", "remove")
    assert organiser.state["players"] == ["Cy", "Bob", "Zoe"]


def test_seat_page_shows_other_seats_with_their_players(organiser: Organiser) -> None:
    organiser.seat_players("Ana", "Bo", "Cy")
    page = Paper(organiser.client).open(f"{organiser.game}/seats/2").page
    tile = r'value="(\d)" class="s\d">.*?<bdi>(\w+)<'
    tiles = re.findall(tile, page, re.DOTALL)
    assert tiles == [("1", "Ana"), ("3", "Cy")]


def test_form_to_add_players_stays_open_and_focused(organiser: Organiser) -> None:
    assert not re.search(r'id="add"[^>]* open', organiser.page)
    organiser.send(f"{organiser.game}/seats", [("name", "Zoe")])
    assert re.search(r'id="add"[^>]* open', organiser.page)
    assert " autofocus" in organiser.page


def test_seat_change_applies_to_name_shown_despite_new_seat_number(organiser: Organiser) -> None:
    organiser.seat_players("Ana", "Bo", "Cy")
    organiser.change_seat(1, "Ana", "remove")
    organiser.change_seat(2, "Bo", "rename", name="Bob")  # by a page rendered before Ana left
    assert organiser.state["players"] == ["Bob", "Cy"]
    organiser.change_seat(1, "Ana", "remove")
    assert organiser.has("Ana has just left.")


def test_organiser_sees_why_new_name_of_a_player_is_refused(organiser: Organiser) -> None:
    organiser.seat_players("Ana", "Bo")
    organiser.change_seat(2, "Bo", "rename", name="Ana")
    assert organiser.status == 422
    assert organiser.has("Two players are called Ana")
    organiser.send(f"{organiser.game}/seats", [("name", "a;b")])
    assert organiser.status == 422
    assert organiser.has("A name can’t contain")


def test_random_draw_of_seats_makes_first_seat_the_dealer(organiser: Organiser) -> None:
    names = [f"P{number}" for number in range(10)]
    organiser.seat_players(*names)
    organiser.send(f"{organiser.game}/seats/start", [("seating", "drawn")])
    state = organiser.state
    assert state["players"] != names
    assert sorted(state["players"]) == names
    assert state["next"]["dealer"] == state["players"][0]


def test_second_tap_on_start_changes_nothing(organiser: Organiser) -> None:
    organiser.seat_players("Ana", "Bo")
    for _ in range(2):
        organiser.send(f"{organiser.game}/seats/start", [])
        assert organiser.state["version"] == 4


@cases("""path | fields
/seats/1 | {"who": "Ida", "change": "move", "place": "2"}
/seats/1 | {"who": "Ida", "change": "rename", "name": "Ines"}
/seats/start | {"seating": "drawn"}
""")
def test_organisers_changes_succeed_while_players_join(
    organiser: Organiser, monkeypatch: pytest.MonkeyPatch, path: str, fields: dict[str, str]
) -> None:
    organiser.seat_players("Ida", "Jo")
    replays, late = registry_of(organiser.client.application).games.replays, ["Kim", "Lou"]
    append = replays.append

    def append_while_others_join(game_id: str, game: Game, entry: Entry, change: Change) -> Game:
        if late and not isinstance(entry, PlayerJoined):
            organiser.seat_players(late.pop())
        return append(game_id, game, entry, change)

    monkeypatch.setattr(replays, "append", append_while_others_join)
    assert organiser.client.post(organiser.game + path, data=fields).status_code == 303
    assert late == []
    assert len(organiser.state["players"]) == 4


@pytest.mark.parametrize("path", ["", "/seats/1", "/seats/start", "/seats"])
def test_join_key_does_not_open_organisers_pages(organiser: Organiser, path: str) -> None:
    organiser.seat_players("Ana", "Bo")
    key = organiser.join.removeprefix("/join/")
    for method in ("get", "post"):
        answer = getattr(organiser.client, method)(f"/games/{key}{path}")
        assert answer.status_code in {404, 405}
