"""Plugins that other packages install for sqlite-utils."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlite_utils
from sqlite_utils import hookimpl
from sqlite_utils.plugins import pm

from companion.store.backups import backup
from companion.store.sqlite import indexes
from companion.store.urls import open_archives, open_store
from tests.store.table import make_every_call


class Plugin:
    """A plugin that counts the connections it is given."""

    def __init__(self) -> None:
        self.connections = 0

    @hookimpl
    def prepare_connection(self, conn: Any) -> None:  # noqa: ANN401
        del conn
        self.connections += 1


@pytest.fixture
def plugin() -> Iterator[Plugin]:
    plugin = Plugin()
    pm.register(plugin)
    yield plugin
    pm.unregister(plugin)


def test_no_plugin_of_sqlite_utils_sees_the_games(plugin: Plugin, tmp_path: Path) -> None:
    urls = [f"sqlite:///{tmp_path}/{name}/games.sqlite" for name in ("old", "new")]
    for _ in range(2):
        with closing(open_store(urls[0])) as store:
            make_every_call(store)
    indexes.mend_indexes(tmp_path / "old" / "games.sqlite")
    backup(urls[0], tmp_path / "copy.sqlite")
    with open_archives(urls[0], urls[1]):
        pass
    assert plugin.connections == 0
    with closing(sqlite_utils.Database(memory=True)):
        assert plugin.connections == 1
