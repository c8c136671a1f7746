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


def test_a_round_is_saved_once_and_corrected(paper: Paper, game: str) -> None:
    paper.round("1", points_2="7", points_3="8")
    assert paper.status == 200
    assert paper.open(f"{game}/history").has("(7)")
    paper.open(f"{game}/rounds/1").send_form(f"{game}/rounds/1", [("went_out", "2")])
    assert paper.open(game).status == 200


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
