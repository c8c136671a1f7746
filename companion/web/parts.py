"""The parts the application is built of, at hand for every page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from flask import current_app

from companion.boxes import Boxes
from companion.config import Config
from companion.editions import Edition
from companion.rulings import Rulings
from companion.web.kept import Games
from companion.web.limits import Limits
from companion.web.pages import Pages
from companion.web.recent import Recent

_NAME = "companion"


@dataclass(frozen=True, slots=True)
class Parts:
    """What `create_app` built."""

    config: Config
    boxes: Boxes
    games: Games
    limits: Limits = field(default_factory=Limits)
    pages: Pages = field(default_factory=Pages)
    recent: Recent = field(default_factory=Recent)

    @property
    def editions(self) -> Mapping[str, Edition]:
        """Every box by its edition, in the order they are shown."""
        return self.boxes.editions

    @property
    def rulings(self) -> Rulings:
        """Every ruling of every box."""
        return self.boxes.rulings


def hand_over(extensions: dict[str, object], parts: Parts) -> None:
    """Leave the parts with the application."""
    extensions[_NAME] = parts


def parts() -> Parts:
    """Give the parts of the application that answers this request."""
    return cast("Parts", current_app.extensions[_NAME])


def games() -> Games:
    """Give the games."""
    return parts().games
