"""What went wrong, in one line on stderr, with exit status 1."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from companion.cli.disks import way_back
from companion.config import Config
from companion.datafiles.reader import InvalidFileError
from companion.secret import SecretError
from companion.store.errors import DamagedFileError, StoreError


@contextmanager
def report_errors(config: Config | None = None) -> Iterator[None]:
    """Report what is wrong with a file or the disk without a traceback.

    With `config`, of a damaged file of games also how to put the last copy back.
    """
    try:
        yield
    except DamagedFileError as error:
        message = f"{error}.{way_back(config)}" if config else str(error)
        raise click.ClickException(message) from None
    except (StoreError, SecretError, InvalidFileError) as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        message = f"{error.filename}: {error.strerror}"
        raise click.ClickException(message) from None
