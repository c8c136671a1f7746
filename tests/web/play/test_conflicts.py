"""The whole table taps the same button at the very same moment: it is done once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from flask import Flask

from tests.web.script import Script


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
