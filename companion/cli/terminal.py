"""Terminal output of the server: addresses for phones, a QR code, and hints on connecting."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

import click
import qrcode

from companion.cli.output import print_in_background
from companion.config import Config
from companion.network.addresses import ANY_IPV4, ANY_IPV6, Kind, is_in_container
from companion.network.firewall import firewall_commands
from companion.network.phones import Phones

LOOK_INTERVAL = 5.0  # seconds between two checks of the network, until a phone has connected
_LOOPBACK = {ANY_IPV4: "127.0.0.1", ANY_IPV6: "[::1]"}
_REMARKS = {Kind.VPN: ", VPN", Kind.CONTAINER: ", containers", Kind.MOBILE: ", mobile network"}

_IN_CONTAINER = """\
This is running in a container, whose own addresses no phone can reach. Say where phones find the
computer it runs on: COMPANION_PUBLIC_URL=http://192.168.1.20:8000 (its number, your port)."""
_NO_NETWORK = """\
This computer isn't on a network that phones can join. Make one:
- Turn on a phone's hotspot, and connect this computer and the other phones to it.
- Or turn on a hotspot on this computer: {way}.
The address and the code will appear here as soon as there is a network."""
_HOTSPOTS = {
    "win32": "Settings, Network & internet, Mobile hotspot",
    "darwin": "System Settings, General, Sharing, Internet Sharing",
    "android": "Settings, Hotspot",
    "linux": "nmcli device wifi hotspot (then: nmcli device wifi show-password)",
}
_NO_PHONE_YET = """
No phone has connected yet. Three things may be in the way:
- The phone is on another network, or a VPN is on, there or here: join the same Wi-Fi, and turn the
  VPN off.
- A guest Wi-Fi keeps devices apart: use the main one.
- A firewall on this computer.{commands}
Once the firewall lets phones in, a hotspot always works: turn on a phone's, connect this computer
and the other phones to it, and open the address that then appears here."""


def show(config: Config, port: int, phones: Phones) -> None:
    """Print a line `Serving on URL` for scripts to wait for, then links for phones and hints."""
    host = _LOOPBACK.get(config.host, f"[{config.host}]" if ":" in config.host else config.host)
    click.echo(f"Serving on http://{host}:{port}")
    click.echo()
    show_links(config, phones)
    click.echo(
        "\nMoving from another computer? Give this one its name or number, and the same --port:"
        "\nphones can then bring back the games they kept (see .github/HOSTING.md)."
    )
    click.echo("\nStop with Ctrl-C.")


def show_links(config: Config, phones: Phones, path: str = "") -> None:
    """Print links to a path for phones, the likeliest with a QR code, or why there is none."""
    if config.public_url:
        _show_first(config.public_url + path)
        return
    urls = [*phones.urls()]
    if urls and urls[0].is_likely:
        _show_first(urls.pop(0).url + path)
    else:
        _explain_missing_urls(config)
    if urls:
        click.echo("\nOther addresses for this computer:")
    for phone_url in urls:
        address = phone_url.address
        remark = f"  ({address.card}{_REMARKS.get(address.kind, '')})" if address else ""
        click.echo(f"  {phone_url.url}{path}{remark}")


def _show_first(link: str) -> None:
    click.echo(f"On a phone, open or scan:\n  {link}")
    lines = qr_lines(link)
    try:
        "".join(lines).encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return  # the terminal cannot show block characters, so only the link is printed
    click.echo()
    for line in lines:
        # Always black on white, because many phones cannot read an inverted code.
        click.echo(click.style(line, fg="black", bg="bright_white"))


def _explain_missing_urls(config: Config) -> None:
    if config.host not in _LOOPBACK:
        click.echo(f"It listens only on {config.host}, which only this computer can open.")
    elif is_in_container():
        click.echo(_IN_CONTAINER)
    else:
        system = "android" if hasattr(sys, "getandroidapilevel") else sys.platform
        click.echo(_NO_NETWORK.format(way=_HOTSPOTS.get(system, "in its settings")))


@contextmanager
def awaiting_phones(config: Config, phones: Phones) -> Iterator[None]:
    """Print new addresses and a firewall hint in the background until a phone connects.

    A computer started before its network has no address yet, and one that joins a hotspot gets
    another address.
    """
    stopping = Event()
    thread = print_in_background(_await, config, phones, stopping)
    if not config.public_url and phones.is_open:
        thread.start()
    try:
        yield
    finally:
        stopping.set()


def _await(config: Config, phones: Phones, stopping: Event) -> None:
    shown = phones.urls()[:1]
    is_hint_shown = False
    while not (phones.has_connected or stopping.wait(LOOK_INTERVAL)):
        urls = phones.urls()[:1]
        if urls != shown:
            click.echo("\nThe network has changed.")
            show_links(config, phones)
            shown = urls
        is_in_network = bool(urls) and urls[0].is_likely
        if phones.is_overdue and is_in_network and not is_hint_shown:
            lines = "".join(f"\n    {line}" for line in firewall_commands(phones.port))
            click.echo(_NO_PHONE_YET.format(commands=lines and f" This lets phones in:{lines}"))
            is_hint_shown = True


def qr_lines(link: str) -> list[str]:
    """Return a link's QR code as lines of block characters, with a border of 4 modules."""
    code = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_M, border=4)
    code.add_data(link)
    drawing = io.StringIO()
    code.print_ascii(out=drawing)
    return drawing.getvalue().replace("\N{NO-BREAK SPACE}", " ").splitlines()
