"""Every sentence of the sources is in the catalogue, with its French, and nothing else is."""

import gettext
import shlex
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest
from babel.messages.checkers import num_plurals
from babel.messages.mofile import read_mo

from tests.wording.catalogue import FRENCH, MESSAGES, PLACEHOLDER, ROOT, messages, read, texts

PYBABEL = str(Path(sysconfig.get_path("scripts")) / "pybabel")
GUIDE = ROOT / ".github" / "CONTRIBUTING.md"
TYPED = ".venv/bin/pybabel "
UPDATE = (
    "run the three pybabel commands of .github/CONTRIBUTING.md, and write what French is missing"
)
SAME_IN_BOTH = {
    "%(day)s %(month)s %(year)s",
    "%(minutes)s min",
    "%(number)s (table %(table)s, rotation %(rotation)s)",
    "Message",
    "Plan",
    "Points",
    "Question",
    "Rotation %(number)s",
    "Table",
    "Table %(number)s",
    "Total",
    "Version %(version)s",
    "points",
}


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


def test_sentences_are_found_in_every_kind_of_source(renewed: Path) -> None:
    found = {where for message in read(renewed) for where, _ in message.locations}
    assert {
        "companion/web/ui/messages.py",
        "templates/base.html",
        "templates/shared/macros/phone.html",
    } <= found


def test_every_sentence_has_its_french() -> None:
    missing = [m.id for m in MESSAGES if m.fuzzy or not all(texts(m.string))]
    assert missing == [], UPDATE


def test_french_is_not_english() -> None:
    same = {m.id for m in MESSAGES if isinstance(m.id, str) and m.id == m.string}
    assert same == SAME_IN_BOTH


def test_a_sentence_names_the_same_things_in_french() -> None:
    for message in MESSAGES:
        named = {tuple(sorted(PLACEHOLDER.findall(text))) for text in texts(message.id)}
        assert {tuple(sorted(PLACEHOLDER.findall(text))) for text in texts(message.string)} == named


def test_a_percent_sign_is_only_ever_a_placeholder() -> None:
    for message in MESSAGES:
        for text in texts(message.id) + texts(message.string):
            assert "%" not in PLACEHOLDER.sub("", text)


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
