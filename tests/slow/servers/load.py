"""Load test of two servers with one database: `python -m tests.slow.servers.load TABLES PHONES`.

PHONES is the number per table, half of them on each server, as in
`tests/slow/benchmarks/watchers.py`. Rounds are saved on the servers in turn.
"""

import asyncio
import os
import secrets
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from random import Random
from typing import Any

from tests.serving import COMPANION, serving
from tests.slow.benchmarks.watchers import Hall, quantile
from tests.slow.servers.database import database

MEASURED = 60.0  # seconds
A_SAVE_EVERY = 20.0  # seconds between rounds of a table


def summary(times: Sequence[float]) -> str:
    """Return median, 99th percentile and maximum of times in seconds, as text in ms."""
    middle, slow, most = (quantile(part, times) * 1000 for part in (0.5, 0.99, 1))
    return f"p50 {middle:.0f} ms, p99 {slow:.0f} ms, most {most:.0f} ms"


def main(tables: int, phones: int) -> None:
    """Run two servers with one database and print the measurements."""
    with database() as store, tempfile.TemporaryDirectory() as data, ExitStack() as stack:
        secret = secrets.token_hex(32)
        variables: dict[str, Any] = {"COMPANION_STORE": store.url(), "COMPANION_SECRET": secret}
        command = (*COMPANION, "--host=127.0.0.1", "--port=0", f"--data={data}")
        servers = [stack.enter_context(serving(*command, **variables)) for _ in range(2)]
        hall = Hall(servers, Random(tables), "ABCD", A_SAVE_EVERY)
        asyncio.run(hall.measure(tables, phones, MEASURED))
    print(  # noqa: T201
        f"{tables} tables, {tables * phones} phones, two servers over one database:\n"
        f"  {len(hall.saves)} saves: {summary(hall.saves)}\n"
        f"  {len(hall.updates)} updates: {summary(hall.updates)}\n"
        f"  {hall.behind} reads behind of {hall.answers.total()}: {dict(hall.answers)}\n"
        f"  {' and '.join(f'{share:.0%}' for share in hall.shares)} of a core;"
        f" the machine had a load of {os.getloadavg()[0]:.1f}"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3] or (100, 4)))
