"""Command `companion move`, which copies everything from one store to another."""

import click

from companion.store.archives import relocate
from companion.store.urls import open_archives

_PROGRESS_EVERY = 1000  # games between two lines of progress


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def move(source: str, target: str) -> None:
    """Copy all games from one store to another; no server may have either open.

    A store is sqlite:///PATH or postgresql://...; a password is better kept in PGPASSWORD. What is
    in TO already stays, so a copy that was interrupted is simply begun again. FROM is only read.
    """
    with open_archives(source, target) as (first, second):
        found = relocate(first, second, _show_progress)
    for sentence in found.refused:
        click.echo(f"Not copied: {sentence}.", err=True)
    known = f", {found.known} were there already" if found.known else ""
    click.echo(f"{found.copied} {'game' if found.copied == 1 else 'games'} copied{known}.")
    if found.refused:
        message = f"{len(found.refused)} could not be copied; the rest was."
        raise click.ClickException(message)


def _show_progress(done: int, games: int) -> None:
    if done % _PROGRESS_EVERY == 0 or done == games:
        click.echo(f"{done} of {games} games")
