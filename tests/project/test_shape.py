"""The widths of lines and the sizes of folders that no linter looks at."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.serving import ROOT

WIDTH = 100
MOST_MODULES = 13
FEWEST_FILES = 3
# Pictures are data; beside the folders of templates there is only the frame of all pages.
EXCEPTED = {"tests/pictures", "templates"}


def files(room: str, pattern: str = "*") -> Iterator[Path]:
    """List the files of a room by their place in the project, without what Python adds."""
    for path in sorted((ROOT / room).rglob(pattern)):
        if path.is_file() and path.suffix != ".pyc":
            yield path.relative_to(ROOT)


def test_no_line_of_a_template_is_too_wide() -> None:
    wide = [
        f"{path}:{number}"
        for path in files("templates", "*.html")
        for number, line in enumerate((ROOT / path).read_text("utf-8").splitlines(), start=1)
        if len(line) > WIDTH
    ]
    assert wide == []


def test_no_folder_of_the_sources_has_too_many_modules() -> None:
    modules = (path for path in files("companion", "*.py") if path.name != "__init__.py")
    folders = Counter(path.parent.as_posix() for path in modules)
    assert {folder: n for folder, n in folders.items() if n > MOST_MODULES} == {}


def test_no_folder_is_made_for_one_file_or_two() -> None:
    folders = Counter(
        path.parent.as_posix() for room in ("templates", "tests") for path in files(room)
    )
    small = {folder for folder, number in folders.items() if number < FEWEST_FILES}
    assert small - EXCEPTED == set()
