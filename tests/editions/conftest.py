"""A table's own folder of box files."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.editions import InvalidBoxError, load_editions
from tests.editions.house import HOUSE


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "boxes"
    folder.mkdir()
    return folder


@pytest.fixture
def house(own: Path) -> Callable[..., Path]:
    """Put a box of the table's own into the folder, with passages of HOUSE replaced."""

    def put(*replaced: tuple[str, str], added: str = "", name: str = "house") -> Path:
        text = HOUSE
        for old, new in replaced:
            assert text.count(old) == 1, f"{old!r} must stand once in HOUSE"
            text = text.replace(old, new)
        (own / f"{name}.toml").write_text(text + added, encoding="utf-8")
        return own

    return put


@pytest.fixture
def refusal() -> Callable[[Path], list[str]]:
    """Load the folder and give what is wrong, line by line."""

    def faults(folder: Path) -> list[str]:
        with pytest.raises(InvalidBoxError) as refused:
            load_editions(folder)
        assert str(refused.value) == "\n".join(refused.value.faults)
        return list(refused.value.faults)

    return faults
