"""Command `companion export-rules`, which writes the rules as static pages."""

from dataclasses import replace
from pathlib import Path

import click

from companion.app import create_app
from companion.config import Config
from companion.datafiles.text import DEFAULT_LANGUAGE, LANGUAGES
from companion.web.rules.static_export import RulesExport


@click.command("export-rules")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--lang",
    type=click.Choice(list(LANGUAGES)),
    default=DEFAULT_LANGUAGE,
    show_default=True,
    help="The language at the addresses of the stickers; the other stands beside.",
)
@click.pass_obj
def export_rules(config: Config, folder: Path, lang: str) -> None:
    """Write the rules of every box into DIR, as pages that need no server."""
    # No `public_url`, as links between the files must not have the server's path prefix.
    app = create_app(replace(config, public_url=None))
    pages = RulesExport(app, folder, lang, config.public_url).write()
    click.echo(f"{pages} pages written; open {folder / 'index.html'}")
