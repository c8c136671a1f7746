"""A table's own box, which is stored in its game, in requests, exports and imports."""

import copy
from typing import Any

import pytest

from companion.game.entries import as_values
from companion.game.scoresheet.reader import read_sheet
from tests.game.boxes import KNOCK_OUT_BOX, NEGATIVE_POINTS, NO_CARDS, TWO_SIDED
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


def faults_of_box(script: Script, box: object) -> dict[str, str]:
    script.ask("POST", "/games", json={"box": box, "players": ["Ana", "Bo"]})
    return script.assert_refused()


def card(**values: object) -> dict[str, object]:
    return {"name": "Skip", "points": 20, **values}


def test_state_has_complete_own_box_that_can_start_next_game(script: Script) -> None:
    state = script.start(box=KNOCK_OUT_BOX).state
    assert (state["edition"], state["box"], state["target"]) == ("own", FILLED, 500)
    assert script.start(box=state["box"]).state["box"] == FILLED


def test_state_of_game_with_known_edition_has_no_box(table: Script) -> None:
    assert "box" not in table.state


@cases("""values | places
{"knocked_out": ["Ana"], "hands": {"Bo": {"points": 1}, "Cy": {"points": 1}}} | ["0"]
{"knocked_out": ["Bo"], "hands": {"Bo": {"points": 1}, "Cy": {"points": 1}}} | ["0"]
{"knocked_out": ["Bo", "Zoe"], "hands": {"Cy": {"points": 1}}} | ["1"]
{"knocked_out": ["Cy"], "resting": ["Cy"], "hands": {"Bo": {"points": 1}}} | ["0"]
""")
def test_invalid_knock_outs_are_refused(script: Script, values: Values, places: list[str]) -> None:
    script.start(box=KNOCK_OUT_BOX).record_round(went_out="Ana", **values)
    assert list(script.assert_refused()) == [f"/knocked_out/{place}" for place in places]
    assert script.state["version"] == 1


def test_knock_outs_need_winner_collects_and_box_with_knock_out(script: Script) -> None:
    hands = {"Bo": {"points": 7}, "Cy": {"points": 7}}
    for settings in ({"scoring": "keep-own"}, {"format": "challenge"}):
        script.start(box=KNOCK_OUT_BOX, **settings).record_round(
            went_out="Ana", hands=hands, knocked_out=["Cy"]
        )
        assert "/knocked_out" in script.assert_refused()
        script.record_round(went_out="Ana", hands=hands, knocked_out=[])
        assert script.last.status_code == 201
    script.start(box=NO_CARDS).record_round(went_out="Ana", hands=hands, knocked_out=["Cy"])
    assert list(script.assert_refused()) == ["/knocked_out"]


@pytest.mark.parametrize("cards", [["7", "draw-five"], "7, skip everyone"])
def test_card_of_other_side_is_refused_with_json_pointer(script: Script, cards: object) -> None:
    script.start("Ana", "Bo", box=TWO_SIDED)
    script.record_round(went_out="Ana", side="light", hands={"Bo": {"cards": cards}})
    fields = script.assert_refused()
    assert list(fields) == ["/hands/Bo/cards" + ("/1" if isinstance(cards, list) else "")]
    assert "is on the dark side; the light side is up." in " ".join(fields.values())


def test_deck_check_uses_card_side_in_play_and_skips_unknown_counts(script: Script) -> None:
    script.start("Ana", "Bo", box=TWO_SIDED)
    nine = {"Bo": {"cards": ["skip"] * 9}}
    script.record_round(went_out="Ana", side="light", hands=nine)
    assert list(script.assert_refused(code="impossible-count")) == ["/hands/Bo/cards"]
    script.start("Ana", "Bo", box=NEGATIVE_POINTS, target=5000)
    script.record_round(went_out="Ana", hands={"Bo": {"cards": ["-2", "12"] * 100}})
    assert script.totals["Ana"] == 1000
    script.record_round(went_out="Bo", hands={"Ana": {"cards": "-2 2 2x-1"}})
    assert script.state["rounds"][1]["hands"]["Ana"]["points"] == -2


def test_side_and_left_out_are_refused_in_boxes_without_use_for_them(script: Script) -> None:
    script.start("Ana", "Bo", box=NO_CARDS)
    script.record_round(went_out="Ana", side="dark", hands={"Bo": {"points": -8}})
    assert list(script.assert_refused()) == ["/side"]
    script.record_round(went_out="Ana", side=None, hands={"Bo": {"points": -8}})
    assert script.totals["Ana"] == -8
    script.record_round(went_out="Ana", hands={"Bo": {"points": 1_000_001}}, keep_anyway=True)
    assert list(script.assert_refused()) == ["/hands/Bo/points"]
    values = {"box": TWO_SIDED, "players": ["Ana", "Bo"], "left_out": {"skip": 1}}
    script.ask("POST", "/games", json=values)
    assert list(script.assert_refused()) == ["/left_out"]


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
def test_faults_of_box_have_json_pointers(script: Script, values: Values, path: str) -> None:
    assert list(faults_of_box(script, {"name": "Ours", **values})) == [f"/box{path}"]


def test_new_game_takes_box_or_edition_and_own_is_no_edition_id(script: Script) -> None:
    values = {"box": NO_CARDS, "edition": "hello-kitty", "players": ["Ana", "Bo"]}
    script.ask("POST", "/games", json=values)
    assert list(script.assert_refused()) == ["/box"]
    script.ask("POST", "/games", json={"edition": "own", "players": ["Ana", "Bo"]})
    assert list(script.assert_refused()) == ["/edition"]
    for path in ("/editions/own", "/rulings/own"):
        assert script.ask("GET", path).status_code == 404


def test_card_ids_are_made_from_card_names(script: Script) -> None:
    named = {"+4": 50, "4": 4, "🔥": 5, "100": 100, "C": 1, "C#": 2, "\u22123": -3, "Échange": 30}
    cards = [{"name": name, "points": points} for name, points in named.items()]
    found = script.start(box={"name": "Ours", "cards": cards}).state["box"]["cards"]
    assert [each["card"] for each in found] == [
        "card-1", "4", "card-3", "card-4", "c", "card-6", "-3", "echange",
    ]  # fmt: skip
    script.record_round(
        went_out="Ana", hands={"Bo": {"cards": "🔥, C#"}, "Cy": {"cards": "C, \u22123"}}
    )
    assert script.totals["Ana"] == 5 + 2 + 1 - 3
    assert script.import_journal(script.read("/journal").json).totals["Ana"] == 5


def test_card_names_of_similar_box_are_recognised(script: Script) -> None:
    box = {"name": "Ours", "like": "hello-kitty", "cards": [card(name="Zap", card="skip")]}
    script.start("Ana", "Bo", box=box)
    script.record_round(went_out="Ana", hands={"Bo": {"cards": "passe ton tour, zap"}})
    assert script.totals["Ana"] == 40


def test_adding_card_to_known_edition_is_refused(table: Script) -> None:
    table.change(card=card())
    assert list(table.assert_refused()) == ["/card"]


def test_new_value_of_own_card_counts_in_rounds_before_until_undone(script: Script) -> None:
    cards = [{"name": "Skip", "points": 30, "side": side} for side in ("light", "dark")]
    script.start("Ana", "Bo", box={"name": "Ours", "sides": ["light", "dark"], "cards": cards})
    for side in ("light", "dark"):
        hands = {"Bo": {"cards": ["skip", "skip"]}}
        script.record_round(went_out="Ana", hands=hands, side=side)
    assert script.change(card={"name": " skip", "points": 20, "side": "dark"}).status_code == 200
    assert [card["points"] for card in script.state["box"]["cards"]] == [30, 20]
    assert [each["total"] for each in script.state["standings"]] == [60 + 40, 0]
    script.record_round(went_out="Ana", hands={"Bo": {"cards": ["skip"]}}, side="dark")
    assert script.state["standings"][0]["total"] == 60 + 40 + 20
    saved = script.state
    assert (
        script.import_journal(script.read("/journal").json).state["standings"] == saved["standings"]
    )
    script.write("POST", "/undo")
    script.write("POST", "/undo")
    assert script.state["standings"][0]["total"] == 60 + 60


def test_number_card_cannot_get_another_value(script: Script) -> None:
    cards = [{"name": "7", "card": "7", "points": 7}]
    script.start("Ana", "Bo", box={"name": "Ours", "cards": cards})
    script.change(card={"name": "7", "points": 20})
    assert list(script.assert_refused()) == ["/card/points"]


def test_totals_are_not_limited_by_first_card_added_to_own_box(script: Script) -> None:
    script.start(box=NO_CARDS)
    script.round("Ana", Bo=30, Cy=70)
    script.change(card=card(count=2))
    assert script.round("Ana", Bo=70, Cy=30).status_code == 201
    assert len(read_sheet(script.read("/score-sheet.txt").text, BOXES)) == 3


@pytest.mark.parametrize("scoring", ["winner-collects", "keep-own", "rounds-won"])
def test_csv_of_two_sided_box_has_side_and_import_gives_same_state(
    script: Script, scoring: str
) -> None:
    script.start(box=TWO_SIDED, scoring=scoring)
    hands = {} if scoring == "rounds-won" else {"Bo": {"points": 7}, "Cy": {"cards": "draw"}}
    script.record_round(went_out="Ana", side="dark", hands=hands)
    state = script.state
    csv = script.read(".csv").text.splitlines()
    assert csv[0].endswith("points,total,side")
    assert len(csv) == (2 if scoring == "rounds-won" else 3)
    assert all(line.endswith(",dark") for line in csv[1:])
    assert script.import_journal(script.read("/journal").json).state == state


def altered(journal: Values, *steps: Any, value: object) -> Values:  # noqa: ANN401
    changed = copy.deepcopy(journal)
    part = changed["entries"]
    for step in steps[:-1]:
        part = part[step]
    part[steps[-1]] = value
    return changed


def test_import_and_restore_refuse_tampered_own_box(script: Script) -> None:
    script.start("Ana", "Bo", box=TWO_SIDED)
    script.change(card={"name": "Flip", "points": 20})
    saved = script.ask("GET", f"/games/{script.score_key}/journal?keys=1").json
    journals = {
        "/entries/0/box/name": altered(saved, 0, "box", "name", value=""),
        "/entries/0/box/cards/3/points": altered(saved, 0, "box", "cards", 3, "points", value=5000),
        "/entries/0/box/cards/1/name": altered(saved, 0, "box", "cards", 1, "name", value="1"),
        "/entries/0/box/cards/0/count": altered(saved, 0, "box", "cards", 0, "count", value="<b>"),
        "/entries/1/card/points": altered(saved, 1, "card", "points", value=10**9),
        "/entries/0": altered(saved, 0, "deck", "cards", 0, 1, value=900),
    }
    for path, journal in journals.items():
        script.ask("POST", "/games/import", json=journal)
        assert list(script.assert_refused()) == [path]
        journal["id"] = saved["id"][::-1]
        script.ask("POST", "/games/restore", json=journal)
        assert list(script.assert_refused()) == [path]
    several: tuple[object, ...] = ([], "x", {"cards": [None]}, {"name": "Ours"})
    for nonsense in several:
        script.ask("POST", "/games/import", json=altered(saved, 0, "box", value=nonsense))
        assert script.last.status_code == 422


def test_restore_accepts_own_box_like_a_box_the_server_does_not_know(script: Script) -> None:
    script.start(box={**KNOCK_OUT_BOX, "like": "hello-kitty"})
    saved = script.ask("GET", f"/games/{script.score_key}/journal?keys=1").json
    journal = altered(saved, 0, "box", "like", value="our-old-box")
    journal |= {"id": saved["id"][::-1], "score_key": saved["score_key"][::-1]}
    journal["watch_key"] = saved["watch_key"][::-1]
    script.ask("POST", "/games/restore", json=journal)
    assert script.last.status_code == 201, script.last.text
    assert script.last.json["game"]["box"]["like"] == "our-old-box"
    # The rematch has the same cards, and no similar box as the server does not know it.
    again = script.client.post(f"/games/{script.last.json['score_key']}/rematch")
    box = script.ask("GET", again.headers["Location"]).json["game"]["box"]
    assert box == {**journal["entries"][0]["box"], "like": None}


def test_rounds_won_scoring_refuses_hands_and_counts_rounds(script: Script) -> None:
    script.start("Ana", "Bo", scoring="rounds-won")
    assert script.state["target"] == 3
    script.record_round(went_out="Ana", hands={"Bo": {"points": 7}})
    assert list(script.assert_refused()) == ["/hands"]
    for out in ("Ana", "Bo", "Ana", "Ana"):
        assert script.record_round(went_out=out).status_code == 201, script.last.text
    assert script.state["outcome"]["winners"] == ["Ana"]
    group = script.ask("GET", f"/groups/{script.group_key}").json
    assert [person["rounds_won"] for person in group["people"]] == [3, 1]
    assert group["games"][0]["box"] is None
    values = {"edition": "hello-kitty", "scoring": "rounds-won", "target": 101}
    script.ask("POST", "/games", json={**values, "players": ["Ana", "Bo"]})
    assert list(script.assert_refused()) == ["/target"]


def test_group_lists_name_of_own_box(script: Script) -> None:
    script.start(box=NO_CARDS)
    games = script.ask("GET", f"/groups/{script.group_key}").json["games"]
    assert [(game["edition"], game["box"]) for game in games] == [("own", "Belote")]


def test_csv_escapes_formulas_in_card_sides(script: Script) -> None:
    box = {"name": "Ours", "sides": ["+A1-9", "@SUM"], "cards": [card(name="Zap")]}
    script.start("Ana", "Bo", box=box)
    for side in box["sides"]:
        script.record_round(went_out="Ana", side=side, hands={"Bo": {"points": 7}})
    lines = script.read(".csv").text.splitlines()
    assert [line.rpartition(",")[2] for line in lines] == ["side", "'+A1-9", "'@SUM"]


def test_flag_of_oversized_hand_survives_score_sheet_after_new_card(script: Script) -> None:
    script.start(box={"name": "Ours", "cards": [card(name="A", points=50, count=1)]})
    hands = {"Bo": {"cards": ["a"]}, "Cy": {"points": 3}}
    script.record_round(went_out="Ana", hands=hands, keep_anyway=True)
    script.change(card=card(name="B", points=5, count=3))
    script.record_round(
        went_out="Bo", hands={"Ana": {"points": 3}, "Cy": {"points": 4}}, keep_anyway=True
    )
    state = script.state
    assert [round_["marked"] for round_ in state["rounds"]] == [True, False]
    entries = read_sheet(script.read("/score-sheet.txt").text, BOXES)
    at = "2026-01-01T00:00:00+00:00"
    document = {"entries": [{**as_values(entry), "at": at} for entry in entries]}
    imported = Script(script.app, "203.0.113.7").import_journal(document)
    assert imported.state == {**state, "version": 3}
    again = Script(script.app, "203.0.113.7").import_journal(imported.read("/journal").json)
    assert again.state == imported.state
    imported.record_round(went_out="Ana", hands=hands, keep_anyway=True)
    assert not imported.state["rounds"][2]["marked"]


def test_editions_list_sides_scorings_target_and_cards(script: Script) -> None:
    found = {each["edition"]: each for each in script.ask("GET", "/editions").json["editions"]}
    kitty = found["hello-kitty"]
    assert (kitty["sheet"], kitty["sides"], kitty["knock_out"]) == ("read", None, None)
    assert (kitty["scorings"], kitty["target"]) == (["winner-collects", "keep-own"], 500)
    assert found["classic-112"]["scorings"] == ["winner-collects"]
    lotso = script.ask("GET", "/editions/toy-story-3").json["cards"][-1]
    assert lotso == {"card": "lotso", "side": None, "name": "Lotso", "points": 50, "count": 4}
