"""Command `companion ask`, which answers a question from the rules of a box."""

import json
from collections.abc import Iterable
from difflib import get_close_matches

import click

from companion.config import Config
from companion.datafiles.text import DEFAULT_LANGUAGE, LANGUAGES
from companion.rulebook import ANSWERS, SearchOptions, open_rulebook
from companion.rulings import Ruling
from companion.web.http.i18n import translated
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
    """Print what the rules of a box answer to a question, the verdict first."""
    rulebook = open_rulebook(config.boxes)
    if edition not in rulebook.editions:
        near = get_close_matches(edition, list(rulebook.editions), n=1)
        offer = f"did you mean {near[0]}?" if near else f"known: {', '.join(rulebook.editions)}"
        is_unread = edition in rulebook.playable
        what = "its rules were not read" if is_unread else "there is no such box"
        message = f"{edition}: {what}; {offer}"
        raise click.ClickException(message)
    found = rulebook.answer(edition, question, SearchOptions(ANSWERS))
    if as_json:  # no error if nothing was found, since a script can check for an empty list
        answer = found.as_values(lang, config.path)
        click.echo(json.dumps(answer, ensure_ascii=False, indent=1))
    elif found.about:
        is_read = found.about.edition in rulebook.editions
        said = messages.IN_OTHER if is_read else messages.ABOUT_OTHER
        click.echo(translated(lang, said) % {"game": found.about.name})
        _list([ruling for ruling in found.rulings if ruling.applies], lang)
    elif found.is_sure:
        best = found.rulings[0]
        for text in (best.verdict, best.question, best.text):
            click.echo(text.localized(lang))
        for reading in best.readings:
            place = reading.sheet.place.localized(lang)
            click.echo(f"- {reading.text.localized(lang)} ({place})")
        click.echo(f"({messages.ruling_source(best, lang)})")
    elif found.rulings:
        click.echo(translated(lang, "Did you mean:"))
        _list(found.rulings, lang)
    else:
        message = f"{question!r}: no ruling was found; say it in other words"
        raise click.ClickException(message)


def _list(rulings: Iterable[Ruling], lang: str) -> None:
    for ruling in rulings:
        click.echo(f"{ruling.question.localized(lang)} {ruling.verdict.localized(lang)}")
