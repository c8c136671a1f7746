"""Rounds of a tournament table, and addresses that its access key may not open."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from werkzeug.routing import Rule

from tests.web.hall import Hall
from tests.web.paper import Paper


def test_finished_table_refuses_another_round(app: Flask, hall: Hall) -> None:
    hall.start(rounds_per_partnership=1)
    values = hall.values(1)
    phone = Paper(app.test_client()).open(f"/tables/{hall.tables[1]}")
    hall.play_at(1)
    del values["table"], values["rotation"]
    hall.at_table(1, "/rounds", **values)
    assert list(hall.assert_refused()) == ["/table"]
    assert hall.record_round(**values, table=1).status_code == 422
    phone.send(f"/tables/{hall.tables[1]}/rounds", [("seen", "1"), ("went_out", "1")])
    assert phone.status == 422
    assert phone.has("Table 1 has no round to play now.")
    assert hall.state["version"] == 2


def test_round_numbers_of_a_table_restart_in_each_rotation(app: Flask, hall: Hall) -> None:
    hall.start(rounds_per_partnership=2)
    for table in (1, 2, 2, 1):
        hall.play_at(table)
    phone = Paper(app.test_client())
    assert phone.open(f"/tables/{hall.tables[2]}").has("Round 1: who went out?")
    hall.play_at(2)
    assert phone.open(f"/tables/{hall.tables[2]}").has("Round 2: who went out?", "Round 1")
    assert phone.open(f"/games/{hall.score_key}").has("1 round of 2", "0 rounds of 2")
    assert phone.has("Round 2 (table 1, rotation 1)", "Round 1 (table 2, rotation 2)")
    assert phone.open(f"/games/{hall.score_key}/rounds/4").has("Round 2 (table 1, rotation 1)")
    hall.at_table(1, "/undo")
    assert phone.open(f"/games/{hall.score_key}/history").has(
        "Round 1 (table 2, rotation 1): ",
        "Round 2 (table 1, rotation 1) was removed.",
    )


@pytest.mark.parametrize("more", [0, 4])
def test_discs_are_shown_for_eight_players_but_not_for_twelve(
    app: Flask, hall: Hall, more: int
) -> None:
    players = [f"Player of seat {seat}" for seat in range(1, 9 + more)]
    hall.start(*players)
    phone = Paper(app.test_client())
    table, game = (f"/tables/{hall.tables[1]}", f"/games/{hall.score_key}")
    for address in (table, game, f"{game}/settings"):
        has_discs = 'class="token' in phone.open(address).page
        assert has_discs is not bool(more), address


def test_table_page_warns_if_the_server_has_lost_rounds(app: Flask, hall: Hall) -> None:
    hall.start()
    hall.play_at(1)
    phone = Paper(app.test_client())
    lost = "The companion has lost the latest rounds."
    for shown, says_so in (("1", False), ("3", True), ("9", True)):
        assert phone.open(f"/tables/{hall.tables[1]}?since={shown}").status == 200
        assert phone.has(lost) is says_so


def test_rotations_cannot_be_reduced_below_those_begun(app: Flask, hall: Hall) -> None:
    hall.start(rounds_per_partnership=1)
    for table in (1, 2, 1):
        hall.play_at(table)
    hall.change(rotations=1)
    assert list(hall.assert_refused()) == ["/rotations"]
    organiser = Paper(app.test_client()).open(f"/games/{hall.score_key}/settings")
    organiser.send(
        f"/games/{hall.score_key}/settings", [("change", "rotations"), ("rotations", "1")]
    )
    assert organiser.status == 422
    assert organiser.typed["rotations"] == "1"
    assert hall.state["version"] == 4


# access keys at addresses of another kind


def routes(app: Flask, *, of_tables: bool) -> Iterator[tuple[str, Rule]]:
    """Yield (method, route) of all routes with an access key, either under `/tables/` or others."""
    for rule in app.url_map.iter_rules():
        if "key" in rule.arguments and ("/tables/" in rule.rule) is of_tables:
            yield from ((method, rule) for method in sorted(rule.methods or ()))


def address(rule: Rule, key: str) -> str:
    """Return the address of a route with this access key, and 1 or x as other arguments."""
    filled = re.sub(r"<(?:\w+:)?key>", key, rule.rule)
    return re.sub(r"<[^>]+>", "x", re.sub(r"<int:\w+>", "1", filled))


def test_table_key_opens_only_table_routes_and_rules(app: Flask, hall: Hall) -> None:
    hall.start()
    hall.play_at(1)
    before, tried = hall.state, 0
    for method, rule in routes(app, of_tables=False):
        is_look_at_rules = method in {"GET", "HEAD"} and rule.rule.startswith("/games/<key>/rules")
        if method != "OPTIONS" and not is_look_at_rules:  # tables may read the rules
            asked = address(rule, hall.tables[1])
            answer = hall.client.open(asked, method=method, json={} if "/api/" in asked else None)
            assert answer.status_code == 404, (method, asked)
            tried += 1
    assert tried > 20
    assert hall.state == before


def test_score_and_watch_keys_do_not_open_table_routes(app: Flask, hall: Hall) -> None:
    hall.start()
    hall.play_at(1)
    before, tried = hall.state, 0
    for method, rule in routes(app, of_tables=True):
        for key in (hall.score_key, hall.watch_key):
            if method != "OPTIONS":
                asked = address(rule, key)
                body: object = {} if "/api/" in asked else None
                answer = hall.client.open(asked, method=method, json=body)
                assert answer.status_code == 404, (method, asked)
                tried += 1
    assert tried > 10
    assert hall.state == before
