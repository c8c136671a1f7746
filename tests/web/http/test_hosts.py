"""Host names to which the companion answers, and those it puts into links."""

import re
import socket
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.cli import main
from companion.web.http import hosts
from companion.web.http.hosts import is_own_host
from tests.rows import cases
from tests.web.conftest import Run
from tests.web.running import running
from tests.web.script import Script

PUBLIC_URL = "https://cards.example.org"


@pytest.fixture(autouse=True)
def _no_hosts_logged_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts, "_logged", set())


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder = tmp_path_factory.mktemp("kitchen")
    with (
        pytest.MonkeyPatch.context() as patch,
        running(folder, public_url=PUBLIC_URL) as kitchen,
    ):
        patch.setattr(socket, "gethostname", lambda: "Kitchen-Pi.lan")
        yield kitchen


@cases("""host
localhost
localhost:8000
LOCALHOST
127.0.0.1
192.168.1.5:8000
[::1]
[fe80::1]:8000
kitchen-pi
kitchen-pi.local:8000
KITCHEN-PI.local
kitchen-pi.lan
cards.example.org
cards.example.org:443
""")
def test_request_to_own_host_is_answered(kitchen: Flask, host: str) -> None:
    assert kitchen.test_client().get("/healthz", headers={"Host": host}).status_code == 200


@cases("""host
evil.example
localhost.evil.example
kitchen-pi.evil.example
cards.example.org.evil.example
cards.example.org@evil.example
evil.example:80
""
[::1
[evil]
::1
localhost:port
localhost/
local host
"2130706433"
0x7f.1
.a
a..b
"b" * 64 + ".example"
""")
def test_request_to_foreign_host_is_refused(kitchen: Flask, host: str) -> None:
    for path in ("/", "/healthz", "/api/editions", "/static/base.css", "/nowhere"):
        answer = kitchen.test_client().get(path, headers={"Host": host})
        assert answer.status_code == 400
        assert "Content-Security-Policy" in answer.headers
        assert "evil" not in answer.text
        assert path != "/api/editions" or '"bad-request"' in answer.text


def test_request_to_configured_host_name_is_answered(run: Run) -> None:
    phone = run(host_names=("nas.lan", "raspberrypi.fritz.box")).test_client()
    for host in ("nas.lan", "NAS.lan:8000", "raspberrypi.fritz.box", "nas.lan."):
        assert phone.get("/", headers={"Host": host}).status_code == 200, host
    assert phone.get("/", headers={"Host": "umbrel.lan"}).status_code == 400


def test_unknown_host_is_explained_to_visitor_and_logged_once(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3):
        refused = app.test_client().get("/?lang=en", headers={"Host": "box.fritz.box:8000"})
    assert "not by a name it knows" in refused.text
    assert "box.fritz.box" not in refused.text
    (line,) = caplog.messages
    assert line.endswith("start it with --host-name box.fritz.box.")


@pytest.mark.parametrize(
    "host",
    ["NAS.lan", "127.1", "xn--nas-hoa", "a" * 63, "a" * 64, "my_nas", "nas.", "-", "%41", "n:80"],
)
def test_recommended_options_start_a_server_that_answers_to_the_host(
    app: Flask, caplog: pytest.LogCaptureFixture, host: str
) -> None:
    phone = app.test_client(use_cookies=False)
    phone.get("/", headers={"Host": host})
    for scheme in ("https", "http"):
        phone.post("/games", headers={"Host": "localhost:9", "Origin": f"{scheme}://localhost:9."})
        phone.post("/games", headers={"Host": host, "Origin": f"{scheme}s://{host}".lower()})
    for line in caplog.messages:
        options = line.partition("start it with ")[2].removesuffix(".").split()
        config = main.make_context("companion", options).params
        assert is_own_host(host, config["public_url"], config["host_names"])


def test_unknown_hosts_cannot_fill_the_log(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    for number in range(100):
        app.test_client().get("/", headers={"Host": f"name-{number}.example"})
    for host in ("a b", "[::1", "x" * 300, "é.example"):
        app.test_client().get("/", headers={"Host": host.encode().decode("latin-1")})
    assert len(caplog.messages) <= 20
    assert all("name-" in line for line in caplog.messages)


def test_overlong_host_is_not_own_host() -> None:
    assert is_own_host(f"localhost:{80:0200}", PUBLIC_URL)
    assert not is_own_host(f"localhost:{80:0300}", PUBLIC_URL)


def shared_links(app: Flask, **headers: str) -> str:
    script = Script(app, "192.0.2.1").start()
    page = script.client.get(f"/games/{script.score_key}/share", headers=headers)
    assert page.status_code == 200
    return page.text


def test_links_use_the_requested_host(app: Flask) -> None:
    assert "http://192.168.1.5:8000/games/" in shared_links(app, Host="192.168.1.5:8000")


def test_links_use_the_public_url_if_configured(kitchen: Flask) -> None:
    page = shared_links(kitchen, Host="192.168.1.5:8000")
    assert "https://cards.example.org/games/" in page
    assert "192.168.1.5" not in page


def test_forwarded_host_headers_do_not_change_links(run: Run) -> None:
    forged = {"X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
    page = shared_links(run(proxy=1), **forged)
    assert "http://localhost/games/" in page
    assert "evil.example" not in page  # a key may spell any word without a dot


def test_browser_behind_unknown_proxy_is_told_so_and_what_the_log_advises_works(
    run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    headers = {"Host": "cards.example.org", "Origin": "https://cards.example.org"}
    phone = run(host_names=("cards.example.org",)).test_client()
    for _ in range(2):
        refused = phone.post("/games?lang=en", headers=headers)
    assert (refused.status_code, "doesn’t know the address in your" in refused.text) == (403, True)
    (line,) = caplog.messages
    advised = re.search(r"--public-url (\S+) --proxy (\d)\.$", line)
    assert advised
    mended = run(public_url=advised[1], proxy=int(advised[2])).test_client()
    forwarded = {**headers, "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
    assert mended.post("/games?lang=en", headers=forwarded).status_code == 422
    foreign = {**forwarded, "Origin": "https://evil.example"}
    assert "Another website" in mended.post("/games?lang=en", headers=foreign).text
    assert len(caplog.messages) == 1
