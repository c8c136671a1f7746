"""Simulated networks in which a companion is started: flat, VPN, containers and others."""

import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

from tests.slow.networks.machines import Machine, companion, connect, machines

Cards = Callable[[Machine, Mapping[str, Machine]], None]
FLAT = ("192.168.1.20/24", "192.168.1.1", "192.168.1.50/24")  # computer, router, phone


@dataclass(frozen=True)
class Layout:
    """Network to set up, with the machine that must open each printed address.

    `first` is the address in the QR code (None if there is none); `mark` makes it a container.
    """

    name: str
    cards: Cards
    first: str | None
    opened_by: Mapping[str, str]
    mark: str = ""
    avahi: bool = False


def flat(host: Machine, around: Mapping[str, Machine], card: str = "wlan0") -> None:
    """Connect the companion's machine and the phone by Wi-Fi, with a default route."""
    own, router, phone = FLAT
    connect(host, card, around["phone"], "wlan0")
    host.address(card, own).ip(f"route add default via {router}")
    around["phone"].address("wlan0", phone)


def access_point(host: Machine, around: Mapping[str, Machine], who: str = "phone") -> None:
    """Let the companion's machine be the access point (hotspot) of another machine."""
    connect(host, "ap0", around[who], "wlan0")
    host.address("ap0", "10.42.0.1/24")
    around[who].address("wlan0", "10.42.0.50/24")


def vpn(host: Machine, card: str) -> None:
    """Add a VPN's network card to a machine and make it the default route."""
    host.ip(f"tuntap add dev {card} mode tun").address(card, "10.8.0.2/24")
    host.ip(f"route replace default dev {card}")


def vpn_in_a_flat(host: Machine, around: Mapping[str, Machine]) -> None:
    flat(host, around)
    vpn(host, "tun0")


def wireguard_in_a_flat(host: Machine, around: Mapping[str, Machine]) -> None:
    host.ip("tuntap add dev wg0 mode tun").address("wg0", "10.2.0.2/32")  # before the Wi-Fi
    flat(host, around)
    host.ip("route replace default dev wg0")


def two_cards(host: Machine, around: Mapping[str, Machine]) -> None:
    access_point(host, around, "guest")
    flat(host, around, "eth0")


def ipv6_only(host: Machine, around: Mapping[str, Machine]) -> None:
    connect(host, "wlan0", around["phone"], "wlan0")
    host.address("wlan0", "fd12:3456::20/64")
    around["phone"].address("wlan0", "fd12:3456::50/64")


def no_network(host: Machine, around: Mapping[str, Machine]) -> None:
    del host, around


def only_vpn(host: Machine, around: Mapping[str, Machine]) -> None:
    del around
    vpn(host, "tun0")


def beside_containers(host: Machine, around: Mapping[str, Machine]) -> None:
    for card, address in (("docker0", "172.17.0.1/16"), ("br-0123456789ab", "172.18.0.1/16")):
        host.ip(f"link add {card} type bridge").address(card, address)
    flat(host, around)


def in_a_container(host: Machine, around: Mapping[str, Machine]) -> None:
    around["phone"].ip("link add docker0 type bridge")
    connect(host, "eth0", around["phone"], "vethcafe")
    host.address("eth0", "172.17.0.2/16").ip("route add default via 172.17.0.1")
    around["phone"].address("vethcafe", "172.17.0.1/16")


def two_computers(host: Machine, around: Mapping[str, Machine]) -> None:
    connect(host, "eth0", around["phone"], "eth0")
    host.address("eth0", "169.254.7.20/16")
    around["phone"].address("eth0", "169.254.7.50/16")


IN_FLAT = "http://192.168.1.20:8000"
ON_POINT = "http://10.42.0.1:8000"
LAYOUTS = (
    Layout("the Wi-Fi of a flat", flat, IN_FLAT, {IN_FLAT: "phone"}),
    Layout("an access point of its own", access_point, ON_POINT, {ON_POINT: "phone"}),
    Layout("a VPN that takes all", vpn_in_a_flat, IN_FLAT, {IN_FLAT: "phone"}),
    Layout("WireGuard, begun first", wireguard_in_a_flat, IN_FLAT, {IN_FLAT: "phone"}),
    Layout("two cards", two_cards, IN_FLAT, {IN_FLAT: "phone", ON_POINT: "guest"}),
    Layout(
        "IPv6 only",
        ipv6_only,
        "http://[fd12:3456::20]:8000",
        {"http://[fd12:3456::20]:8000": "phone"},
    ),
    Layout("no network", no_network, None, {}),
    Layout("a VPN and nothing else", only_vpn, None, {}),
    Layout("beside containers", beside_containers, IN_FLAT, {IN_FLAT: "phone"}),
    Layout("in a container", in_a_container, None, {}, mark="/"),
    Layout("a cable between two", two_computers, None, {"http://169.254.7.20:8000": "phone"}),
    Layout("a name that is announced", flat, IN_FLAT, {IN_FLAT: "phone"}, avahi=True),
)


@dataclass(frozen=True)
class Seen:
    """Text that the companion printed, and whether each address opened its page."""

    printed: str
    opened: Mapping[str, bool]


@contextmanager
def announcing(host: Machine, folder: Path) -> Iterator[None]:
    """Announce a machine's name (`….local`) by Avahi until the context ends."""
    settings = folder / "avahi.conf"
    settings.write_text("[server]\nenable-dbus=no\nuse-ipv6=no\n[rlimits]\n")
    command = f"avahi-daemon --file={settings} --no-drop-root --no-chroot --no-rlimits"
    own_run = f"mount -t tmpfs none /run && mkdir -p /run/avahi-daemon && exec {command}"
    inside = host.run("unshare", "--mount", "sh", "-c", own_run)
    with subprocess.Popen(inside, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        sleep(4)  # seconds, as Avahi first probes three times whether the name is free
        yield
        process.terminate()


def visit(layout: Layout) -> Seen:
    """Set up a network, start the companion in it, and open its addresses from other machines."""
    with TemporaryDirectory() as folder, machines("host", "phone", "guest") as made:
        host = made["host"]
        layout.cards(host, made)
        with (
            announcing(host, Path(folder)) if layout.avahi else no_announcement(),
            companion(host, Path(folder) / "games", mark=layout.mark) as printed,
        ):
            opened = {url: made[who].opens(url) for url, who in layout.opened_by.items()}
            return Seen(printed, opened)


@contextmanager
def no_announcement() -> Iterator[None]:
    yield
