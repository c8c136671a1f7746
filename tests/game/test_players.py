"""Tests of player names: which are valid, equal, or refused."""

import pytest

from companion.game.entries import GameStarted
from companion.game.faults import ValidationError
from companion.game.players import doubles
from companion.game.requests.start import read_start
from tests.rows import cases, expected_faults
from tests.table import BOXES


def faults_of_names(*names: object) -> list[tuple[str, str]]:
    """Return (code, path) of the faults of starting a game with these names, [] if valid."""
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
"e\u0301" * 24  # 24 letters, made from 48 characters
Ana Maria
O'Brien
A/n~a
李小龙
عبد الله
<b>Bo</b>
Bo & Söhne.
"👩‍👧‍👦"  # a family, combined by joiners
❤️  # a heart and a variation selector
"x" * 22 + "👍🏽"
_
"7"
""")
def test_valid_player_names_are_accepted(name: str) -> None:
    assert faults_of_names("Ana", name) == []


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
"B\ud800o" | name-hidden-sign  # lone surrogate, which cannot be encoded
None | not-a-text
7 | not-a-text
["Bo"] | not-a-text
{"name": "Bo"} | not-a-text
True | not-a-text
""")
def test_invalid_player_names_are_refused(name: object, code: str) -> None:
    assert faults_of_names("Ana", name) == [(code, "/players/1")]


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
def test_equal_looking_player_names_are_refused_as_duplicate(one: str, other: str) -> None:
    assert faults_of_names("Ana", one, other) == [("name-twice", "/players/2")]


@pytest.mark.parametrize(("one", "other"), [("Zoe", "Zoé"), ("Bo", "Bo 2"), ("Al", "AI")])
def test_similar_player_names_are_accepted_as_different(one: str, other: str) -> None:
    assert faults_of_names("Ana", one, other) == []


@pytest.mark.parametrize(
    "sign", ["\u034f", "\u115f", "\u3164", "\uffa0", "\u2800", "\ue000", "\u0378"]
)
def test_invisible_characters_in_names_are_refused(sign: str) -> None:
    assert faults_of_names("Ana", f"Bo{sign}") == [("name-hidden-sign", "/players/1")]


@pytest.mark.parametrize("name", ["\u200d", "\ufe0f", "\u200d \ufe0e"])
def test_name_of_only_invisible_characters_is_blank(name: str) -> None:
    assert faults_of_names("Ana", name) == [("name-blank", "/players/1")]


@pytest.mark.parametrize("name", ["\U0001fa77", "\U0001fabf", "👩\u200d🚀", "❤\ufe0f"])
def test_emoji_newer_than_this_python_are_valid_names(name: str) -> None:
    assert faults_of_names("Ana", name) == []


def test_names_are_stored_in_nfc_without_surrounding_space() -> None:
    assert start("  Zoe\u0301 ", "Ana  Maria").names == ("Zoé", "Ana  Maria")


def test_all_invalid_names_are_reported_at_once() -> None:
    assert faults_of_names("", "Ana", "ana", "x;y", None, "B" * 25) == expected_faults(
        "name-blank /players/0, name-sign /players/3, not-a-text /players/4",
        "name-too-long /players/5, name-twice /players/2",
    )


class CountingKey:
    """Stand-in for the key of a name, which counts comparisons of all keys."""

    compared = 0

    def __init__(self, name: str) -> None:
        self.name = name

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        CountingKey.compared += 1
        return isinstance(other, CountingKey) and self.name == other.name


def test_duplicate_name_check_is_not_quadratic(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.game.players.key", CountingKey)
    assert doubles([*map(str, range(1000)), "7"]) == (1000,)
    assert CountingKey.compared < 10_000
