"""Errors of the commands as one line on stderr, with exit status 1."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from companion.cli.disks import restore_hint
from companion.config import Config
from companion.datafiles.reader import InvalidFileError
from companion.files import reason_of
from companion.secret import SecretError
from companion.store.errors import DamagedFileError, StoreError


@contextmanager
def report_errors(config: Config | None = None) -> Iterator[None]:
    """Turn errors of the store, files and the secret into `ClickException`s of one line.

    With `config`, the message about a damaged file says how to restore the newest copy.
    """
    try:
        yield
    except BrokenPipeError:  # a reader like `head` has what it wants, which click accepts
        raise
    except DamagedFileError as error:
        message = f"{error}.{restore_hint(config)}" if config else str(error)
        raise click.ClickException(message) from None
    except (StoreError, SecretError, InvalidFileError) as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        name = error.filename or "the disk"  # a failed write has no name
        message = f"{name}: {reason_of(error)}"
        raise click.ClickException(message) from None


class Group(click.Group):
    """Command whose errors, and those of its subcommands, are reported in one line."""

    def make_context(self, *args: Any, **details: Any) -> click.Context:  # noqa: ANN401 - as click has it
        with report_errors():  # of the output of `--version`
            return super().make_context(*args, **details)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as click has it
        with report_errors():
            return super().invoke(ctx)
