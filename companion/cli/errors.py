"""What went wrong, in one line on stderr, with exit status 1."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from companion.datafiles.reader import InvalidFileError
from companion.secret import SecretError
from companion.store.errors import StoreError


@contextmanager
def report_errors() -> Iterator[None]:
    """Report what is wrong with a file or the disk without a traceback."""
    try:
        yield
    except (StoreError, SecretError, InvalidFileError) as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        message = f"{error.filename}: {error.strerror}"
        raise click.ClickException(message) from None
