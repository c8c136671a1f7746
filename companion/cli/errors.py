"""What went wrong, in one line on stderr, with exit status 1."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from companion.datafiles.reader import InvalidFileError
from companion.store.errors import StoreError


@contextmanager
def report_errors() -> Iterator[None]:
    """Report an error of the store, of a box's file or of the disk without a traceback."""
    try:
        yield
    except (StoreError, InvalidFileError) as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        message = f"{error.filename}: {error.strerror}"
        raise click.ClickException(message) from None
