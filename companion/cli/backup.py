"""`companion backup` and `companion restore`: the file of games copied, and put back."""

from pathlib import Path

import click

from companion.cli.errors import report_errors
from companion.config import Config
from companion.store.sqlite import backup as copies

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=_FILE)
@click.pass_obj
def backup(config: Config, file: Path) -> None:
    """Copy all games into a new FILE, also while people play."""
    with report_errors():
        games = copies.backup(config.database, file)
    click.echo(f"{games} {'game' if games == 1 else 'games'} copied to {file}")


@click.command()
@click.argument("file", type=_FILE)
@click.pass_obj
def restore(config: Config, file: Path) -> None:
    """Put the games of a backup FILE in place of those here; the server must be stopped."""
    with report_errors():
        aside = copies.restore(file, config.database)
    click.echo("The games are back." + (f" What was there is kept as {aside}." if aside else ""))
