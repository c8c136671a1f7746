"""Server process of the command: limits, sockets, log and graceful stop."""

import ctypes
import http.client
import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from functools import partial
from http import HTTPStatus
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer, create_server

from companion.cli import server
from tests.rows import cases
from tests.serving import COMPANION, ROOT, Served, environment, run_command, serving

# An app that prints when a request arrives, and responds once a file appears.
SLOW_APP = """
import pathlib, sys, time
from companion.cli.server import listen, run

def app(environ, start_response):
    print("begun", flush=True)
    while not pathlib.Path(sys.argv[1]).exists():
        time.sleep(0.01)
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"x" * 5_000_000]

listener = listen("127.0.0.1", 0)
address = f"Serving on http://127.0.0.1:{listener.getsockname()[1]}"
run(app, listener, lambda: print(address, flush=True))
"""

TROUBLED_APP = """
from companion.cli.server import listen, run

def app(environ, start_response):
    raise RuntimeError(environ["HTTP_X_FORWARDED_FOR"])

listener = listen("127.0.0.1", 0)
run(app, listener, lambda: print(listener.getsockname()[1], flush=True))
"""

NO_LIMIT = -1  # value of RLIM_INFINITY on Linux

needs_sigterm = pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGTERM")


def started(data: Path) -> AbstractContextManager[Served]:
    return serving(*COMPANION, "--host=127.0.0.1", "--port=0", f"--data={data}")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Run a server shared by all tests that do not stop it."""
    with started(tmp_path_factory.mktemp("served")) as running:
        yield running


def phone(served: Served) -> closing[http.client.HTTPConnection]:
    return closing(http.client.HTTPConnection("127.0.0.1", served.port))


def silent_phone(served: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.port))


def test_request_line_beyond_32_kib_is_refused(served: Served) -> None:
    with phone(served) as line:
        for steps, status in ((5_000, HTTPStatus.OK), (8_000, 431)):
            line.request("GET", f"/static/{'x/../' * steps}base.css")
            answer = line.getresponse()
            assert answer.status == status
            answer.read()


def sent_in_pieces(served: Served, path: str, body: bytes) -> tuple[int, dict[str, Any]]:
    """Post a JSON body in chunks (`Transfer-Encoding`), and return the status and JSON."""
    with phone(served) as line:
        pieces = (body[at : at + 1000] for at in range(0, len(body), 1000))
        headers = {"Content-Type": "application/json"}
        line.request("POST", path, pieces, headers, encode_chunked=True)
        answer = line.getresponse()
        return answer.status, json.loads(answer.read())


def test_chunked_body_is_accepted_up_to_size_limit(served: Served) -> None:
    game, rounds = b'{"edition": "hello-kitty", "players": ["Ana", "Bo"]}', b'{"went_out": "Ana", '
    status, made = sent_in_pieces(served, "/api/games", game)
    assert status == 201
    path, rounds = f"/api/games/{made['score_key']}/rounds", rounds + b'"pile": {"points": 5}}'
    assert sent_in_pieces(served, path, rounds + b" " * 50_000)[0] == 201
    status, refused = sent_in_pieces(served, path, rounds + b" " * 70_000)
    assert (status, refused["error"]["code"]) == (413, "too-large")


def test_port_in_use_is_reported_in_one_line(served: Served) -> None:
    second = run_command([*COMPANION, "--host=127.0.0.1", f"--port={served.port}"])
    assert (second.returncode, second.stdout) == (1, "")
    taken = f"Error: Cannot listen on 127.0.0.1, port {served.port}: it is already in use.\n"
    assert second.stderr == taken


def test_listening_on_foreign_address_is_reported_in_one_line() -> None:
    refused = run_command([*COMPANION, "--host=198.51.100.9", "--port=0"])
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("Error: Cannot listen on 198.51.100.9, port 0: ")
    assert refused.stderr.count("\n") == 1


@pytest.fixture
def idle_server() -> Iterator[TcpWSGIServer]:
    """Create a waitress server whose loop is not running, with its socket map as `_map`."""
    sockets: dict[int, Any] = {}
    with server.listen("127.0.0.1", 0) as listener:
        yield create_server(lambda *_: [], map=sockets, sockets=[listener], threads=1)
        wasyncore.close_all(sockets)


def open_channel(most: int | None, idle_server: TcpWSGIServer, ip: str) -> bool:
    """Open a channel as waitress does, and return whether the connection stays open."""
    before = len(idle_server.active_channels)
    with socket.socket() as connection:
        more = (idle_server.adj,)
        server._open_channel(most, idle_server, connection, (ip, 1), *more, map=idle_server._map)  # noqa: SLF001
        is_kept = len(idle_server.active_channels) > before
        if is_kept:
            connection.detach()  # the channel closes the socket from now on
    return is_kept


def test_connections_per_client_address_are_limited(idle_server: TcpWSGIServer) -> None:
    for ip, wanted, taken in (("203.0.113.9", 9, 3), ("203.0.113.1", 2, 2), ("127.0.0.1", 9, 9)):
        assert sum(open_channel(3, idle_server, ip) for _ in range(wanted)) == taken


def test_ipv4_mapped_address_is_unmapped_on_dual_stack_socket(idle_server: TcpWSGIServer) -> None:
    """Otherwise limits by IPv6 network would count all IPv4 phones as one address."""
    for ip in ("::ffff:192.0.2.7", "192.0.2.7", "2001:db8::7"):
        assert open_channel(None, idle_server, ip)
    taken = [channel.addr[0] for channel in idle_server.active_channels.values()]
    assert taken == ["192.0.2.7", "192.0.2.7", "2001:db8::7"]


def test_waitress_internals_work_as_assumed(idle_server: TcpWSGIServer) -> None:
    """An upgrade of waitress may break this, as it uses undocumented attributes."""
    sockets = idle_server._map  # noqa: SLF001
    turn = partial(wasyncore.loop, timeout=1, use_poll=True, map=sockets, count=1)
    assert idle_server.channel_class is HTTPChannel
    idle_server.channel_class = partial(server._open_channel, None)  # noqa: SLF001
    with socket.create_connection(("127.0.0.1", int(idle_server.effective_port))) as phone:
        idle_server.handle_accept()  # accepts without a run of the loop
        (channel,) = idle_server.active_channels.values()
        assert isinstance(channel, HTTPChannel)
        assert channel.addr == phone.getsockname()
        assert (channel.request, channel.requests, channel.total_outbufs_len) == (None, [], 0)
        phone.send(b"GET / HT")
        turn()
        assert channel.request  # a partly received request
        channel.handle_close()
        assert idle_server.active_channels == {}
    wasyncore.dispatcher.close(idle_server)  # closes only the listener
    (trigger,) = sockets.values()
    idle_server.pull_trigger()
    begun = time.monotonic()
    turn(timeout=60)
    assert time.monotonic() - begun < 30
    idle_server.task_dispatcher.shutdown(timeout=1)
    wasyncore.close_all(sockets)
    assert sockets == {}
    assert trigger is idle_server.trigger


@needs_sigterm
def test_sigterm_finishes_request_in_flight_and_refuses_new_connections(tmp_path: Path) -> None:
    go = tmp_path / "go"
    with (
        serving(sys.executable, "-c", SLOW_APP, str(go)) as slow,
        silent_phone(slow) as silent,
        phone(slow) as line,
    ):
        line.request("GET", "/")
        assert slow.read_line() == "begun\n"
        slow.process.send_signal(signal.SIGTERM)
        assert silent.recv(1) == b""  # the idle connection is closed, so the stop has begun
        with pytest.raises(ConnectionRefusedError):
            silent_phone(slow)
        go.touch()
        assert len(line.getresponse().read()) == 5_000_000
        assert slow.process.wait() == 0


@needs_sigterm
def test_partly_received_body_is_awaited_after_ctrl_c(tmp_path: Path) -> None:
    with started(tmp_path) as served, silent_phone(served) as silent, phone(served) as line:
        line.putrequest("POST", "/healthz")
        line.putheader("Content-Length", "4")
        line.endheaders(b"hal")
        served.process.send_signal(signal.SIGINT)
        assert silent.recv(1) == b""
        line.send(b"f")
        assert line.getresponse().status == HTTPStatus.METHOD_NOT_ALLOWED
        assert served.process.wait() == 0


def test_log_has_no_request_path_and_app_gets_forwarding_header() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", TROUBLED_APP],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stderr
        port = int(process.stdout.readline())
        with closing(http.client.HTTPConnection("127.0.0.1", port)) as line:
            line.request("GET", "/games/a-key", headers={"X-Forwarded-For": "192.0.2.7"})
            assert line.getresponse().status == HTTPStatus.INTERNAL_SERVER_ERROR
        process.terminate()
        log = process.stderr.read()
    assert "RuntimeError: 192.0.2.7" in log
    assert "a-key" not in log


@cases(
    """soft | hard | connections | files
1024 | 524_288 | 4000 | 4100
1024 | NO_LIMIT | 4000 | 4100
NO_LIMIT | NO_LIMIT | 4000 | NO_LIMIT
256 | 256 | 156 | 256
9000 | 9000 | 4000 | 9000
""",
    NO_LIMIT=NO_LIMIT,
)
def test_connection_limit_raises_and_respects_open_file_limit(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, connections: int, files: int
) -> None:
    limits = {"files": (soft, hard)}
    system = SimpleNamespace(
        RLIMIT_NOFILE="files",
        RLIM_INFINITY=NO_LIMIT,
        getrlimit=limits.__getitem__,
        setrlimit=limits.__setitem__,
    )
    monkeypatch.setattr(server, "resource", system)
    assert server.connection_limit() == connections
    assert limits["files"] == (files, hard)


def test_connection_limit_is_400_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    assert server.connection_limit() == 400


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is another C library")
def test_malloc_uses_one_arena_if_libc_has_mallopt(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    library = SimpleNamespace(mallopt=lambda *option: asked.append(option))
    monkeypatch.setattr(ctypes, "CDLL", lambda _: library)
    server.save_memory()
    assert asked == [(-8, 1)]
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace())  # musl has no mallopt
    server.save_memory()
