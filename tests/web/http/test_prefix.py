"""The companion below a path of a shared server: its links, redirects and cookies."""

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask
from werkzeug.test import Client, TestResponse

from companion.rulebook import open_rulebook
from tests.web.conftest import Run
from tests.web.cookies import cookie_name
from tests.web.hall import EIGHT
from tests.web.script import Script

PUBLIC_URL = "https://club.example.org/cards"
HOST = "club.example.org"
# Every attribute of HTML, of htmx and of our own scripts that holds an address.
ADDRESS = re.compile(
    r'\s(?:href|src|action|formaction|hx-[a-z]+|data-[a-z-]+)="(/[^"]*|https?:[^"]*)"'
)
ELSEWHERE = re.compile(r"https://cdn\.jsdelivr\.net/|https://[a-z.]*bgstatsapp\.com/")


class Visitor:
    """A browser behind a proxy at `/cards`, which removes the path prefix `cut` from requests."""

    def __init__(self, app: Flask, cut: str = "", **headers: str) -> None:
        self.client = Client(app, TestResponse)
        self.cut = cut
        self.headers = {"Host": HOST, "X-Forwarded-Proto": "https", "Accept-Language": "en"}
        self.headers |= {name.replace("_", "-"): value for name, value in headers.items()}

    def ask(self, address: str, method: str = "GET", **more: Any) -> TestResponse:  # noqa: ANN401
        path = urljoin(PUBLIC_URL, address).removeprefix("https://club.example.org")
        asked = path.removeprefix(self.cut) or "/"
        return self.client.open(asked, method=method, headers=self.headers, buffered=True, **more)


@pytest.fixture
def app(run: Run) -> Flask:
    return run(public_url=PUBLIC_URL, proxy=1)


def addresses(page: TestResponse, at: str) -> Iterator[str]:
    """Yield every address in a page, JSON or static file, made absolute from its place `at`."""
    found = [] if page.mimetype == "image/png" or "/vendor/" in at else ADDRESS.findall(page.text)
    if page.mimetype == "application/json":
        found = re.findall(r'"(?:url|start_url|scope|src)": ?"([^"]*)"', page.text)
    if page.mimetype == "text/css":
        found = re.findall(r"url\((?!\"data:)([^)#]+)\)", page.text)
    if page.mimetype == "text/javascript" and "/vendor/" not in at:
        found = re.findall(r"""["'`(](/[a-z][a-z/]*|\.{1,2}/[^"'`)]+)["'`)]""", page.text)
    for address in (*found, *([page.location] if page.location else [])):
        yield urljoin(urljoin(PUBLIC_URL, at), address.replace("&amp;", "&"))


def leaves_prefix(address: str) -> bool:
    is_inside = f"{address}/".startswith(f"{PUBLIC_URL}/")
    return not (is_inside or ELSEWHERE.match(address) or address in statement_sources())


@cache
def statement_sources() -> set[str]:
    """Return the sources of the maker's statements that are shown beside rulings."""
    boxes = open_rulebook().rulings.by_edition.values()
    said = chain.from_iterable(ruling.elsewhere for box in boxes for ruling in box.values())
    return {address for statement in said for address in statement.source}


def played_paths(app: Flask) -> list[str]:
    """Start games and a tournament, and return the paths of their pages and of others."""
    script = Script(app, "203.0.113.5").start(target=100)
    script.round("Ana", Bo=70, Cy=8)
    script.round("Ana", Bo=70, Cy=8)
    hall = Script(app, "203.0.113.6").start(*EIGHT, format="tournament")
    table = hall.last.json["tables"][0]["key"]
    own, watched = script.score_key, script.watch_key
    seating = Script(app, "203.0.113.7").start("Ana", open_seats=True)
    join = seating.last.json["join_key"]
    Visitor(app).ask(f"/cards/games/{own}/rematch", "POST")
    pages = ("", "/share", "/settings", "/history", "/story", "/rules", "/rounds/1", "/series")
    return [
        *("/cards", "/cards/rules", "/cards/stickers?size=medium", "/cards/api/openapi.json"),
        *("/cards/tv", f"/cards/join/{join}", f"/cards/games/{seating.score_key}"),
        *("/cards/api/rulings/hello-kitty?q=stack", "/cards/games/nowhere"),
        *(f"/cards/games/{own}{page}" for page in pages),
        *(f"/cards/games/{hall.score_key}{page}" for page in ("", "/share", "/plan")),
        *(f"/cards/watch/{watched}", f"/cards/watch/{hall.watch_key}", f"/cards/tables/{table}"),
    ]


def test_every_link_keeps_url_prefix(app: Flask) -> None:
    visitor = Visitor(app)
    todo = played_paths(app)
    seen, links = set(todo), 0
    while todo:
        at = todo.pop(0)
        page = visitor.ask(at)
        # Some links are form actions, which do not answer GET.
        assert page.status_code in {200, 302, 405, 404 if "nowhere" in at else 200}, at
        for address in addresses(page, at):
            assert not leaves_prefix(address), f"{address} in {at}"
            links += 1
            place = urlsplit(address)
            # Follow one link to each kind of rules page, and every other link.
            kind = re.sub(r"/(rules|box)/.*", r"/\1/", place.path)
            if address.startswith(PUBLIC_URL) and kind not in seen:
                seen.add(kind)
                todo.append(f"{place.path}?{place.query}".rstrip("?"))
    assert links > 2000
    assert len(seen) > 100


def test_links_keep_url_prefix_if_proxy_strips_it(app: Flask) -> None:
    cutting = Visitor(app, cut="/cards")
    for at in played_paths(app):
        page = cutting.ask(at)
        assert page.status_code in {200, 302, 404 if "nowhere" in at else 200}, at
        assert not [link for link in addresses(page, at) if leaves_prefix(link)], at


def test_form_redirects_keep_url_prefix(app: Flask) -> None:
    visitor = Visitor(app)
    visitor.headers["Origin"] = "https://club.example.org"
    values = {"edition": "hello-kitty", "format": "individual", "scoring": "winner-collects"}
    made = visitor.ask("/cards/games", "POST", data={**values, "players": ["Ana", "Bo"]})
    assert (made.status_code, made.location[:13]) == (303, "/cards/games/")
    at = made.location
    counted = {"went_out": "1", "points-2": "7", "version": "1"}
    assert visitor.ask(f"{at}/rounds", "POST", data=counted).status_code == 303
    visitor.headers["HX-Request-Type"] = "partial"
    counted |= {"points-2": "8", "version": "2"}
    moved = visitor.ask(f"{at}/rounds/1", "POST", data=counted)
    assert (moved.status_code, moved.headers["HX-Redirect"]) == (204, at)
    wrong = visitor.ask("/cards/games//new")
    assert wrong.status_code == 308
    assert urlsplit(wrong.location).path == "/cards/games/new"
    made = visitor.ask("/cards/api/games", "POST", json={**values, "players": ["Ana", "Bo"]})
    assert made.headers["Location"].startswith("/cards/games/")


def test_cookies_are_limited_to_url_prefix(app: Flask) -> None:
    own = Script(app, "203.0.113.5").start().score_key
    answers = [
        Visitor(app).ask(f"/cards/games/{own}?lang=fr"),
        Visitor(app).ask(f"/cards/games/{own}/settings", "POST", data={"forgotten": "1"}),
        Visitor(app).ask("/cards/games/forget", "POST", data={"key": own}),
        Visitor(app).ask(f"/cards/games/{own}/share/renew", "POST", data={"kind": "watch"}),
    ]
    cookies = [c for answer in answers for c in answer.headers.getlist("Set-Cookie")]
    names = {c.partition("=")[0] for c in cookies}
    assert names >= {cookie_name(app, kind) for kind in ("lang", "session")}
    assert [each for each in cookies if "Path=/cards" not in each.split("; ")] == []


def test_request_without_url_prefix_is_answered(app: Flask) -> None:
    page = app.test_client().get("/about", headers={"Host": "192.168.1.5:8000"})
    assert page.status_code == 200
    assert not [link for link in addresses(page, "/cards/about") if leaves_prefix(link)]


@pytest.mark.parametrize("proxy", [0, 1])
@pytest.mark.parametrize("forged", ["/evil", "//evil.example", "/cards/evil", "/cards, /evil", "/"])
def test_forged_prefix_header_is_ignored_and_not_cached(run: Run, forged: str, proxy: int) -> None:
    app = run(public_url=PUBLIC_URL, proxy=proxy)
    at = f"/cards/watch/{Script(app, '203.0.113.5').start().watch_key}"
    said = Visitor(app, X_Forwarded_Prefix=forged).ask(at)
    assert said.status_code == 200
    assert "evil" not in said.text
    later = Visitor(app).ask(at)
    assert not [link for link in addresses(later, at) if leaves_prefix(link)]
    assert later.text == said.text


def test_prefix_headers_are_ignored_without_configured_path(run: Run) -> None:
    app = run(proxy=1)
    headers = {"X-Forwarded-Prefix": "/evil", "Script-Name": "/evil", "X-Script-Name": "/evil"}
    for _ in range(2):
        page = app.test_client().get("/", headers=headers, environ_overrides={"SCRIPT_NAME": "/e"})
        assert page.status_code == 200
        assert "/evil" not in page.text
        assert 'href="/e' not in page.text


def test_trusted_proxy_may_report_a_stripped_prefix(run: Run) -> None:
    """Below `/games` there is a page `/games/new`, so it matters what was stripped."""
    settings = {"public_url": "https://club.example.org/games"}
    said = {"X-Forwarded-Prefix": "/games", "Host": HOST}
    behind, alone = run(proxy=1, **settings), run(**settings)
    key = Script(behind, "203.0.113.5").start().score_key
    assert behind.test_client().get(f"/games/{key}", headers=said).status_code == 200
    # Without a proxy the header is ignored, whatever the client claims.
    assert alone.test_client().get(f"/games/games/{key}", headers=said).status_code == 200
    assert alone.test_client().get(f"/games/{key}", headers=said).status_code == 404


def test_app_may_be_mounted_below_its_prefix(app: Flask) -> None:
    mounted = app.test_client().get(
        "/about", base_url="https://club.example.org/cards", headers={"Host": HOST}
    )
    assert mounted.status_code == 200


def test_sticker_shows_address_with_prefix(app: Flask) -> None:
    page = Visitor(app).ask("/cards/stickers").text
    assert f'<b class="address">{PUBLIC_URL}</b>' in page


def test_web_manifest_keeps_url_prefix(app: Flask) -> None:
    (address,) = re.findall(r'rel="manifest" href="([^"]+)"', Visitor(app).ask("/cards/").text)
    manifest = json.loads(Visitor(app).ask(address).text)
    for name in ("start_url", "scope"):
        assert urljoin(urljoin(PUBLIC_URL, address), manifest[name]) == f"{PUBLIC_URL}/"


def test_only_boards_may_be_framed_and_only_by_configured_sites(run: Run) -> None:
    framed = run(frame_ancestors=("https://club.example.org", "http://tv.example:8123"))
    script = Script(framed, "203.0.113.5").start()
    for path, who in (
        (f"/watch/{script.watch_key}", "https://club.example.org http://tv.example:8123"),
        (f"/games/{script.watch_key}/story", "'none'"),
        (f"/games/{script.score_key}", "'none'"),
        ("/", "'none'"),
    ):
        policy = script.client.get(path).headers["Content-Security-Policy"]
        assert policy.endswith(f"; frame-ancestors {who}"), path
