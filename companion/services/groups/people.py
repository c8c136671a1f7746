"""Who is who in a group: its names, two of which may be one person, as its text in the store."""

import gettext
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import blake2b
from typing import Self

from companion.datafiles.text import LANGUAGES, TRANSLATIONS
from companion.game.game import Game
from companion.game.players import key
from companion.game.reports.rivalry import People


@dataclass(frozen=True, slots=True)
class Names:
    """What a group keeps of its people.

    `aliases`: by the key of a name, the person it is. `guests`: neither ranked nor asked for.
    `removed`: digests of names that were taken out, which tell nobody who reads the file.
    """

    aliases: Mapping[str, str] = field(default_factory=dict)
    guests: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()

    @classmethod
    def read(cls, text: str) -> Self:
        """Return what was written; nothing of what cannot be read."""
        values = json.loads(text) if text else {}
        return cls(
            values.get("aliases", {}),
            frozenset(values.get("guests", ())),
            frozenset(values.get("removed", ())),
        )

    def write(self) -> str:
        values = {
            "aliases": self.aliases,
            "guests": sorted(self.guests),
            "removed": sorted(self.removed),
        }
        return json.dumps(values, ensure_ascii=False)

    @property
    def people(self) -> People:
        return People(self.aliases, self._is_nobody)

    def _is_nobody(self, name: str) -> bool:
        return is_placeholder(name) or (bool(self.removed) and _digest(name) in self.removed)

    def joined(self, name: str, person: str) -> "Names":
        """Return the names where `name`, and all that it was, is this person from now on."""
        target = self.aliases.get(key(person), person)
        if key(target) == self.people.person(name):
            return self
        was = self.people.person(name)
        moved = {each for each, other in self.aliases.items() if key(other) == was}
        return replace(self, aliases={**self.aliases, **dict.fromkeys({*moved, str(was)}, target)})

    def parted(self, name: str) -> "Names":
        others = {each: person for each, person in self.aliases.items() if each != key(name)}
        return replace(self, aliases=others)

    def with_guest(self, person: str, *, is_guest: bool) -> "Names":
        who = {str(self.people.person(person))}
        return replace(self, guests=self.guests | who if is_guest else self.guests - who)

    def without(self, person: str) -> "Names":
        mine = {each for each, other in self.aliases.items() if key(other) == key(person)}
        left = {each: other for each, other in self.aliases.items() if each not in mine}
        digests = {_digest(each) for each in {*mine, key(person)}}
        return replace(
            self, aliases=left, guests=self.guests - {key(person)}, removed=self.removed | digests
        )


class SamePlayersError(Exception):
    """Two names that played in the same game, and so are two people; in so many games."""

    def __init__(self, games: int) -> None:
        self.games = games
        super().__init__(games)


def labels_without(who: str, people: People, game: Game, placeholder: str) -> list[str]:
    """Return the names of a game in which a person is nobody from now on.

    Their seat is labelled by the placeholder; one where they stood in by its owner alone.
    """
    labels = list(game.names)
    for seat in game.seats:
        owner, stand_in = game.stand_ins.get(seat, (game.name(seat), None))
        if people.person(owner) == who:
            labels[seat - 1] = _free_label(placeholder, seat, labels)
        elif stand_in is not None and people.person(stand_in) == who:
            labels[seat - 1] = owner
    return labels


def _free_label(placeholder: str, seat: int, labels: Sequence[str]) -> str:
    taken = set(map(key, labels))
    numbers = range(seat, seat + len(labels) + 1)
    tries = (placeholder % {"seat": number} for number in numbers)
    return next(label for label in tries if key(label) not in taken)


def is_placeholder(name: str) -> bool:
    """Return whether nobody typed this name: it was given to a seat, in whatever language."""
    return bool(_placeholders().fullmatch(key(name)))


@cache
def _placeholders() -> re.Pattern[str]:
    # What the form writes into a blank place, read back in every language it may have been in.
    catalogues = (
        gettext.translation("messages", TRANSLATIONS, [language], fallback=True)
        for language in LANGUAGES
    )
    words = {key(each.gettext("Player %(seat)s") % {"seat": "0"}) for each in catalogues}
    return re.compile("|".join(re.escape(word).replace("0", "[0-9]+") for word in words))


def _digest(name: str) -> str:
    return blake2b(key(name).encode(), digest_size=12, person=b"group-name").hexdigest()
