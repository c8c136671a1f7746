"""Limits on line lengths and folder sizes that no linter checks."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.serving import ROOT

WIDTH = 100
MOST_MODULES = 13
FEWEST_FILES = 3
# Pictures are data, and `templates` itself contains only the base template.
EXCEPTED = {"tests/pictures", "templates"}


def files(folder: str, pattern: str = "*") -> Iterator[Path]:
    """Yield the paths of files below a folder, except compiled Python files."""
    for path in sorted((ROOT / folder).rglob(pattern)):
        if path.is_file() and path.suffix != ".pyc":
            yield path.relative_to(ROOT)


def test_template_lines_fit_the_line_limit() -> None:
    wide = [
        f"{path}:{number}"
        for path in files("templates", "*.html")
        for number, line in enumerate((ROOT / path).read_text("utf-8").splitlines(), start=1)
        if len(line) > WIDTH
    ]
    assert wide == []


def test_source_folders_do_not_have_too_many_modules() -> None:
    modules = (path for path in files("companion", "*.py") if path.name != "__init__.py")
    folders = Counter(path.parent.as_posix() for path in modules)
    assert {folder: n for folder, n in folders.items() if n > MOST_MODULES} == {}


def test_template_and_test_folders_have_at_least_three_files() -> None:
    folders = Counter(
        path.parent.as_posix() for top in ("templates", "tests") for path in files(top)
    )
    small = {folder for folder, number in folders.items() if number < FEWEST_FILES}
    assert small - EXCEPTED == set()
