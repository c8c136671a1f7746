"""One way through each room with the games at a database; `--engine postgres` goes all of them."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.postgres import Server, stores_at
from tests.web.conftest import StoreOf
from tests.web.hall import Hall
from tests.web.paper import Paper
from tests.web.script import Script, after_a_round


@pytest.fixture(scope="session")
def store_of(postgres: Server) -> StoreOf:
    return stores_at(postgres)


@pytest.fixture
def game(paper: Paper) -> str:
    return paper.start("hello-kitty", "Ana", "Bo", "Cy").game


@pytest.fixture
def other(app: Flask) -> Paper:
    return Paper(app.test_client())


def test_a_round_is_saved_once_and_corrected(paper: Paper, game: str) -> None:
    paper.round("1", points_2="7", points_3="8")
    assert paper.status == 200
    assert paper.open(f"{game}/history").has("Bo 7")
    paper.open(f"{game}/rounds/1").send_form(f"{game}/rounds/1", [("went_out", "2")])
    assert paper.open(game).status == 200


def test_a_hand_is_counted_on_one_phone_and_found_on_the_other(
    paper: Paper, other: Paper, game: str
) -> None:
    paper.send(f"{game}/hands/2", [], **{"round": "1", "count-2-7": "2"})
    assert other.open(game).typed["count-2-7"] == "2"


def test_open_pages_hear_of_what_is_new(app: Flask) -> None:
    table = after_a_round(app)
    page = f"/watch/{table.watch_key}?since=2"
    assert table.client.get(page).status_code == 204
    table.round("Bo", Ana=3, Cy=4)
    assert table.client.get(page).status_code == 200
    assert table.totals == {"Ana": 15, "Bo": 7, "Cy": 0}


def test_a_request_is_answered_once_however_often_it_is_sent(app: Flask) -> None:
    table = Script(app, "203.0.113.1").start()
    asked = {"went_out": "Ana", "hands": {"Bo": {"points": 7}, "Cy": {"points": 8}}}
    for status in (201, 200):
        assert table.asked_round(**asked, request_id="one").status_code == status
    table.asked_round(**asked, note="other", request_id="one")
    assert table.state["version"] == 2


def test_a_game_is_deleted_brought_back_renewed_and_played_again(app: Flask) -> None:
    table = after_a_round(app)
    phone, key = table.client, table.score_key
    assert phone.post(f"/games/{key}/delete").status_code == 200
    assert phone.get(f"/games/{key}").status_code == 404
    assert phone.post("/undelete", data={"key": key}).status_code == 303
    table.change(finish=True)
    rematch = phone.post(f"/games/{key}/rematch").headers["Location"]
    assert f'href="{rematch}"' in phone.get(f"/games/{key}").text
    assert phone.get(rematch).status_code == 200
    assert phone.get("/").text.count("Ana") >= 2


def test_a_journal_is_taken_along_and_brought_in(app: Flask) -> None:
    table = after_a_round(app)
    journal = table.read("/journal").json
    copy = Script(app, "203.0.113.2").take_in(journal)
    assert copy.last.status_code == 201
    assert copy.totals == table.totals
    assert copy.score_key != table.score_key


def test_a_hall_plays(hall: Hall) -> None:
    hall.start()
    for table in (1, 2):
        assert hall.play_at(table).status_code == 201
    page = hall.client.get(f"/games/{hall.key}/plan")
    assert page.status_code == 200
    assert len(hall.state["rounds"]) == 2


def test_health_is_told(run: Callable[..., Flask]) -> None:
    app = run("healthy")
    assert "last_copy" in app.test_client().get("/healthz").text
    assert app.test_client().get("/rules/hello-kitty").status_code == 200
    assert app.test_client().get("/box/hello-kitty").status_code == 200
