"""The server that the command starts: waitress in front of the app, and how it stops."""

import logging
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from waitress.server import create_server
from waitress.wasyncore import close_all, dispatcher, loop

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

if sys.platform != "win32":
    import resource

THREADS = 8
CONNECTIONS = 4000  # twice the phones a hall full of watchers brings
SPARE_FILES = 100  # what the app itself may have open beside them
SELECT_CONNECTIONS = 400  # Windows: `select` looks at 512 sockets at most
LARGEST_BODY = 8 * 2**20  # bytes; taken in before the app sees it, whose own limit is far lower
GRACE = 8.0  # seconds to finish in; service managers kill after ten and more


def listen(host: str, port: int) -> socket.socket:
    """Take a port (0: any free one); OSError where it is taken or the host is not this machine."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    # Not left to waitress, whose SO_REUSEADDR would share a taken port on Windows.
    return socket.create_server((host, port), family=family, dualstack_ipv6=both)


def run(app: "WSGIApplication", listener: socket.socket, ready: Callable[[], None]) -> None:
    """Answer requests until Ctrl-C or SIGTERM, then those in flight, then return.

    `ready` is called once requests are answered. A second signal ends the process at once.
    """
    _keep_keys_out_of_the_log()
    sockets: dict[int, Any] = {}
    server = create_server(
        app,
        map=sockets,
        sockets=[listener],
        threads=THREADS,
        connection_limit=connection_limit(),
        max_request_body_size=LARGEST_BODY,
        clear_untrusted_proxy_headers=False,  # `create_app` knows which proxies are trusted
    )
    told_to_stop = threading.Event()

    def stop() -> None:
        told_to_stop.set()
        server.pull_trigger()  # wakes the turn that is under way

    _on_signal(stop)
    ready()
    while not told_to_stop.is_set():
        _turn(sockets)
    _finish(server, sockets)


def _turn(sockets: dict[int, Any], timeout: float = 1.0) -> None:
    loop(timeout=timeout, use_poll=True, map=sockets, count=1)


def _finish(server: Any, sockets: dict[int, Any]) -> None:  # noqa: ANN401 - waitress has no types
    """Answer what is in flight, at most for `GRACE` seconds, and close everything."""
    _let_in_who_waits(server, sockets)
    dispatcher.close(server)  # only the door: the threads still need the server's trigger
    end = time.monotonic() + GRACE
    _turn(sockets, timeout=0)
    while _is_busy(server) and time.monotonic() < end:
        _turn(sockets)
    server.task_dispatcher.shutdown(timeout=1)
    close_all(sockets)


def _let_in_who_waits(server: Any, sockets: dict[int, Any]) -> None:  # noqa: ANN401
    let_in = None
    while let_in != len(sockets):
        let_in = len(sockets)
        server.handle_accept()


def _is_busy(server: Any) -> bool:  # noqa: ANN401
    """Hang up where nothing is asked or answered any more; tell whether a line is left."""
    for line in list(server.active_channels.values()):
        if not (line.request or line.requests or line.total_outbufs_len):
            line.handle_close()
    return bool(server.active_channels)


def _on_signal(stop: Callable[[], None]) -> None:
    signals = [signal.SIGINT, signal.SIGTERM]
    if hasattr(signal, "SIGBREAK"):  # Windows: Ctrl-Break
        signals.append(signal.SIGBREAK)

    def handle(*_: object) -> None:
        for number in signals:
            signal.signal(number, signal.SIG_DFL)
        stop()

    for number in signals:
        signal.signal(number, handle)


def connection_limit() -> int:
    """Give the connections to allow: a file each, and a server out of files answers nobody."""
    if sys.platform == "win32":
        return SELECT_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + SPARE_FILES
    if _files(soft) < wanted:
        soft = min(wanted, _files(hard))
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return min(CONNECTIONS, _files(soft) - SPARE_FILES)


def _files(limit: int) -> int:
    """Read a limit of the system, for which "no limit" may be a number below zero."""
    return sys.maxsize if limit == resource.RLIM_INFINITY else limit


def _keep_keys_out_of_the_log() -> None:
    """Keep addresses out of what waitress logs: they hold the keys of games."""

    def without_address(record: logging.LogRecord) -> bool:
        record.msg = str(record.msg).partition(" while serving ")[0]
        return True

    logging.getLogger("waitress").addFilter(without_address)
    # A queue of polling phones is everyday life, not worth a line each.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
