"""The checks that need no game: style, types and rooms, each by its own tool."""

import sysconfig
from pathlib import Path

import pytest

from tests.serving import run_command

SCRIPTS = Path(sysconfig.get_path("scripts"))


@pytest.mark.parametrize(
    "check", ["ruff check .", "ruff format --check .", "mypy", "lint-imports --no-logo"]
)
def test_there_is_nothing_to_mend(check: str) -> None:
    tool, *arguments = check.split()
    found = run_command([str(SCRIPTS / tool), *arguments])
    assert found.returncode == 0, found.stdout + found.stderr
