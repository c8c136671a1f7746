"""Names of cookies: several servers at one host, and several addresses of one server."""

import re

import pytest
from flask import Flask

from tests.web.conftest import Run
from tests.web.cookies import cookie_name
from tests.web.http.test_sessions import cookie
from tests.web.script import Script

HOST = "http://192.168.1.5"
SECRET = "one secret for all of our servers"


class Browser:
    """A browser with one cookie jar for all servers at a host."""

    def __init__(self, domain: str = "192.168.1.5") -> None:
        self.jar: dict[str, str] = {}
        self.domain = domain

    def open(self, app: Flask, address: str, path: str, data: dict[str, str] | None = None) -> str:
        """Open a page, or send a form to it, and return the text of the answer."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.jar.items())}
        client = app.test_client(use_cookies=False)
        method = "GET" if data is None else "POST"
        answer = client.open(path, method=method, base_url=address, headers=headers, data=data)
        for line in answer.headers.getlist("Set-Cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            if value and "Max-Age=0" not in line:
                self.jar[name] = value
            else:
                self.jar.pop(name, None)
        return answer.text


def test_servers_at_one_host_keep_their_own_cookies(run: Run) -> None:
    apps = {f"{HOST}:8101": run("one"), f"{HOST}:8103": run("two")}
    games = {address: Script(app, "203.0.113.1").start() for address, app in apps.items()}
    browser = Browser()
    foreign = {"session": "of-another-app", "flash": "x.y", "lang": "de", "theme": "dark"}
    browser.jar = dict(foreign)
    for address, app in [*apps.items()] * 2:
        game = f"/games/{games[address].score_key}"
        browser.open(app, address, f"{game}?lang=fr")
        browser.open(app, address, f"{game}/settings", {"change": "target", "target": "300"})
    for address, app in apps.items():
        home = browser.open(app, address, "/?all")
        for other, script in games.items():
            assert (script.score_key in home) == (other == address)
        assert '<html lang="fr"' in home
    assert browser.jar.items() >= foreign.items()
    own = browser.jar.keys() - foreign.keys()
    assert len(own) == 4  # the messages have been shown
    assert all(re.fullmatch(r"companion-[0-9a-f]{8}(-lang)?", name) for name in own)


def test_copies_of_one_store_at_two_ports_keep_their_own_cookies(run: Run) -> None:
    one, two = (run(name, secret=SECRET) for name in ("one", "two"))
    assert cookie_name(one, base=f"{HOST}:8101") == cookie_name(two, base=f"{HOST}:8101")
    assert cookie_name(one, base=f"{HOST}:8101") != cookie_name(two, base=f"{HOST}:8103")


@pytest.mark.parametrize(
    ("public_url", "bases"),
    [
        (None, [HOST, "http://[::1]", "https://cards.lan", "http://cards.lan"]),
        (None, [f"{HOST}:8000", "http://[::1]:8000", "http://cards.lan:8000"]),
        # A proxy that names each server instead of the address that phones use.
        ("https://cards.example.org", ["http://one:8000", "http://two:8001", "http://localhost"]),
        ("https://cards.example.org:8443/uno", ["http://127.0.0.1:8001", "http://127.0.0.1:8002"]),
    ],
)
def test_servers_of_one_store_agree_on_names(
    run: Run, public_url: str | None, bases: list[str]
) -> None:
    apps = [run(name, secret=SECRET, public_url=public_url) for name in ("one", "two")]
    assert len({cookie_name(app, base=base) for app in apps for base in bases}) == 1


def test_cookies_of_earlier_versions_are_taken_over_once_and_deleted(app: Flask) -> None:
    first, second = (Script(app, "203.0.113.1").start().score_key for _ in range(2))
    secret = app.secret_key
    assert isinstance(secret, bytes)
    browser = Browser()
    browser.jar = {"session": cookie(app, secret, games=[first]), "lang": "fr", "flash": "x"}
    with app.test_client().get(
        "/static/base.css", headers={"Cookie": f"session={browser.jar['session']}"}
    ) as file:
        assert "Set-Cookie" not in file.headers  # it is cached for everybody
    browser.open(app, HOST, f"/api/games/{first}")
    assert browser.jar.keys() == {cookie_name(app), cookie_name(app, "lang")}
    browser.open(app, HOST, f"/games/{second}")
    home = browser.open(app, HOST, "/?all")
    assert first in home
    assert second in home
    assert '<html lang="fr"' in home
    # The server of an earlier version may set its cookie again.
    browser.jar["session"] = cookie(app, secret, games=["x"])
    assert second in browser.open(app, HOST, "/?all")
    assert "session" not in browser.jar
