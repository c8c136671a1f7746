"""Where the templates and the static files are.

They stand beside the package in a checkout and inside it once it is installed from a wheel.
"""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def _folder(name: str) -> Path:
    inside = _PACKAGE / name
    # Looked for inside first: beside an installed package may stand a stranger's "templates".
    return inside if inside.is_dir() else _PACKAGE.parent / name


TEMPLATES = _folder("templates")
STATIC = _folder("static")
