"""Every sentence of the sources is in the catalogue, and pages read what it says."""

import gettext
import shlex
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo

from tests.wording.catalogue import FRENCH, MESSAGES, ROOT, messages, read, texts

PYBABEL = str(Path(sysconfig.get_path("scripts")) / "pybabel")
GUIDE = ROOT / ".github" / "CONTRIBUTING.md"
TYPED = ".venv/bin/pybabel "
UPDATE = (
    "run the three pybabel commands of .github/CONTRIBUTING.md, and write what French is missing"
)


@pytest.fixture(scope="module")
def renewed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run the commands as they are told, in a copy of the sources."""
    folder = tmp_path_factory.mktemp("renewed")
    for name in ("companion", "templates"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "pyproject.toml", folder)
    told = [line for line in GUIDE.read_text("utf-8").splitlines() if line.startswith(TYPED)]
    assert len(told) == 3
    for line in told:
        command = [PYBABEL, "-q", *shlex.split(line.removeprefix(TYPED))]
        subprocess.run(command, cwd=folder, check=True)
    return folder


def test_the_catalogue_holds_the_sentences_of_the_sources(renewed: Path) -> None:
    known = {texts(message.id) for message in MESSAGES}
    said = {texts(message.id) for message in messages(read(renewed))}
    assert (said - known, known - said) == (set(), set()), UPDATE


def of_mo(root: Path) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Read what a compiled catalogue says, without its header, which names the tool's version."""
    with (root / FRENCH / "messages.mo").open("rb") as file:
        return {texts(m.id): texts(m.string) for m in messages(read_mo(file))}


def test_what_pages_read_is_what_the_catalogue_says(renewed: Path) -> None:
    assert of_mo(ROOT) == of_mo(renewed), UPDATE


def test_french_counts_from_two() -> None:
    with (ROOT / FRENCH / "messages.mo").open("rb") as file:
        french = gettext.GNUTranslations(file)
    said = [french.ngettext("%(num)s round", "%(num)s rounds", number) for number in (0, 1, 2)]
    assert said == ["%(num)s manche", "%(num)s manche", "%(num)s manches"]
