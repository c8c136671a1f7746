"""JSON and CSV of a group: games, people, pairs and seasons."""

import csv
from io import StringIO
from typing import Any

import pytest
from flask import Flask

from tests.rows import cases
from tests.store.sqlite import raw
from tests.web.running import registry_of
from tests.web.script import Script


@pytest.fixture
def evening(app: Flask) -> Script:
    """Return a script of a group of Ana, Bo and Cy with two finished games and one in play."""
    script = Script(app, "203.0.113.1").start(target=40)
    script.round("Ana", Bo=30, Cy=10)
    in_group(script, target=20, scoring="keep-own").round("Bo", Ana=5, Cy=25)
    in_group(script).round("Cy", Ana=7, Bo=7)
    return script


def in_group(script: Script, *players: str, edition: str = "hello-kitty", **more: object) -> Script:
    return script.start(*players, edition=edition, group=script.group_key, **more)


def group_values(script: Script, **season: str) -> dict[str, Any]:
    answer = script.ask("GET", f"/groups/{script.group_key}", query_string=season)
    assert answer.status_code == 200, answer.text
    values: dict[str, Any] = answer.json
    return values


def test_new_game_starts_new_group_unless_group_is_given(script: Script) -> None:
    first = script.start().group_key
    assert in_group(script).group_key == first
    assert script.start().group_key not in {first, script.score_key, script.watch_key}


@pytest.mark.parametrize("group", ["wrong", "", 7, ["x"]])
def test_new_game_in_unknown_group_is_refused(script: Script, group: object) -> None:
    values = {"edition": "classic-108", "players": ["Ana", "Bo"], "group": group}
    script.ask("POST", "/games", json=values)
    assert script.assert_refused().keys() == {"/group"}


def test_game_keys_do_not_open_group_nor_group_key_a_game(script: Script) -> None:
    script.start()
    for key in (script.score_key, script.watch_key):
        assert script.ask("GET", f"/groups/{key}").status_code == 404
    assert script.ask("GET", f"/games/{script.group_key}").status_code == 404


def test_group_has_games_people_and_pairs(evening: Script) -> None:
    values = group_values(evening)
    assert [game["winners"] for game in values["games"]] == [["Ana"], ["Bo"], []]
    first, _, running = values["games"]
    assert first.keys() == {
        "id", "edition", "box", "format", "scoring", "started", "finished", "players", "winners",
    }  # fmt: skip
    assert (first["players"], first["scoring"]) == (["Ana", "Bo", "Cy"], "winner-collects")
    assert running["finished"] is None
    assert values["people"] == [
        {"name": "Ana", "games": 2, "won": 1, "rounds_won": 1, "points": points(40, 5)},
        {"name": "Bo", "games": 2, "won": 1, "rounds_won": 1, "points": points(0, 0)},
        {"name": "Cy", "games": 2, "won": 0, "rounds_won": 0, "points": points(0, 25)},
    ]
    assert values["pairs"] == [
        {"between": ["Ana", "Bo"], "games": 2, "ahead": [1, 1]},
        {"between": ["Ana", "Cy"], "games": 2, "ahead": [2, 0]},
        # Neither was ahead in the first game, which both ended on 0 points.
        {"between": ["Bo", "Cy"], "games": 2, "ahead": [1, 0]},
    ]


def points(winner_collects: int, keep_own: int) -> dict[str, int]:
    return {"winner-collects": winner_collects, "keep-own": keep_own}


def test_group_json_and_csv_contain_no_game_keys(evening: Script) -> None:
    for path in (f"/groups/{evening.group_key}", f"/groups/{evening.group_key}.csv"):
        text = evening.ask("GET", path).text
        assert evening.score_key not in text
        assert evening.watch_key not in text


def test_season_includes_its_last_day_and_filters_by_box(evening: Script) -> None:
    finished = group_values(evening)["games"][0]["finished"]
    day = finished[:10]
    assert len(group_values(evening, **{"from": day, "to": day, "tz": "UTC"})["games"]) == 2
    assert group_values(evening, **{"from": "2999-01-01"})["games"] == []
    assert group_values(evening, to="1999-12-31")["people"] == []
    assert group_values(evening, edition="flip")["people"] == []
    assert len(group_values(evening, edition="hello-kitty")["games"]) == 3
    # A game in progress has no day yet, so it is listed only if no day is given.
    assert len(group_values(evening, **{"from": "", "to": ""})["games"]) == 3


@cases("""name | value
from | 2026-02-30
from | "20260201"
to | 2026-W01-1
to | today
tz | Europe/Nowhere
tz | ../../etc/passwd
tz | America
tz | "x" * 999
""")
def test_invalid_season_is_refused(evening: Script, name: str, value: str) -> None:
    evening.ask("GET", f"/groups/{evening.group_key}", query_string={name: value})
    assert evening.assert_refused().keys() == {f"/{name}"}


def test_group_csv_has_line_per_player_of_game(evening: Script) -> None:
    answer = evening.ask("GET", f"/groups/{evening.group_key}.csv")
    rows = list(csv.DictReader(StringIO(answer.text)))
    assert len(rows) == 9
    first = rows[0]
    assert [first[name] for name in ("player", "rank", "total", "won", "points")] == [
        "Ana", "1", "40", "1", "40",
    ]  # fmt: skip
    assert rows[-1]["finished"] == ""


@pytest.mark.sqlite_only
def test_group_reports_number_of_damaged_games(app: Flask) -> None:
    table = Script(app, "203.0.113.1").start("Ana", "Bo")
    table.round("Ana", Bo=7)
    table.change(finish=True)
    group = table.group_key
    Script(app, "203.0.113.1").start("Ana", "Bo", group=group)
    assert group_values(table)["damaged"] == 0
    csv = f"/groups/{group}.csv"
    assert "#" not in table.ask("GET", csv).text
    raw.run(registry_of(app).config.database, "UPDATE lines SET body = 'x' WHERE version = 2")
    registry_of(app).groups.results.clear()
    registry_of(app).groups.overviews.clear()
    Script(app, "203.0.113.1").start("Ana", "Bo", group=group)  # makes the cached group stale
    assert [group_values(table)[part] for part in ("damaged", "people")] == [1, []]
    assert table.ask("GET", csv).text.splitlines()[-1] == "# Damaged games that don’t count: 1"
