"""From the entries of a journal to the game as it stands."""

from collections.abc import Iterable
from dataclasses import replace

from companion.game.entries import DealerSet, Entry, GameStarted, RoundRecorded, TakenBack
from companion.game.game import Game
from companion.game.happening import happened
from companion.game.replanning import first_plan
from companion.game.roster import RosterChange

__all__ = ["Game", "Versioned", "fold", "replay", "then"]

Versioned = tuple[int, Entry]  # an entry and the version of the game that it made


def replay(entries: Iterable[Versioned]) -> Game:
    """Work out the game from its whole journal; the first entry starts it."""
    journal = tuple(entries)
    taken_back = _taken_back(journal)
    (version, start), *later = journal
    if not isinstance(start, GameStarted):
        raise TypeError(start)
    game = _started(version, start)
    changes: list[int] = []
    for version, entry in later:
        if not isinstance(entry, TakenBack) and version not in taken_back:
            game = happened(entry, game)
            changes.append(version)
    return replace(
        game,
        version=version,
        changes=tuple(changes),
        undone=_redoable(journal, taken_back),
    )


def fold(game: Game, journal_entry: Versioned) -> Game | None:
    """Fold one appended entry onto a kept game; None where the journal must be replayed."""
    version, entry = journal_entry
    if isinstance(entry, TakenBack) or version != game.version + 1:
        return None
    return then(game, entry)


def then(game: Game, entry: Entry) -> Game:
    """Let one more thing happen; taking back is not among them, it needs the whole journal."""
    version = game.version + 1
    changes = (*game.changes, version)
    after = replace(happened(entry, game), version=version, changes=changes, undone=())
    if isinstance(entry, RoundRecorded):  # add to what is known instead of adding up again
        who = after.who_may_play(entry.round, len(after.rounds))
        course = game.course.then(entry.round, who)
        after.__dict__["course"] = course
    return after


def _taken_back(journal: tuple[Versioned, ...]) -> set[int]:
    """Find the versions that do not stand: a taking back only reaches back, and may itself fall."""
    taken: set[int] = set()
    for version, entry in reversed(journal):
        if isinstance(entry, TakenBack) and version not in taken:
            taken.update(earlier for earlier in entry.versions if earlier < version)
    return taken


def _redoable(journal: tuple[Versioned, ...], taken: set[int]) -> tuple[int, ...]:
    """Find what redo would take back: takings back since the last new change that still stand.

    A taking back of takings back is itself a redo, and is not redone again.
    """
    backs: dict[int, TakenBack] = {}
    for version, entry in journal:
        if not isinstance(entry, TakenBack):
            backs.clear()
        elif not set(entry.versions) & backs.keys():
            backs[version] = entry
    return tuple(version for version in backs if version not in taken)


def _started(version: int, start: GameStarted) -> Game:
    return Game(
        start=start,
        version=version,
        names=start.names,
        target=start.target,
        founders=tuple(range(1, len(start.names) + 1)),
        between=(RosterChange(1, DealerSet(start.dealer)),) if start.dealer else (),
        plan=first_plan(start),
        rotations=start.rotations,
    )
