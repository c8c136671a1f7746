"""Every sentence of the sources is in the catalogue, with its French, and nothing else is."""

import gettext
import re
import shlex
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest
from babel.messages.checkers import num_plurals
from babel.messages.mofile import read_mo

from tests.wording.catalogue import (
    FRENCH,
    MESSAGES,
    PLACEHOLDER,
    ROOT,
    messages,
    read,
    texts,
    where,
)

PYBABEL = str(Path(sysconfig.get_path("scripts")) / "pybabel")
GUIDE = ROOT / ".github" / "CONTRIBUTING.md"
TYPED = ".venv/bin/pybabel "
UPDATE = (
    "run the three pybabel commands of .github/CONTRIBUTING.md, and write what French is missing"
)
WORD = re.compile(r"[^\W\d_]+")
# Words that both languages write alike, and in the plural with an s.
ALIKE = {"message", "min", "plan", "point", "question", "rotation", "table", "total", "version"}


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


def test_every_sentence_has_its_french() -> None:
    missing = [where(m) for m in MESSAGES if m.fuzzy or not all(texts(m.string))]
    assert missing == [], UPDATE


def test_french_is_not_english() -> None:
    for message in MESSAGES:
        if message.id == message.string:
            said = WORD.findall(PLACEHOLDER.sub("", " ".join(texts(message.id))))
            assert {word.lower().removesuffix("s") for word in said} <= ALIKE, where(message)


def named(forms: tuple[str, ...]) -> set[tuple[str, ...]]:
    return {tuple(sorted(PLACEHOLDER.findall(text))) for text in forms}


def test_a_sentence_names_the_same_things_in_french_and_has_no_other_percent_sign() -> None:
    for message in MESSAGES:
        english, french = texts(message.id), texts(message.string)
        assert named(english) == named(french), where(message)
        assert "%" not in PLACEHOLDER.sub("", "".join(english + french)), where(message)


def test_a_sentence_that_counts_has_both_forms() -> None:
    french = read(ROOT)
    for message in MESSAGES:
        num_plurals(french, message)
        assert len(texts(message.string)) == len(texts(message.id))


def of_mo(root: Path) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Read what a compiled catalogue says, without its header, which names the tool's version."""
    with (root / FRENCH / "messages.mo").open("rb") as file:
        return {texts(m.id): texts(m.string) for m in messages(read_mo(file))}


def test_what_pages_read_is_what_the_catalogue_says(renewed: Path) -> None:
    assert of_mo(ROOT) == of_mo(renewed), UPDATE


@pytest.mark.parametrize(("number", "said"), [(0, "manche"), (1, "manche"), (2, "manches")])
def test_french_counts_from_two(number: int, said: str) -> None:
    with (ROOT / FRENCH / "messages.mo").open("rb") as file:
        french = gettext.GNUTranslations(file)
    sentence = french.ngettext("%(num)s round", "%(num)s rounds", number)
    assert sentence % {"num": number} == f"{number} {said}"
