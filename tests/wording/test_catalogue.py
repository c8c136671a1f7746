"""Tests that the French .po file and its compiled .mo file match code and templates."""

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
def updated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the sources, in which the guide's pybabel commands were run."""
    folder = tmp_path_factory.mktemp("renewed")
    for name in ("companion", "templates"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "pyproject.toml", folder)
    commands = [line for line in GUIDE.read_text("utf-8").splitlines() if line.startswith(TYPED)]
    assert len(commands) == 3
    for line in commands:
        command = [PYBABEL, "-q", *shlex.split(line.removeprefix(TYPED))]
        subprocess.run(command, cwd=folder, check=True)
    return folder


def test_catalogue_has_exactly_the_sentences_of_the_sources(updated: Path) -> None:
    known = {texts(message.id) for message in MESSAGES}
    extracted = {texts(message.id) for message in messages(read(updated))}
    assert (extracted - known, known - extracted) == (set(), set()), UPDATE


def read_compiled(root: Path) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return the messages of the .mo file, as forms -> translated forms, without the header."""
    with (root / FRENCH / "messages.mo").open("rb") as file:
        return {texts(m.id): texts(m.string) for m in messages(read_mo(file))}


def test_compiled_catalogue_matches_catalogue(updated: Path) -> None:
    assert read_compiled(ROOT) == read_compiled(updated), UPDATE


def test_french_plural_starts_at_two() -> None:
    with (ROOT / FRENCH / "messages.mo").open("rb") as file:
        french = gettext.GNUTranslations(file)
    said = [french.ngettext("%(num)s round", "%(num)s rounds", number) for number in (0, 1, 2)]
    assert said == ["%(num)s manche", "%(num)s manche", "%(num)s manches"]
