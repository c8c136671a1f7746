"""What must be refused, on the pages and in JSON, without anything being changed."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from werkzeug.routing import Rule

from tests.web.hall import EIGHT, Hall
from tests.web.paper import Paper

NUMBERS = {"individual": (2, 10), "teams": (4, 4), "challenge": (3, 10), "tournament": (4, 40)}
TOO_FEW_OR_MANY = [
    (game_format, number)
    for game_format, (least, most) in NUMBERS.items()
    for number in (least - 1, most + 1)
]
OTHER_SCORING = {
    "teams": "keep-own",
    "tournament": "keep-own",
    "challenge": "winner-collects",
}


def names(number: int) -> list[str]:
    return [f"P{seat}" for seat in range(1, number + 1)]


@pytest.mark.parametrize(("game_format", "number"), TOO_FEW_OR_MANY)
def test_a_number_of_players_that_the_format_does_not_have(
    app: Flask, hall: Hall, game_format: str, number: int
) -> None:
    asked = {"edition": "classic-108", "format": game_format, "players": names(number)}
    answer = hall.post("/games", asked)
    assert answer.status_code == 422
    assert list(answer.get_json()["error"]["fields"]) == ["/players"]
    paper = Paper(app.test_client()).open("/games/new")
    fields = [("edition", "classic-108"), ("format", game_format), ("more_players", "")]
    paper.send("/games", [*fields, *(("players", name) for name in names(number))])
    assert paper.status == 422
    assert "P1" in paper.page


@pytest.mark.parametrize("game_format", OTHER_SCORING)
def test_a_scoring_that_the_format_does_not_have(hall: Hall, game_format: str) -> None:
    asked = {"edition": "classic-108", "format": game_format, "players": names(4)}
    answer = hall.post("/games", {**asked, "scoring": OTHER_SCORING[game_format]})
    assert answer.status_code == 422
    assert list(answer.get_json()["error"]["fields"]) == ["/scoring"]


def test_a_hand_of_a_partner(hall: Hall) -> None:
    hall.start()
    values = hall.values(1)
    table = next(t for t in hall.state["next"]["tables"] if t["table"] == 1)
    partner = table["sides"][0][1]
    values["hands"][partner] = {"points": 5}
    for address in (f"/games/{hall.key}/rounds", f"/tables/{hall.tables[1]}/rounds"):
        answer = hall.post(address, values)
        assert answer.status_code == 422
        assert list(answer.get_json()["error"]["fields"]) == [f"/hands/{partner}"]
    assert hall.state["version"] == 1


def test_a_hand_of_somebody_who_rests_in_this_rotation(hall: Hall) -> None:
    hall.start(EIGHT[:5])
    (resting,) = hall.state["next"]["resting"]
    values = hall.values(1)
    values["hands"][resting] = {"points": 5}
    assert hall.post(f"/games/{hall.key}/rounds", values).status_code == 422
    values = {**hall.values(1), "went_out": resting}
    assert hall.post(f"/games/{hall.key}/rounds", values).status_code == 422
    assert hall.state["version"] == 1


def test_a_hand_of_somebody_who_has_fallen(hall: Hall) -> None:
    asked = {"edition": "classic-108", "format": "challenge", "players": ["Ana", "Bo", "Cy"]}
    key = hall.post("/games", {**asked, "target": 20}).get_json()["score_key"]
    address = f"/games/{key}/rounds"
    fallen = {"went_out": "Ana", "hands": {"Bo": {"points": 20}, "Cy": {"points": 1}}}
    assert hall.post(address, fallen).status_code == 201
    answer = hall.post(address, fallen)
    assert answer.status_code == 422
    assert list(answer.get_json()["error"]["fields"]) == ["/hands/Bo"]
    out = hall.post(address, {"went_out": "Bo", "hands": {"Ana": {"points": 1}}})
    assert out.status_code == 422
    assert hall.client.get(f"/api/games/{key}").get_json()["game"]["version"] == 2


def test_a_table_that_is_done_records_nothing_more(app: Flask, hall: Hall) -> None:
    hall.start(rounds_per_partnership=1)
    values = hall.values(1)
    phone = Paper(app.test_client()).open(f"/tables/{hall.tables[1]}")
    hall.play_at(1)
    del values["table"], values["rotation"]
    answer = hall.post(f"/tables/{hall.tables[1]}/rounds", values)
    assert answer.status_code == 422
    assert list(answer.get_json()["error"]["fields"]) == ["/table"]
    assert hall.post(f"/games/{hall.key}/rounds", {**values, "table": 1}).status_code == 422
    phone.send(f"/tables/{hall.tables[1]}/rounds", [("seen", "1"), ("went_out", "1")])
    assert phone.status == 422
    assert phone.has("Table 1 has no round to play in this rotation now.")
    assert hall.state["version"] == 2


def test_a_table_counts_the_rounds_of_each_rotation_anew(app: Flask, hall: Hall) -> None:
    hall.start(rounds_per_partnership=2)
    for table in (1, 2, 2, 1):
        hall.play_at(table)
    phone = Paper(app.test_client())
    assert phone.open(f"/tables/{hall.tables[2]}").has("Round 1: who went out?")
    hall.play_at(2)
    assert phone.open(f"/tables/{hall.tables[2]}").has("Round 2: who went out?", "Round 1")
    assert phone.open(f"/games/{hall.key}").has("1 round of 2", "0 rounds of 2")
    assert phone.has("Round 2 (table 1, rotation 1)", "Round 1 (table 2, rotation 2)")
    assert phone.open(f"/games/{hall.key}/rounds/4").has("Round 2 (table 1, rotation 1)")
    hall.post(f"/tables/{hall.tables[1]}/undo")
    assert phone.open(f"/games/{hall.key}/history").has(
        "Round 1 (table 2, rotation 1): ",
        "Round 2 (table 1, rotation 1) was removed.",
    )


def test_the_page_of_a_table_says_that_rounds_are_gone(app: Flask, hall: Hall) -> None:
    hall.start()
    hall.play_at(1)
    phone = Paper(app.test_client())
    lost = "The companion has lost the latest rounds."
    for shown, says_so in (("1", False), ("3", True), ("9", True)):
        assert phone.open(f"/tables/{hall.tables[1]}?since={shown}").status == 200
        assert phone.has(lost) is says_so


@pytest.mark.parametrize(("table", "rotation"), [(1, 2), (3, 1), (1, 8)])
def test_a_table_or_rotation_that_is_not_open(hall: Hall, table: int, rotation: int) -> None:
    hall.start()
    values = {**hall.values(1), "table": table, "rotation": rotation}
    answer = hall.post(f"/games/{hall.key}/rounds", values)
    assert answer.status_code == 422
    assert list(answer.get_json()["error"]["fields"]) == [
        "/table" if rotation == 1 else "/rotation"
    ]
    assert hall.state["version"] == 1


def test_a_tournament_is_not_shortened_below_what_has_begun(app: Flask, hall: Hall) -> None:
    hall.start(rounds_per_partnership=1)
    for table in (1, 2, 1):
        hall.play_at(table)
    answer = hall.client.patch(f"/api/games/{hall.key}", json={"rotations": 1})
    assert answer.status_code == 422
    assert list(answer.get_json()["error"]["fields"]) == ["/rotations"]
    organiser = Paper(app.test_client()).open(f"/games/{hall.key}/settings")
    organiser.send(f"/games/{hall.key}/settings", [("change", "rotations"), ("rotations", "1")])
    assert organiser.status == 422
    assert organiser.typed["rotations"] == "1"
    assert hall.state["version"] == 4


def test_two_phones_of_one_table_that_save_the_same_round_in_json(hall: Hall) -> None:
    hall.start()
    version = hall.state["version"]
    assert hall.play_at(1, version=version).status_code == 201
    answer = hall.play_at(1, version=version)
    assert answer.status_code == 409
    assert answer.get_json()["error"]["code"] == "stale"
    assert hall.state["rounds_total"] == 1


# a key where it does not belong


def places(app: Flask, *, of_tables: bool) -> Iterator[tuple[str, Rule]]:
    """Go through every method of every address that takes a key."""
    for rule in app.url_map.iter_rules():
        if "key" in rule.arguments and ("/tables/" in rule.rule) is of_tables:
            yield from ((method, rule) for method in sorted(rule.methods or ()))


def address(rule: Rule, key: str) -> str:
    """Fill in an address: this key, and 1 or a word for anything else."""
    filled = re.sub(r"<(?:\w+:)?key>", key, rule.rule)
    return re.sub(r"<[^>]+>", "x", re.sub(r"<int:\w+>", "1", filled))


def test_a_tables_key_opens_no_other_address_by_any_method(app: Flask, hall: Hall) -> None:
    hall.start()
    hall.play_at(1)
    before, tried = hall.state, 0
    for method, rule in places(app, of_tables=False):
        is_look_at_rules = method in {"GET", "HEAD"} and rule.rule.startswith("/games/<key>/rules")
        if method != "OPTIONS" and not is_look_at_rules:  # a table in dispute may read them
            asked = address(rule, hall.tables[1])
            answer = hall.client.open(asked, method=method, json={} if "/api/" in asked else None)
            assert answer.status_code == 404, (method, asked)
            tried += 1
    assert tried > 20
    assert hall.state == before


def test_no_other_key_opens_a_table_by_any_method(app: Flask, hall: Hall) -> None:
    hall.start()
    hall.play_at(1)
    before, tried = hall.state, 0
    for method, rule in places(app, of_tables=True):
        for key in (hall.key, hall.watch):
            if method != "OPTIONS":
                asked = address(rule, key)
                body: object = {} if "/api/" in asked else None
                answer = hall.client.open(asked, method=method, json=body)
                assert answer.status_code == 404, (method, asked)
                tried += 1
    assert tried > 10
    assert hall.state == before
