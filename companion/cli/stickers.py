"""Command `companion stickers`, which writes the labels for the boxes' lids as SVG files."""

from pathlib import Path

import click

from companion.config import Config
from companion.datafiles.text import DEFAULT_LANGUAGE, LANGUAGES
from companion.editions import load_boxes
from companion.network.addresses import local_name, own_addresses
from companion.network.multicast_dns import is_announced
from companion.web.boxes.labels import SIZES, label_svg
from companion.web.boxes.stickers import address_lifetime

_WARNINGS = {
    "here": "Only this machine can open {base}: give --public-url.",
    "changes": "{base} belongs to this network and may change: give --public-url.",
    "name": "{base} works in this network, while this machine is on.",
    "unknown": "Nothing on this network answers for {base}: give --public-url.",
}


@click.command()
@click.argument(
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="[DIR]",
    default=Path("stickers"),
)
@click.option("--size", type=click.Choice(list(SIZES)), default="small", show_default=True)
@click.option(
    "--lang", type=click.Choice(list(LANGUAGES)), default=DEFAULT_LANGUAGE, show_default=True
)
@click.pass_obj
def stickers(config: Config, folder: Path, size: str, lang: str) -> None:
    """Write a label for the lid of every box into DIR (else into `stickers`), as SVG."""
    if not config.public_url and not config.port:
        message = "A label needs the port that the server listens on: name it by --port."
        raise click.UsageError(message)
    base = config.public_url or f"http://{local_name()}:{config.port}"
    folder.mkdir(parents=True, exist_ok=True)
    boxes = load_boxes(config.boxes)[1].values()
    for edition in (box for box in boxes if box.cards or box.sources):
        path = folder / f"{edition.edition}.svg"
        address = f"{base}/box/{edition.edition}"
        path.write_text(label_svg(edition, address, lang, SIZES[size]), "utf-8")
        click.echo(path)
    lifetime = address_lifetime(base)
    if not config.public_url and not is_announced(local_name(), [a.ip for a in own_addresses()]):
        lifetime = "unknown"
    if warning := _WARNINGS.get(lifetime):
        click.echo(warning.format(base=base), err=True)
