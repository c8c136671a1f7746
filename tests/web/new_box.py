"""A copy of the data files to which a test adds a built-in box."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask

from tests.editions.own_box import OWN_BOX_TOML
from tests.serving import ROOT
from tests.web.running import running


class DataFiles:
    """Copies of the folders `editions` and `rulings`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        for package in "editions", "rulings":
            shutil.copytree(ROOT / "companion" / package, folder / package)

    def read(self, file: str) -> str:
        return (self.folder / file).read_text("utf-8")

    def write(self, file: str, text: str) -> None:
        (self.folder / file).write_text(text, encoding="utf-8")

    def insert(self, file: str, text: str, *, after: str, before: str = "") -> None:
        """Insert a text into a file after the passage `after`, or before the next `before`."""
        head, found, tail = self.read(file).partition(after)
        assert found, after
        kept, found, rest = tail.partition(before) if before else ("", "", tail)
        self.write(file, head + after + kept + text + found + rest)

    def add_box(self, edition: str, text: str, *, after: str, sheet: str) -> None:
        """Add a box file, list the box after another one, and append its entry to sheets.toml."""
        self.write(f"editions/{edition}.toml", text)
        self.insert("editions/base.toml", f'"{edition}", ', after=f'"{after}", ')
        self.write("rulings/sheets.toml", self.read("rulings/sheets.toml") + sheet)


@contextmanager
def running_with(data: DataFiles) -> Iterator[Flask]:
    """Yield an app that reads `editions` and `rulings` from this copy."""
    with pytest.MonkeyPatch.context() as patch:
        for package in "editions", "rulings":
            folder = data.folder / package
            patch.setattr(f"companion.{package}.loader.files", lambda _, at=folder: at)
        # With a box file of its own, the app does not use the cached rulebook of built-in boxes.
        house = data.folder / "games/boxes/house.toml"
        house.parent.mkdir(parents=True)
        house.write_text(OWN_BOX_TOML, encoding="utf-8")
        with running(data.folder / "games") as app:
            yield app
