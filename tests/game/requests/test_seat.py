"""Players take their seats themselves, each with a phone, until the organiser begins."""

from collections.abc import Callable

import pytest

from companion.game.entries import PlayersRenamed
from companion.game.faults import ValidationError
from companion.game.players import free_name, is_alike
from companion.game.requests.seat import leave_seat, rename_seat, take_seat
from tests.rows import cases
from tests.table import PlayedGame, Table, faults, round_values


class Arrivals(Table):
    """A game to which people come one by one; a phone is called after its first name."""

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

    def everybody(self, number: int) -> None:
        for place in range(1, number + 1):
            self.take(f"P{place}")

    @property
    def phones(self) -> dict[str, str]:
        """By name, which phone has the seat."""
        return {self.game.name(seat): phone for seat, phone in self.game.phones.items()}


@pytest.mark.parametrize("game_format", ["individual", "teams", "challenge", "tournament"])
def test_nothing_is_played_before_everybody_has_a_seat(game_format: str) -> None:
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


def test_a_closed_game_is_the_one_that_was_started_with_these_names() -> None:
    arrivals = Arrivals("tournament", rotations=39)
    arrivals.everybody(9)
    arrivals.close()
    names = ", ".join(arrivals.game.names)
    started = PlayedGame("hello-kitty", names, format="tournament", rotations=9)
    assert arrivals.state | {"version": 1} == started.state


def test_one_seat_a_phone() -> None:
    arrivals = Arrivals()
    arrivals.take("Ana", "red")
    arrivals.take("Anna", "red")
    arrivals.take("Bo", "blue")
    assert arrivals.state["players"] == ["Anna", "Bo"]
    assert isinstance(arrivals.journal[2][1], PlayersRenamed)
    assert arrivals.phones == {"Anna": "red", "Bo": "blue"}


def test_a_phone_changes_or_leaves_its_own_seat() -> None:
    arrivals = Arrivals()
    arrivals.everybody(3)
    arrivals.call("P2", "Zoe")
    arrivals.give_up("P1")
    assert arrivals.state["players"] == ["Zoe", "P3"]
    assert arrivals.phones == {"Zoe": "P2", "P3": "P3"}
    with pytest.raises(LookupError):
        arrivals.give_up("P1")
    arrivals.take("Ana", "P1")
    assert arrivals.state["players"] == ["Zoe", "P3", "Ana"]
    assert arrivals.state["left"] == []


def test_seats_keep_their_phones_while_the_organiser_orders_renames_and_removes() -> None:
    arrivals = Arrivals(dealer="Ida", players="Ida")
    arrivals.everybody(3)
    arrivals.request(players=["P3", "Ida", "P2", "P1"])
    arrivals.request(seat=3, name="Bo")
    arrivals.request(join=[{"name": "Zoe"}])
    arrivals.request(leave=["P3"])
    assert arrivals.state["players"] == ["Ida", "Bo", "P1", "Zoe"]
    assert arrivals.phones == {"Bo": "P2", "P1": "P1"}
    arrivals.close()
    assert arrivals.dealer == "Ida"


def test_a_dealer_who_leaves_before_the_game_deals_no_more() -> None:
    arrivals = Arrivals(dealer="Ida", players="Ida")
    arrivals.everybody(2)
    arrivals.request(leave=["Ida"])
    arrivals.close()
    assert arrivals.dealer is None


def test_no_more_than_the_format_has_seats_for() -> None:
    arrivals = Arrivals("teams")
    arrivals.everybody(3)
    assert faults(arrivals.close) == [("just-so-many-players", "/open_seats")]
    arrivals.take("P4")
    assert faults(lambda: arrivals.take("P5")) == [("no-seat-left", "")]
    arrivals.close()


def test_closed_seats_stay_closed() -> None:
    arrivals = Arrivals()
    arrivals.everybody(2)
    arrivals.close()
    refused: list[Callable[[], object]] = [
        lambda: arrivals.take("Ana"),
        lambda: arrivals.call("P1", "Ana"),
        lambda: arrivals.give_up("P1"),
    ]
    assert [faults(each) for each in refused] == [[("seats-closed", "")]] * 3
    for again in (lambda: arrivals.request(open_seats=True), arrivals.close):
        assert faults(again) == [("seats-closed", "/open_seats")]


def test_late_ones_play_a_tournament_from_the_next_rotation_on() -> None:
    arrivals = Arrivals("tournament", rounds_per_partnership=1)
    arrivals.everybody(4)
    arrivals.close()
    one, other = arrivals.state["next"]["tables"][0]["sides"]
    arrivals.round(out=one[0], hands=dict.fromkeys(other, 9))
    arrivals.take("Late")
    assert arrivals.phones["Late"] == "Late"
    state = arrivals.state
    assert state["players"] == ["P1", "P2", "P3", "P4", "Late"]
    assert state["rotations"] == 3  # as many as four have
    seated = [name for side in state["next"]["tables"][0]["sides"] for name in side]
    assert sorted(seated + state["next"]["resting"]) == sorted(state["players"])


def test_another_name_seats_nobody_anew() -> None:
    arrivals = Arrivals("tournament")
    arrivals.everybody(5)
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


def test_undoing_the_start_opens_the_seats_again() -> None:
    arrivals = Arrivals()
    arrivals.everybody(2)
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
def test_a_name_like_another_is_refused_and_a_free_one_offered(one: str, other: str) -> None:
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
def test_names_that_nobody_mistakes_are_free(one: str, other: str) -> None:
    assert not is_alike(one, other)


@cases("""name | taken | free
Ana | ["Ana"] | Ana 2
Ana | ["Ana", "ana 2"] | Ana 3
Ana 2 | ["Ana", "Ana 2"] | Ana 3
"x" * 24 | ["x" * 24] | "x" * 22 + " 2"
""")
def test_the_name_that_is_offered(name: str, taken: list[str], free: str) -> None:
    assert free_name(name, taken) == free
