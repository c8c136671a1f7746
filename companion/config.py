"""What whoever starts the companion may decide, and where its templates and static files are."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True, kw_only=True, slots=True)
class Config:
    """The settings of one running companion.

    `data` is the directory of its games. `public_url` (no slash at the end) is what links and QR
    codes say in place of the address a phone used. `htmx` says where pages load htmx from.
    `proxy` is how many forwarding proxies in front of it are trusted.
    """

    data: Path
    host: str = "0.0.0.0"  # noqa: S104 - phones in the same network are meant to reach it
    port: int = 8000
    public_url: str | None = None
    htmx: Literal["cdn", "local"] = "cdn"
    proxy: int = 0

    @property
    def database(self) -> Path:
        """The file of games."""
        return self.data / "companion.sqlite"

    @property
    def boxes(self) -> Path:
        """The folder of a table's own boxes."""
        return self.data / "boxes"


_PACKAGE = Path(__file__).parent


def _folder(name: str) -> Path:
    """Return a folder beside the package (a checkout) or inside it (installed from a wheel)."""
    inside = _PACKAGE / name
    # Looked for inside first: beside an installed package may stand a stranger's "templates".
    return inside if inside.is_dir() else _PACKAGE.parent / name


TEMPLATES = _folder("templates")
STATIC = _folder("static")
