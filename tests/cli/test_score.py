"""The golden games, typed in at the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from tests.game.scoresheet.golden import Scorecard, scorecards, table_of


@pytest.mark.parametrize("card", scorecards(), ids=str)
def test_the_command_gives_the_table(card: Scorecard, tmp_path: Path) -> None:
    command = ["--data", str(tmp_path), "score", "--json", "-"]
    result = CliRunner().invoke(main, command, input=card.sheet)
    assert table_of(json.loads(result.stdout)) == card.table


def test_a_sheet_that_is_too_long_is_refused_in_one_line(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text("x" * 1_000_001)
    answer = CliRunner().invoke(main, ["score", str(sheet)])
    assert answer.exit_code == 1
    assert answer.output == "Error: This is too long: at most 1000000 characters.\n"
