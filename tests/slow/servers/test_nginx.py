"""Test of two servers with one database behind nginx, set up as in `.github/HOSTING.md`."""

import json
import re
import secrets
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from tests.postgres import USER, Server, server_folder
from tests.serving import COMPANION, ROOT, Served, serving

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin:/opt/homebrew/bin")
BLOCK = re.compile(r"```nginx\n(upstream .*?)```", re.DOTALL)
NAME = "cards.example.org"
GAME = {"edition": "classic-108", "players": ["Ana", "Bo"], "target": 10_000}
ROUND = {"went_out": "Ana", "hands": {"Bo": {"points": 5}}}

pytestmark = pytest.mark.skipif(NGINX is None, reason="there is no nginx on this machine")


@pytest.fixture
def servers(postgres: Server, tmp_path: Path) -> Iterator[list[Served]]:
    """Yield two companions that share one database and trust one proxy."""
    variables: dict[str, Any] = {
        "COMPANION_STORE": postgres.url(),
        "COMPANION_SECRET": secrets.token_hex(32),
        "COMPANION_PUBLIC_URL": f"https://{NAME}",
        "COMPANION_PROXY": "1",
        "COMPANION_HOST": "127.0.0.1",
        "COMPANION_PORT": "0",
        "COMPANION_DATA": str(tmp_path),
    }
    with ExitStack() as stack:
        yield [stack.enter_context(serving(*COMPANION, **variables)) for _ in range(2)]


@contextmanager
def nginx(folder: Path, servers: list[Served]) -> Iterator[int]:
    """Run nginx with the guide's configuration (without TLS) and yield its port."""
    (block,) = BLOCK.findall((ROOT / ".github" / "HOSTING.md").read_text("utf-8"))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    for address, served in zip(("10.0.0.11", "10.0.0.12"), servers, strict=True):
        assert f"{address}:8000" in block
        block = block.replace(f"{address}:8000", f"127.0.0.1:{served.port}")
    block = re.sub(r"\n *ssl_certificate.*", "", block)
    block = block.replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
    paths = "".join(
        f"{each}_temp_path {folder}/{each};\n"
        for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off;\npid {folder}/pid;\nerror_log {folder}/errors;\n"
        f"events {{}}\nhttp {{\n{paths}\n{block}\n}}\n"
    )
    command = [str(NGINX), "-c", str(folder / "nginx.conf"), "-p", str(folder)]
    command += ["-e", str(folder / "errors")]
    with subprocess.Popen(command, user=USER) as process:
        try:
            while True:
                assert process.poll() is None, (folder / "errors").read_text()
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                except OSError:
                    time.sleep(0.05)
                else:
                    break
            yield port
        finally:
            process.terminate()


def ask(port: int, path: str, values: object = None, **headers: str) -> tuple[int, Any]:
    """Send a request to nginx, and return the status and the JSON or text of the answer."""
    line = HTTPConnection("127.0.0.1", port, timeout=30)
    body = None if values is None else json.dumps(values)
    sent = {"Host": NAME, "Content-Type": "application/json", **headers}
    line.request("POST" if body else "GET", path, body, sent)
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    is_json = answer.headers["Content-Type"] == "application/json"
    return answer.status, json.loads(text) if is_json else text


def test_documented_nginx_setup_works_and_survives_server_failure(servers: list[Served]) -> None:
    with server_folder() as folder, nginx(folder, servers) as port:
        status, keys = ask(port, "/api/games", GAME)
        assert status == 201
        path = f"/api/games/{keys['score_key']}"
        for version in range(2, 12):
            status, saved = ask(port, f"{path}/rounds", ROUND)
            assert (status, saved["game"]["version"]) == (201, version)
        assert {json.dumps(ask(port, path)) for _ in range(6)} == {json.dumps((200, saved))}
        # Links start with the public address, and requests from other origins cannot write.
        assert f"https://{NAME}/watch/" in ask(port, f"/games/{keys['score_key']}/share")[1]
        assert ask(port, f"{path}/rounds", ROUND, Origin=f"https://{NAME}")[0] == 201
        assert ask(port, f"{path}/rounds", ROUND, Origin="https://evil.example")[0] == 403
        # nginx passes a body of 3 MB, which the companion refuses as it is not a valid journal.
        assert ask(port, "/api/games/import", {"entries": ["x" * 3_000_000]})[0] == 422
        servers[0].process.kill()
        servers[0].process.wait()
        for version in range(13, 23):
            status, saved = ask(port, f"{path}/rounds", ROUND)
            assert (status, saved["game"]["version"]) == (201, version)
        assert ask(port, "/healthz")[0] == 200
