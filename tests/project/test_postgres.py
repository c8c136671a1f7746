"""Where there is no PostgreSQL its tests say so, and a machine that checks all must have one."""

import sys

import pytest
from _pytest.outcomes import Failed, Skipped

from tests import postgres


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "find_binaries", lambda: None)


def test_a_machine_without_one_skips_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(Skipped, match="there is no PostgreSQL on this machine; on Debian: apt-get"):
        postgres.require_binaries()


def test_a_machine_that_checks_everything_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(Failed, match="there is no PostgreSQL"):
        postgres.require_binaries()
    # Elsewhere even that one skips.
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(Skipped):
        postgres.require_binaries()
