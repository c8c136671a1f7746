"""URLs for phones, and recognition of the first phone."""

import pytest

from companion.network import phones
from companion.network.addresses import Address, Kind
from companion.network.phones import Phones, phone_urls
from tests.rows import cases

WIFI = Address("192.0.2.20", "wlan0", Kind.PRIVATE)


@cases("""visitor | is_phone
127.0.0.1 | False
::1 | False
192.0.2.20 | False  # the machine itself, by its own number
192.0.2.99 | True
2001:db8::9 | True
"" | True  # behind a proxy that says nothing
""")
def test_client_at_address_of_another_machine_is_a_phone(
    monkeypatch: pytest.MonkeyPatch, visitor: str, *, is_phone: bool
) -> None:
    monkeypatch.setattr(phones, "own_addresses", lambda: [WIFI])
    monkeypatch.setattr(phones, "is_announced", lambda *_: False)
    now = [0.0]
    awaited = Phones("0.0.0.0", 8000, lambda: now[0])
    awaited.note(visitor)
    now[0] = 60
    assert (awaited.has_connected, awaited.is_overdue) == (is_phone, not is_phone)


@cases("""host | port | urls
0.0.0.0 | 80 | ["http://192.0.2.20", "http://pi.local"]
0.0.0.0 | 8000 | ["http://192.0.2.20:8000", "http://pi.local:8000"]
:: | 8000 | ["http://192.0.2.20:8000", "http://pi.local:8000", "http://[2001:db8::7]:8000"]
192.0.2.9 | 8000 | ["http://192.0.2.9:8000"]
127.0.0.1 | 8000 | []
::1 | 8000 | []
localhost | 8000 | []
""")
def test_urls_for_phones_depend_on_host_listened_on(
    monkeypatch: pytest.MonkeyPatch, host: str, port: int, urls: list[str]
) -> None:
    found = [WIFI, Address("2001:db8::7", "wlan0", Kind.IPV6)]
    monkeypatch.setattr(phones, "own_addresses", lambda: found)
    monkeypatch.setattr(phones, "local_name", lambda: "pi.local")
    assert [phone_url.url for phone_url in phone_urls(host, port, is_named=True)] == urls
