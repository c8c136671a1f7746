"""What the terminal shows once the companion is ready: its addresses and a code to scan."""

import io
import sys

import click
import qrcode

from companion.config import Config
from companion.network import lan_ip, local_name

_ALL_INTERFACES = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - a question, not a choice


def show(config: Config, port: int) -> None:
    """Print where the companion answers; the first line is the one scripts wait for."""
    click.echo(f"Serving on {_url(_ALL_INTERFACES.get(config.host, config.host), port)}")
    click.echo()
    show_links(config, port)
    click.echo(
        "\nIn place of a computer that was lost? Give this one its name or number, and the same"
        "\n--port: then phones bring back the games they kept (see README)."
    )
    click.echo("\nStop with Ctrl-C.")


def show_links(config: Config, port: int, path: str = "") -> None:
    """Print where phones find a path, as text and as a code to scan."""
    if config.public_url:
        bases = [config.public_url]
    elif config.host not in _ALL_INTERFACES:
        bases = [_url(config.host, port)]
    else:  # the surest first: not every phone resolves `.local`
        bases = [_url(name, port) for name in (lan_ip(), local_name()) if name]
    click.echo("On a phone, open or scan:")
    for base in bases:
        click.echo(f"  {base}{path}")
    lines = qr_lines(bases[0] + path)
    try:
        "".join(lines).encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return  # a terminal without block characters: the addresses must do
    click.echo()
    for line in lines:
        # Black on white whatever the colours of the terminal: many phones read no inverted code.
        click.echo(click.style(line, fg="black", bg="bright_white"))


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def qr_lines(link: str) -> list[str]:
    """Return a QR code as lines of block characters, with its quiet zone of 4 modules."""
    code = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_M, border=4)
    code.add_data(link)
    drawing = io.StringIO()
    code.print_ascii(out=drawing)
    return drawing.getvalue().replace("\N{NO-BREAK SPACE}", " ").splitlines()
