"""Open pages ask for what is new: little is said, nothing is asked of the store, nobody is late."""

import re

import pytest
from flask import Flask

from companion.services.replays import ReplayedGames
from companion.store.errors import StoreUnavailableError
from tests.web.clock import Clock
from tests.web.hall import Hall
from tests.web.running import game_of, parts_of
from tests.web.script import Script, after_a_round


@pytest.fixture
def played(app: Flask, clock: Clock) -> Script:
    """Play one round in a companion that goes by this clock."""
    assert clock
    return after_a_round(app)


@pytest.fixture
def pages(played: Script) -> list[str]:
    return [f"/games/{played.score_key}", f"/watch/{played.watch_key}"]


def asked(app: Flask, page: str, since: object, **more: object) -> tuple[int, str]:
    query = {"since": since, "every": 2, **more}
    answer = app.test_client().get(page, query_string=query)
    assert answer.status_code in {404, 429} or float(answer.headers["Ask-Again-In"]) >= 2
    return answer.status_code, answer.text


def test_nothing_new_is_answered_with_nothing(app: Flask, pages: list[str]) -> None:
    for page in pages:
        assert asked(app, page, 2) == (204, "")


def test_a_change_is_shown_at_once_with_what_happened(
    app: Flask, played: Script, pages: list[str]
) -> None:
    for page in pages:
        assert asked(app, page, 2)[0] == 204
    played.round("Bo", Ana=5, Cy=6)
    for page in pages:
        status, shown = asked(app, page, 2)
        assert status == 200
        assert "Meanwhile" in shown
        assert "Round 2: Bo went out. Ana 5, Cy 6." in shown
        assert "Round 1" not in shown.partition("</section>")[0]
        assert '"since": "3"' in shown
        assert asked(app, page, 3) == (204, "")


def test_what_stands_beside_its_undo_is_only_said(app: Flask, played: Script) -> None:
    table, board = f"/games/{played.score_key}", f"/watch/{played.watch_key}"
    played.round("Bo", Ana=5, Cy=6)
    assert '<section class="news visually-hidden">' in asked(app, table, 2)[1]
    assert '<section class="news">' in asked(app, board, 2)[1]
    played.change(target=300)
    assert "<li>Round 2: Bo went out." in asked(app, table, 2)[1]
    assert '<li class="visually-hidden">The target' in asked(app, table, 2)[1]
    assert "<li>The target" in asked(app, board, 2)[1]


def test_a_tournament_and_its_tables_are_live_too(app: Flask, hall: Hall) -> None:
    pages = [f"/tables/{key}" for key in hall.start().tables.values()]
    pages += [f"/games/{hall.score_key}", f"/watch/{hall.watch_key}"]
    assert {asked(app, page, 1) for page in pages} == {(204, "")}
    hall.change(rotations=2)
    for page in pages:
        assert "Meanwhile" in asked(app, page, 1)[1]


def test_a_table_hears_of_its_own_rounds_only(app: Flask, hall: Hall) -> None:
    hall.start()
    one, two, organiser = (
        f"/tables/{hall.tables[1]}",
        f"/tables/{hall.tables[2]}",
        f"/games/{hall.score_key}",
    )
    hall.play_at(1)
    hall.at_table(1, "/undo")
    assert "was removed." in asked(app, one, 1)[1]
    assert "was removed." in asked(app, organiser, 1)[1]
    assert "Meanwhile" not in asked(app, two, 1)[1]
    hall.play_at(1)
    assert '<section class="news visually-hidden">' in asked(app, one, 3)[1]
    assert "Meanwhile" not in asked(app, two, 3)[1]


@pytest.mark.parametrize("since", ["", "0", "3", "-1", "x", "²", "9" * 400, "2 "])
def test_whatever_else_is_said_to_be_known_gets_the_page(
    app: Flask, pages: list[str], since: str
) -> None:
    for page in pages:
        status, shown = asked(app, page, since)
        assert (status, '"since": "2"' in shown) == (200, True)


@pytest.mark.parametrize("every", ["", "0", "-5", "nan", "inf", "-inf", "x", "1e400", "9" * 400])
def test_no_lie_about_the_pace_changes_it(app: Flask, pages: list[str], every: str) -> None:
    answer = app.test_client().get(pages[0], query_string={"since": 2, "every": every})
    assert (answer.status_code, answer.headers["Ask-Again-In"]) == (204, "2.0")


def test_asking_costs_the_store_nothing(
    app: Flask, played: Script, pages: list[str], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for page in pages:
        asked(app, page, 2)

    def fail(*_: object) -> None:
        raise StoreUnavailableError

    store = parts_of(app).games.store
    with monkeypatch.context() as patch:
        for part, call in ((store.journals, "read"), (store.keys, "find")):
            patch.setattr(part, call, fail)
        for page in pages:
            assert asked(app, page, 2) == (204, "")
        clock.passes(seconds=1)
        for page in pages:
            assert asked(app, page, 2)[0] == 503
    played.undo()
    assert [asked(app, page, 2)[0] for page in pages] == [200, 200]


def test_a_game_that_is_no_longer_at_hand_is_not_read_again_for_it(
    app: Flask, played: Script, pages: list[str], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of more games than fit into the memory each poll would go through a whole journal."""
    games = parts_of(app).games

    def asked_anew(since: str) -> list[int]:
        clock.passes(seconds=1)  # what was shown a moment ago is not trusted any more
        monkeypatch.setattr(games, "replays", ReplayedGames(games.store))
        return [asked(app, page, since)[0] for page in pages]

    def fail(*_: object) -> None:
        raise StoreUnavailableError

    assert asked_anew("2") == [204, 204]
    with monkeypatch.context() as patch:
        patch.setattr(games.store.journals, "read", fail)
        assert asked_anew("2") == [204, 204]
    played.round("Bo", Ana=5, Cy=6)
    played.change(finish=True)
    assert asked_anew("2") == [200, 200]
    assert asked_anew("4") == [204, 204]
    played.client.post(f"/games/{played.score_key}/rematch")
    with monkeypatch.context() as patch:
        patch.setattr(games.store.journals, "read", fail)
        assert asked_anew("4r") == [204, 204]


def test_a_key_opens_its_own_page_only_however_often_it_is_asked(
    app: Flask, played: Script, pages: list[str], hall: Hall
) -> None:
    wrong = [
        f"/games/{played.watch_key}", f"/tables/{played.watch_key}", f"/watch/{played.score_key}",
        f"/tables/{played.score_key}", f"/games/{hall.start().tables[1]}",
    ]  # fmt: skip
    for _ in range(2):
        assert [asked(app, page, 2)[0] for page in pages] == [204, 204]
        assert {asked(app, page, 2)[0] for page in wrong} == {404}


def test_it_leaves_the_phone_as_it_was(app: Flask, pages: list[str]) -> None:
    phone = app.test_client()
    phone.get("/?lang=fr")
    for since in (1, 2):
        answer = phone.get(pages[1], query_string={"since": since, "lang": "en"})
        assert "Set-Cookie" not in answer.headers
    assert "Nouvelle partie" in phone.get("/").text
    phone.post(f"{pages[0]}/settings", data={"change": "target", "target": "300"})
    phone.get(pages[0], query_string={"since": 2})
    said = phone.get(pages[0]).text.partition('class="flash')[2]
    assert "300" in said.partition("</p>")[0]
    assert "since=" not in phone.get(pages[0], query_string={"since": 1}).text


def test_a_hand_that_was_counted_is_news_for_those_who_may_write(
    app: Flask, pages: list[str]
) -> None:
    game, watch = pages[:2]
    phone = app.test_client()
    now = parts_of(app).games.game(game_of(app, game.rpartition("/")[2])).version
    asking = {"since": now, "counted": 0}
    assert phone.get(game, query_string=asking).status_code == 204
    round_ = re.search(r'name="round" value="(\d+)"', phone.get(game).text)
    assert round_
    counted = phone.post(f"{game}/hands/1", data={"round": round_[1], "points-1": "7"})
    assert counted.status_code == 200
    assert 'name="points-1"' in phone.get(game, query_string=asking).text
    assert phone.get(game, query_string={**asking, "counted": 1}).status_code == 204
    assert phone.get(watch, query_string=asking).status_code == 204
