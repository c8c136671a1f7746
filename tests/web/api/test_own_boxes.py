"""A box that no file knows: it lives in the game, and goes wherever the game goes."""

import copy
from typing import Any

import pytest

from companion.game.scoresheet.reader import read_sheet
from tests.game.boxes import BELOW_NOTHING, MERCILESS, NO_CARDS, TWO_SIDED
from tests.rows import cases
from tests.table import BOXES
from tests.web.script import Script

Values = dict[str, Any]

FILLED = {
    "name": "No way out",
    "cards": [
        {"name": "7", "card": "7", "points": 7, "count": 8, "side": None},
        {"name": "Skip", "card": "skip", "points": 20, "count": 12, "side": None},
        {"name": "Wild +10", "card": "wild-10", "points": 50, "count": 4, "side": None},
    ],
    "sides": None,
    "knock_out": {"bonus": 250},
    "like": None,
}


def refused(script: Script, box: object) -> dict[str, str]:
    script.ask("POST", "/games", json={"box": box, "players": ["Ana", "Bo"]})
    return script.refused()


def card(**values: object) -> dict[str, object]:
    return {"name": "Skip", "points": 20, **values}


def test_the_game_says_what_it_is_played_with_and_can_start_the_next(script: Script) -> None:
    state = script.start(box=MERCILESS).state
    assert (state["edition"], state["box"], state["target"]) == ("own", FILLED, 500)
    assert script.start(box=state["box"]).state["box"] == FILLED


def test_a_box_of_the_five_has_no_document(table: Script) -> None:
    assert "box" not in table.state


@cases("""values | places
{"knocked_out": ["Ana"], "hands": {"Bo": {"points": 1}, "Cy": {"points": 1}}} | ["0"]
{"knocked_out": ["Bo"], "hands": {"Bo": {"points": 1}, "Cy": {"points": 1}}} | ["0"]
{"knocked_out": ["Bo", "Zoe"], "hands": {"Cy": {"points": 1}}} | ["1"]
{"knocked_out": ["Cy"], "resting": ["Cy"], "hands": {"Bo": {"points": 1}}} | ["0"]
""")
def test_nobody_else_is_knocked_out(script: Script, values: Values, places: list[str]) -> None:
    script.start(box=MERCILESS).asked_round(went_out="Ana", **values)
    assert list(script.refused()) == [f"/knocked_out/{place}" for place in places]
    assert script.state["version"] == 1


def test_only_where_the_winner_collects_and_the_box_has_it(script: Script) -> None:
    hands = {"Bo": {"points": 7}, "Cy": {"points": 7}}
    for wishes in ({"scoring": "keep-own"}, {"format": "challenge"}):
        script.start(box=MERCILESS, **wishes).asked_round(
            went_out="Ana", hands=hands, knocked_out=["Cy"]
        )
        assert "/knocked_out" in script.refused()
        script.asked_round(went_out="Ana", hands=hands, knocked_out=[])
        assert script.last.status_code == 201
    script.start(box=NO_CARDS).asked_round(went_out="Ana", hands=hands, knocked_out=["Cy"])
    assert list(script.refused()) == ["/knocked_out"]


@pytest.mark.parametrize("cards", [["7", "draw-five"], "7, skip everyone"])
def test_a_card_of_the_other_side_is_refused_at_its_place(script: Script, cards: object) -> None:
    script.start("Ana", "Bo", box=TWO_SIDED)
    script.asked_round(went_out="Ana", side="light", hands={"Bo": {"cards": cards}})
    fields = script.refused()
    assert list(fields) == ["/hands/Bo/cards" + ("/1" if isinstance(cards, list) else "")]
    assert "on the other side" in " ".join(fields.values())


def test_the_deck_check_looks_at_one_side_and_not_beyond_what_is_known(script: Script) -> None:
    script.start("Ana", "Bo", box=TWO_SIDED)
    nine = {"Bo": {"cards": ["skip"] * 9}}
    script.asked_round(went_out="Ana", side="light", hands=nine)
    assert list(script.refused(code="impossible-count")) == ["/hands/Bo/cards"]
    script.start("Ana", "Bo", box=BELOW_NOTHING, target=5000)
    script.asked_round(went_out="Ana", hands={"Bo": {"cards": ["-2", "12"] * 100}})
    assert script.totals["Ana"] == 1000
    script.asked_round(went_out="Bo", hands={"Ana": {"cards": "-2 2 2x-1"}})
    assert script.state["rounds"][1]["hands"]["Ana"]["points"] == -2


def test_a_side_or_cards_left_out_are_refused_where_they_mean_nothing(script: Script) -> None:
    script.start("Ana", "Bo", box=NO_CARDS)
    script.asked_round(went_out="Ana", side="dark", hands={"Bo": {"points": -8}})
    assert list(script.refused()) == ["/side"]
    script.asked_round(went_out="Ana", side=None, hands={"Bo": {"points": -8}})
    assert script.totals["Ana"] == -8
    script.asked_round(went_out="Ana", hands={"Bo": {"points": 1_000_001}}, keep_anyway=True)
    assert list(script.refused()) == ["/hands/Bo/points"]
    wish = {"box": TWO_SIDED, "players": ["Ana", "Bo"], "left_out": {"skip": 1}}
    script.ask("POST", "/games", json=wish)
    assert list(script.refused()) == ["/left_out"]


@cases(
    r"""values | path
{"name": " "} | /name
{"name": "x" * 41} | /name
{"name": "a(b)"} | /name
{"cards": [card() for _ in range(2)]} | /cards/1/name
{"cards": [card(), card(name="\uff33KIP")]} | /cards/1/name
{"cards": [card(), card(name="Pass", card="skip")]} | /cards/1/card
{"cards": [card(name="")]} | /cards/0/name
{"cards": [card(name="x" * 25)]} | /cards/0/name
{"cards": [card(points=1001)]} | /cards/0/points
{"cards": [card(points=-101)]} | /cards/0/points
{"cards": [card(points=None)]} | /cards/0/points
{"cards": [card(card="8")]} | /cards/0/points
{"cards": [card(card="Skip!")]} | /cards/0/card
{"cards": [card(count=201)]} | /cards/0/count
{"cards": [card(side="light")]} | /cards/0/side
{"cards": [card(name=f"c{n}") for n in range(61)]} | /cards
{"sides": ["light", "dark"], "cards": [card(side="grey")]} | /cards/0/side
{"sides": ["light", "dark"], "cards": [card(), card(side="dark")]} | /cards/1/name
{"sides": ["light"]} | /sides
{"sides": ["light", "LIGHT"]} | /sides/1
{"sides": ["light", "x" * 13]} | /sides/1
{"knock_out": {"bonus": 1001}} | /knock_out/bonus
{"like": "own"} | /like
""",
    card=card,
)
def test_what_is_no_box_is_refused_at_its_place(script: Script, values: Values, path: str) -> None:
    assert list(refused(script, {"name": "Ours", **values})) == [f"/box{path}"]


def test_a_box_or_an_edition(script: Script) -> None:
    wish = {"box": NO_CARDS, "edition": "hello-kitty", "players": ["Ana", "Bo"]}
    script.ask("POST", "/games", json=wish)
    assert list(script.refused()) == ["/box"]
    script.ask("POST", "/games", json={"edition": "own", "players": ["Ana", "Bo"]})
    assert list(script.refused()) == ["/edition"]
    for path in ("/editions/own", "/rulings/own"):
        assert script.ask("GET", path).status_code == 404


def test_ids_are_made_of_names(script: Script) -> None:
    named = {"+4": 50, "4": 4, "🔥": 5, "100": 100, "C": 1, "C#": 2, "\u22123": -3, "Échange": 30}
    cards = [{"name": name, "points": points} for name, points in named.items()]
    found = script.start(box={"name": "Ours", "cards": cards}).state["box"]["cards"]
    assert [each["card"] for each in found] == [
        "card-1", "4", "card-3", "card-4", "c", "card-6", "-3", "echange",
    ]  # fmt: skip
    script.asked_round(
        went_out="Ana", hands={"Bo": {"cards": "🔥, C#"}, "Cy": {"cards": "C, \u22123"}}
    )
    assert script.totals["Ana"] == 5 + 2 + 1 - 3
    assert script.take_in(script.read("/journal").json).totals["Ana"] == 5


def test_names_of_the_box_it_is_like_are_understood(script: Script) -> None:
    box = {"name": "Ours", "like": "hello-kitty", "cards": [card(name="Zap", card="skip")]}
    script.start("Ana", "Bo", box=box)
    script.asked_round(went_out="Ana", hands={"Bo": {"cards": "passe ton tour, zap"}})
    assert script.totals["Ana"] == 40


def test_no_card_is_added_to_a_box_of_the_five(table: Script) -> None:
    table.change(card=card())
    assert list(table.refused()) == ["/card"]


def test_a_first_card_does_not_tell_what_a_whole_box_is_worth(script: Script) -> None:
    script.start(box=NO_CARDS)
    script.round("Ana", Bo=30, Cy=70)
    script.change(card=card(count=2))
    assert script.round("Ana", Bo=70, Cy=30).status_code == 201
    assert len(read_sheet(script.read("/score-sheet.txt").text, BOXES)) == 3


@pytest.mark.parametrize("scoring", ["winner-collects", "keep-own", "rounds-won"])
def test_it_goes_along_with_the_journal_the_sheet_and_the_table(
    script: Script, scoring: str
) -> None:
    script.start(box=TWO_SIDED, scoring=scoring)
    hands = {} if scoring == "rounds-won" else {"Bo": {"points": 7}, "Cy": {"cards": "draw"}}
    script.asked_round(went_out="Ana", side="dark", hands=hands)
    state = script.state
    csv = script.read(".csv").text.splitlines()
    assert csv[0].endswith("points,total,side")
    assert len(csv) == (2 if scoring == "rounds-won" else 3)
    assert all(line.endswith(",dark") for line in csv[1:])
    assert script.take_in(script.read("/journal").json).state == state


def lie(journal: Values, *steps: Any, value: object) -> Values:  # noqa: ANN401
    told = copy.deepcopy(journal)
    part = told["entries"]
    for step in steps[:-1]:
        part = part[step]
    part[steps[-1]] = value
    return told


def test_a_foreign_box_is_judged_before_it_is_stored(script: Script) -> None:
    script.start("Ana", "Bo", box=TWO_SIDED)
    script.change(card={"name": "Flip", "points": 20})
    kept = script.ask("GET", f"/games/{script.score_key}/journal?keys=1").json
    lies = {
        "/entries/0/box/name": lie(kept, 0, "box", "name", value=""),
        "/entries/0/box/cards/3/points": lie(kept, 0, "box", "cards", 3, "points", value=5000),
        "/entries/0/box/cards/1/name": lie(kept, 0, "box", "cards", 1, "name", value="1"),
        "/entries/0/box/cards/0/count": lie(kept, 0, "box", "cards", 0, "count", value="<b>"),
        "/entries/1/card/points": lie(kept, 1, "card", "points", value=10**9),
        "/entries/0": lie(kept, 0, "deck", "cards", 0, 1, value=900),
    }
    for path, told in lies.items():
        script.ask("POST", "/games/import", json=told)
        assert list(script.refused()) == [path]
        told["id"] = kept["id"][::-1]
        script.ask("POST", "/games/restore", json=told)
        assert list(script.refused()) == [path]
    several: tuple[object, ...] = ([], "x", {"cards": [None]}, {"name": "Ours"})
    for nonsense in several:
        script.ask("POST", "/games/import", json=lie(kept, 0, "box", value=nonsense))
        assert script.last.status_code == 422


def test_what_it_is_like_need_not_be_known_where_it_is_restored(script: Script) -> None:
    script.start(box={**MERCILESS, "like": "hello-kitty"})
    kept = script.ask("GET", f"/games/{script.score_key}/journal?keys=1").json
    told = lie(kept, 0, "box", "like", value="our-old-box")
    told |= {"id": kept["id"][::-1], "score_key": kept["score_key"][::-1]}
    told["watch_key"] = kept["watch_key"][::-1]
    script.ask("POST", "/games/restore", json=told)
    assert script.last.status_code == 201, script.last.text
    assert script.last.json["game"]["box"]["like"] == "our-old-box"
    # What is played next is like no box that is here, with the same cards.
    again = script.client.post(f"/games/{script.last.json['score_key']}/rematch")
    box = script.ask("GET", again.headers["Location"]).json["game"]["box"]
    assert box == {**told["entries"][0]["box"], "like": None}


def test_rounds_won_are_one_tap_each(script: Script) -> None:
    script.start("Ana", "Bo", scoring="rounds-won")
    assert script.state["target"] == 3
    script.asked_round(went_out="Ana", hands={"Bo": {"points": 7}})
    assert list(script.refused()) == ["/hands"]
    for out in ("Ana", "Bo", "Ana", "Ana"):
        assert script.asked_round(went_out=out).status_code == 201, script.last.text
    assert script.state["outcome"]["winners"] == ["Ana"]
    group = script.ask("GET", f"/groups/{script.group_key}").json
    assert [person["rounds_won"] for person in group["people"]] == [3, 1]
    assert group["games"][0]["box"] is None
    wish = {"edition": "hello-kitty", "scoring": "rounds-won", "target": 101}
    script.ask("POST", "/games", json={**wish, "players": ["Ana", "Bo"]})
    assert list(script.refused()) == ["/target"]


def test_a_group_knows_the_name_of_the_box(script: Script) -> None:
    script.start(box=NO_CARDS)
    games = script.ask("GET", f"/groups/{script.group_key}").json["games"]
    assert [(game["edition"], game["box"]) for game in games] == [("own", "Belote")]


def test_the_boxes_say_what_they_have(script: Script) -> None:
    found = {each["edition"]: each for each in script.ask("GET", "/editions").json["editions"]}
    kitty = found["hello-kitty"]
    assert (kitty["sheet"], kitty["sides"], kitty["knock_out"]) == ("read", None, None)
    assert (kitty["scorings"], kitty["target"]) == (["winner-collects", "keep-own"], 500)
    assert found["classic-112"]["scorings"] == ["winner-collects"]
    lotso = script.ask("GET", "/editions/toy-story-3").json["cards"][-1]
    assert lotso == {"card": "lotso", "side": None, "name": "Lotso", "points": 50, "count": 4}
