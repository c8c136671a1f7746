"""Two phones save at the very same moment: one round is recorded, and the other phone is told."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from flask import Flask

from tests.web.script import Script

PAIRS = 15


def test_of_two_simultaneous_saves_one_is_recorded(app: Flask) -> None:
    table = Script(app, "203.0.113.1").start(target=10_000)
    with ThreadPoolExecutor(2) as phones:
        for version in range(1, PAIRS + 1):
            start = Barrier(2)
            done = [phones.submit(save, app, table.score_key, version, start) for _ in range(2)]
            assert sorted(each.result() for each in done) == [201, 409]
    assert table.state["rounds_total"] == PAIRS
    assert table.state["version"] == PAIRS + 1


def test_of_two_taps_on_the_same_button_too(app: Flask) -> None:
    table = Script(app, "203.0.113.1").start(target=10_000)
    with ThreadPoolExecutor(2) as phones:
        for version in range(1, PAIRS + 1):
            start = Barrier(2)
            tap = f"tap {version}"
            done = [
                phones.submit(save, app, table.score_key, version, start, tap) for _ in range(2)
            ]
            assert sorted(each.result() for each in done) == [200, 201]
    assert table.state["rounds_total"] == PAIRS


def save(app: Flask, key: str, version: int, start: Barrier, request_id: str | None = None) -> int:
    """Save a round at the moment when the other phone does."""
    hands = {"Bo": {"points": 1}, "Cy": {"points": 1}}
    values = {"version": version, "went_out": "Ana", "hands": hands, "request_id": request_id}
    phone = app.test_client()
    start.wait()
    return phone.post(f"/api/games/{key}/rounds", json=values).status_code


def test_the_whole_table_taps_rematch(app: Flask) -> None:
    table = Script(app, "203.0.113.1").start()
    table.change(finish=True)
    start = Barrier(8)

    def tap() -> str:
        phone = app.test_client()
        start.wait()
        return phone.post(f"/games/{table.score_key}/rematch").headers["Location"]

    assert len(set(together(tap))) == 1


def test_the_whole_table_renews_the_link(app: Flask) -> None:
    table = Script(app, "203.0.113.1").start()
    start = Barrier(8)

    def tap() -> str:
        phone = app.test_client()
        start.wait()
        form = {"kind": "score", "request_id": "one tap"}
        return phone.post(f"/games/{table.score_key}/share", data=form).headers["Location"]

    (new,) = set(together(tap))
    assert app.test_client().get(new).status_code == 200


def together(tap: Callable[[], str]) -> list[str]:
    with ThreadPoolExecutor(8) as phones:
        return [each.result() for each in [phones.submit(tap) for _ in range(8)]]
