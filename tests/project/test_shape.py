"""Tests of limits on template lines and folder sizes that no linter checks."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.serving import ROOT

WIDTH = 100
MOST_MODULES = 13
FEWEST_FILES = 3
# Folders that may have few files: pictures, and `templates` with only the base template.
EXCEPTED = {"tests/pictures", "templates"}


def files(folder: str, pattern: str = "*") -> Iterator[Path]:
    """Yield files below a folder, relative to the project, except compiled Python."""
    for path in sorted((ROOT / folder).rglob(pattern)):
        if path.is_file() and path.suffix != ".pyc":
            yield path.relative_to(ROOT)


def test_template_lines_have_at_most_100_characters() -> None:
    wide = [
        f"{path}:{number}"
        for path in files("templates", "*.html")
        for number, line in enumerate((ROOT / path).read_text("utf-8").splitlines(), start=1)
        if len(line) > WIDTH
    ]
    assert wide == []


def test_source_folders_have_at_most_13_modules() -> None:
    modules = (path for path in files("companion", "*.py") if path.name != "__init__.py")
    folders = Counter(path.parent.as_posix() for path in modules)
    assert {folder: n for folder, n in folders.items() if n > MOST_MODULES} == {}


def test_template_and_test_folders_have_at_least_three_files() -> None:
    folders = Counter(
        path.parent.as_posix() for top in ("templates", "tests") for path in files(top)
    )
    small = {folder for folder, number in folders.items() if number < FEWEST_FILES}
    assert small - EXCEPTED == set()
