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
