"""What the terminal shows once the companion is ready: its addresses and a code to scan."""

import sys
from collections.abc import Iterator, Sequence

import click
import qrcode

from companion.config import Config
from companion.network import lan_ip, local_name

_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - a question, not a choice
_HALF_BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def show(config: Config, port: int) -> None:
    """Print where the companion answers; the first line is the one scripts wait for."""
    click.echo(f"Serving on {_url(_EVERYWHERE.get(config.host, config.host), port)}")
    click.echo()
    show_links(config, port)
    click.echo("\nStop with Ctrl-C.")


def show_links(config: Config, port: int, path: str = "") -> None:
    """Print where phones find a path, as text and as a code to scan."""
    links = [link + path for link in _links(config, port)]
    click.echo("On a phone, open or scan:")
    for link in links:
        click.echo(f"  {link}")
    if links and _can_print("".join(_HALF_BLOCKS.values())):
        click.echo()
        for line in qr_lines(links[0]):
            click.echo(click.style(line, fg="black", bg="bright_white"))


def _links(config: Config, port: int) -> list[str]:
    """Give the addresses for phones, the surest first: not every phone resolves `.local`."""
    if config.public_url:
        return [config.public_url]
    if config.host not in _EVERYWHERE:
        return [_url(config.host, port)]
    return [_url(known, port) for known in (lan_ip(), local_name()) if known]


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _can_print(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


def qr_lines(link: str) -> Iterator[str]:
    """Draw a QR code, two rows of modules to a line, dark modules as ink; 4 modules stay quiet."""
    code = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_M, border=4)
    code.add_data(link)
    rows: Sequence[Sequence[bool]] = code.get_matrix()
    blank = [False] * len(rows)
    for upper, lower in zip(rows[::2], [*rows[1::2], blank], strict=False):
        yield "".join(_HALF_BLOCKS[pair] for pair in zip(upper, lower, strict=True))
