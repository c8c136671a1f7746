"""What the terminal shows, so that a phone finds the way."""

from pathlib import Path

import click
import pytest
import zxingcpp

from companion.cli import terminal
from companion.config import Config
from companion.network import lan_ip, local_name
from tests.serving import COMPANION, serving

INK = {" ": (255, 255), "▀": (0, 255), "▄": (255, 0), "█": (0, 0)}
PIXELS = 4  # a module


@pytest.fixture(autouse=True)
def _network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "lan_ip", lambda: "192.0.2.20")
    monkeypatch.setattr(terminal, "local_name", lambda: "raspberrypi.local")


def read_code(shown: str) -> str:
    """Read the QR code among the lines as a phone would."""
    drawn = [line for line in shown.splitlines() if line and set(line) <= set(INK)]
    rows = [[INK[ch][half] for ch in line] for line in drawn for half in (0, 1)]
    large = [[ink for ink in row for _ in range(PIXELS)] for row in rows for _ in range(PIXELS)]
    grey = bytes(ink for row in large for ink in row)
    picture = memoryview(grey).cast("B", shape=(len(large), len(large[0])))
    return "".join(code.text for code in zxingcpp.read_barcodes(picture))


def shown(capsys: pytest.CaptureFixture[str], host: str, public_url: str | None = None) -> str:
    terminal.show(Config(data=Path("unused"), host=host, public_url=public_url), 8000)
    return capsys.readouterr().out


def links(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.startswith("  http")]


def test_a_table_gets_the_ip_first_then_the_name(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "0.0.0.0")
    assert text.startswith("Serving on http://127.0.0.1:8000\n")
    assert links(text) == ["http://192.0.2.20:8000", "http://raspberrypi.local:8000"]
    assert read_code(text) == "http://192.0.2.20:8000"


def test_without_a_network_the_name_is_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "lan_ip", lambda: None)
    text = shown(capsys, "0.0.0.0")
    assert links(text) == ["http://raspberrypi.local:8000"]
    assert read_code(text) == "http://raspberrypi.local:8000"


def test_the_public_address_is_the_only_one_told(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "0.0.0.0", "https://cards.example.org")
    assert links(text) == ["https://cards.example.org"]
    assert read_code(text) == "https://cards.example.org"


@pytest.mark.parametrize(
    ("host", "first", "link"),
    [
        ("192.0.2.9", "http://192.0.2.9:8000", "http://192.0.2.9:8000"),
        ("::", "http://[::1]:8000", "http://192.0.2.20:8000"),
        ("::1", "http://[::1]:8000", "http://[::1]:8000"),
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
        lines = [running.say() for _ in range(5)]
    assert lines == [
        "\n",
        "On a phone, open or scan:\n",
        "  http://cards.test\n",
        "\n",
        "Stop with Ctrl-C.\n",
    ]


def test_this_machine_knows_its_own_name() -> None:
    assert local_name().endswith(".local")
    assert local_name().count(".") == 1


def test_the_address_of_this_machine_is_one_phones_could_use() -> None:
    assert not (lan_ip() or "").startswith("127.")
