"""`companion games`: the latest games, and a fresh scoring code when the phone has died."""

from datetime import UTC, datetime

import click

from companion.cli.errors import errors_told
from companion.cli.terminal import show_links
from companion.config import Config
from companion.services.games import GameService
from companion.store.errors import DamagedGameError
from companion.store.protocols import Heading, Store
from companion.store.sqlite import open_store


@click.command()
@click.argument("number", type=click.IntRange(1), required=False)
@click.option("--latest", default=10, show_default=True, type=click.IntRange(1, 1000))
@click.pass_obj
def games(config: Config, number: int | None, latest: int) -> None:
    """List the latest games; with the NUMBER of one, print a fresh scoring code for it."""
    with errors_told():
        store = open_store(config.database)
        try:
            headings = store.journals.latest(max(latest, number or 0))
            if number is None:
                _list(store, headings)
            else:
                _fresh_code(config, store, headings, number)
        finally:
            store.close()


def _list(store: Store, headings: list[Heading]) -> None:
    kept = GameService(store, lambda: datetime.now(UTC))
    for number, heading in enumerate(headings, start=1):
        click.echo(f"{number:>3}  {heading.changed:%Y-%m-%d %H:%M}  {_told(kept, heading)}")
    if not headings:
        click.echo("There are no games yet.")


def _told(kept: GameService, heading: Heading) -> str:
    """Say who plays and how far they are; a damaged game is listed too."""
    try:
        game = kept.game(heading.game)
    except DamagedGameError as damaged:
        return f"(damaged: sound up to change {damaged.sound_version})"
    rounds = len(game.rounds)
    played = f"{rounds} round" if rounds == 1 else f"{rounds} rounds"
    return f"{', '.join(game.names)}: {played}, {game.start.edition}"


def _fresh_code(config: Config, store: Store, headings: list[Heading], number: int) -> None:
    """Open one more door: the old code goes on working for those who still have it."""
    if number > len(headings):
        message = f"there is no game number {number}; `companion games` lists them"
        raise click.ClickException(message)
    key = store.keys.add(headings[number - 1].game, "score")
    show_links(config, config.port, f"/games/{key}")
