"""Lookup of this machine's `.local` name by multicast DNS."""

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from threading import Thread

import pytest

from companion.network import multicast_dns
from companion.network.multicast_dns import is_announced

NAME = "raspberrypi.local"
QUESTION = b"\x0braspberrypi\x05local\x00\x00\x01"
Answer = Callable[[bytes], bytes]


@pytest.fixture
def answered_by(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Answer], None]]:
    """Yield a function that starts a fake mDNS responder, which answers one query."""
    with ExitStack() as stack:

        def answer_with(answer: Answer) -> None:
            server = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
            server.bind(("127.0.0.1", 0))
            server.settimeout(5)
            monkeypatch.setattr(multicast_dns, "_GROUPS", {socket.AF_INET: "127.0.0.1"})
            monkeypatch.setattr(multicast_dns, "_PORT", server.getsockname()[1])

            def serve() -> None:
                with suppress(OSError):
                    question, who = server.recvfrom(9000)
                    assert QUESTION in question
                    server.sendto(answer(question), who)

            thread = Thread(target=serve)
            thread.start()
            stack.callback(thread.join)

        yield answer_with


def record(ip: str, number: bytes = b"", flags: bytes = b"\x84\x00") -> Answer:
    """Return a function that answers an mDNS query with one address record, like Avahi."""
    rest = b"\0\0\0\1\0\0\0\0" + QUESTION + b"\x80\x01\0\0\0\x0a\0\4" + socket.inet_aton(ip)
    return lambda question: (number or question[:2]) + flags + rest


def test_mdns_name_with_own_address_is_announced(answered_by: Callable[[Answer], None]) -> None:
    answered_by(record("127.0.0.1"))
    assert is_announced(NAME, ["127.0.0.1"], seconds=5)


@pytest.mark.parametrize(
    "answer",
    [
        record("192.0.2.99"),  # another machine has the name
        record("127.0.0.1", number=b"zz"),  # answers another query
        record("127.0.0.1", flags=b"\0\0"),  # is itself a query
        lambda _: b"",
        lambda question: question[:2] + b"\x84",
    ],
)
def test_mdns_name_without_valid_own_record_is_not_announced(
    answered_by: Callable[[Answer], None], answer: Answer
) -> None:
    answered_by(answer)
    assert not is_announced(NAME, ["127.0.0.1"], seconds=0.3)


def test_mdns_lookup_without_addresses_returns_false_at_once() -> None:
    assert not is_announced(NAME, [], seconds=60)
