"""What a player may be called."""

import pytest

from companion.game.entries import GameStarted
from companion.game.faults import ValidationError
from companion.game.players import doubles
from companion.game.requests.start import read_start
from tests.rows import cases, told
from tests.table import BOXES


def sat_down(*names: object) -> list[tuple[str, str]]:
    """Sit down with these names and tell what is wrong; nothing where all is well."""
    try:
        start(*names)
    except ValidationError as refused:
        return [(fault.code, fault.path) for fault in refused.faults]
    return []


def start(*names: object) -> GameStarted:
    return read_start({"edition": "hello-kitty", "players": names}, BOXES)


@cases(r"""name
B
"B" * 24
"é" * 24
"e\u0301" * 24  # 24 letters, put together from 48 signs
Ana Maria
O'Brien
A/n~a
李小龙
عبد الله
<b>Bo</b>
Bo & Söhne.
"👩‍👧‍👦"  # a family, held together by joiners
❤️  # a heart and the sign that says in which style
"x" * 22 + "👍🏽"
_
"7"
""")
def test_what_a_player_may_be_called(name: str) -> None:
    assert sat_down("Ana", name) == []


@cases(r"""name | code
"" | name-blank
"   " | name-blank
"\u3000\t\n" | name-blank
"B" * 25 | name-too-long
"B" * 10_000 | name-too-long
B,o | name-sign
B;o | name-sign
B:o | name-sign
B=o | name-sign
B|o | name-sign
B#o | name-sign
B+o | name-sign
B!o | name-sign
=1 | name-sign
"B\u200fo" | name-hidden-sign  # right-to-left mark
"B\u202eo" | name-hidden-sign  # right-to-left override
"B\u2066o" | name-hidden-sign  # isolate
"B\u200bo" | name-hidden-sign  # zero width space
"B\u200co" | name-hidden-sign  # zero width non-joiner
"B\ufeffo" | name-hidden-sign  # byte order mark
"B\u00ado" | name-hidden-sign  # soft hyphen
"B\no" | name-hidden-sign
"B\to" | name-hidden-sign
"B\x00o" | name-hidden-sign
"B\x85o" | name-hidden-sign
"B\u2028o" | name-hidden-sign
"B\ud800o" | name-hidden-sign  # half a sign, which no file can hold
None | not-a-text
7 | not-a-text
["Bo"] | not-a-text
{"name": "Bo"} | not-a-text
True | not-a-text
""")
def test_what_a_player_may_not_be_called(name: object, code: str) -> None:
    assert sat_down("Ana", name) == [(code, "/players/1")]


@cases(r"""one | other
Bo | Bo
Bo | " Bo "
Bo | BO
Bo | "\uff22\uff4f"  # wide letters
é | "e\u0301"
Straße | STRASSE
"\ufb01n" | FIN  # a ligature
Bo² | bo2
Ⅳ | iv
ΔΙΟΣ | Διος
Ana Maria | Ana  Maria
Bo | "B\u200do"  # a joiner of emoji
Bo | "Bo\ufe0f"  # a variation selector
☀ | "☀\ufe0f"
""")
def test_names_that_are_the_same(one: str, other: str) -> None:
    assert sat_down("Ana", one, other) == [("name-twice", "/players/2")]


@pytest.mark.parametrize(("one", "other"), [("Zoe", "Zoé"), ("Bo", "Bo 2"), ("Al", "AI")])
def test_names_that_are_not_the_same(one: str, other: str) -> None:
    assert sat_down("Ana", one, other) == []


@pytest.mark.parametrize(
    "sign", ["\u034f", "\u115f", "\u3164", "\uffa0", "\u2800", "\ue000", "\u0378"]
)
def test_signs_that_cannot_be_seen(sign: str) -> None:
    assert sat_down("Ana", f"Bo{sign}") == [("name-hidden-sign", "/players/1")]


@pytest.mark.parametrize("name", ["\u200d", "\ufe0f", "\u200d \ufe0e"])
def test_a_name_of_nothing_to_see(name: str) -> None:
    assert sat_down("Ana", name) == [("name-blank", "/players/1")]


@pytest.mark.parametrize("name", ["\U0001fa77", "\U0001fabf", "👩\u200d🚀", "❤\ufe0f"])
def test_emoji_newer_than_this_python(name: str) -> None:
    assert sat_down("Ana", name) == []


def test_a_name_is_kept_composed_and_without_space_around_it() -> None:
    assert start("  Zoe\u0301 ", "Ana  Maria").names == ("Zoé", "Ana  Maria")


def test_every_name_that_is_wrong_is_named() -> None:
    assert sat_down("", "Ana", "ana", "x;y", None, "B" * 25) == told(
        "name-blank /players/0, name-sign /players/3, not-a-text /players/4",
        "name-too-long /players/5, name-twice /players/2",
    )


class Counted:
    """A key that counts how often it is compared."""

    compared = 0

    def __init__(self, name: str) -> None:
        self.name = name

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return isinstance(other, Counted) and self.name == other.name


def test_a_thousand_names_are_not_each_compared_with_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.game.players.key", Counted)
    assert doubles([*map(str, range(1000)), "7"]) == (1000,)
    assert Counted.compared < 10_000
