"""Everything of one store copied into another; begun again, it goes on where it stopped."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from companion.store.archives import BESIDE, PURGED, Archive, StoredGame
from companion.store.checksums import Part
from companion.store.errors import DamagedGameError, DamagedRowError
from companion.store.rows.games import digest_of

_TOGETHER = 100
"""How many games are saved at once: each save waits for the disk."""

Progress = Callable[[int, int], None]
"""Is told how many games of how many have been looked at."""


@dataclass
class Relocation:
    """What came of it: how many games are there now, and in a sentence each what was not copied."""

    copied: int = 0
    known: int = 0
    refused: list[str] = field(default_factory=list)


def relocate(source: Archive, target: Archive, progress: Progress | None = None) -> Relocation:
    """Copy all that a store lacks; last checksums are compared, of games that were there too."""
    result = Relocation()
    games, before = source.games(), set(target.games())
    gone = {row[PURGED.columns[0]] for row in target.rows(PURGED)}
    for start in range(0, len(games), _TOGETHER):
        new = []
        for game in games[start : start + _TOGETHER]:
            try:
                found = source.read(game)
                # None: it was removed a moment ago, while a backup is made.
                if found and game not in before and digest_of(game) not in gone:
                    new.append(found)
                elif found and game in before and target.read(game) == found:
                    result.known += 1
                elif found:
                    why = "is another" if game in before else "was deleted"
                    result.refused.append(f"game {game} {why} in {target.name}")
            except (DamagedGameError, DamagedRowError) as error:
                result.refused.append(str(error))
        _write(target, new, result)
        if progress:
            progress(min(start + _TOGETHER, len(games)), len(games))
    # Last of all: people may be playing while a backup is made, and begin groups.
    for part in BESIDE:
        result.refused += _copy_beside(source, target, part, before)
    return result


def _write(target: Archive, games: Sequence[StoredGame], result: Relocation) -> None:
    left_out = target.write(games)
    for game in games:
        if game.id in left_out:
            result.refused.append(f"a key of game {game.id} is taken in {target.name}")
            continue
        written = target.read(game.id)
        if written and written.end == game.end and written == game:
            result.copied += 1
        else:
            result.refused.append(f"game {game.id} does not read back from {target.name} as it was")


def _copy_beside(
    source: Archive, target: Archive, part: Part, before: Collection[str]
) -> Iterator[str]:
    """Copy what belongs to no single game; yield what could not be copied, and why."""
    name = part.columns[0]
    there = {row[name]: row for row in target.rows(part)}
    taken = {row[part.unique] for row in there.values()} - {None} if part.unique else set()
    # A game that was deleted in one store for ever and lives on in the other is for people.
    alive = {digest_of(game): game for game in before} if part is PURGED else {}
    new = []
    for row in source.rows(part):
        if row[name] in alive:
            yield f"game {alive[row[name]]} was deleted in {source.name}, not in {target.name}"
        elif not part.is_intact(row):
            yield f"a row of {source.name} in its table of {part.name} is damaged"
        elif row[name] in there:
            if row != there[row[name]]:
                yield f"one of the {part.name} is another in {target.name}"
        elif part.unique and row[part.unique] in taken:
            yield f"a key of one of the {part.name} is taken in {target.name}"
        else:
            new.append(row)
    target.insert(part, new)
