"""Database URLs, and error messages without their password."""

import sys

import pytest

from companion.store.errors import StoreUnavailableError
from companion.store.postgres import connections
from companion.store.postgres.connections import read_address
from companion.store.urls import open_store
from tests.rows import cases


@cases("""url | name
postgresql://ana:hush@db.example:5433/games?sslmode=require | db.example:5433/games
postgres://ana:hush@one,two:5433/games | one,two:5433/games
postgresql:///games | localhost/games
postgresql://ana:hu%40sh@h/g | h/g
""")
def test_displayed_store_name_is_host_and_database_without_password(url: str, name: str) -> None:
    address = read_address(url)
    assert address.name == name
    assert "hush" not in repr(address)


def test_options_in_database_url_override_defaults() -> None:
    conninfo = read_address("postgresql://h/g?connect_timeout=9&sslmode=verify-full").conninfo
    assert "connect_timeout=9" in conninfo
    assert "sslmode=verify-full" in conninfo
    assert "target_session_attrs=read-write" in conninfo


@cases("""url
postgresql://ana:hu@sh@host/games
postgresql://ana:1/sh@host/games
postgresql://ana:hu/sh@host/games
postgresql://ana:hush@[::1/games
postgresql://ana:hush@host:port/games
postgresql://ana:hush@host/games?hush=1
""")
def test_error_for_invalid_database_url_hides_password(url: str) -> None:
    with pytest.raises(StoreUnavailableError, match="%40") as refused:
        open_store(url)
    assert "sh" not in str(refused.value).replace("such", "").replace("should", "")
    assert refused.value.__cause__ is None


def test_error_for_unreachable_server_hides_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0)
    with pytest.raises(StoreUnavailableError, match=r"^127\.0\.0\.1:9/games: ") as refused:
        open_store("postgresql://ana:hush@127.0.0.1:9/games")
    assert "hush" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_missing_postgres_extra_is_named_in_error(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("companion.store.postgres")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr("companion.store.postgres", None, raising=False)
    monkeypatch.delattr("companion.store.postgres")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreUnavailableError, match=r"pip install 'table-companion\[postgres\]'"):
        open_store("postgresql://h/g")
