"""The waitress server of `companion`, with limits, background tasks and a graceful stop."""

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

from companion.app import create_app
from companion.cli.disks import warnings
from companion.cli.errors import report_errors
from companion.cli.output import print_in_background
from companion.cli.terminal import awaiting_phones, show
from companion.config import THREADS, Config
from companion.network.addresses import host_to_listen_on
from companion.network.phones import Phones
from companion.services.copies import Copies, make_copy
from companion.web import read_ahead
from companion.web.ui.registry import EXTENSION

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

if sys.platform != "win32":
    import resource

CONNECTIONS = 4000  # open at once, twice the number of phones in a full tournament hall
SPARE_FILES = 100  # file descriptors that the app itself may need besides the connections
SELECT_CONNECTIONS = 400  # open at once on Windows, where `select` supports at most 512 sockets
LARGEST_HEAD = 2**15  # bytes of a request's address and headers, of which cookies take up to 12 kB
LARGEST_BODY = 8 * 2**20  # bytes of a request that waitress buffers; the app accepts far fewer
COPY_INTERVAL = 600.0  # seconds between two checks whether a copy is due
_M_ARENA_MAX = -8  # number of this `mallopt` setting in glibc's malloc.h
GRACE = 8.0  # seconds to finish requests on a stop; service managers kill after ten or more


class AddressFilter(logging.Filter):
    """Log filter that cuts a request's address, with its access key, from waitress' messages."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = str(record.msg).partition(" while serving ")[0]
        return True


def serve(config: Config) -> None:
    """Serve until a stop signal, or raise `ClickException` if the port is not available."""
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
        # No limit per client behind a proxy, from whose single address all connections come.
        most = None if config.proxy else connection_limit() // 2
        registry = app.extensions[EXTENSION]

        def ready() -> None:
            # Shown by a thread, because `show` waits for the mDNS lookup of this computer.
            print_in_background(show, config, port, phones).start()
            read_ahead(app)

        with (
            closing(registry.games.store),  # also releases this server's lease in PostgreSQL
            making_copies(registry.copies),
            awaiting_phones(config, phones),
        ):
            run(app, listener, ready, most)


def save_memory() -> None:
    """Let all threads share one heap (glibc only), which saves memory on a Raspberry Pi.

    By default glibc gives each thread its own heap and does not return freed memory. Only one
    Python thread at a time allocates memory anyway.
    """
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):  # a C library without `mallopt`
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


@contextmanager
def making_copies(copies: Copies) -> Iterator[None]:
    """Make and check daily copies of the games in the background until the block ends."""
    stopping = threading.Event()

    def make_copies_when_due() -> None:
        while True:
            if copies.is_due() or copies.is_check_overdue():
                # In a child process, because checking many games takes minutes and much memory.
                maker = get_context("spawn").Process(target=make_copy, args=(copies.config,))
                maker.start()
                while maker.is_alive() and not stopping.is_set():
                    maker.join(1)
                maker.terminate()
            if stopping.wait(COPY_INTERVAL):
                return

    thread = threading.Thread(target=make_copies_when_due, name="copies", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        thread.join(GRACE)  # first ends an unfinished copy, which is made after the next start


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on a host and port (0 for any free one), or raise OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    dual = host == "::" and socket.has_dualstack_ipv6()
    # Not bound by waitress, because its SO_REUSEADDR would share a port in use on Windows.
    return socket.create_server((host, port), family=family, dualstack_ipv6=dual)


def run(
    app: "WSGIApplication",
    listener: socket.socket,
    ready: Callable[[], None],
    most_of_one: int | None = None,
) -> None:
    """Serve requests until Ctrl-C or SIGTERM, finish those in flight, then return.

    `ready` is called when the server can answer. A second signal ends the process immediately. One
    client address may open `most_of_one` connections (None for no limit).
    """
    logging.getLogger("waitress").addFilter(AddressFilter())
    # Waitress warns about queued requests, which are normal while many phones poll.
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
        clear_untrusted_proxy_headers=False,  # needed by the ProxyFix that `create_app` adds
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
        server.pull_trigger()  # wakes the loop below, which then sees `stopping`

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
    """Accept a connection, or close it if its client address already has the maximum."""
    channels = server.active_channels
    ip = ipaddress.ip_address(address[0])
    if ip.version == 6 and ip.ipv4_mapped:  # noqa: PLR2004 - from a dual-stack socket
        ip = ip.ipv4_mapped
    if most and len(channels) >= most and not ip.is_loopback:
        own = sum(channel.addr[0] == str(ip) for channel in channels.values())
        if own >= most:
            connection.close()
            return
    HTTPChannel(server, connection, (str(ip), *address[1:]), *more, **named)


def _finish_requests(server: Any, sockets: dict[int, Any]) -> None:  # noqa: ANN401 - waitress has no types
    """Finish the requests in flight, for at most `GRACE` seconds.

    The stop of waitress' own `server.run()` ends the loop before the threads. A save would then be
    stored without sending its response, and a partly received request would be lost.
    """
    accepted = None
    while accepted != len(sockets):  # until every client in the listener's backlog is accepted
        accepted = len(sockets)
        server.handle_accept()
    dispatcher.close(server)  # only the listener, as threads still wake the loop by the trigger
    end = time.monotonic() + GRACE
    timeout = 0
    while time.monotonic() < end:
        loop(timeout=timeout, use_poll=True, map=sockets, count=1)
        for channel in list(server.active_channels.values()):
            if not (channel.request or channel.requests or channel.total_outbufs_len):
                channel.handle_close()  # idle, with nothing received and nothing left to send
        if not server.active_channels:
            return
        timeout = 1


def connection_limit() -> int:
    """Return the maximum of open connections, after raising the soft limit of open files."""
    if sys.platform == "win32":
        return SELECT_CONNECTIONS
    # RLIM_INFINITY may be negative, so an unlimited number is replaced by the largest one.
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
