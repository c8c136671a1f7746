"""Polls of open pages: small answers, no access to the store, no missed change."""

import re

import pytest
from flask import Flask

from companion.services.replays import ReplayedGames
from companion.store.errors import StoreUnavailableError
from tests.web.clock import Clock
from tests.web.hall import Hall
from tests.web.running import game_of, registry_of
from tests.web.script import Script, play_one_round


@pytest.fixture
def played(app: Flask, clock: Clock) -> Script:
    """Return a script that has recorded one round, in an app that uses the test's clock."""
    assert clock
    return play_one_round(app)


@pytest.fixture
def pages(played: Script) -> list[str]:
    return [f"/games/{played.score_key}", f"/watch/{played.watch_key}"]


def poll(app: Flask, page: str, since: object, **more: object) -> tuple[int, str]:
    query = {"since": since, "every": 2, **more}
    answer = app.test_client().get(page, query_string=query)
    assert answer.status_code in {404, 429} or float(answer.headers["Ask-Again-In"]) >= 2
    return answer.status_code, answer.text


def test_poll_without_changes_gives_204(app: Flask, pages: list[str]) -> None:
    for page in pages:
        assert poll(app, page, 2) == (204, "")


def test_poll_after_a_round_gives_page_with_news(
    app: Flask, played: Script, pages: list[str]
) -> None:
    for page in pages:
        assert poll(app, page, 2)[0] == 204
    played.round("Bo", Ana=5, Cy=6)
    for page in pages:
        status, shown = poll(app, page, 2)
        assert status == 200
        assert "Meanwhile" in shown
        assert "Round 2: Bo went out. Ana 5, Cy 6." in shown
        assert "Round 1" not in shown.partition("</section>")[0]
        assert '"since": "3"' in shown
        assert poll(app, page, 3) == (204, "")


def test_news_shown_beside_undo_is_visually_hidden(app: Flask, played: Script) -> None:
    table, board = f"/games/{played.score_key}", f"/watch/{played.watch_key}"
    played.round("Bo", Ana=5, Cy=6)
    assert '<section class="news visually-hidden">' in poll(app, table, 2)[1]
    assert '<section class="news">' in poll(app, board, 2)[1]
    played.change(target=300)
    assert "<li>Round 2: Bo went out." in poll(app, table, 2)[1]
    assert '<li class="visually-hidden">The target' in poll(app, table, 2)[1]
    assert "<li>The target" in poll(app, board, 2)[1]


def test_tournament_and_table_pages_get_news_by_polling(app: Flask, hall: Hall) -> None:
    pages = [f"/tables/{key}" for key in hall.start().tables.values()]
    pages += [f"/games/{hall.score_key}", f"/watch/{hall.watch_key}"]
    assert {poll(app, page, 1) for page in pages} == {(204, "")}
    hall.change(rotations=2)
    for page in pages:
        assert "Meanwhile" in poll(app, page, 1)[1]


def test_table_page_gets_no_news_of_other_tables(app: Flask, hall: Hall) -> None:
    hall.start()
    one, two, organiser = (
        f"/tables/{hall.tables[1]}",
        f"/tables/{hall.tables[2]}",
        f"/games/{hall.score_key}",
    )
    hall.play_at(1)
    hall.at_table(1, "/undo")
    assert "was removed." in poll(app, one, 1)[1]
    assert "was removed." in poll(app, organiser, 1)[1]
    assert "Meanwhile" not in poll(app, two, 1)[1]
    hall.play_at(1)
    assert '<section class="news visually-hidden">' in poll(app, one, 3)[1]
    assert "Meanwhile" not in poll(app, two, 3)[1]


@pytest.mark.parametrize("since", ["", "0", "3", "-1", "x", "²", "9" * 400, "2 "])
def test_poll_with_any_other_version_gets_the_page(
    app: Flask, pages: list[str], since: str
) -> None:
    for page in pages:
        status, shown = poll(app, page, since)
        assert (status, '"since": "2"' in shown) == (200, True)


@pytest.mark.parametrize("every", ["", "0", "-5", "nan", "inf", "-inf", "x", "1e400", "9" * 400])
def test_invalid_poll_interval_is_ignored(app: Flask, pages: list[str], every: str) -> None:
    answer = app.test_client().get(pages[0], query_string={"since": 2, "every": every})
    assert (answer.status_code, answer.headers["Ask-Again-In"]) == (204, "2.0")


def test_poll_without_changes_does_not_access_the_store(
    app: Flask, played: Script, pages: list[str], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for page in pages:
        poll(app, page, 2)

    def fail(*_: object) -> None:
        raise StoreUnavailableError

    store = registry_of(app).games.store
    with monkeypatch.context() as patch:
        for part, call in ((store.journals, "read"), (store.keys, "find")):
            patch.setattr(part, call, fail)
        for page in pages:
            assert poll(app, page, 2) == (204, "")
        clock.advance(seconds=1)
        for page in pages:
            assert poll(app, page, 2)[0] == 503
    played.undo()
    assert [poll(app, page, 2)[0] for page in pages] == [200, 200]


def test_poll_of_game_evicted_from_memory_does_not_read_journal(
    app: Flask, played: Script, pages: list[str], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If more games are played than fit in memory, each poll would replay a whole journal."""
    games = registry_of(app).games

    def poll_after_restart(since: str) -> list[int]:
        clock.advance(seconds=1)  # so that the cached answer has expired
        monkeypatch.setattr(games, "replays", ReplayedGames(games.store))
        return [poll(app, page, since)[0] for page in pages]

    def fail(*_: object) -> None:
        raise StoreUnavailableError

    assert poll_after_restart("2") == [204, 204]
    with monkeypatch.context() as patch:
        patch.setattr(games.store.journals, "read", fail)
        assert poll_after_restart("2") == [204, 204]
    played.round("Bo", Ana=5, Cy=6)
    played.change(finish=True)
    assert poll_after_restart("2") == [200, 200]
    assert poll_after_restart("4") == [204, 204]
    played.client.post(f"/games/{played.score_key}/rematch")
    with monkeypatch.context() as patch:
        patch.setattr(games.store.journals, "read", fail)
        assert poll_after_restart("4r") == [204, 204]


def test_poll_with_key_of_another_page_gives_404(
    app: Flask, played: Script, pages: list[str], hall: Hall
) -> None:
    wrong = [
        f"/games/{played.watch_key}", f"/tables/{played.watch_key}", f"/watch/{played.score_key}",
        f"/tables/{played.score_key}", f"/games/{hall.start().tables[1]}",
    ]  # fmt: skip
    for _ in range(2):
        assert [poll(app, page, 2)[0] for page in pages] == [204, 204]
        assert {poll(app, page, 2)[0] for page in wrong} == {404}


def test_poll_sets_no_cookie_and_keeps_language_and_flash_message(
    app: Flask, pages: list[str]
) -> None:
    phone = app.test_client()
    phone.get("/?lang=fr")
    for since in (1, 2):
        answer = phone.get(pages[1], query_string={"since": since, "lang": "en"})
        assert "Set-Cookie" not in answer.headers
    assert "Nouvelle partie" in phone.get("/").text
    phone.post(f"{pages[0]}/settings", data={"change": "target", "target": "300"})
    phone.get(pages[0], query_string={"since": 2})
    flashed = phone.get(pages[0]).text.partition('class="flash')[2]
    assert "300" in flashed.partition("</p>")[0]
    assert "since=" not in phone.get(pages[0], query_string={"since": 1}).text


def test_poll_gets_hand_counted_on_another_phone_if_key_may_write(
    app: Flask, pages: list[str]
) -> None:
    game, watch = pages[:2]
    phone = app.test_client()
    now = registry_of(app).games.game(game_of(app, game.rpartition("/")[2])).version
    asking = {"since": now, "counted": 0}
    assert phone.get(game, query_string=asking).status_code == 204
    round_ = re.search(r'name="round" value="(\d+)"', phone.get(game).text)
    assert round_
    counted = phone.post(f"{game}/hands/1", data={"round": round_[1], "points-1": "7"})
    assert counted.status_code == 200
    assert 'name="points-1"' in phone.get(game, query_string=asking).text
    assert phone.get(game, query_string={**asking, "counted": 1}).status_code == 204
    assert phone.get(watch, query_string=asking).status_code == 204
