"""Games longer than anybody plays: whoever asks for all of one keeps no other table waiting."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from time import sleep
from typing import Any

import pytest

from companion.services.access import Access
from companion.services.replays import MOST_AT_EASE, MOST_AT_ONCE
from companion.web.http.rate_limits import Queue
from companion.web.play import watch
from companion.web.ui.pages import PIECE
from tests.web.conftest import Run
from tests.web.running import parts_of
from tests.web.script import Script

ROUND = {"went_out": "Ana", "hands": {"Bo": {"points": 1}, "Cy": {"points": 1}}}

ROUND_OF = re.compile(r"/rounds/(\d+)\"><span class=\"visually")  # a line of a sheet


def lengthened(table: Script, rounds: int) -> dict[str, Any]:
    """Give the journal of a table as if it had played so many rounds, all like its first."""
    table.asked_round(**ROUND)
    address = f"/api/games/{table.score_key}/journal?keys=1"
    kept: dict[str, Any] = table.client.get(address).get_json()
    start, first = kept["entries"]
    rest = [{**first, "version": number, "request_id": None} for number in range(2, rounds + 2)]
    return {**kept, "entries": [start, *rest]}


@pytest.fixture
def long(table: Script, run: Run) -> Script:
    """Sit at a table that has played more rounds than are gone through for everybody at once."""
    kept = lengthened(table.start(target=10_000), MOST_AT_ONCE + 1)
    long = Script(run("long games"), "203.0.113.9")
    long.ask("POST", "/games/restore", json=kept)
    assert long.last.status_code == 201
    long.score_key, long.watch_key = kept["score_key"], kept["watch_key"]
    return long


def test_the_history_comes_in_pieces_that_lead_to_each_other(script: Script) -> None:
    script.take_in(lengthened(script.start(target=10_000), PIECE + 20))
    history = f"/games/{script.score_key}/history"
    latest = script.client.get(history).text
    assert ROUND_OF.findall(latest) == [str(n) for n in range(PIECE + 20, 20, -1)]
    assert f"{history}?until=21" in latest
    earlier = script.client.get(f"{history}?until=21").text
    assert ROUND_OF.findall(earlier) == [str(n) for n in range(20, 0, -1)]
    assert "Game started." in earlier
    assert f"{history}?until={PIECE + 21}" in earlier
    for until in ("0", "x", "99999", "-1", "٢١"):
        assert script.client.get(f"{history}?until={until}").status_code == 200


def test_a_change_is_told_whose_story_began_in_another_piece(script: Script) -> None:
    script.take_in(lengthened(script.start(target=10_000), PIECE))
    script.change(target=9000)
    for _ in range(3):
        script.undo()
        script.redo()
    script.undo()
    history = script.client.get(f"/games/{script.score_key}/history").text
    assert history.count("Undone: The target went from 10000 to 9000.") == 4
    assert history.count("Redone: The target went from 10000 to 9000.") == 3


def test_a_piece_is_told_once_for_each_version(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    script.take_in(lengthened(script.start(target=10_000), PIECE + 20))
    history = f"/games/{script.score_key}/history"
    games = parts_of(script.app).games
    read = games.journal
    told: list[object] = []

    def journal(_: object, *asked: Any) -> object:  # noqa: ANN401
        told.append(asked)
        return read(*asked)

    monkeypatch.setattr(type(games), "journal", journal)
    for address in (history, history, f"{history}?until=21", f"{history}?until=21", history):
        script.client.get(address)
    assert len(told) == 2
    script.asked_round(**ROUND)
    assert ROUND_OF.findall(script.client.get(history).text)[0] == str(PIECE + 21)


def test_every_round_of_a_story_comes_in_pieces_too(script: Script) -> None:
    script.take_in(lengthened(script.start(target=10_000), PIECE + 20))
    for page in (f"/games/{script.watch_key}/story", f"/games/{script.score_key}"):
        every = f"{page}?all=1&" if page.endswith(script.score_key) else f"{page}?"
        latest = ROUND_OF.findall(script.client.get(every).text)
        assert {*map(int, latest)} == {*range(21, PIECE + 21)}
        earlier = ROUND_OF.findall(script.client.get(f"{every}until=20").text)
        assert {*range(1, 21)} <= {*map(int, earlier)} <= {*range(1, 21), *range(215, 221)}


def dear(long: Script) -> dict[str, str]:
    """Give all that needs every entry of a game: each address with its method."""
    score, watch = long.score_key, long.watch_key
    return {
        f"/api/games/{watch}/score-sheet.txt": "GET",
        f"/api/games/{watch}.csv": "GET",
        f"/api/games/{watch}/journal": "GET",
        f"/games/{watch}/story": "GET",
        f"/games/{watch}/history": "GET",
        f"/api/games/{score}/undo": "POST",
        f"/api/games/{score}/redo": "POST",
        f"/games/{score}/undo": "POST",
    }


def test_what_needs_all_of_a_long_game_waits_for_its_turn_and_little_else_does(
    long: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Queue, "PATIENCE", 0.01)
    page, board = f"/games/{long.score_key}", f"/watch/{long.watch_key}"
    with parts_of(long.app).limits.whole_games.turn():
        for address, method in dear(long).items():
            answer = long.client.open(address, method=method)
            assert (answer.status_code, "Retry-After" in answer.headers) == (503, True), address
        assert long.asked_round(**ROUND).status_code == 201
        for address in (page, f"{page}?since=5", board, f"{board}?since=5", f"/api{page}"):
            assert long.client.get(address).status_code == 200, address
        assert long.client.get(f"/api{page}/journal?since={MOST_AT_ONCE}").status_code == 200
        assert Script(long.app, "203.0.113.8").start().undo().status_code == 422
    for address, method in dear(long).items():
        answer = long.client.open(address, method=method, json={} if "/api" in address else None)
        assert answer.status_code in {200, 303}, address


def test_long_pages_are_drawn_one_by_one_and_others_beside_them(
    script: Script, new_script: Callable[[], Script], monkeypatch: pytest.MonkeyPatch
) -> None:
    script.take_in(lengthened(script.start(target=10_000), MOST_AT_EASE))
    other, together = new_script().start(), Barrier(4)
    drawing, at_once = [0], [0]

    def draw(*_: object, access: Access, **__: object) -> str:
        if access.key == other.watch_key:
            together.wait(timeout=60)
            return ""
        drawing[0] += 1
        at_once[0] = max(at_once[0], drawing[0])
        sleep(0.05)  # in which others would begin to draw
        drawing[0] -= 1
        return ""

    monkeypatch.setattr(watch, "render_template", draw)
    with ThreadPoolExecutor(4) as threads:
        for key in (script.watch_key, other.watch_key):
            pages = [f"/watch/{key}"] * 4
            answers = [*threads.map(lambda page: script.app.test_client().get(page), pages)]
            assert [answer.status_code for answer in answers] == [200] * 4
    assert at_once == [1]


def test_one_long_game_at_a_time_is_read_from_the_store(long: Script) -> None:
    games = parts_of(long.app).games
    games.replays._held.clear()  # noqa: SLF001 - as after a restart
    with parts_of(long.app).limits.long_replays.turn():
        assert long.read().status_code == 503
        assert Script(long.app, "203.0.113.8").start().state["version"] == 1
    assert long.read().status_code == 200
