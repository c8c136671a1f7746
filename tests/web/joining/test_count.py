"""Phones of tournament players, which open their current table to count for it."""

import json
import re
from collections.abc import Mapping, Sequence

import pytest
from flask import Flask

from tests.web.hall import EIGHT, save
from tests.web.paper import Paper


class JoinedHall:
    """A tournament that has not begun, whose players have joined with their own phones."""

    def __init__(self, app: Flask, names: Sequence[str] = EIGHT) -> None:
        self.app = app
        self.organiser = self.new_phone().open("/games/new")
        settings = {"format": "tournament", "open_seats": "1", "rounds_per_partnership": "1"}
        self.organiser.send("/games", [("edition", "hello-kitty")], **settings)
        self.game = self.organiser.game
        self.join = self.organiser.find(r"/join/[\w-]{22}")
        self.phones = {name: self.join_as(name) for name in names}

    def new_phone(self) -> Paper:
        return Paper(self.app.test_client())

    def join_as(self, name: str) -> Paper:
        phone = self.new_phone().open(self.join)
        return phone.send(self.join, [("seat_key", phone.typed["seat_key"]), ("name", name)])

    def begin(self) -> "JoinedHall":
        self.organiser.send(f"{self.game}/seats/start", [])
        return self

    @property
    def tables(self) -> Mapping[int, str]:
        """Paths of the tables' pages by table number, from links on the organiser's page."""
        found = re.findall(r"/tables/[\w-]{22}", self.organiser.open(self.game).page)
        return dict(enumerate(dict.fromkeys(found), start=1))

    def play_rotation(self) -> None:
        """Record the only round of this rotation at every table."""
        for address in self.tables.values():
            phone = self.new_phone().open(address)
            phone.game = address
            assert save(phone).status == 200

    def tap_count(self, phone: Paper) -> Paper:
        return phone.send(f"{self.join}/table", [])


def table_of(phone: Paper) -> int:
    """Return the table number that the join page names to its player."""
    found = re.search(r"You’re at table (\d+)", phone.text)
    assert found
    return int(found.group(1))


@pytest.fixture
def hall(app: Flask) -> JoinedHall:
    return JoinedHall(app).begin()


def test_phone_with_seat_opens_its_table_by_one_tap(hall: JoinedHall) -> None:
    for phone in hall.phones.values():
        table = table_of(phone.open(hall.join))
        assert phone.has(f"Count for table {table}")
        assert not any(address in phone.page for address in hall.tables.values())
        hall.tap_count(phone)
        assert phone.game == hall.tables[table]
        assert phone.has(f"Table {table}", "Round 1: who went out?")


def test_table_page_knows_player_of_phone_with_seat(hall: JoinedHall) -> None:
    assert hall.tap_count(hall.phones["Dee"]).has("This is Dee’s phone")


def test_count_button_leads_to_current_table_after_each_rotation(hall: JoinedHall) -> None:
    ana = hall.phones["Ana"]
    visited = set()
    for _ in range(3):
        table = table_of(ana.open(hall.join))
        assert hall.tap_count(ana).game == hall.tables[table]
        visited.add(table)
        hall.play_rotation()
    assert visited == {1, 2}
    # The home page links to her current table only, and not to those that she has left.
    here = [address for address in hall.tables.values() if address in ana.open("/").page]
    assert len(here) == 1


def test_table_page_sends_players_on_to_their_new_table(hall: JoinedHall) -> None:
    before = {name: hall.tap_count(phone).game for name, phone in hall.phones.items()}
    assert not any(phone.has("Go to table") for phone in hall.phones.values())
    hall.play_rotation()
    moved = 0
    for name, phone in hall.phones.items():
        now = hall.tables[table_of(phone.open(hall.join))]
        phone.open(before[name])
        assert phone.has("Go to table") is (now != before[name])
        assert (now in phone.page) is (now == before[name])
        if now != before[name]:
            moved += 1
            assert phone.has(f"{name}, you’re at table")
            assert hall.tap_count(phone).game == now
    assert moved
    seatless = hall.new_phone().open(hall.tables[1])
    assert not seatless.has("you’re at table")
    assert hall.join not in seatless.page


def test_table_page_shows_new_round_to_players_who_have_arrived(hall: JoinedHall) -> None:
    hall.play_rotation()
    for phone in hall.phones.values():
        table = table_of(phone.open(hall.join))
        hall.tap_count(phone)
        headings = re.findall(r"<h1>(.*?)</h1>", phone.page)
        assert headings == [f"Table {table}"]
        # Players of the last rotation may still read here where to go.
        assert phone.has("who went out?", "Rotation 1 is over: change seats")
        # The last rotation's round is no longer at the top, but can still be undone further down.
        top, _, below = phone.text.partition("Earlier rounds of this table")
        assert "New rotation:" in top
        assert ("Undo" in top, "Undo" in below) == (False, True)


def test_resting_player_is_given_no_table(app: Flask) -> None:
    hall = JoinedHall(app, EIGHT[:5]).begin()
    places = {name: phone.open(hall.join) for name, phone in hall.phones.items()}
    (resting,) = (p for p in places.values() if p.has("You’re sitting this rotation out"))
    assert not resting.has("Count for table")
    hall.tap_count(resting)
    assert resting.game == hall.join
    assert resting.has("There’s no table for you to count for right now.", "sitting this rotation")
    assert hall.tables[1] not in resting.page
    # The table's page also tells the resting player, and offers no way to a table.
    assert resting.open(hall.tables[1]).has("you’re sitting this rotation out.")
    assert not resting.has("Go to table")


def test_phone_without_seat_is_given_no_table(hall: JoinedHall) -> None:
    seatless = hall.tap_count(hall.new_phone())
    assert seatless.game == hall.join
    assert seatless.has("This phone has no seat here: only players can count.")
    assert not any(address in seatless.page for address in hall.tables.values())


def test_no_table_to_count_for_before_tournament_begins_or_after_its_end(app: Flask) -> None:
    hall = JoinedHall(app)
    ana = hall.phones["Ana"]
    assert not ana.open(hall.join).has("Count for table")
    assert hall.tap_count(ana).has("There’s no table for you", "You have a seat, Ana.")
    hall.begin()
    hall.organiser.client.patch(f"/api{hall.game}", json={"finish": True})
    assert not ana.open(hall.join).has("Count for table")
    assert hall.tap_count(ana).has("There’s no table for you", "This game is over")
    assert hall.new_phone().send("/join/" + "x" * 22 + "/table", []).status == 404


def test_player_sees_own_place_podium_and_picture_after_last_round(app: Flask) -> None:
    hall = JoinedHall(app).begin()
    hall.organiser.client.patch(f"/api{hall.game}", json={"rotations": 1})
    tables = hall.tables
    hall.play_rotation()  # each table's first side wins 10 points
    state = json.loads(hall.organiser.client.get(f"/api{hall.game}").text)["game"]
    ranks = {row["side"][0]: row["rank"] for row in state["standings"]}
    for name, phone in hall.phones.items():
        page = phone.open(hall.join)
        place = "You won!" if ranks[name] == 1 else "You came 5th"
        points = 10 if ranks[name] == 1 else 0
        assert page.has(f"{name} · {points} points {place}", *ranks, "See the result")
        assert not page.has("Watch the game")
    phone = hall.phones["Ana"]
    assert phone.open(phone.find(r"/games/[\w-]{22}/picture.svg")).status == 200
    # The phone that scores at a table belongs to none of its players.
    scorer = hall.new_phone().open(tables[2])
    assert scorer.has("win!", *ranks, "Picture")


def test_no_table_to_count_for_in_games_other_than_tournaments(app: Flask) -> None:
    hall = JoinedHall(app, ())
    hall.organiser.open("/games/new")
    hall.organiser.send("/games", [("edition", "hello-kitty"), ("open_seats", "1")])
    hall.game = hall.organiser.game
    hall.join = hall.organiser.find(r"/join/[\w-]{22}")
    ana, _ = hall.join_as("Ana"), hall.join_as("Bo")
    hall.begin()
    assert not ana.open(hall.join).has("Count for table")
    assert hall.tap_count(ana).has("There’s no table for you", "You’re in seat 1")


def test_table_page_does_not_show_renewed_join_link_to_seats(hall: JoinedHall) -> None:
    ana = hall.phones["Ana"]
    table = hall.tap_count(ana).game
    hall.play_rotation()
    hall.organiser.open(f"{hall.game}/share").send(f"{hall.game}/share", [("kind", "join")])
    for _ in range(6):
        ana.open(table)
        if ana.has("Ana, you’re at table"):
            break
        hall.play_rotation()
    assert ana.has("Ana, you’re at table")
    assert "/join/" not in ana.page
