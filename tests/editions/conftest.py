"""Fixtures that write box files to a folder of own boxes, and read their faults."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.editions import load_boxes
from companion.editions.loader import InvalidBoxError
from tests.editions.own_box import OWN_BOX_TOML


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "boxes"
    folder.mkdir()
    return folder


@pytest.fixture
def write_own_box(own: Path) -> Callable[..., Path]:
    """Return a function that writes OWN_BOX_TOML with replacements to a folder and returns that."""

    def put(*replaced: tuple[str, str], added: str = "", name: str = "house") -> Path:
        text = OWN_BOX_TOML
        for old, new in replaced:
            assert text.count(old) == 1, f"{old!r} must occur once in OWN_BOX_TOML"
            text = text.replace(old, new)
        (own / f"{name}.toml").write_text(text + added, encoding="utf-8")
        return own

    return put


@pytest.fixture
def refusal() -> Callable[[Path], list[str]]:
    """Return a function that loads a folder of invalid box files and returns their faults."""

    def faults(folder: Path) -> list[str]:
        with pytest.raises(InvalidBoxError) as refused:
            load_boxes(folder)
        assert str(refused.value) == "\n".join(refused.value.faults)
        return list(refused.value.faults)

    return faults
