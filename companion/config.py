"""The settings of the companion, and where its templates and static files are."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

THREADS = 8
"""How many requests one server answers at the same time."""

SQLITE = "sqlite:///"
"""How the address of a file of games begins; the path follows."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Config:
    """The settings of one running companion.

    `data` is the directory of its games, and `store` the address of the store that keeps them where
    that is not a file in it: of a database server it holds the password. `public_url` (no slash at
    the end) is what links and QR codes show in place of the address a phone used. `host_names` are
    further names that it answers to. `htmx` is where pages load htmx from. `proxy` is how many
    forwarding proxies in front of it are trusted. The pages of `frame_ancestors` may show the board
    of a game in a frame. Of the daily copies of the games the newest `keep_copies` are kept (0:
    none is made), in the folder `copies`. A wrong ruling is reported at `contact`; without it the
    page shows a text to copy. `secret` signs the cookies in place of the one in the data folder:
    several servers over one store have one.
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
    def is_embedded(self) -> bool:
        return self.store_url.startswith(SQLITE)

    @property
    def path(self) -> str:
        """The path under which everything stands, such as `/cards`; empty where there is none."""
        return urlsplit(self.public_url or "").path

    @property
    def database(self) -> Path:
        if not self.is_embedded:
            return self.data / "companion.sqlite"
        return Path(self.store_url.removeprefix(SQLITE))

    @property
    def copies_folder(self) -> Path:
        return self.copies or self.data / "copies"

    @property
    def boxes(self) -> Path:
        return self.data / "boxes"

    @property
    def index(self) -> Path:
        """The file that keeps the index of questions; whoever deletes it loses a second."""
        return self.data / "questions.index"


# A wheel has both folders inside the package, a checkout beside it. Inside comes first: beside an
# installed package may be somebody else's "templates".
_PACKAGE = Path(__file__).parent
_ROOT = _PACKAGE if (_PACKAGE / "templates").is_dir() else _PACKAGE.parent
TEMPLATES = _ROOT / "templates"
STATIC = _ROOT / "static"
