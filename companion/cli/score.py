"""Command `companion score`, which prints the standings of a typed score sheet or a table."""

import json

import click

from companion.config import Config
from companion.editions import load_boxes
from companion.game.faults import Fault, ValidationError
from companion.game.replay import replay
from companion.game.reports.state import state
from companion.game.scoresheet import (
    fault_place,
    is_table,
    notes_on,
    read_scores,
    text_of,
    write_sheet,
)
from companion.game.standings import ending, ranking
from companion.web.ui import messages


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="The whole game as JSON.")
@click.pass_obj
def score(config: Config, file: str, *, as_json: bool) -> None:
    """Read a typed score sheet or a CSV (- for standard input) and print the table.

    A CSV has a column a player and a line a round, or a column with who won and one with the
    points. What was understood is printed to standard error, as a score sheet.
    """
    _, editions = load_boxes(config.boxes)
    with click.open_file(file, "rb") as opened:
        content = bytes(opened.read())
    try:
        text = text_of(content)
        entries = read_scores(text, editions)
    except ValidationError as refused:
        raise click.ClickException(_first_bad_line(refused.faults)) from None
    game = replay(enumerate(entries, start=1))
    if is_table(text):
        click.echo(
            "\n".join([*messages.placed_sentences(notes_on(text)), write_sheet(game)]), err=True
        )
    if as_json:
        click.echo(json.dumps(state(game, 1), ensure_ascii=False, indent=1))
        return
    ranked = ranking(game)
    sides = [" + ".join(game.name(seat) for seat in standing.side) for standing in ranked]
    width = max(map(len, sides))
    for standing, side in zip(ranked, sides, strict=True):
        line = f"{standing.rank:>2}  {side:<{width}}  {standing.total:>6}"
        line += f"  rounds: {standing.rounds_played}"
        if game.game_format.has_averages and standing.per_round is not None:
            line += f"  per round: {standing.per_round:.1f}"
        click.echo(line)
    if outcome := ending(game):
        winners = ", ".join(game.name(seat) for seat in outcome.winners)
        click.echo(f"winner: {winners} ({outcome.termination})")


def _first_bad_line(faults: tuple[Fault, ...]) -> str:
    numbered = [(fault_place(fault), fault) for fault in faults if fault.path]
    if not numbered:  # a fault of the whole score sheet, such as its length
        return messages.fault_sentence(faults[0])
    first = line, *column = min(place for place, _ in numbered)
    text = " ".join(messages.fault_sentence(fault) for place, fault in numbered if place == first)
    others = len({place[0] for place, _ in numbered}) - 1
    more = f" (and {others} more bad line{'s' if others > 1 else ''})" if others else ""
    return f"line {line}{''.join(f', column {n}' for n in column)}: {text}{more}"
