"""Terminal output of the server: addresses, QR code and hints for phones."""

import io
from collections.abc import Callable
from pathlib import Path
from threading import Event

import click
import pytest
import zxingcpp

from companion.cli import terminal
from companion.config import Config
from companion.network import phones
from companion.network.addresses import Address, Kind
from companion.network.firewall import firewall_commands
from companion.network.phones import Phones
from tests.rows import cases

Show = Callable[..., str]
INK = {" ": (255, 255), "▀": (0, 255), "▄": (255, 0), "█": (0, 0)}
PIXELS = 4  # pixels per module of the QR code that is drawn to be decoded

WIFI = Address("192.0.2.20", "wlan0", Kind.PRIVATE)
VPN = Address("10.8.0.2", "tun0", Kind.VPN)
DOCKER = Address("172.17.0.1", "docker0", Kind.CONTAINER)
IPV6 = Address("2001:db8::7", "wlan0", Kind.IPV6)


class Network:
    """Fake network of this machine."""

    def __init__(self) -> None:
        self.addresses = [WIFI]
        self.has_mdns_name = True


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    network = Network()
    monkeypatch.setattr(phones, "own_addresses", lambda: network.addresses)
    monkeypatch.setattr(phones, "is_announced", lambda *_: network.has_mdns_name)
    monkeypatch.setattr(phones, "local_name", lambda: "raspberrypi.local")
    monkeypatch.setattr(terminal, "is_in_container", lambda: False)
    return network


def read_code(shown: str) -> str:
    """Return the text of the QR code in a server's output, or "" without one."""
    drawn = [line for line in shown.splitlines() if line and set(line) <= set(INK)]
    rows = [[INK[ch][half] for ch in line] for line in drawn for half in (0, 1)]
    large = [[ink for ink in row for _ in range(PIXELS)] for row in rows for _ in range(PIXELS)]
    grey = bytes(ink for row in large for ink in row)
    picture = memoryview(grey).cast("B", shape=(len(large), len(large[0])))
    return "".join(code.text for code in zxingcpp.read_barcodes(picture))


@pytest.fixture
def show(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Return a function that prints a server's addresses and returns the output."""

    def shown(host: str = "0.0.0.0", public_url: str | None = None) -> str:
        config = Config(data=Path("unused"), host=host, public_url=public_url)
        terminal.show(config, 8000, Phones(host, 8000))
        return capsys.readouterr().out

    return shown


def links(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.startswith("  http")]


@cases("""host | public_url | urls
0.0.0.0 | None | ["http://192.0.2.20:8000", "http://raspberrypi.local:8000"]
192.0.2.9 | None | ["http://192.0.2.9:8000"]
0.0.0.0 | https://cards.example.org | ["https://cards.example.org"]
""")
def test_likeliest_address_is_shown_first_and_as_qr_code(
    show: Show, host: str, public_url: str | None, urls: list[str]
) -> None:
    text = show(host, public_url)
    here = "127.0.0.1" if host == "0.0.0.0" else host
    assert text.startswith(f"Serving on http://{here}:8000\n")
    assert links(text) == urls
    assert read_code(text) == urls[0]


def test_unannounced_mdns_name_is_not_shown(show: Show, network: Network) -> None:
    network.has_mdns_name = False
    assert links(show()) == ["http://192.0.2.20:8000"]


def test_other_addresses_are_shown_with_network_card(show: Show, network: Network) -> None:
    network.addresses = [WIFI, IPV6, VPN, DOCKER]
    assert links(show())[1:] == [
        "http://raspberrypi.local:8000",
        "http://10.8.0.2:8000  (tun0, VPN)",
        "http://172.17.0.1:8000  (docker0, containers)",
    ]
    text = show("::")
    assert text.startswith("Serving on http://[::1]:8000\n")
    assert "http://[2001:db8::7]:8000  (wlan0)" in links(text)


@pytest.mark.parametrize("addresses", [[], [VPN, DOCKER]])
def test_hotspot_instructions_are_shown_without_network(
    show: Show, network: Network, addresses: list[Address]
) -> None:
    network.addresses = addresses
    text = show()
    assert "phone's hotspot" in text
    assert "█" not in text
    assert ("10.8.0.2" in text) == bool(addresses)


def test_loopback_host_and_container_are_explained(
    show: Show, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = show("127.0.0.1")
    assert "only this computer can open" in text
    assert links(text) == []
    network.addresses = [DOCKER]
    monkeypatch.setattr(terminal, "is_in_container", lambda: True)
    assert "COMPANION_PUBLIC_URL=" in show()


class ScriptedEvent(Event):
    """Event whose `wait` calls the next given function instead of waiting, until none is left."""

    def __init__(self, *events: Callable[[], object]) -> None:
        super().__init__()
        self.events = list(events)

    def wait(self, timeout: float | None = None) -> bool:
        del timeout
        if self.events:
            self.events.pop(0)()
            return False
        return True


class Waiting:
    """A companion waiting for phones, with a fake clock."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.now = 0.0
        self.phones = Phones("0.0.0.0", 8000, lambda: self.now)
        self._capsys = capsys

    def says(self, *events: Callable[[], object]) -> str:
        """Return the output while the events happen in order."""
        config = Config(data=Path("unused"))
        terminal._await(config, self.phones, ScriptedEvent(*events))  # noqa: SLF001
        return self._capsys.readouterr().out


@pytest.fixture
def waiting(capsys: pytest.CaptureFixture[str]) -> Waiting:
    return Waiting(capsys)


def test_connection_hints_are_shown_once_after_minute_without_phone(
    waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "firewall_commands", lambda port: [f"sudo ufw allow {port}/tcp"])
    for this_computer in ("127.0.0.1", "192.0.2.20"):
        waiting.phones.note(this_computer)
    waiting.now = 59
    assert waiting.says(list) == ""
    waiting.now = 60
    text = waiting.says(list, list, list)
    assert text.count("No phone has connected yet") == 1
    for way_out in ("another network", "VPN", "guest Wi-Fi", "ufw allow 8000/tcp", "hotspot"):
        assert way_out in text


def test_no_connection_hints_without_network_or_after_first_phone(
    waiting: Waiting, network: Network
) -> None:
    waiting.now = 999
    network.addresses = [VPN]
    assert waiting.says(list, list) == ""
    network.addresses = [WIFI]
    assert "No phone" not in waiting.says(lambda: waiting.phones.note("192.0.2.99"), list)
    assert waiting.phones.has_connected


def test_network_joined_later_is_shown_with_qr_code(waiting: Waiting, network: Network) -> None:
    network.addresses = []
    text = waiting.says(lambda: network.addresses.append(WIFI), list)
    assert read_code(text) == "http://192.0.2.20:8000"


@cases("""system | programs | command
win32 | "" | netsh advfirewall firewall add rule
darwin | "" | socketfilterfw --unblockapp
linux | ufw | sudo ufw allow 8123/tcp
linux | firewall-cmd | sudo firewall-cmd --add-port=8123/tcp
linux | "" | ""
""")
def test_firewall_command_of_each_system(
    monkeypatch: pytest.MonkeyPatch, system: str, programs: str, command: str
) -> None:
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr("shutil.which", lambda name, **_: name if name in programs else None)
    said = "\n".join(firewall_commands(8123))
    assert command in said
    assert bool(said) == bool(command)


def test_qr_code_is_black_on_white_with_quiet_zone(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [*terminal.qr_lines("http://192.0.2.20:8000")]
    assert lines[:2] == lines[-2:] == [" " * len(lines[0])] * 2
    assert all(line[:4] == line[-4:] == " " * 4 for line in lines)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    text = show()
    drawn = [line for line in text.splitlines() if "█" in line]
    assert drawn
    assert all(line.startswith("\x1b[30m\x1b[107m") for line in drawn)
    assert all(line.endswith("\x1b[0m") for line in drawn)
    assert read_code(click.unstyle(text)) == "http://192.0.2.20:8000"


def test_terminal_without_block_characters_shows_only_links(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(said, "cp1252", write_through=True))
    show()
    assert "  http://192.0.2.20:8000\n" in said.getvalue().decode("cp1252")
