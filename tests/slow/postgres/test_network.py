"""Test that rounds are stored exactly once while the database is unreachable for seconds."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.postgres import QUICK, create_cluster, require_binaries, server_folder, started
from tests.slow.networks.machines import Machine, machines, why_not
from tests.slow.postgres.writers import evening, playing, two_companions

OWN_ADDRESS, DATABASE = "10.254.77.1", "10.254.77.2"
AS_NOBODY = ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups")
CUT_FOR = 8.0  # seconds without network

pytestmark = pytest.mark.skipif(why_not() is not None, reason=why_not() or "")


@contextmanager
def cable(machine: Machine) -> Iterator[None]:
    """Connect this computer to a simulated machine until the context ends."""
    card = f"pg{os.getpid()}"
    for command in (
        f"link add {card} type veth peer name there netns {machine.name}",
        f"address add {OWN_ADDRESS}/30 dev {card}",
        f"link set {card} up",
    ):
        subprocess.run(["ip", *command.split()], check=True)
    machine.address("there", f"{DATABASE}/30")
    try:
        yield
    finally:
        subprocess.run(["ip", "link", "delete", card], check=False)


def test_rounds_survive_an_interrupted_database_connection(tmp_path: Path) -> None:
    binaries = require_binaries()
    with server_folder() as folder, machines("database") as made, cable(made["database"]):
        create_cluster(binaries, folder)
        with (folder / "data" / "pg_hba.conf").open("a") as rules:
            rules.write(f"host all all {OWN_ADDRESS}/32 trust\n")
        machine = made["database"]
        inside = machine.run(*AS_NOBODY)
        with (
            started(binaries, folder, inside, **{**QUICK, "listen_addresses": DATABASE}),
            two_companions(tmp_path, f"postgresql://companion@{DATABASE}/postgres") as ports,
            evening("network", ports) as tables,
            playing(tables),
        ):
            time.sleep(4)
            machine.ip("link set there down")
            time.sleep(CUT_FOR)
            machine.ip("link set there up")
            time.sleep(8)
