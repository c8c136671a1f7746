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
    """Report file and disk faults without a traceback; with `config`, how to restore a copy too."""
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
