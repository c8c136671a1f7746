"""Errors of the commands as one line on stderr, with exit status 1."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from companion.cli.disks import restore_hint
from companion.config import Config
from companion.datafiles.reader import InvalidFileError
from companion.secret import SecretError
from companion.store.errors import DamagedFileError, StoreError


@contextmanager
def report_errors(config: Config | None = None) -> Iterator[None]:
    """Turn errors of the store, files and the secret into `ClickException`s of one line.

    With `config`, the message about a damaged file says how to restore the newest copy.
    """
    try:
        yield
    except DamagedFileError as error:
        message = f"{error}.{restore_hint(config)}" if config else str(error)
        raise click.ClickException(message) from None
    except (StoreError, SecretError, InvalidFileError) as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        message = f"{error.filename or 'the disk'}: {error.strerror}"  # a failed write has no name
        raise click.ClickException(message) from None
