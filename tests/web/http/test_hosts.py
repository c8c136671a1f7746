"""Under which names the companion answers, and which it puts into links."""

import socket
from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from companion.web.http.security import is_own_host
from tests.web.running import running
from tests.web.script import Script

PUBLIC_URL = "https://cards.example.org"


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder = tmp_path_factory.mktemp("kitchen")
    with (
        pytest.MonkeyPatch.context() as patch,
        running(folder, public_url=PUBLIC_URL) as kitchen,
    ):
        patch.setattr(socket, "gethostname", lambda: "Kitchen-Pi.lan")
        yield kitchen


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8000",
        "LOCALHOST",
        "127.0.0.1",
        "192.168.1.5:8000",
        "[::1]",
        "[fe80::1]:8000",
        "kitchen-pi",
        "kitchen-pi.local:8000",
        "KITCHEN-PI.local",
        "kitchen-pi.lan",
        "cards.example.org",
        "cards.example.org:443",
    ],
)
def test_it_answers_to(kitchen: Flask, host: str) -> None:
    assert kitchen.test_client().get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "kitchen-pi.evil.example",
        "cards.example.org.evil.example",
        "cards.example.org@evil.example",
        "evil.example:80",
        "",
        "[::1",
        "[evil]",
        "::1",
        "localhost:port",
        "localhost/",
        "local host",
        "2130706433",
        "0x7f.1",
        ".a",
        "a..b",
        "b" * 64 + ".example",
    ],
)
def test_it_does_not_answer_to(kitchen: Flask, host: str) -> None:
    for path in ("/", "/healthz", "/api/editions", "/static/base.css", "/nowhere"):
        answer = kitchen.test_client().get(path, headers={"Host": host})
        assert answer.status_code == 400
        assert "Content-Security-Policy" in answer.headers
        assert "evil" not in answer.text
        assert path != "/api/editions" or '"bad-request"' in answer.text


def test_half_an_address_is_no_name_of_ours() -> None:
    assert not is_own_host("[::1", PUBLIC_URL)
    assert is_own_host("[::1]", PUBLIC_URL)


def test_what_is_too_long_for_a_name_is_none_of_ours() -> None:
    assert is_own_host(f"localhost:{80:0200}", PUBLIC_URL)
    assert not is_own_host(f"localhost:{80:0300}", PUBLIC_URL)


def shared_links(app: Flask, host: str) -> str:
    script = Script(app, "192.0.2.1").start()
    page = script.client.get(f"/games/{script.score_key}/share", headers={"Host": host})
    assert page.status_code == 200
    return page.text


def test_links_name_the_host_that_was_asked(app: Flask) -> None:
    assert "http://192.168.1.5:8000/games/" in shared_links(app, "192.168.1.5:8000")


def test_links_name_the_public_address_if_there_is_one(kitchen: Flask) -> None:
    page = shared_links(kitchen, "192.168.1.5:8000")
    assert "https://cards.example.org/games/" in page
    assert "192.168.1.5" not in page


def test_no_proxy_can_put_a_host_into_links(run: Callable[..., Flask]) -> None:
    app = run(proxy=1)
    script = Script(app, "192.0.2.1").start()
    forged = {"X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
    page = script.client.get(f"/games/{script.score_key}/share", headers=forged)
    assert "http://localhost/games/" in page.text
    assert "evil.example" not in page.text  # a key may spell any word without a dot
