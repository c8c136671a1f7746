"""The services and caches of the application, available to every page."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import current_app

from companion.config import Config
from companion.editions import Edition
from companion.game.game import Game
from companion.game.reports.story import Story
from companion.network.phones import Phones
from companion.rulebook import Rulebook
from companion.rulings import Rulings
from companion.services.caches import MOST_REMEMBERED, BoundedCache, PollCache, PollInterval
from companion.services.copies import Copies
from companion.services.games import GameService
from companion.services.groups.group import Groups
from companion.services.televisions import TelevisionService
from companion.web.http.rate_limits import Limits

EXTENSION = "companion"
_FRAGMENTS = 4_000_000  # characters
_STORIES = 4000  # rounds, each scored in two ways


@dataclass(frozen=True, slots=True)
class Registry:
    """The services and caches of one application, as built by `create_app`."""

    config: Config
    rulebook: Rulebook
    games: GameService
    groups: Groups
    televisions: TelevisionService
    copies: Copies
    phones: Phones | None = None
    limits: Limits = field(default_factory=Limits)
    fragments: BoundedCache[Hashable, Any] = field(
        default_factory=lambda: BoundedCache(_FRAGMENTS, weigh=len)
    )
    # By language and URL prefix: the JSON of all rulings.
    books: BoundedCache[tuple[str, str], bytes] = field(default_factory=lambda: BoundedCache(4))
    # By game and version: the story of all rounds, and the game scored the other way.
    stories: BoundedCache[tuple[str, int], tuple[Story, Game | None]] = field(
        default_factory=lambda: BoundedCache(_STORIES, weigh=lambda cached: len(cached[0].numbers))
    )
    polls: PollCache = field(default_factory=PollCache)
    poll_interval: PollInterval = field(default_factory=PollInterval)
    # A game's version and whether it is over, which determine most version tags.
    tags: BoundedCache[str, tuple[int, bool]] = field(
        default_factory=lambda: BoundedCache(MOST_REMEMBERED)
    )

    @property
    def editions(self) -> Mapping[str, Edition]:
        """All boxes with rulings, by edition and in the order they are shown."""
        return self.rulebook.editions

    @property
    def playable(self) -> Mapping[str, Edition]:
        """All boxes that a game can be played with."""
        return self.rulebook.playable

    @property
    def rulings(self) -> Rulings:
        return self.rulebook.rulings


def registry() -> Registry:
    found: Registry = current_app.extensions[EXTENSION]
    return found
