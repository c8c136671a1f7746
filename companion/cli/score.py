"""`companion score`: from a score sheet typed as text to the table it gives."""

import json

import click

from companion.cli.errors import errors_told
from companion.config import Config
from companion.editions import load_editions
from companion.game.faults import Fault, ValidationError
from companion.game.replay import Game, replay
from companion.game.reports.state import state
from companion.game.rounds import Side
from companion.game.scoresheet import read_sheet
from companion.game.standings import Standing, ending, standings
from companion.web.ui import messages


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="The whole game as JSON.")
@click.pass_obj
def score(config: Config, file: str, *, as_json: bool) -> None:
    """Read a score sheet typed as text (- for standard input) and print the table."""
    with errors_told():
        editions = load_editions(config.boxes)
        text = _read(file)
    try:
        entries = read_sheet(text, editions)
    except ValidationError as refused:
        raise click.ClickException(_first_fault(refused.faults)) from None
    game = replay(enumerate(entries, start=1))
    if as_json:
        click.echo(json.dumps(state(game, 1), ensure_ascii=False, indent=1))
    else:
        click.echo("\n".join(_table(game)))


def _read(file: str) -> str:
    with click.open_file(file, "rb") as opened:
        try:
            return bytes(opened.read()).decode("utf-8-sig")
        except UnicodeDecodeError:
            message = f"{file}: this is not text in UTF-8"
            raise click.ClickException(message) from None


def _first_fault(faults: tuple[Fault, ...]) -> str:
    """Say what is wrong with the first bad line, and how many more there are."""
    lines = sorted({int(fault.path.split("/")[1]) for fault in faults})
    first = [fault for fault in faults if fault.path.split("/")[1] == str(lines[0])]
    said = " ".join(map(messages.fault_sentence, first))
    others = len(lines) - 1
    more = f" (and {others} more bad line{'s' if others > 1 else ''})" if others else ""
    return f"line {lines[0]}: {said}{more}"


def _table(game: Game) -> list[str]:
    """Write the ranking, best first, and who has won and why."""
    ranked = standings(game)
    width = max(len(_side(game, standing.side)) for standing in ranked)
    lines = [_line(game, standing, width) for standing in ranked]
    outcome = ending(game)
    if outcome:
        winners = ", ".join(game.name(seat) for seat in outcome.winners)
        lines.append(f"winner: {winners} ({outcome.termination})")
    return lines


def _line(game: Game, standing: Standing, width: int) -> str:
    side = _side(game, standing.side).ljust(width)
    line = f"{standing.rank:>2}  {side}  {standing.total:>6}  rounds: {standing.rounds_played}"
    if not game.game_format.is_planned or standing.per_round is None:
        return line
    return f"{line}  per round: {standing.per_round:.1f}"


def _side(game: Game, side: Side) -> str:
    return " + ".join(game.name(seat) for seat in side)
