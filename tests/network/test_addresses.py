"""Order and kinds of a machine's addresses, with the network cards of several systems."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import ifaddr
import pytest

from companion.network import addresses
from companion.network.addresses import Kind, host_to_listen_on, own_addresses

Cards = Sequence[tuple[str, str, Sequence[str]]]  # network cards: name, description, addresses


@dataclass
class Ip:
    ip: str | tuple[str, int, int]
    nice_name: str


@dataclass
class Card:
    nice_name: str
    ips: Sequence[Ip]


@pytest.fixture(autouse=True)
def _no_container(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_CONTAINER_MARKS", ())


def fake_cards(
    monkeypatch: pytest.MonkeyPatch, cards: Cards, outgoing: str | None = None
) -> list[tuple[str, Kind]]:
    """Fake a machine's network cards and outgoing address, and return its addresses in order."""
    made = [
        Card(described, [Ip((ip, 0, 0) if ":" in ip else ip, name) for ip in ips])
        for name, described, ips in cards
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: made)
    monkeypatch.setattr(addresses, "_outgoing_ip", lambda: outgoing)
    return [(each.ip, each.kind) for each in own_addresses()]


LINUX = [
    ("lo", "lo", ["127.0.0.1", "::1"]),
    ("docker0", "docker0", ["172.17.0.1"]),
    ("tun0", "tun0", ["10.8.0.2"]),
    ("eth0", "eth0", ["192.168.1.20", "fe80::1", "2001:db8::1", "2001:db8::2"]),
    ("wlan0", "wlan0", ["10.42.0.1"]),
]
WINDOWS = [
    ("vEthernet (WSL)", "Hyper-V Virtual Ethernet Adapter", ["172.28.0.1"]),
    ("OpenVPN", "TAP-Windows Adapter V9", ["10.8.0.6"]),
    ("Local Area Connection* 2", "Microsoft Wi-Fi Direct Virtual Adapter", ["192.168.137.1"]),
    ("Wi-Fi", "Intel(R) Wi-Fi 6 AX201", ["192.168.1.30"]),
    ("Ethernet", "Realtek PCIe GbE", ["169.254.1.2"]),
]
MAC = [
    ("utun3", "utun3", ["100.64.0.7"]),
    ("bridge100", "bridge100", ["192.168.2.1"]),  # the network card of a Mac's own hotspot
    ("en0", "en0", ["192.168.1.40"]),
]
ANDROID = [
    ("rmnet_data0", "rmnet_data0", ["10.137.2.9"]),
    ("wlan1", "wlan1", ["192.168.43.1"]),
]


@pytest.mark.parametrize(
    ("cards", "outgoing", "order"),
    [
        (LINUX, "192.168.1.20", ["192.168.1.20", "10.42.0.1"]),
        (LINUX, "10.8.0.2", ["10.42.0.1", "192.168.1.20"]),
        (WINDOWS, "192.168.1.30", ["192.168.1.30", "192.168.137.1"]),
        (MAC, "100.64.0.7", ["192.168.2.1", "192.168.1.40"]),
        (ANDROID, "10.137.2.9", ["192.168.43.1"]),
    ],
)
def test_private_addresses_come_first(
    monkeypatch: pytest.MonkeyPatch, cards: Cards, outgoing: str, order: list[str]
) -> None:
    found = fake_cards(monkeypatch, cards, outgoing)
    assert [ip for ip, kind in found if kind is Kind.PRIVATE] == order
    assert [ip for ip, _ in found][: len(order)] == order


def test_vpn_container_and_link_local_addresses_come_last(monkeypatch: pytest.MonkeyPatch) -> None:
    on_linux = [("2001:db8::1", Kind.IPV6), ("10.8.0.2", Kind.VPN), ("172.17.0.1", Kind.CONTAINER)]
    assert fake_cards(monkeypatch, LINUX, "192.168.1.20")[2:] == on_linux
    assert fake_cards(monkeypatch, WINDOWS)[2:] == [
        ("10.8.0.6", Kind.VPN),
        ("172.28.0.1", Kind.CONTAINER),
        ("169.254.1.2", Kind.LINK_LOCAL),
    ]


def test_virtual_switch_with_default_route_is_private(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = [("vEthernet (External)", "Hyper-V Virtual Ethernet Adapter", ["192.168.1.30"])]
    assert fake_cards(monkeypatch, cards, "192.168.1.30") == [("192.168.1.30", Kind.PRIVATE)]


def test_veth_card_inside_container_counts_as_container_address(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "eth0").mkdir()
    (tmp_path / "eth0" / "ifindex").write_text("2\n")
    (tmp_path / "eth0" / "iflink").write_text("17\n")
    monkeypatch.setattr(addresses, "_CARDS", tmp_path)
    cards = [("eth0", "eth0", ["172.17.0.2"]), ("wlan0", "wlan0", ["192.168.1.20"])]
    assert dict(fake_cards(monkeypatch, cards))["172.17.0.2"] is Kind.PRIVATE
    monkeypatch.setattr(addresses, "_CONTAINER_MARKS", (tmp_path,))
    found = dict(fake_cards(monkeypatch, cards, "172.17.0.2"))
    assert found == {"192.168.1.20": Kind.PRIVATE, "172.17.0.2": Kind.CONTAINER}


def test_server_listens_on_ipv6_if_only_ipv6_suits_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.has_dualstack_ipv6", lambda: True)
    for cards, host in (
        ([("wlan0", "wlan0", ["fd12::20"]), ("tun0", "tun0", ["10.8.0.2"])], "::"),
        ([("wlan0", "wlan0", ["fd12::20", "192.168.1.20"])], "0.0.0.0"),
        ([], "0.0.0.0"),
    ):
        fake_cards(monkeypatch, cards)
        assert host_to_listen_on("0.0.0.0") == host
        assert host_to_listen_on("127.0.0.1") == "127.0.0.1"


def test_own_addresses_have_no_loopback_or_link_local_ipv6() -> None:
    assert not [each for each in own_addresses() if each.ip.startswith(("127.", "::1", "fe80"))]
