"""What the terminal shows, so that a phone finds the way."""

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
from tests.serving import COMPANION, serving

INK = {" ": (255, 255), "▀": (0, 255), "▄": (255, 0), "█": (0, 0)}
PIXELS = 4  # a module


WIFI = Address("192.0.2.20", "wlan0", Kind.PRIVATE)
VPN = Address("10.8.0.2", "tun0", Kind.VPN)
DOCKER = Address("172.17.0.1", "docker0", Kind.CONTAINER)
IPV6 = Address("2001:db8::7", "wlan0", Kind.IPV6)


class Network:
    """The network of the machine, as the test says it is."""

    def __init__(self) -> None:
        self.addresses = [WIFI]
        self.answers_for_the_name = True


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    network = Network()
    monkeypatch.setattr(phones, "own_addresses", lambda: network.addresses)
    monkeypatch.setattr(phones, "is_announced", lambda *_: network.answers_for_the_name)
    monkeypatch.setattr(phones, "local_name", lambda: "raspberrypi.local")
    monkeypatch.setattr(terminal, "is_in_container", lambda: False)
    return network


def read_code(shown: str) -> str:
    """Read the QR code among the lines as a phone would."""
    drawn = [line for line in shown.splitlines() if line and set(line) <= set(INK)]
    rows = [[INK[ch][half] for ch in line] for line in drawn for half in (0, 1)]
    large = [[ink for ink in row for _ in range(PIXELS)] for row in rows for _ in range(PIXELS)]
    grey = bytes(ink for row in large for ink in row)
    picture = memoryview(grey).cast("B", shape=(len(large), len(large[0])))
    return "".join(code.text for code in zxingcpp.read_barcodes(picture))


def shown(capsys: pytest.CaptureFixture[str], host: str, public_url: str | None = None) -> str:
    config = Config(data=Path("unused"), host=host, public_url=public_url)
    terminal.show(config, 8000, Phones(host, 8000))
    return capsys.readouterr().out


def links(text: str) -> list[str]:
    return [line.split()[0] for line in text.splitlines() if line.startswith("  http")]


def test_a_table_gets_the_ip_first_then_the_name(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "0.0.0.0")
    assert text.startswith("Serving on http://127.0.0.1:8000\n")
    assert links(text) == ["http://192.0.2.20:8000", "http://raspberrypi.local:8000"]
    assert read_code(text) == "http://192.0.2.20:8000"


def test_a_name_that_nobody_answers_for_is_not_told(
    capsys: pytest.CaptureFixture[str], network: Network
) -> None:
    network.answers_for_the_name = False
    assert links(shown(capsys, "0.0.0.0")) == ["http://192.0.2.20:8000"]


def test_the_likeliest_is_in_the_code_and_the_others_below_with_their_cards(
    capsys: pytest.CaptureFixture[str], network: Network
) -> None:
    network.addresses = [WIFI, IPV6, VPN, DOCKER]
    text = shown(capsys, "0.0.0.0")
    assert read_code(text) == "http://192.0.2.20:8000"
    below = text.partition("Other addresses for this computer:\n")[2]
    assert below.splitlines()[:3] == [
        "  http://raspberrypi.local:8000",
        "  http://10.8.0.2:8000  (tun0, VPN)",
        "  http://172.17.0.1:8000  (docker0, containers)",
    ]
    assert "http://[2001:db8::7]:8000  (wlan0)" in shown(capsys, "::")


@pytest.mark.parametrize("addresses", [[], [VPN, DOCKER]])
def test_without_a_network_it_says_how_to_make_one(
    capsys: pytest.CaptureFixture[str], network: Network, addresses: list[Address]
) -> None:
    network.addresses = addresses
    text = shown(capsys, "0.0.0.0")
    assert "on a network that phones can join" in text
    assert "phone's hotspot" in text
    assert "█" not in text
    assert ("10.8.0.2" in text) == bool(addresses)


def test_in_a_container_it_asks_for_the_address_outside(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, network: Network
) -> None:
    network.addresses = [DOCKER]
    monkeypatch.setattr(terminal, "is_in_container", lambda: True)
    assert "COMPANION_PUBLIC_URL=" in shown(capsys, "0.0.0.0")


def test_who_keeps_phones_out_is_told_no_address_for_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = shown(capsys, "127.0.0.1")
    assert text.startswith("Serving on http://127.0.0.1:8000\n")
    assert "only this computer can open" in text
    assert "On a phone" not in text


class Hour(Event):
    """Lets the time between two looks at the network pass at once, and something happen in it."""

    def __init__(self, *events: Callable[[], object]) -> None:
        super().__init__()
        self.events = list(events)

    def wait(self, timeout: float | None = None) -> bool:
        del timeout
        if self.events:
            self.events.pop(0)()
            return False
        return True


def awaited(awaiting: Phones, *events: Callable[[], object]) -> None:
    terminal._await(Config(data=Path("unused")), awaiting, Hour(*events))  # noqa: SLF001


def test_after_a_minute_without_a_phone_it_says_what_may_be_in_the_way(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "firewall_commands", lambda port: [f"sudo ufw allow {port}/tcp"])
    now = [0.0]
    awaiting = Phones("0.0.0.0", 8000, lambda: now[0])
    awaiting.note("127.0.0.1")
    awaiting.note("192.0.2.20")  # the computer itself, by its own number
    awaited(awaiting, lambda: now.append(now.pop() + 59))
    assert capsys.readouterr().out == ""
    awaited(awaiting, lambda: now.append(now.pop() + 1), list, list)
    text = capsys.readouterr().out
    assert text.count("No phone has connected yet") == 1
    for way_out in ("another network", "VPN", "guest Wi-Fi", "ufw allow 8000/tcp", "hotspot"):
        assert way_out in text


def test_who_is_in_no_network_yet_is_told_nothing_of_firewalls(
    capsys: pytest.CaptureFixture[str], network: Network
) -> None:
    network.addresses = [VPN]
    now = [0.0]
    awaiting = Phones("0.0.0.0", 8000, lambda: now[0])
    awaited(awaiting, lambda: now.append(now.pop() + 999))
    assert capsys.readouterr().out == ""


def test_once_a_phone_has_come_nothing_more_is_said(
    capsys: pytest.CaptureFixture[str], network: Network
) -> None:
    now = [0.0]
    awaiting = Phones("0.0.0.0", 8000, lambda: now[0])

    def come() -> None:
        awaiting.note("192.0.2.99")
        network.addresses = []
        now[0] = 999

    awaited(awaiting, come, list)
    assert "No phone has connected" not in capsys.readouterr().out
    assert awaiting.have_come


def test_a_network_that_comes_later_is_told_with_its_code(
    capsys: pytest.CaptureFixture[str], network: Network
) -> None:
    network.addresses = []
    awaiting = Phones("0.0.0.0", 8000)
    awaited(awaiting, lambda: network.addresses.append(WIFI), list)
    assert read_code(capsys.readouterr().out) == "http://192.0.2.20:8000"


@pytest.mark.parametrize(
    ("system", "programs", "command"),
    [
        ("win32", "", "netsh advfirewall firewall add rule"),
        ("darwin", "", "socketfilterfw --unblockapp"),
        ("linux", "ufw", "sudo ufw allow 8123/tcp"),
        ("linux", "firewall-cmd", "sudo firewall-cmd --add-port=8123/tcp"),
        ("linux", "", ""),
    ],
)
def test_each_firewall_has_its_command(
    monkeypatch: pytest.MonkeyPatch, system: str, programs: str, command: str
) -> None:
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr("shutil.which", lambda name, **_: name if name in programs else None)
    said = "\n".join(firewall_commands(8123))
    assert command in said
    assert bool(said) == bool(command)


def test_the_public_address_is_the_only_one_told(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "0.0.0.0", "https://cards.example.org")
    assert links(text) == ["https://cards.example.org"]
    assert read_code(text) == "https://cards.example.org"


@pytest.mark.parametrize(
    ("host", "first", "link"),
    [
        ("192.0.2.9", "http://192.0.2.9:8000", "http://192.0.2.9:8000"),
        ("::", "http://[::1]:8000", "http://192.0.2.20:8000"),
    ],
)
def test_one_address_only_where_only_one_is_listened_on(
    capsys: pytest.CaptureFixture[str], host: str, first: str, link: str
) -> None:
    text = shown(capsys, host)
    assert text.startswith(f"Serving on {first}\n")
    assert links(text)[0] == link


def test_the_code_keeps_the_quiet_a_phone_needs_around_it() -> None:
    lines = [*terminal.qr_lines("http://192.0.2.20:8000")]
    quiet = " " * len(lines[0])
    assert lines[:2] == lines[-2:] == [quiet, quiet]
    assert all(line[:4] == line[-4:] == " " * 4 for line in lines)


def test_in_a_terminal_the_code_brings_its_own_black_and_white(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    text = shown(capsys, "0.0.0.0")
    black_on_white = "\x1b[30m\x1b[107m"
    drawn = [line for line in text.splitlines() if "█" in line]
    assert drawn
    assert all(line.startswith(black_on_white) and line.endswith("\x1b[0m") for line in drawn)
    assert read_code(click.unstyle(text)) == "http://192.0.2.20:8000"


def test_a_terminal_without_blocks_gets_the_addresses_alone(tmp_path: Path) -> None:
    settings = ("--port=0", f"--data={tmp_path}", "--public-url=http://cards.test")
    with serving(*COMPANION, *settings, PYTHONIOENCODING="cp1252") as running:
        lines = [running.say() for _ in range(8)]
    assert lines == [
        "\n",
        "On a phone, open or scan:\n",
        "  http://cards.test\n",
        "\n",
        "Replacing a lost computer? Give this one its name or number, and the same --port:\n",
        "phones can then bring back the games they kept (see README).\n",
        "\n",
        "Stop with Ctrl-C.\n",
    ]
