"""The primary dies in the middle of the evening: nobody loses a round, all only wait a little."""

import time
from contextlib import ExitStack
from pathlib import Path

import click
import pytest

from tests.serving import COMPANION, serving
from tests.slow.postgres.pair import paired
from tests.slow.postgres.writers import Table, figures, playing

SECRET = "two servers that know the same phones"
TABLES = 12
NOTICED_AFTER = 3.0  # seconds until whoever looks after the pair has the standby take over


@pytest.mark.parametrize("run", [1, 2, 3])
def test_a_failover_loses_and_doubles_nothing(tmp_path: Path, run: int) -> None:
    with paired() as pair, ExitStack() as stack:
        ports = [
            stack.enter_context(
                serving(
                    *COMPANION, "--port=0", "--host=127.0.0.1", f"--data={tmp_path / name}",
                    COMPANION_STORE=pair.url, COMPANION_SECRET=SECRET,
                )
            ).port
            for name in ("one", "two")
        ]  # fmt: skip
        tables = [Table(ports) for _ in range(TABLES)]
        with playing(tables):
            time.sleep(5)
            pair.kill_primary()
            time.sleep(NOTICED_AFTER)
            pair.promote()
            time.sleep(8)
        found = figures(tables)
    click.echo(f"run {run}: {found}")
    assert found.errors == ()
    assert (found.lost, found.doubled) == (0, 0)
    assert found.acknowledged > TABLES * 20
