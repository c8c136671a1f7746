"""Tests of `require_binaries` without PostgreSQL, which skips tests, but fails in CI."""

import sys

import pytest
from _pytest.outcomes import Failed, Skipped

from tests import postgres


@pytest.fixture(autouse=True)
def no_binaries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "find_binaries", lambda: None)


def test_missing_postgres_skips_with_install_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(Skipped, match="there is no PostgreSQL on this machine; on Debian: apt-get"):
        postgres.require_binaries()


def test_missing_postgres_fails_in_ci_on_linux_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(Failed, match="there is no PostgreSQL"):
        postgres.require_binaries()
    # On systems other than Linux, PostgreSQL tests are skipped in CI too.
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(Skipped):
        postgres.require_binaries()
