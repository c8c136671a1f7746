"""Open stores with the version on the path, make every call, and print what was in them before.

python -m tests.store.versions.visit URL...
"""

import json
import sys
from contextlib import closing

from companion.store.errors import StoreError
from companion.store.urls import open_archive, open_store
from tests.store.table import make_every_call
from tests.store.versions.stores import contents


def visit(url: str) -> list[str] | str:
    """Return the contents of a store, or why it cannot be opened."""
    try:
        with closing(open_store(url)) as store, open_archive(url) as archive:
            before = contents(archive)
            make_every_call(store)
            assert set(before) <= set(contents(archive))
            return before
    except StoreError as error:
        return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    sys.stdout.write(json.dumps([visit(url) for url in sys.argv[1:]]))
