"""The parts the application is built of, at hand for every page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from flask import current_app

from companion.config import Config
from companion.editions import Edition
from companion.web.kept import Games
from companion.web.limits import Limits
from companion.web.pages import Pages
from companion.web.recent import Recent

_NAME = "companion"


@dataclass(frozen=True, slots=True)
class Parts:
    """What `create_app` built."""

    config: Config
    editions: Mapping[str, Edition]
    games: Games
    limits: Limits = field(default_factory=Limits)
    pages: Pages = field(default_factory=Pages)
    recent: Recent = field(default_factory=Recent)


def hand_over(extensions: dict[str, object], parts: Parts) -> None:
    """Leave the parts with the application."""
    extensions[_NAME] = parts


def parts() -> Parts:
    """Give the parts of the application that answers this request."""
    return cast("Parts", current_app.extensions[_NAME])


def games() -> Games:
    """Give the games."""
    return parts().games
