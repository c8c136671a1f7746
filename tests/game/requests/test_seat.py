"""Tests of seats that players take with their own phones until the organiser closes them."""

from collections.abc import Callable

import pytest

from companion.game.entries import PlayersRenamed
from companion.game.faults import ValidationError
from companion.game.players import free_name, is_alike
from companion.game.requests.seat import leave_seat, rename_seat, take_seat
from tests.rows import cases
from tests.table import PlayedGame, Table, faults, round_values


class Arrivals(Table):
    """Game with open seats, with actions of phones (a phone's id is by default its name)."""

    def __init__(
        self, game_format: str = "individual", players: str = "", **options: object
    ) -> None:
        super().__init__("hello-kitty", players, format=game_format, open_seats=True, **options)

    def take(self, name: str, phone: str = "") -> None:
        self.change(take_seat(self.game, {"name": name}, phone or name))

    def call(self, phone: str, name: str) -> None:
        self.change(rename_seat(self.game, {"name": name}, phone))

    def give_up(self, phone: str) -> None:
        self.change(leave_seat(self.game, phone))

    def close(self, **more: object) -> None:
        self.request(open_seats=False, **more)

    def fill(self, number: int) -> None:
        for place in range(1, number + 1):
            self.take(f"P{place}")

    @property
    def phones(self) -> dict[str, str]:
        """Phone ids of the seats taken by phones, by player's name."""
        return {self.game.name(seat): phone for seat, phone in self.game.phones.items()}


@pytest.mark.parametrize("game_format", ["individual", "teams", "challenge", "tournament"])
def test_open_seats_refuse_rounds_and_finish(game_format: str) -> None:
    arrivals = Arrivals(game_format)
    for number in range(1, 5):
        state = arrivals.state
        assert (state["status"], state["next"], state["standings"]) == ("seating", None, [])
        arrivals.take(f"P{number}")
        assert faults(lambda: arrivals.read(round_values(out="P1"))) == [("seats-open", "")]
        assert faults(lambda: arrivals.request(finish=True)) == [("seats-open", "/finish")]
    arrivals.close()
    state = arrivals.state
    assert (state["status"], state["players"]) == ("playing", ["P1", "P2", "P3", "P4"])
    assert len(state["next"]["tables"]) == 1
    assert ("fairness" in state) == (game_format == "tournament")


def test_closing_seats_gives_same_game_as_starting_with_names() -> None:
    arrivals = Arrivals("tournament", rotations=39)
    arrivals.fill(9)
    arrivals.close()
    names = ", ".join(arrivals.game.names)
    started = PlayedGame("hello-kitty", names, format="tournament", rotations=9)
    assert arrivals.state | {"version": 1} == started.state


def test_phone_that_takes_a_second_seat_renames_its_first() -> None:
    arrivals = Arrivals()
    arrivals.take("Ana", "red")
    arrivals.take("Anna", "red")
    arrivals.take("Bo", "blue")
    assert arrivals.state["players"] == ["Anna", "Bo"]
    assert isinstance(arrivals.journal[2][1], PlayersRenamed)
    assert arrivals.phones == {"Anna": "red", "Bo": "blue"}


def test_phone_renames_and_leaves_its_own_seat() -> None:
    arrivals = Arrivals()
    arrivals.fill(3)
    arrivals.call("P2", "Zoe")
    arrivals.give_up("P1")
    assert arrivals.state["players"] == ["Zoe", "P3"]
    assert arrivals.phones == {"Zoe": "P2", "P3": "P3"}
    with pytest.raises(LookupError):
        arrivals.give_up("P1")
    arrivals.take("Ana", "P1")
    assert arrivals.state["players"] == ["Zoe", "P3", "Ana"]
    assert arrivals.state["left"] == []


def test_seats_keep_phones_when_organiser_reorders_renames_or_removes() -> None:
    arrivals = Arrivals(dealer="Ida", players="Ida")
    arrivals.fill(3)
    arrivals.request(players=["P3", "Ida", "P2", "P1"])
    arrivals.request(seat=3, name="Bo")
    arrivals.request(join=[{"name": "Zoe"}])
    arrivals.request(leave=["P3"])
    assert arrivals.state["players"] == ["Ida", "Bo", "P1", "Zoe"]
    assert arrivals.phones == {"Bo": "P2", "P1": "P1"}
    arrivals.close()
    assert arrivals.dealer == "Ida"


def test_dealer_is_cleared_when_leaving_before_start() -> None:
    arrivals = Arrivals(dealer="Ida", players="Ida")
    arrivals.fill(2)
    arrivals.request(leave=["Ida"])
    arrivals.close()
    assert arrivals.dealer is None


def test_seats_are_limited_to_players_of_the_format() -> None:
    arrivals = Arrivals("teams")
    arrivals.fill(3)
    assert faults(arrivals.close) == [("just-so-many-players", "/open_seats")]
    arrivals.take("P4")
    assert faults(lambda: arrivals.take("P5")) == [("no-seat-left", "")]
    arrivals.close()


def test_closed_seats_cannot_be_changed_or_reopened() -> None:
    arrivals = Arrivals()
    arrivals.fill(2)
    arrivals.close()
    refused: list[Callable[[], object]] = [
        lambda: arrivals.take("Ana"),
        lambda: arrivals.call("P1", "Ana"),
        lambda: arrivals.give_up("P1"),
    ]
    assert [faults(each) for each in refused] == [[("seats-closed", "")]] * 3
    for again in (lambda: arrivals.request(open_seats=True), arrivals.close):
        assert faults(again) == [("seats-closed", "/open_seats")]


def test_late_joiner_plays_tournament_from_next_rotation() -> None:
    arrivals = Arrivals("tournament", rounds_per_partnership=1)
    arrivals.fill(4)
    arrivals.close()
    one, other = arrivals.state["next"]["tables"][0]["sides"]
    arrivals.round(out=one[0], hands=dict.fromkeys(other, 9))
    arrivals.take("Late")
    assert arrivals.phones["Late"] == "Late"
    state = arrivals.state
    assert state["players"] == ["P1", "P2", "P3", "P4", "Late"]
    assert state["rotations"] == 3  # the number planned for four players is unchanged
    seated = [name for side in state["next"]["tables"][0]["sides"] for name in side]
    assert sorted(seated + state["next"]["resting"]) == sorted(state["players"])


def test_renaming_does_not_change_tournament_seating() -> None:
    arrivals = Arrivals("tournament")
    arrivals.fill(5)
    arrivals.close()
    shown = arrivals.state["next"]
    arrivals.take("Late")
    assert arrivals.state["next"] == shown
    sits = shown["tables"][0]["sides"][0][0]
    names = ["Zoe" if name == sits else name for name in arrivals.state["players"]]
    arrivals.request(players=names)
    here = arrivals.state["next"]
    assert here["resting"] == shown["resting"]
    assert "Late" not in [name for side in here["tables"][0]["sides"] for name in side]
    assert here["tables"][0]["sides"][0] == ["Zoe", shown["tables"][0]["sides"][0][1]]


def test_undoing_the_close_reopens_seats() -> None:
    arrivals = Arrivals()
    arrivals.fill(2)
    arrivals.close()
    arrivals.undo()
    arrivals.take("P3")
    arrivals.undo()
    arrivals.redo()
    assert arrivals.state["status"] == "seating"
    assert arrivals.phones.keys() == {"P1", "P2", "P3"}


@cases(r"""one | other
Ana | ana
Léa | Lea
Anna-Lou | anna lou
Leo | Le0
Bill | BiIl
Ana | "An\u200da"
Ana | "\u0410n\u0430"  # Cyrillic
""")
def test_look_alike_name_is_refused_with_free_suggestion(one: str, other: str) -> None:
    arrivals = Arrivals()
    arrivals.take(one, "first")
    with pytest.raises(ValidationError) as refused:
        arrivals.take(other, "second")
    (fault,) = refused.value.faults
    assert (fault.code, fault.path, fault.values["name"]) == ("name-taken", "/name", one)
    arrivals.take(str(fault.values["free"]), "second")
    arrivals.call("first", one)


@pytest.mark.parametrize(
    ("one", "other"), [("Ilia", "Lila"), ("Mia", "Mina"), ("Ana 2", "Ana 3"), ("अनु", "अन")]
)
def test_similar_but_distinct_names_are_not_alike(one: str, other: str) -> None:
    assert not is_alike(one, other)


@cases("""name | taken | free
Ana | ["Ana"] | Ana 2
Ana | ["Ana", "ana 2"] | Ana 3
Ana 2 | ["Ana", "Ana 2"] | Ana 3
"x" * 24 | ["x" * 24] | "x" * 22 + " 2"
""")
def test_free_name_appends_lowest_free_number(name: str, taken: list[str], free: str) -> None:
    assert free_name(name, taken) == free
