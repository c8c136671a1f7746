"""Settings of the companion, and the folders of its templates and static files."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

THREADS = 8
"""Requests that one server answers at the same time."""

SQLITE = "sqlite:///"
"""Start of the URL of a SQLite store, followed by the file's path."""


def file_of(url: str) -> Path:
    """Return the file of a SQLite store's URL, with the user's home for `~`."""
    return Path(os.path.expanduser(url.removeprefix(SQLITE)))  # noqa: PTH111 - never raises


@dataclass(frozen=True, kw_only=True, slots=True)
class Config:
    """Settings of one running companion.

    `data` is the directory of its games. `store` is the URL of another store for them, which may
    contain the password of a database server. `public_url` (without a trailing slash) replaces the
    request's address in links and QR codes. `host_names` are further names accepted in the `Host`
    header. `htmx` is where pages load htmx from. `proxy` is the number of trusted forwarding
    proxies. The sites in `frame_ancestors` may show the board of a game in a frame. The newest
    `keep_copies` daily copies of the games are retained (0 makes none), in the folder `copies`.
    Wrong rulings are reported to `contact`; without it the page shows a text to copy. `secret`
    signs the cookies in place of the secret in the data folder, so that several servers over one
    store can share it.
    """

    data: Path
    host: str = "0.0.0.0"  # noqa: S104 - phones in the same network must reach it
    port: int = 8000
    public_url: str | None = None
    host_names: tuple[str, ...] = ()
    htmx: Literal["cdn", "local"] = "cdn"
    proxy: int = 0
    frame_ancestors: tuple[str, ...] = ()
    keep_copies: int = 7
    copies: Path | None = None
    contact: str | None = None
    secret: str | None = field(default=None, repr=False)
    store: str | None = field(default=None, repr=False)

    @property
    def store_url(self) -> str:
        return self.store or f"{SQLITE}{self.data / 'companion.sqlite'}"

    @property
    def is_sqlite(self) -> bool:
        return self.store_url.startswith(SQLITE)

    @property
    def path(self) -> str:
        """The path prefix of all addresses, such as `/cards`, or an empty string."""
        return urlsplit(self.public_url or "").path

    @property
    def database(self) -> Path:
        if not self.is_sqlite:
            return self.data / "companion.sqlite"
        return file_of(self.store_url)

    @property
    def copies_folder(self) -> Path:
        return self.copies or self.data / "copies"

    @property
    def boxes(self) -> Path:
        return self.data / "boxes"


# A wheel has `templates` and `static` in the package, a checkout beside it. Inside is tried first,
# because a folder "templates" beside an installed package may belong to another package.
_PACKAGE = Path(__file__).parent
_ROOT = _PACKAGE if (_PACKAGE / "templates").is_dir() else _PACKAGE.parent
TEMPLATES = _ROOT / "templates"
STATIC = _ROOT / "static"
BUNDLES = _PACKAGE / "bundles"
