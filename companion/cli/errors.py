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
    """Report file and disk errors in one line; a damaged file with `config` gets a restore hint."""
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
