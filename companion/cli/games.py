"""`companion games`: the latest games, and a fresh scoring code when the phone has died."""

import click

from companion.cli.errors import report_errors
from companion.cli.terminal import show_links
from companion.config import Config
from companion.services.copies import Copies
from companion.services.replays import ReplayedGames
from companion.store.errors import DamagedGameError
from companion.store.protocols import Heading
from companion.store.sqlite import open_store


@click.command()
@click.argument("number", type=click.IntRange(1), required=False)
@click.option("--latest", default=10, show_default=True, type=click.IntRange(1, 1000))
@click.pass_obj
def games(config: Config, number: int | None, latest: int) -> None:
    """List the latest games; with the NUMBER of one, print a fresh scoring code for it."""
    with report_errors():
        store = open_store(config.database, Copies(config).make_before)
        try:
            headings = store.journals.latest(max(latest, number or 0))
            if number is None:
                replays = ReplayedGames(store)
                for place, heading in enumerate(headings, start=1):
                    time = f"{heading.changed:%Y-%m-%d %H:%M}" if heading.changed else "?"
                    click.echo(f"{place:>3}  {time:<16}  {_description(replays, heading)}")
                if not headings:
                    click.echo("There are no games yet.")
            elif number > len(headings):
                message = f"there is no game number {number}; `companion games` lists them"
                raise click.ClickException(message)
            else:
                # One more key: the old code goes on working for those who still have it.
                key = store.keys.add(headings[number - 1].game, "score")
                show_links(config, config.port, f"/games/{key}")
        finally:
            store.close()


def _description(replays: ReplayedGames, heading: Heading) -> str:
    """Return who plays and how far they are; a damaged game is listed too."""
    try:
        game = replays.game(heading.game)
    except DamagedGameError as damaged:
        return f"(damaged: sound up to change {damaged.sound_version})"
    number = len(game.rounds)
    rounds = "1 round" if number == 1 else f"{number} rounds"
    return f"{', '.join(game.names)}: {rounds}, {game.start.edition}"
