"""Commands `companion backup` and `companion restore`, which copy all games to and from a file."""

from pathlib import Path

import click

from companion.config import Config
from companion.store import backups

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=_FILE)
@click.pass_obj
def backup(config: Config, file: Path) -> None:
    """Copy all games into a new FILE, also while people play."""
    games = backups.backup(config.store_url, file)
    click.echo(f"{games} {'game' if games == 1 else 'games'} copied to {file}")


@click.command()
@click.argument("file", type=_FILE)
@click.pass_obj
def restore(config: Config, file: Path) -> None:
    """Put the games of a backup FILE in place of those here; the server must be stopped."""
    aside = backups.restore(file, config.store_url, config.data)
    click.echo("The games are back.")
    if aside:
        click.echo(f"What was there is kept as {aside}, with games that were deleted since:")
        click.echo("delete that file once all is well.")
