"""The server that the command starts: waitress in front of the app, and how it stops."""

import ctypes
import errno
import ipaddress
import logging
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import click
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer, create_server
from waitress.wasyncore import close_all, dispatcher, loop

from companion import create_app
from companion.cli.disks import warnings
from companion.cli.errors import report_errors
from companion.cli.terminal import awaiting_phones, show
from companion.config import THREADS, Config
from companion.network.addresses import host_to_listen_on
from companion.network.phones import Phones
from companion.rulebook import make_index
from companion.services.copies import Copies, make_copy
from companion.web import read_ahead
from companion.web.ui.registry import EXTENSION

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

if sys.platform != "win32":
    import resource

CONNECTIONS = 4000  # twice the phones a hall full of watchers brings
SPARE_FILES = 100  # what the app itself may have open beside them
SELECT_CONNECTIONS = 400  # Windows: `select` looks at 512 sockets at most
LARGEST_HEAD = 2**15  # bytes of address and headers: three cookies have 4 kB each at most
LARGEST_BODY = 8 * 2**20  # bytes; taken in before the app sees it, whose own limit is far lower
INDEX_PATIENCE = 60.0  # seconds; a small computer makes it in ten
COPY_INTERVAL = 600.0  # seconds between two looks whether a copy is due
_M_ARENA_MAX = -8  # as malloc.h of glibc has it
GRACE = 8.0  # seconds to finish in; service managers kill after ten and more


class AddressFilter(logging.Filter):
    """Cuts the address out of what waitress logs: it holds the key of a game."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = str(record.msg).partition(" while serving ")[0]
        return True


def serve(config: Config) -> None:
    """Serve until a signal to stop; a port that cannot be had is exit status 1."""
    save_memory()
    host = host_to_listen_on(config.host)
    try:
        listener = listen(host, config.port)
    except OSError as error:
        why = "it is already in use" if error.errno == errno.EADDRINUSE else error.strerror
        message = f"Cannot listen on {config.host}, port {config.port}: {why}."
        raise click.ClickException(message) from None
    with listener:
        with report_errors(config):
            for warning in warnings(config):
                click.echo(f"Warning: {warning}", err=True)
            port = listener.getsockname()[1]
            phones = Phones(host, port)
            app = create_app(config, phones)
        # All connections of a proxy come from one address.
        most = None if config.proxy else connection_limit() // 2
        parts = app.extensions[EXTENSION]
        parts.boxes.make_index_file = partial(make_index_beside, config)

        def ready() -> None:
            # It waits for what the network says of this computer's name; no request waits for that.
            threading.Thread(target=show, args=(config, port, phones), daemon=True).start()
            read_ahead(app)

        with (
            closing(parts.games.store),  # a database is told that this server is gone
            making_copies(parts.copies),
            awaiting_phones(config, phones),
        ):
            run(app, listener, ready, most)


def save_memory() -> None:
    """Have all threads share one heap, where the C library is glibc: on a Raspberry Pi it counts.

    Else each thread gets a heap of its own, in which what was freed stays; of Python's threads only
    one at a time asks for memory anyway.
    """
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):  # another C library
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


def make_index_beside(config: Config) -> None:
    """Have another process make the index of questions; where that fails, none is made."""
    maker = get_context("spawn").Process(
        target=make_index, args=(config.boxes, config.index), daemon=True
    )
    with suppress(OSError):  # no room for another process
        maker.start()
        maker.join(INDEX_PATIENCE)
        maker.terminate()


@contextmanager
def making_copies(copies: Copies) -> Iterator[None]:
    """Make the daily copies of the games beside what is done inside."""
    stopping = threading.Event()

    def look_after_copies() -> None:
        while True:
            if copies.is_due() or copies.is_unread():
                # Looking through many games takes minutes of a processor, and much memory.
                maker = get_context("spawn").Process(target=make_copy, args=(copies.config,))
                maker.start()
                while maker.is_alive() and not stopping.is_set():
                    maker.join(1)
                maker.terminate()
            if stopping.wait(COPY_INTERVAL):
                return

    thread = threading.Thread(target=look_after_copies, name="copies", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        thread.join(GRACE)  # a copy that takes longer is made anew next time


def listen(host: str, port: int) -> socket.socket:
    """Take a port (0: any free one); OSError where it is taken or the host is not this machine."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    dual = host == "::" and socket.has_dualstack_ipv6()
    # Not left to waitress, whose SO_REUSEADDR would share a taken port on Windows.
    return socket.create_server((host, port), family=family, dualstack_ipv6=dual)


def run(
    app: "WSGIApplication",
    listener: socket.socket,
    ready: Callable[[], None],
    most_of_one: int | None = None,
) -> None:
    """Answer requests until Ctrl-C or SIGTERM, then those in flight, then return.

    `ready` is called once requests are answered. A second signal ends the process at once. One
    address has `most_of_one` connections, so that it cannot take them all; None: no such limit.
    """
    logging.getLogger("waitress").addFilter(AddressFilter())
    # A queue of polling phones is everyday life, not worth a line each.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    sockets: dict[int, Any] = {}
    server = create_server(
        app,
        map=sockets,
        sockets=[listener],
        threads=THREADS,
        connection_limit=connection_limit(),
        max_request_header_size=LARGEST_HEAD,
        max_request_body_size=LARGEST_BODY,
        clear_untrusted_proxy_headers=False,  # `create_app` knows which proxies are trusted
    )
    server.channel_class = partial(_open_channel, most_of_one)
    stopping = threading.Event()
    signals = [signal.SIGINT, signal.SIGTERM]
    if sys.platform == "win32":
        signals.append(signal.SIGBREAK)

    def stop(*_: object) -> None:
        for number in signals:
            signal.signal(number, signal.SIG_DFL)
        stopping.set()
        server.pull_trigger()  # wakes the loop

    for number in signals:
        signal.signal(number, stop)
    ready()
    while not stopping.is_set():
        loop(timeout=1, use_poll=True, map=sockets, count=1)
    _finish_requests(server, sockets)
    server.task_dispatcher.shutdown(timeout=1)
    close_all(sockets)


def _open_channel(
    most: int | None,
    server: TcpWSGIServer,
    connection: socket.socket,
    address: tuple[str, int],
    *more: object,
    **named: object,
) -> None:
    """Serve a connection, or hang up on an address that has as many as one may have."""
    channels = server.active_channels
    ip = ipaddress.ip_address(address[0])
    if ip.version == 6 and ip.ipv4_mapped:  # noqa: PLR2004 - a socket that takes both kinds
        ip = ip.ipv4_mapped
    if most and len(channels) >= most and not ip.is_loopback:
        own = sum(channel.addr[0] == str(ip) for channel in channels.values())
        if own >= most:
            connection.close()
            return
    HTTPChannel(server, connection, (str(ip), *address[1:]), *more, **named)


def _finish_requests(server: Any, sockets: dict[int, Any]) -> None:  # noqa: ANN401 - waitress has no types
    """Answer what is in flight, for at most `GRACE` seconds.

    waitress' own `server.run()` ends its loop first and then waits for its threads. So a save
    would be stored, but its answer not sent, and a request still on its way would be lost.
    """
    accepted = None
    while accepted != len(sockets):  # whoever has connected already is let in
        accepted = len(sockets)
        server.handle_accept()
    dispatcher.close(server)  # only the listener: the threads still need the server's trigger
    end = time.monotonic() + GRACE
    timeout = 0
    while time.monotonic() < end:
        loop(timeout=timeout, use_poll=True, map=sockets, count=1)
        for channel in list(server.active_channels.values()):
            if not (channel.request or channel.requests or channel.total_outbufs_len):
                channel.handle_close()  # an idle connection
        if not server.active_channels:
            return
        timeout = 1


def connection_limit() -> int:
    """Return how many connections to allow: a file each, and without files nobody is answered."""
    if sys.platform == "win32":
        return SELECT_CONNECTIONS
    # "No limit" may be a number below zero.
    soft, hard = (
        sys.maxsize if limit == resource.RLIM_INFINITY else limit
        for limit in resource.getrlimit(resource.RLIMIT_NOFILE)
    )
    wanted = CONNECTIONS + SPARE_FILES
    if soft < wanted:
        soft = min(wanted, hard)
        _, unchanged = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, unchanged))
    return min(CONNECTIONS, soft - SPARE_FILES)
