"""Estimates of the time left, the agreed time to stop, and the start of rotations."""

import re
from datetime import datetime

import pytest
from flask import Flask

from tests.web.clock import Clock
from tests.web.hall import EIGHT, Hall
from tests.web.paper import Paper
from tests.web.script import Script


@pytest.fixture
def table(clock: Clock, paper: Paper) -> Paper:
    """Return a phone that has played three rounds of eight minutes each, until 20:24 UTC."""
    paper.start("hello-kitty", "Ana", "Bo", "Cy", target="300")
    for out in ("1", "2", "3"):
        clock.advance(minutes=8)
        paper.round(out, **{f"points_{seat}": "40" for seat in "123" if seat != out})
    return paper


def stop(table: Paper, time: str, ahead: str = "0") -> Paper:
    table.open(f"{table.game}/settings")
    return table.send_form(
        f"{table.game}/settings", [("change", "stop"), ("time", time), ("ahead", ahead)]
    )


def latest(table: Paper) -> dict[str, str]:
    entries: list[dict[str, str]] = table.client.get(f"/api{table.game}/journal").json["entries"]  # type: ignore[index]
    return entries[-1]


def open_board(table: Paper) -> Paper:
    return table.open(table.board)


def test_game_page_and_board_show_the_same_time_estimate(table: Paper) -> None:
    found = re.search(r"(\d+) to (\d+) min to go", table.text)
    assert found
    least, most = int(found[1]), int(found[2])
    assert least % 5 == most % 5 == 0
    assert 10 <= least < most <= 120
    assert open_board(table).has(found[0])


def test_time_estimate_is_updated_by_a_saved_round(table: Paper) -> None:
    minimal = {"HX-Request": "true", "HX-Request-Type": "partial", "Prefer": "return=minimal"}
    page = table.client.get(table.game).text
    (then,) = re.findall(r"\d+ to \d+ min to go", page)
    (version,) = re.findall(r'id="undo".*?name="version" value="(\d+)"', page, re.DOTALL)
    form = {"version": version, "request_id": "4", "round": 4, "went_out": 1, "points-2": 100}
    form |= {"points-3": 100}
    saved = table.client.post(f"{table.game}/rounds", data=form, headers=minimal)
    assert saved.headers["Preference-Applied"] == minimal["Prefer"]
    for text in (saved.text, table.client.get(table.game).text):
        assert "min to go" in text
        assert then not in text


def test_last_round_before_the_stop_time_is_announced(table: Paper, clock: Clock) -> None:
    assert stop(table, "22:00").has("You’re stopping at 22:00.")
    assert stop(table, "20:55").has("4 more rounds before 20:55")
    clock.advance(minutes=21)
    assert table.open(table.game).has("Last round before 20:55")
    assert open_board(table).has("Last round before 20:55")
    clock.advance(minutes=11)
    assert table.open(table.game).has("It’s past 20:55", "End the game")
    table.round("1", points_2="1", points_3="2")  # nothing ends by itself
    assert table.has("It’s past 20:55")


def test_rematch_keeps_the_stop_time_unless_it_is_past(table: Paper, clock: Clock) -> None:
    for time, is_known in (("22:00", True), ("20:40", False)):
        stop(table, time)
        table.round("1", points_2="150", points_3="150")
        clock.advance(minutes=10)
        table.send(f"{table.game}/rematch", [])
        table.open(f"{table.game}/settings")
        assert table.has(time) is is_known
        for out in ("2", "3"):
            table.open(table.game).round(out, **{f"points_{s}": "1" for s in "123" if s != out})


def test_poll_returns_the_page_once_only_one_round_fits_before_stop_time(
    table: Paper, clock: Clock
) -> None:
    stop(table, "20:55")
    tag = table.find(r'"since": ?"(\w+)"')
    ask = f"{table.game}?since={tag}"
    assert table.open(ask).status == 204
    clock.jump(minutes=21)  # the server has the poll's answer cached
    assert table.open(ask).status == 200
    assert table.has("Last round before 20:55")
    assert table.open(f"{table.game}?since={tag}l").status == 204


def test_stop_time_is_stored_with_the_utc_offset_of_the_phone(table: Paper) -> None:
    stop(table, "15:55", ahead="-300")  # in New York it is 15:24
    assert table.has("4 more rounds before 15:55")
    assert latest(table)["stop_at"] == "2026-01-01T15:55-05:00"
    assert latest(table)["at"].startswith("2026-01-01T20:24")


def test_stop_time_that_is_past_today_means_tomorrow(table: Paper) -> None:
    stop(table, "20:00")
    assert latest(table)["stop_at"] == "2026-01-02T20:00+00:00"


def test_removal_of_stop_time_can_be_undone(table: Paper) -> None:
    stop(table, "20:55")
    assert not stop(table, "").has("before 20:55")
    table.send_form(f"{table.game}/undo", [])
    assert table.has("before 20:55")


@pytest.mark.parametrize("typed", ["later", "25:00", "22:60"])
def test_invalid_stop_time_is_refused(table: Paper, typed: str) -> None:
    assert stop(table, typed).status == 422
    assert table.has("This isn’t a time")


@pytest.mark.parametrize("ahead", ["", "x", "99999"])
def test_stop_time_is_accepted_without_a_valid_utc_offset(table: Paper, ahead: str) -> None:
    assert stop(table, "23:59", ahead).has("23:59")


def test_api_stop_time_without_offset_uses_the_servers_offset(app: Flask) -> None:
    script = Script(app, "203.0.113.9").start()
    script.change(stop_at="2026-02-28T22:00")
    by_server = datetime(2026, 2, 28, 22).astimezone()
    (stop,) = script.read("/journal").json["entries"][1:]
    assert datetime.fromisoformat(stop["stop_at"]) == by_server
    for wrong in ("2026-02-31T22:00", "2026-02-31T22:00+01:00", "2026-02-28"):
        assert script.change(stop_at=wrong).status_code == 422


def test_rotation_starts_with_last_round_of_the_previous_one(clock: Clock, hall: Hall) -> None:
    hall.start(*EIGHT[:4], rounds_per_partnership=1)
    phone = Paper(hall.client)
    pages = (f"/tables/{hall.tables[1]}", f"/watch/{hall.watch_key}", f"/games/{hall.score_key}")
    for minutes in (0, 8, 16):
        began = f'<time datetime="2026-01-01T20:{minutes:02}:00+00:00"'
        # While players change seats, the table's page does not show the start.
        said = pages[1:] if minutes else pages
        assert all(began in phone.open(page).page for page in said)
        assert all(phone.open(page).has("Rotation began just now") for page in said)
        clock.advance(minutes=8)
        assert all(phone.open(page).has("Rotation began 8 min ago") for page in pages)
        hall.play(1)
    assert all("Rotation began" not in phone.open(page).page for page in pages)


@pytest.mark.parametrize("changes", [{}, {"players": ["Dee", "Cy", "Bo", "Ana"]}])
def test_rotation_starts_only_after_players_have_joined(
    clock: Clock, hall: Hall, changes: dict[str, list[str]]
) -> None:
    """Twenty minutes of joining count neither for a rotation nor for a round."""
    hall.start(*EIGHT[:4], rounds_per_partnership=2, open_seats=True)
    clock.advance(minutes=20)
    assert hall.change(open_seats=False, **changes).status_code == 200
    page = Paper(hall.client)
    assert page.open(f"/games/{hall.score_key}").has("Rotation began just now")
    for _ in range(2):
        clock.advance(minutes=7)
        hall.play(1)
    assert page.open(f"/games/{hall.score_key}").has("Rotation began just now", "Usually 14 min")
