"""Names of a group's people and their aliases, stored as one text."""

import gettext
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import blake2b
from typing import Self

from companion.datafiles.text import LANGUAGES, TRANSLATIONS
from companion.game.game import Game
from companion.game.players import key
from companion.game.reports.rivalry import People, Person

MOST_NAMES = 2000  # aliases, guests and removed people of one group


@dataclass(frozen=True, slots=True)
class Names:
    """Aliases, guests and removed people of a group, and its own name (empty for none).

    `aliases` maps the key of a name to a person. `guests` are neither ranked nor suggested.
    `removed` are digests of removed names, so that the file does not contain the names.
    """

    aliases: Mapping[str, str] = field(default_factory=dict)
    guests: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()
    group: str = ""

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse the stored text, with defaults for missing values."""
        values = json.loads(text) if text else {}
        return cls(
            values.get("aliases", {}),
            frozenset(values.get("guests", ())),
            frozenset(values.get("removed", ())),
            values.get("name", ""),
        )

    def write(self) -> str:
        values = {
            "aliases": self.aliases,
            "guests": sorted(self.guests),
            "removed": sorted(self.removed),
        } | ({"name": self.group} if self.group else {})
        return json.dumps(values, ensure_ascii=False)

    def __len__(self) -> int:
        return len(self.aliases) + len(self.guests) + len(self.removed)

    @property
    def people(self) -> People:
        return People(self.aliases, self._is_anonymous)

    def _is_anonymous(self, name: Person) -> bool:
        is_default = bool(_placeholders().fullmatch(name))
        return is_default or (bool(self.removed) and _digest(name) in self.removed)

    def joined(self, name: str, person: str) -> "Names":
        """Return the names after merging `name`, with all its aliases, into a person."""
        target = self.aliases.get(key(person), person)
        if key(target) == self.people.person(name):
            return self
        was = self.people.person(name)
        moved = {each for each, other in self.aliases.items() if key(other) == was}
        return replace(self, aliases={**self.aliases, **dict.fromkeys({*moved, str(was)}, target)})

    def separated(self, name: str) -> "Names":
        others = {each: person for each, person in self.aliases.items() if each != key(name)}
        return replace(self, aliases=others)

    def with_guest(self, person: str, *, is_guest: bool) -> "Names":
        who = {str(self.people.person(person))}
        return replace(self, guests=self.guests | who if is_guest else self.guests - who)

    def without(self, person: str) -> "Names":
        mine = {each for each, other in self.aliases.items() if key(other) == key(person)}
        left = {each: other for each, other in self.aliases.items() if each not in mine}
        digests = {*map(_digest, {*mine, key(person)})}
        return replace(
            self, aliases=left, guests=self.guests - {key(person)}, removed=self.removed | digests
        )


class SamePlayersError(Exception):
    """Two names that played together in `games` games and cannot be one person."""

    def __init__(self, games: int) -> None:
        self.games = games
        super().__init__(games)


def labels_without(who: str, people: People, game: Game, placeholder: str) -> list[str]:
    """Return the seat labels of a game without a person's name.

    The person's own seat gets the placeholder. A seat where they stood in gets its owner's name.
    """
    labels = list(game.names)
    for seat in game.seats:
        owner, stand_in = game.stand_ins.get(seat, (game.name(seat), None))
        if people.person(owner) == who:
            taken, numbers = {*map(key, labels)}, range(seat, seat + len(labels) + 1)
            free = (placeholder % {"seat": number} for number in numbers)
            labels[seat - 1] = next(label for label in free if key(label) not in taken)
        elif stand_in is not None and people.person(stand_in) == who:
            labels[seat - 1] = owner
    return labels


@cache
def _placeholders() -> re.Pattern[str]:
    # The keys of the form's default names in all languages, with any number.
    catalogues = (
        gettext.translation("messages", TRANSLATIONS, [language], fallback=True)
        for language in LANGUAGES
    )
    words = {key(each.gettext("Player %(seat)s") % {"seat": "0"}) for each in catalogues}
    return re.compile("|".join(re.escape(word).replace("0", "[0-9]+") for word in words))


def _digest(name: Person) -> str:
    return blake2b(name.encode(), digest_size=12, person=b"group-name").hexdigest()
