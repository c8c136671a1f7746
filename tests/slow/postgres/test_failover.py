"""Test that no acknowledged round is lost if the primary database is killed meanwhile."""

import time
from pathlib import Path

from tests.slow.postgres.pair import running_pair
from tests.slow.postgres.writers import TABLES, evening, playing, two_companions

NOTICED_AFTER = 3.0  # seconds until the standby is promoted (less at later failovers)


def test_rounds_survive_three_database_failovers(tmp_path: Path) -> None:
    failovers = 3
    with (
        running_pair(failovers) as pair,
        two_companions(tmp_path, pair.url) as ports,
        evening("three failovers", ports) as tables,
        playing(tables),
    ):
        for number in range(1, failovers + 1):
            time.sleep(4)
            pair.kill_primary()
            time.sleep(NOTICED_AFTER / number)
            pair.promote()
            if number < failovers:
                pair.replace_standby()
        time.sleep(8)
        assert sum(len(table.acknowledged) for table in tables) > TABLES * 20
