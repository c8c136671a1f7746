"""The primary dies in the middle of the evening: nobody loses a round, all only wait a little."""

import time
from pathlib import Path

from tests.slow.postgres.pair import paired
from tests.slow.postgres.writers import TABLES, evening, playing, two_companions

NOTICED_AFTER = 3.0  # seconds until whoever looks after the pair has the standby take over


def test_one_failover_after_the_other(tmp_path: Path) -> None:
    failovers = 3
    with (
        paired(failovers) as pair,
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
