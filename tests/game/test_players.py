"""Tests of player names: which are valid, equal, or refused."""

import pytest

from companion.game.entries import GameStarted
from companion.game.faults import ValidationError
from companion.game.players import alphabetical, clean, doubles, free_name, hidden_in, is_alike
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
"علی\u200cرضا"  # Persian, whose halves of a word are separated by a non-joiner
"مه\u200cسا"
"فاطِ\u200cمه"  # after a vowel mark
"ܐܒ\u200cܓ"  # Syriac
"ߒߞ\u200cߏ"  # N’Ko
"क्\u200dष"  # Hindi: half a letter
"राम्\u200c"  # a sign that a non-joiner keeps visible
"অ\u09cd\u200cয"
"র\u200d\u09cdযাব"  # Bengali: the joiner stands before the sign
"അനില\u0d4d\u200d"  # Malayalam, with the joiner at the end
"ශ්\u200dරී"  # Sinhala
"ᠨᠠ\u180eᠠ"  # a Mongolian vowel separator
"🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f Ana"  # England
"Ana 🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"  # Wales
"🏴\U000e0075\U000e0073\U000e0074\U000e0078\U000e007f"  # Texas
"🇫🇷 Zoé"
"🏳️\u200d🌈"
"👩\u200d❤️\u200d👨"
"1️⃣ Ana"
"*️⃣"
"\U0002ebf0 明"  # a character of later Unicode data than some Pythons have
"明\U000323af"
"\u0600123"  # an Arabic number sign, which is a format but drawn
""")  # noqa: RUF001 - names in other scripts
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
"李\u200c明" | name-hidden-sign
"ש\u200cרה" | name-hidden-sign
"علی\u200c Bo" | name-hidden-sign
"علی\u200c\u200cرضا" | name-hidden-sign
"علی\u200fرضا" | name-hidden-sign
"Bo 🏴\U000e0067\U000e0062" + "x" | name-hidden-sign  # a flag that does not end
"B\U000e0061o" | name-hidden-sign  # the tag of a flag
"🏴" + "\U000e0061" * 7 + "\U000e007fo" | name-hidden-sign
"B\u180eo" | name-hidden-sign
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
""")  # noqa: RUF001 - names in other scripts
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
Bo | "\u200fBo"
Bo | "Bo\u200e"
Bo | "\u2068Bo\u2069"  # as messengers quote a name
Bo | "\ufeffBo \u200b"
Bo | "\u2060 Bo\u00ad"
Bo | "Bo\u3164"
Bo | "\u200d\u200dBo \u200d\u200e"
علیرضا | "علی\u200cرضا"
राम् | "राम्\u200c"
""")  # noqa: RUF001 - names in other scripts
def test_equal_looking_player_names_are_refused_as_duplicate(one: str, other: str) -> None:
    assert faults_of_names("Ana", one, other) == [("name-twice", "/players/2")]


@pytest.mark.parametrize(("one", "other"), [("Zoe", "Zoé"), ("Bo", "Bo 2"), ("Al", "AI")])
def test_similar_player_names_are_accepted_as_different(one: str, other: str) -> None:
    assert faults_of_names("Ana", one, other) == []


@pytest.mark.parametrize(
    "sign", ["\u034f", "\u115f", "\u3164", "\uffa0", "\u2800", "\ue000", "\u0378"]
)
def test_invisible_characters_in_names_are_refused(sign: str) -> None:
    assert faults_of_names("Ana", f"B{sign}o") == [("name-hidden-sign", "/players/1")]


@pytest.mark.parametrize(
    "name",
    ["B\u200bo", "B\u202eo\u200b\ue000", "علی\u200c\u200cرضا", "B\u0378o", "B\U000e0061\u200co"],  # noqa: RUF001
)
def test_name_that_refusal_offers_is_accepted(name: str) -> None:
    with pytest.raises(ValidationError) as refused:
        start("Ana", name)
    (fault,) = refused.value.faults
    assert start("Ana", fault.values["name"]).names[1] == fault.values["name"] != name


MARKS = ["\u200e", "\u200f", "\u061c", "\u202a", "\u202c", "\u2066", "\u2069", "\u200b", "\u200d"]
MARKS += ["\u2060", "\ufeff", "\u00ad", "\u034f", "\u115f", "\u3164", "\uffa0", "\u2800", "\u00a0"]


@pytest.mark.parametrize("mark", [*MARKS, " \u200f\u200d "])
@pytest.mark.parametrize("name", ["Bo", "שרה", "علی\u200cرضا", "❤\ufe0f", "അനില\u0d4d\u200d"])  # noqa: RUF001
def test_invisible_characters_at_edges_of_names_are_cut(name: str, mark: str) -> None:
    for typed in (f"{mark}{name}", f"{name} {mark}", f"{mark}{mark}{name}{' ' + mark * 2}"):
        assert start(typed, "Ana").names == (name, "Ana")
        assert clean(clean(typed)) == clean(typed)
        assert is_alike(typed, name)


def test_free_name_does_not_end_in_part_of_flag() -> None:
    flag = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
    free = free_name(f"{'x' * 17}{flag}", [])
    assert free == f"{'x' * 17}🏴 2"
    assert not hidden_in(free)
    assert is_alike(f"{flag} Ana", "🏴 Ana")  # Windows draws a black flag


@cases(r"""names
["Adam", "Élodie", "Émile", "Łukasz", "Œdipe", "Oscar", "Zoé"]
["Ana", "Ána", "Anb"]
["aña", "Anb", "Åse", "Bo", "Ça va", "Cy"]
["đorđe", "Dragan", "ıtır", "Ivo", "Øle", "Olga"]
["Zoe", "zoé", "Zoë", "Αθηνά", "Борис"]
""")  # noqa: RUF001 - names in other scripts
def test_names_are_sorted_by_letters_before_accents(names: list[str]) -> None:
    assert sorted(sorted(names), key=alphabetical) == names


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
