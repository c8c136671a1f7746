"""Extremely long games: requests for all of one do not delay other tables."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from time import sleep
from typing import Any

import pytest

from companion.services import replays
from companion.services.access import Access
from companion.services.replays import MOST_PARALLEL
from companion.web.http.rate_limits import Queue
from companion.web.play import watch
from companion.web.ui.pages import SLICE_SIZE
from tests.web.conftest import Run
from tests.web.running import game_of, registry_of
from tests.web.script import Script

ROUND = {"went_out": "Ana", "hands": {"Bo": {"points": 1}, "Cy": {"points": 1}}}

ROUND_OF = re.compile(r"/rounds/(\d+)\"><span class=\"visually")  # a line of a score sheet


def lengthened(table: Script, rounds: int) -> dict[str, Any]:
    """Record a round, and return the game's journal with this many copies of the round."""
    table.record_round(**ROUND)
    address = f"/api/games/{table.score_key}/journal?keys=1"
    journal: dict[str, Any] = table.client.get(address).get_json()
    start, first = journal["entries"]
    rest = [{**first, "version": number, "request_id": None} for number in range(2, rounds + 2)]
    return {**journal, "entries": [start, *rest]}


@pytest.fixture
def long(table: Script, run: Run) -> Script:
    """Return a script of a restored game, too long for several requests to process at once."""
    journal = lengthened(table.start(target=10_000), MOST_PARALLEL)
    long = Script(run("long games"), "203.0.113.9")
    long.ask("POST", "/games/restore", json=journal)
    assert long.last.status_code == 201
    long.score_key, long.watch_key = journal["score_key"], journal["watch_key"]
    return long


def test_history_of_long_game_is_split_into_linked_pages(script: Script) -> None:
    script.import_journal(lengthened(script.start(target=10_000), SLICE_SIZE + 20))
    history = f"/games/{script.score_key}/history"
    latest = script.client.get(history).text
    assert ROUND_OF.findall(latest) == [str(n) for n in range(SLICE_SIZE + 20, 20, -1)]
    assert f"{history}?until=21" in latest
    earlier = script.client.get(f"{history}?until=21").text
    assert ROUND_OF.findall(earlier) == [str(n) for n in range(20, 0, -1)]
    assert "Game started." in earlier
    assert f"{history}?until={SLICE_SIZE + 21}" in earlier
    for until in ("0", "x", "99999", "-1", "٢١"):
        assert script.client.get(f"{history}?until={until}").status_code == 200


def test_long_history_names_changes_undone_and_redone_many_times(script: Script) -> None:
    script.import_journal(lengthened(script.start(target=10_000), SLICE_SIZE))
    script.change(target=9000)
    for _ in range(3):
        script.undo()
        script.redo()
    script.undo()
    history = script.client.get(f"/games/{script.score_key}/history").text
    assert history.count("Undone: The target went from 10000 to 9000.") == 4
    assert history.count("Redone: The target went from 10000 to 9000.") == 3


def test_history_page_is_cached_for_each_game_version(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    script.import_journal(lengthened(script.start(target=10_000), SLICE_SIZE + 20))
    history = f"/games/{script.score_key}/history"
    games = registry_of(script.app).games
    read = games.journal
    calls: list[object] = []

    def journal(_: object, *args: Any) -> object:  # noqa: ANN401
        calls.append(args)
        return read(*args)

    monkeypatch.setattr(type(games), "journal", journal)
    for address in (history, history, f"{history}?until=21", f"{history}?until=21", history):
        script.client.get(address)
    assert len(calls) == 2
    script.record_round(**ROUND)
    assert ROUND_OF.findall(script.client.get(history).text)[0] == str(SLICE_SIZE + 21)


def test_rounds_of_long_game_are_split_into_pages(script: Script) -> None:
    script.import_journal(lengthened(script.start(target=10_000), SLICE_SIZE + 20))
    for page in (f"/games/{script.watch_key}/story", f"/games/{script.score_key}"):
        every = f"{page}?all=1&" if page.endswith(script.score_key) else f"{page}?"
        latest = ROUND_OF.findall(script.client.get(every).text)
        assert {*map(int, latest)} == {*range(21, SLICE_SIZE + 21)}
        earlier = ROUND_OF.findall(script.client.get(f"{every}until=20").text)
        assert {*range(1, 21)} <= {*map(int, earlier)} <= {*range(1, 21), *range(215, 221)}


def expensive(long: Script) -> dict[str, str]:
    """Return HTTP methods by path, for requests that need every entry of the game."""
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


def test_in_long_games_only_requests_for_all_entries_wait_in_queue(
    long: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Queue, "PATIENCE", 0.01)
    page, board = f"/games/{long.score_key}", f"/watch/{long.watch_key}"
    queues = registry_of(long.app).limits.queues
    with queues.whole_games.slot(), queues.long_changes.slot():
        for address, method in expensive(long).items():
            answer = long.client.open(address, method=method)
            assert (answer.status_code, "Retry-After" in answer.headers) == (503, True), address
        assert long.record_round(**ROUND).status_code == 201
        for address in (page, f"{page}?since=5", board, f"{board}?since=5", f"/api{page}"):
            assert long.client.get(address).status_code == 200, address
        assert long.client.get(f"/api{page}/journal?since={MOST_PARALLEL}").status_code == 200
        assert Script(long.app, "203.0.113.8").start().undo().status_code == 422
    for address, method in expensive(long).items():
        answer = long.client.open(address, method=method, json={} if "/api" in address else None)
        assert answer.status_code in {200, 303}, address


def test_long_pages_are_drawn_one_at_a_time_and_short_ones_in_parallel(
    script: Script, new_script: Callable[[], Script], monkeypatch: pytest.MonkeyPatch
) -> None:
    script.import_journal(lengthened(script.start(target=10_000), MOST_PARALLEL))
    other, together = new_script().start(), Barrier(4)
    drawing, at_once = [0], [0]

    def draw(*_: object, access: Access, **__: object) -> str:
        if access.key == other.watch_key:
            together.wait(timeout=60)
            return ""
        drawing[0] += 1
        at_once[0] = max(at_once[0], drawing[0])
        sleep(0.05)  # time for other threads to start drawing
        drawing[0] -= 1
        return ""

    monkeypatch.setattr(watch, "render_template", draw)
    with ThreadPoolExecutor(4) as threads:
        for key in (script.watch_key, other.watch_key):
            pages = [f"/watch/{key}"] * 4
            answers = [*threads.map(lambda page: script.app.test_client().get(page), pages)]
            assert [answer.status_code for answer in answers] == [200] * 4
    assert at_once == [1]


def test_long_games_are_read_from_store_one_at_a_time(long: Script) -> None:
    games = registry_of(long.app).games
    games.replays._held.clear()  # noqa: SLF001 - as after a restart
    with registry_of(long.app).limits.queues.long_replays.slot():
        assert long.read().status_code == 503
        assert Script(long.app, "203.0.113.8").start().state["version"] == 1
    assert long.read().status_code == 200


def test_few_long_journal_entries_wait_in_queue_like_many_short_ones(
    table: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Queue, "PATIENCE", 0.01)
    table.start().record_round(**ROUND)
    games, queues = registry_of(table.app).games, registry_of(table.app).limits.queues
    for line, status in ((replays.LINE, 200), (1, 503)):
        monkeypatch.setattr(replays, "LINE", line)
        with queues.whole_games.slot():
            assert table.client.get(f"/games/{table.watch_key}/story").status_code == status
        games.replays._held.clear()  # noqa: SLF001 - as after a restart
        with queues.long_replays.slot():
            assert table.read().status_code == status


def test_journal_longer_than_the_cache_takes_no_more_changes(
    table: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.start().record_round(**ROUND)
    size = registry_of(table.app).games.store.journals.size(game_of(table.app, table.score_key))
    monkeypatch.setattr(replays, "MOST_HELD", size + 5)
    before = table.read("/journal").json
    for refused in (table.record_round(**ROUND), table.correct(1, "Ana", Bo=5, Cy=5)):
        assert refused.status_code == 422
        assert "too long to go on" in refused.text
    assert table.read("/journal").json == before
