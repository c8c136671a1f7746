"""Command `companion`, which starts the server unless a subcommand is given.

Each subcommand is a function in its own module, added to `main` below. It gets the `Config` from
the context (`click.pass_obj`).
"""

import os
import re
from collections.abc import Callable
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any, TypeVar

import click
import idna
from platformdirs import user_data_path

from companion.cli.ask import ask
from companion.cli.backup import backup, restore
from companion.cli.errors import Group
from companion.cli.export_rules import export_rules
from companion.cli.games import games
from companion.cli.move import move
from companion.cli.output import accept_all_letters
from companion.cli.score import score
from companion.cli.server import serve
from companion.cli.stickers import stickers
from companion.config import SQLITE, Config
from companion.secret import VARIABLE
from companion.store.urls import POSTGRESQL
from companion.version import __version__

F = TypeVar("F", bound=Callable[..., Any])

_ORIGIN = re.compile(r"(https?://)([\w.-]+|\[[0-9a-f:.]+\])((?::\d{1,5})?)/?", re.IGNORECASE)
_HIGHEST_PORT = 65535
_PATH = re.compile(r"(?:/[\w~-][\w.~-]*)*", re.ASCII)
_LABEL = "[a-z0-9-]{1,63}"  # the web server refuses names with _
_NAME = re.compile(rf"{_LABEL}(\.{_LABEL})*")
_SEPARATORS = re.compile(r"[\s,;]+")
_CONTACT = re.compile(r"(https?://|mailto:)[^\s<>\"]+", re.IGNORECASE)


def _setting(flag: str, *field: str, **details: Any) -> Callable[[F], F]:  # noqa: ANN401 - as click has them
    """Declare an option that can also be set by an environment variable like `COMPANION_PORT`."""
    variable = "COMPANION_" + flag.removeprefix("--").replace("-", "_").upper()
    shown = {"cls": _Option, "show_default": True, **details}
    return click.option(flag, *field, envvar=variable, show_envvar=True, **shown)


class _Option(click.Option):
    """Option whose variable may be written as in files that no shell has read."""

    def resolve_envvar_value(self, ctx: click.Context) -> str | None:
        """Return the variable without quotes around it and with any separators in a list."""
        value = (super().resolve_envvar_value(ctx) or "").strip().strip("\"'").strip()
        if self.multiple:
            value = _SEPARATORS.sub(" ", value)
        elif isinstance(self.type, click.Path):
            value = os.path.expandvars(value)
        elif self.name == "port" and "://" in value:
            # Kubernetes sets COMPANION_PORT for another service of our name.
            click.echo(f"{self.envvar}={value} is no port, so it is ignored.", err=True)
            return None
        return value or None


class _Number(click.IntRange):
    name = "whole number"


def _folder(_: click.Context, __: click.Parameter, path: Path | None) -> Path | None:
    """Return a path with the user's home for `~`, which no shell expands in a variable."""
    try:
        return path and path.expanduser()
    except RuntimeError as error:  # there is no such user
        raise click.BadParameter(str(error)) from None


def _host(name: str) -> str:
    """Return a host as browsers send it: in lower case, in ASCII by UTS 46, without an end dot."""
    try:
        host = name.lower() if name.isascii() else idna.encode(name, uts46=True).decode()
        if host.startswith("["):
            return f"[{IPv6Address(host[1:-1])}]"
        host = host.removesuffix(".")
        if _NAME.fullmatch(host):
            return host
    except ValueError:
        pass
    message = f"{name!r} is not a name of letters, digits and hyphens that browsers can open"
    raise click.BadParameter(message)


def _origin(match: re.Match[str]) -> str:
    if match[3] and not 1 <= int(match[3][1:]) <= _HIGHEST_PORT:
        message = f"{match[3][1:]} is not a port from 1 to {_HIGHEST_PORT}"
        raise click.BadParameter(message)
    return match[1].lower() + _host(match[2]) + match[3]


def _public_url(_: click.Context, __: click.Parameter, url: str | None) -> str | None:
    """Validate a server's URL (None if empty), lower-case its origin, strip a final slash."""
    if not url:
        return None
    origin = _ORIGIN.match(url)
    path = url[origin.end(3) :].rstrip("/") if origin else ""
    if origin is None or not _PATH.fullmatch(path):
        message = f"{url!r} is not an address like https://cards.example.org or …org/cards"
        raise click.BadParameter(message)
    return _origin(origin) + path


def _origins(_: click.Context, __: click.Parameter, urls: tuple[str, ...]) -> tuple[str, ...]:
    """Return the origins in lower case, or raise `BadParameter` for one with a path."""
    origins = [(url, _ORIGIN.fullmatch(url)) for url in urls]
    if wrong := [url for url, origin in origins if origin is None]:
        message = f"{wrong[0]!r} is not an address like https://club.example.org"
        raise click.BadParameter(message)
    return tuple(_origin(origin) for _, origin in origins if origin)


def _names(_: click.Context, __: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Validate host names and return them as browsers send them, without an end dot."""
    if wrong := [name for name in names if re.search(r"[:/@]", name)]:
        message = f"{wrong[0]!r} is not a name like nas.lan, without http:// and without a port"
        raise click.BadParameter(message)
    return tuple(map(_host, names))


def _contact(_: click.Context, __: click.Parameter, url: str | None) -> str | None:
    """Return the contact URL (None if empty), or raise `BadParameter` unless http or mailto."""
    if url and not _CONTACT.fullmatch(url):
        message = f"{url!r} is not an address like https://… or mailto:…"
        raise click.BadParameter(message)
    return url or None


def _store(_: click.Context, __: click.Parameter, url: str | None) -> str | None:
    """Validate the scheme of a store's URL, never quoting it, as it may contain a password."""
    if url and not url.startswith((SQLITE, *POSTGRESQL)):
        message = f"a store is {SQLITE}PATH or {POSTGRESQL[0]}USER:PASSWORD@HOST/DATABASE"
        raise click.BadParameter(message)
    return url or None


@click.group(
    cls=Group,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@_setting(
    "--host",
    default="0.0.0.0",  # noqa: S104 - see Config
    callback=lambda _, __, host: host.strip("[]"),  # as an IPv6 address is in a URL
    help="The address to listen on.",
)
@_setting("--port", default=8000, type=_Number(0, _HIGHEST_PORT), help="0 picks a free one.")
@_setting(
    "--data",
    default=lambda: user_data_path("table-companion", appauthor=False),
    type=click.Path(file_okay=False, path_type=Path),
    callback=_folder,
    metavar="DIR",
    show_default="the user's data directory",
    help="Where the games are kept.",
)
@_setting("--public-url", callback=_public_url, metavar="URL", help="What links and QR codes say.")
@_setting(
    "--host-name",
    "host_names",
    multiple=True,
    callback=_names,
    metavar="NAME",
    help="Another name it answers to, such as nas.lan; repeatable.",
)
@_setting(
    "--store",
    callback=_store,
    metavar="URL",
    show_default="a file in that directory",
    help="sqlite:///PATH or postgresql://...; put one with a password in the variable.",
)
@_setting(
    "--htmx", default="cdn", type=click.Choice(["cdn", "local"]), help="Where pages load htmx from."
)
@_setting(
    "--proxy",
    default=0,
    type=_Number(0),
    metavar="N",
    help="How many forwarding proxies to trust.",
)
@_setting(
    "--frame-ancestors",
    multiple=True,
    callback=_origins,
    metavar="ORIGIN",
    help="A site that may show the board of a game (/watch/...) in a frame; repeatable.",
)
@_setting("--contact", callback=_contact, metavar="URL", help="Where a wrong ruling is reported.")
@_setting(
    "--keep-copies",
    default=7,
    type=_Number(0),
    metavar="N",
    help="How many daily copies of the games are kept; 0 makes none.",
)
@_setting(
    "--copies",
    type=click.Path(file_okay=False, path_type=Path),
    callback=_folder,
    metavar="DIR",
    show_default="copies, where the games are",
    help="Where those copies are kept.",
)
@click.version_option(__version__)
@click.pass_context
def main(context: click.Context, /, **settings: Any) -> None:  # noqa: ANN401 - the fields of Config
    """Keep the score of a card game; without a command: serve on the local network."""
    accept_all_letters()
    context.obj = _config(settings)
    if context.invoked_subcommand is None:
        serve(context.obj)


def config_of_environment() -> Config:
    """Return the settings from `COMPANION_...` variables, or raise `click.ClickException`."""
    return _config(main.make_context("companion", []).params)


def _config(settings: dict[str, Any]) -> Config:
    # The cookie secret has no option, because every user can list the arguments of processes.
    return Config(**settings, secret=os.environ.get(VARIABLE))


for command in (score, ask, export_rules, games, stickers, backup, restore, move):
    main.add_command(command)
