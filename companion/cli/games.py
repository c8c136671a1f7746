"""Command `companion games`, which lists games, makes new links and restores deleted games."""

from collections.abc import Callable
from contextlib import closing

import click

from companion.cli.disks import restore_hint
from companion.cli.errors import report_errors
from companion.cli.terminal import show_links
from companion.config import Config
from companion.network.addresses import host_to_listen_on
from companion.network.phones import Phones
from companion.services.copies import Copies
from companion.services.replays import NewerGameError, replay_lines
from companion.store.errors import DamagedGameError
from companion.store.rows.games import GameSummary
from companion.store.rows.lines import Line
from companion.store.store import Store
from companion.store.urls import open_store


@click.command()
@click.argument("number", type=click.IntRange(1), required=False)
@click.option("--latest", default=10, show_default=True, type=click.IntRange(1, 1000))
@click.option("--deleted", is_flag=True, help="List the games that can still be brought back.")
@click.option("--bring-back", is_flag=True, help="Bring back the deleted game with this number.")
@click.option("--group", is_flag=True, help="Print the code of that game's group instead.")
@click.pass_obj
def games(  # noqa: PLR0913 - one parameter for each option
    config: Config, number: int | None, latest: int, *, deleted: bool, bring_back: bool, group: bool
) -> None:
    """List the latest games; with the NUMBER of one, print a fresh scoring code for it."""
    in_trash = deleted or bring_back
    if (bring_back or group) and number is None:
        lists = "companion games" if group else "companion games --deleted"
        message = f"which one? `{lists}` lists them"
        raise click.UsageError(message)
    with (
        report_errors(config),
        closing(open_store(config.store_url, Copies(config).make_before)) as store,
    ):
        part = store.trash if in_trash else store.journals
        summaries = part.latest(max(latest, number or 0))
        if number is None:
            _list(summaries, part.read, config, in_trash=in_trash)
            return
        if number > len(summaries):
            lists = "companion games --deleted" if in_trash else "companion games"
            message = f"there is no game number {number}; `{lists}` lists them"
            raise click.ClickException(message)
        game = summaries[number - 1].game
        if in_trash:
            store.trash.undelete(game)
            click.echo("The game is back, with all its links.")
        # A scoring key is added to the game's old ones, so that links in use still work.
        path = _group_path(store, game) if group else f"/games/{store.keys.add(game, 'score')}"
        phones = Phones(host_to_listen_on(config.host), config.port)
        show_links(config, phones, path)


def _group_path(store: Store, game: str) -> str:
    """Return the path of a game's group page, creating a group if the game has none."""
    membership = store.groups.membership(game)
    found = store.groups.get(membership.group) if membership.group else store.groups.begin(game)
    return f"/groups/{found.key}"


def _list(
    summaries: list[GameSummary],
    read: Callable[[str], list[Line]],
    config: Config,
    *,
    in_trash: bool,
) -> None:
    is_damaged = False
    for place, summary in enumerate(summaries, start=1):
        time = f"{summary.changed:%Y-%m-%d %H:%M}" if summary.changed else "?"
        try:
            game = replay_lines(summary.game, read(summary.game))
            rounds = f"{len(game.rounds)} {'round' if len(game.rounds) == 1 else 'rounds'}"
            box = game.start.title or game.start.edition
            description = f"{', '.join(game.names)}: {rounds}, {box}"
        except NewerGameError:
            description = "(written by a newer version: update to open it)"
        except DamagedGameError as damaged:
            is_damaged = True
            description = f"(damaged: sound up to change {damaged.intact_version})"
        click.echo(f"{place:>3}  {time:<16}  {description}")
    if not summaries:
        click.echo("There is nothing to bring back." if in_trash else "There are no games yet.")
    if is_damaged:
        click.echo(
            f"Whatever is intact of a damaged game is on its page.{restore_hint(config)}", err=True
        )
