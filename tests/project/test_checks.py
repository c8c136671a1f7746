"""Test that ruff, mypy and import-linter find no fault in the whole project."""

import sysconfig
from pathlib import Path

import pytest

from tests.serving import run_command

SCRIPTS = Path(sysconfig.get_path("scripts"))


@pytest.mark.parametrize(
    "check", ["ruff check .", "ruff format --check .", "mypy", "lint-imports --no-logo"]
)
def test_ruff_mypy_and_import_contracts_pass(check: str) -> None:
    tool, *arguments = check.split()
    found = run_command([str(SCRIPTS / tool), *arguments])
    assert found.returncode == 0, found.stdout + found.stderr
