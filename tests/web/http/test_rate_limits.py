"""Rate limits on guessed keys and new games, which never affect a valid key."""

import json

import pytest
from flask import Flask

from companion.web.http import rate_limits
from companion.web.http.rate_limits import Limit, Limits, Queue, RateLimitError
from tests.web.clock import Clock, stop_clock
from tests.web.conftest import Run
from tests.web.running import registry_of, replace_services
from tests.web.script import Script


@pytest.fixture
def app(app: Flask) -> Flask:
    return stop_clock(app)


def seconds_to_wait(limit: Limit, address: str = "a") -> int:
    try:
        limit.count(address)
    except RateLimitError as slow:
        return slow.seconds
    return 0


def test_rate_limit_holds_in_every_sliding_time_window() -> None:
    clock = Clock()
    limit = Limit(3, 60, clock)
    waits = []
    for moment in (0, 50, 59, 59.5, 60, 61, 109, 110, 118, 119):
        clock.seconds = moment
        waits.append(seconds_to_wait(limit))
    assert waits == [0, 0, 0, 1, 0, 50, 2, 0, 2, 0]


def test_rate_limit_remembers_only_the_latest_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MOST_REMEMBERED", 20)
    limit = Limit(2, 60, Clock())
    for number in range(1000):
        assert seconds_to_wait(limit, str(number)) == 0
    for address, is_remembered in (("990", True), ("980", False)):
        assert seconds_to_wait(limit, address) == 0
        assert (seconds_to_wait(limit, address) > 0) == is_remembered


def test_repeated_event_counts_once_towards_rate_limit() -> None:
    limit = Limit(2, 60, Clock())
    for _ in range(100):
        for key in ("lost", "mistyped"):
            limit.count("a", key)
    with pytest.raises(RateLimitError):
        limit.count("a", "guessed")
    limit.count("a", "lost")


def test_rate_limit_counts_ipv6_network_as_one_address() -> None:
    limit = Limit(2, 60, Clock())
    assert seconds_to_wait(limit, "2001:db8::1") == 0
    assert seconds_to_wait(limit, "2001:db8::ffff:2") == 0
    assert seconds_to_wait(limit, "2001:db8::3") > 0
    assert seconds_to_wait(limit, "2001:db8:0:1::3") == 0


def test_limits_on_wrong_keys_and_new_games_are_as_documented() -> None:
    limits = Limits()
    assert (limits.wrong_keys.most, limits.wrong_keys.seconds) == (60, 60)
    assert (limits.new_games.most, limits.new_games.seconds) == (600, 3600)


def flood(app: Flask, address: str = "203.0.113.66", tries: int = 60) -> Script:
    """Request `tries` wrong access keys from an address, which are all answered 404."""
    guesser = Script(app, address)
    for number in range(tries):
        guesser.ask("GET", f"/games/wrong-{number}")
        guesser.assert_refused(404, "not-found")
    return guesser


def test_wrong_keys_are_limited_to_sixty_a_minute(app: Flask) -> None:
    guesser = flood(app)
    for path in ("/games/wrong", "/games/wrong-too/journal", "/games/wrong-as-well.csv"):
        guesser.ask("GET", path)
        assert guesser.assert_refused(429, "slow-down") == {}
        assert guesser.last.headers["Retry-After"] == "61"  # rounded up
    guesser.ask("POST", "/games/wrong/undo")
    guesser.assert_refused(429, "slow-down")
    for path in ("/games/wrong", "/watch/wrong", "/games/wrong/share"):
        page = guesser.client.get(path)
        assert (page.status_code, page.mimetype) == (429, "text/html")
        assert "Retry-After" in page.headers


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Too many tries.", "can’t be reached right now.", "This is too large:"]),
        ("fr", ["Trop d’essais.", "Impossible d’accéder aux parties", "C’est trop gros"]),
    ],
)
@pytest.mark.parametrize("prefix", ["", "/api"])
def test_refusals_by_limits_are_in_the_language_asked_for(
    app: Flask, monkeypatch: pytest.MonkeyPatch, prefix: str, language: str, words: list[str]
) -> None:
    monkeypatch.setattr(Queue, "PATIENCE", 0.01)
    phone, headers = flood(app).client, {"Accept-Language": language}
    body = {"headers": {**headers, "Content-Type": "application/json"}}
    with registry_of(app).limits.queues.imports.slot():
        answers = [
            phone.get(f"{prefix}/games/wrong", headers=headers),
            phone.post(f"{prefix}/games/import", data=b"{}", **body),
            phone.post(f"{prefix}/games", data=b"x" * 70_000, **body),
        ]
    for said, answer in zip(words, answers, strict=True):
        text = json.loads(answer.text)["error"]["message"] if prefix else answer.text
        assert said in text


def test_write_with_watch_key_does_not_count_as_wrong_key(app: Flask) -> None:
    table = Script(app, "203.0.113.66").start()
    flood(app, tries=59)
    table.score_key = table.watch_key
    for _ in range(2):
        table.round("Ana", Bo=1, Cy=1)
        table.assert_refused(404, "not-found")
        table.change(target=700)
        table.assert_refused(404, "not-found")
        assert table.client.post(f"/games/{table.watch_key}/undo").status_code == 404
        assert table.client.get(f"/games/{table.watch_key}/settings").status_code == 404
        flood(app, tries=60)  # one new key (the 60th) and 59 repeated ones
    table.ask("GET", "/games/wrong")
    table.assert_refused(429, "slow-down")


def test_valid_key_works_at_address_with_too_many_wrong_keys(app: Flask) -> None:
    table = Script(app, "203.0.113.66").start()
    flood(app)
    assert table.round("Ana", Bo=1, Cy=1).status_code == 201
    assert table.read().status_code == 200
    assert table.client.get(f"/games/{table.score_key}").status_code == 200
    assert table.client.get(f"/watch/{table.watch_key}").status_code == 200
    table.ask("GET", "/games/wrong")
    table.assert_refused(429, "slow-down")
    assert table.undo().status_code == 200


def test_valid_key_of_wrong_kind_is_not_counted_as_guess(app: Flask) -> None:
    table = Script(app, "203.0.113.66").start()
    table.score_key = table.watch_key
    for _ in range(70):
        table.undo()
        table.assert_refused(404, "not-found")


def test_wrong_keys_are_counted_for_each_address(app: Flask) -> None:
    flood(app)
    flood(app, address="203.0.113.67", tries=1)


def test_wrong_keys_are_counted_for_each_app(run: Run) -> None:
    flood(stop_clock(run("one")))
    flood(stop_clock(run("another")), tries=1)


@pytest.mark.parametrize(("proxy", "status"), [(0, 429), (1, 404)])
def test_forwarded_address_counts_only_behind_trusted_proxy(
    run: Run, proxy: int, status: int
) -> None:
    guesser = flood(stop_clock(run(proxy=proxy)), address="127.0.0.1")
    answer = guesser.ask("GET", "/games/x", headers={"X-Forwarded-For": "192.0.2.9"})
    assert answer.status_code == status


def test_new_games_and_imports_are_limited_but_not_rematches(app: Flask) -> None:
    replace_services(app, limits=Limits(new_games=Limit(4, 3600, Clock())))
    script = Script(app, "203.0.113.66")
    for _ in range(5):  # invalid requests are not counted, as they start no game
        script.ask("POST", "/games", json={})
        script.assert_refused()
        assert script.client.post("/games", data={"players": "Ana"}).status_code == 422
    script.start()
    journal = script.read("/journal").json
    assert script.client.post("/games/import", data={}).status_code == 422
    script.import_journal(
        {"entries": []}
    )  # counted, because even an invalid journal costs time to read
    script.assert_refused()
    script.import_journal(journal)
    assert script.last.status_code == 201
    for path, values in (
        ("/games", {"edition": "classic-108", "players": ["A", "B"]}),
        ("/games/import", journal),
    ):
        script.ask("POST", path, json=values)
        assert script.assert_refused(429, "slow-down") == {}
        assert script.last.headers["Retry-After"] == "3601"
    form = {"edition": "classic-108", "players": ["A", "B"]}
    assert script.client.post("/games", data=form).status_code == 429
    assert script.round("Ana", Bo=1, Cy=1).status_code == 201
    rematch = script.client.post(f"/games/{script.score_key}/rematch")
    assert rematch.status_code == 303  # a valid key is never limited
    assert Script(app, "203.0.113.67").start().last.status_code == 201
    assert registry_of(app).limits.new_games.most == 4
