"""The page of stickers: its labels, and notes on their address."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

import pytest
from flask import Flask

from companion.editions import Edition, load_boxes
from companion.network.addresses import local_name
from companion.web.boxes import stickers
from tests.table import BOXES
from tests.web.paper import Paper


def test_stickers_page_has_a_label_for_each_box(paper: Paper) -> None:
    assert paper.open("/stickers").page.count('<div class="label">') == len(BOXES)
    assert paper.has("UNO Toy Story 3", "Unofficial", "Scan to see what")
    assert paper.open("/stickers?lang=fr").has("Scannez", "Étiquettes pour le couvercle")


def test_stickers_page_shows_boxes_of_phone_by_default_and_all_on_request(paper: Paper) -> None:
    paper.start("attack", "Ana", "Bo")
    assert paper.open("/stickers").page.count('<div class="label">') == 1
    assert paper.has("Scan to see what each card is worth")
    known = [box for box in load_boxes()[1].values() if box.cards or box.sources]
    assert paper.open("/stickers?box=all").page.count('<div class="label">') == len(known)
    assert paper.client.get("/stickers/remix.svg").status_code == 200


def test_stickers_page_takes_box_copies_size_and_paper(paper: Paper) -> None:
    paper.open("/stickers?box=hello-kitty&copies=3&size=large&paper=letter")
    assert paper.page.count('<div class="label">') == 3
    assert 'width="130mm"' in paper.page
    assert 'class="labels letter"' in paper.page


@pytest.mark.parametrize("asked", ["size=huge", "paper=b5", "box=none"])
def test_unknown_sticker_options_are_ignored(paper: Paper, asked: str) -> None:
    assert paper.open(f"/stickers?{asked}").status == 200


@pytest.mark.parametrize(("asked", "copies"), [("-4", 1), ("0", 1), ("x", 1), ("100000", 12)])
def test_number_of_copies_is_clamped_to_1_through_12(paper: Paper, asked: str, copies: int) -> None:
    paper.open(f"/stickers?box=hello-kitty&copies={asked}")
    assert paper.page.count('<div class="label">') == int(paper.typed["copies"]) == copies


def test_concurrent_requests_draw_each_label_once_and_serially(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawing = Lock()
    drawn: list[str] = []

    def draw_alone(_: Edition, address: str, *__: object) -> str:
        assert drawing.acquire(blocking=False)
        time.sleep(0.01)  # let other threads request labels meanwhile
        drawing.release()
        drawn.append(address)
        return "<svg/>"

    def ask(number: int) -> int:
        base = f"http://10.0.0.{number % 2}"
        return app.test_client().get("/stickers?copies=12", base_url=base).status_code

    monkeypatch.setattr(stickers, "label_svg", draw_alone)
    with ThreadPoolExecutor(8) as phones:
        assert set(phones.map(ask, range(8))) == {200}
    assert len(drawn) == len(set(drawn)) == 2 * len(BOXES)


def test_stickers_warn_of_changing_address_and_offer_host_name(app: Flask) -> None:
    client = app.test_client()
    page = client.get("/stickers", headers={"Host": "192.168.1.20:8000"}).text
    assert "may change tomorrow" in page
    assert f"http://{local_name()}:8000" in page
    named = client.get("/stickers?address=name", headers={"Host": "192.168.1.20:8000"}).text
    assert "works on your own network" in named
    here = client.get("/stickers", headers={"Host": "localhost"}).text
    assert "Only this computer" in here


def test_single_label_is_served_as_svg(app: Flask) -> None:
    answer = app.test_client().get("/stickers/hello-kitty.svg?size=medium&lang=fr")
    assert answer.mimetype == "image/svg+xml"
    assert "Non officiel" in answer.text
    assert app.test_client().get("/stickers/none.svg").status_code == 404
