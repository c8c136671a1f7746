"""Pages on the server's own computer, before and after the first phone has come."""

import pytest
from flask import Flask

from companion.network import phones
from companion.network.addresses import Address, Kind, local_name
from companion.network.phones import Phones
from tests.web.clock import Clock
from tests.web.conftest import Run
from tests.web.running import replace_services
from tests.web.script import Script

WIFI = Address("192.0.2.20", "wlan0", Kind.PRIVATE)
VPN = Address("10.8.0.2", "tun0", Kind.VPN)
GUEST = {"REMOTE_ADDR": "192.0.2.99"}


@pytest.fixture
def now() -> Clock:
    return Clock()


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> list[Address]:
    network = [WIFI, VPN]
    monkeypatch.setattr(phones, "own_addresses", lambda: network)
    monkeypatch.setattr(phones, "is_announced", lambda *_: False)
    return network


@pytest.fixture
def served(run: Run, network: list[Address], now: Clock) -> Flask:
    del network
    app = run()
    replace_services(app, phones=Phones("0.0.0.0", 8000, now))
    return app


def first_page(app: Flask, host: str = "localhost:8000", lang: str = "en") -> str:
    return app.test_client().get(f"/?lang={lang}", headers={"Host": host}).text


def test_home_page_on_server_shows_addresses_for_phones(served: Flask) -> None:
    assert "/vendor/htmx" in first_page(served)  # which refreshes the page
    for host in ("localhost:8000", "127.0.0.1:8000", "192.0.2.20:8000"):
        page = first_page(served, host)
        assert '<p class="address">http://192.0.2.20:8000</p>' in page
        assert "http://10.8.0.2:8000" in page
        assert "Three things may be in the way" not in page


def test_home_page_suggests_fixes_after_a_minute_without_phone(
    served: Flask, now: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.home.firewall_commands", lambda port: [f"open {port}"])
    first_page(served)
    now.advance(seconds=60)
    page = first_page(served)
    for help_ in ("VPN", "guest Wi\u2011Fi", "<code>open 8000</code>", "hotspot"):
        assert help_ in page
    assert "Wi\u2011Fi invité" in first_page(served, lang="fr")


def test_home_page_hides_addresses_after_first_phone(served: Flask, now: Clock) -> None:
    page = served.test_client().get("/rules", environ_base=GUEST)
    now.advance(seconds=99)
    assert page.status_code == 200
    assert "Phones start here" not in first_page(served)


def test_phone_is_not_shown_addresses_of_server(served: Flask, now: Clock) -> None:
    now.advance(seconds=99)
    page = served.test_client().get("/", environ_base=GUEST)
    assert "10.8.0.2" not in page.text
    assert "in the way" not in page.text


def test_home_page_without_network_says_how_to_make_one(
    served: Flask, network: list[Address], now: Clock
) -> None:
    network.remove(WIFI)
    now.advance(seconds=99)
    page = first_page(served)
    assert "on a network that phones can join" in page
    assert "in the way" not in page
    assert "http://10.8.0.2:8000" in page
    assert "<svg viewBox" not in page.partition("The rules of your box")[0]


def test_public_or_loopback_server_shows_no_addresses_for_phones(
    run: Run, network: list[Address]
) -> None:
    del network
    public = run(public_url="https://cards.example.org")
    replace_services(public, phones=Phones("0.0.0.0", 8000))
    assert "192.0.2.20" not in first_page(public)
    alone = run("alone", host="127.0.0.1")
    replace_services(alone, phones=Phones("127.0.0.1", 8000))
    assert "Phones start here" not in first_page(alone)


def test_sticker_has_local_name_only_if_it_is_announced(
    served: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_name = {"path": "/stickers?address=name", "headers": {"Host": "192.0.2.20:8000"}}
    assert "http://192.0.2.20:8000" in served.test_client().get(**by_name).text
    assert ".local" not in served.test_client().get(**by_name).text
    monkeypatch.setattr(phones, "is_announced", lambda *_: True)
    replace_services(served, phones=Phones("0.0.0.0", 8000))
    assert f"http://{local_name()}:8000" in served.test_client().get(**by_name).text


def test_share_links_from_localhost_use_network_address(served: Flask) -> None:
    """A game started on the server's computer would otherwise share links to localhost."""
    script = Script(served, "127.0.0.1").start()
    share = f"/games/{script.score_key}/share"
    page = script.client.get(share, headers={"Host": "localhost:8000"}).text
    assert f"http://192.0.2.20:8000/games/{script.score_key}" in page
    assert "localhost" not in page
    page = script.client.get(share, headers={"Host": "raspberrypi.local:8000"}).text
    assert "http://192.0.2.20" not in page
