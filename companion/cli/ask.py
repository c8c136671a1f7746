"""`companion ask`: what the sheet of a box says about a question."""

import json
from difflib import get_close_matches

import click

from companion.cli.errors import errors_told
from companion.config import Config
from companion.datafiles.text import DEFAULT_LANGUAGE, LANGUAGES
from companion.rulebook import ANSWERS, Rulebook, Wish, open_rulebook
from companion.rulings import Ruling
from companion.rulings.values import as_values
from companion.web.ui import messages


@click.command()
@click.argument("edition")
@click.argument("question")
@click.option(
    "--lang", type=click.Choice(list(LANGUAGES)), default=DEFAULT_LANGUAGE, show_default=True
)
@click.option("--json", "as_json", is_flag=True, help="The best answers as JSON.")
@click.pass_obj
def ask(config: Config, edition: str, question: str, lang: str, *, as_json: bool) -> None:
    """Say what the sheet of a box answers to a question, the verdict first."""
    with errors_told():
        boxes = open_rulebook(config.boxes)
    _must_be_known(edition, boxes)
    found = boxes.answer(edition, question, Wish(ANSWERS))
    if as_json:
        answers = [as_values(ruling, lang) for ruling in found]
        click.echo(json.dumps({"results": answers}, ensure_ascii=False, indent=1))
    elif found:
        click.echo("\n".join(_said(found[0], lang)))
    else:
        message = f"{question!r}: no ruling was found; say it in other words"
        raise click.ClickException(message)


def _must_be_known(edition: str, boxes: Rulebook) -> None:
    if edition not in boxes.editions:
        near = get_close_matches(edition, list(boxes.editions), n=1)
        offer = f"did you mean {near[0]}?" if near else f"known: {', '.join(boxes.editions)}"
        message = f"{edition}: there is no such box; {offer}"
        raise click.ClickException(message)


def _said(ruling: Ruling, lang: str) -> list[str]:
    said = (ruling.verdict, ruling.question, ruling.text, *ruling.readings)
    return [*(words.localized(lang) for words in said), f"({messages.ruling_source(ruling, lang)})"]
