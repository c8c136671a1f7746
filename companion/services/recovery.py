"""Recovery of a lost game from a phone's copy.

The phone needs the scoring key and gains no further rights. A journal can only grow by valid
entries, and deleted games stay deleted.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile

from companion.editions import Edition
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.game import Game
from companion.game.replay import replay
from companion.game.requests.reader import RequestReader
from companion.game.requests.round import MOST_TABLES
from companion.keys import is_key, new_key
from companion.services import access, replays, transfer
from companion.services.changes import LONGEST_REQUEST_ID, Write, stored_change
from companion.services.games import GameService
from companion.store import errors
from companion.store.rows.groups import Group
from companion.store.rows.keys import AccessKey
from companion.store.rows.lines import Change

_FINGERPRINT = re.compile(r"[0-9a-f]{1,128}")
# Who made a change: a nickname, a player's name, or both names of a seat with a stand-in.
_BY = re.compile(r"[^\x00-\x1f\x7f-\x9f]{1,60}")


class DivergedError(Exception):
    """A journal that diverges from the server's after `common` entries."""

    def __init__(self, common: int) -> None:
        self.common = common
        super().__init__(common)


@dataclass(frozen=True, slots=True)
class PhoneCopy:
    """A phone's copy of a game, with its scoring key first and the `group` if known."""

    game_id: str
    keys: tuple[AccessKey, ...]
    changes: tuple[Change, ...]
    group: Group | None = None


@dataclass(frozen=True, slots=True)
class RecoveredGame:
    """A recovered game and its keys, `is_new` if the server had lost it."""

    keys: Sequence[AccessKey]
    game: Game
    is_new: bool = False


def read_phone_copy(values: object, editions: Mapping[str, Edition], now: datetime) -> PhoneCopy:
    """Validate a phone's copy of a game, or raise `ValidationError` or `JournalTooLargeError`."""
    reader = RequestReader(values)
    game_id = _read_key(reader, "id")
    score = AccessKey(_read_key(reader, "score_key"), game_id, "score")
    watch = AccessKey(_read_key(reader, "watch_key"), game_id, "watch")
    keys = [score, watch]
    for place, each in enumerate(reader.sequence("tables")[:MOST_TABLES]):
        with reader.nested("tables", place):
            table = RequestReader(each)
            number = table.integer("table", 1, MOST_TABLES)
            keys.append(AccessKey(_read_key(table, "key"), game_id, "table", number))
            table.raise_faults()
    if reader.has("join_key"):
        keys.append(AccessKey(_read_key(reader, "join_key"), game_id, "join"))
    group = None
    if reader.has("group"):
        with reader.nested("group"):
            of_group = RequestReader(reader.values["group"])
            group = Group(_read_key(of_group, "id"), _read_key(of_group, "key"))
            of_group.raise_faults()
    reader.raise_faults()
    if len({found.key for found in keys}) < len(keys):
        reader.add_fault(FaultCode.NOT_A_KEY, "watch_key")
    reader.raise_faults()
    entries = transfer.read_journal(values, editions, now, is_restored=True)
    sent = reader.sequence("entries")
    changes = [
        _as_sent(stored_change(at, entry, Write()), values, place)
        for place, ((at, entry), values) in enumerate(zip(entries, sent, strict=True))
    ]
    _check_requests(changes)
    # New keys replace those of tables and joining that the phone lacks.
    needed = access.keys_needed(entries[0][1])
    keys = [key for key in keys if key.table is None or (key.kind, key.table) in needed]
    kinds = {key.kind for key in keys}
    keys += [AccessKey(new_key(), game_id, *each) for each in needed if each[0] not in kinds]
    return PhoneCopy(game_id, tuple(keys), tuple(changes), group)


def _check_requests(changes: Sequence[Change]) -> None:
    """Raise `ValidationError` if two entries have the same request id."""
    seen: set[str] = set()
    for place, change in enumerate(changes):
        if change.request_id in seen:
            raise ValidationError([Fault(FaultCode.NOT_AN_ENTRY, f"/entries/{place}")])
        if change.request_id is not None:
            seen.add(change.request_id)


def _read_key(reader: RequestReader, name: str) -> str:
    key = reader.values.get(name)
    if isinstance(key, str) and is_key(key):
        return key
    reader.add_fault(FaultCode.NOT_A_KEY, name)
    return ""


def _as_sent(change: Change, sent: Mapping[str, object], place: int) -> Change:
    """Return a change with the sent request id, fingerprint and phone, or raise if invalid."""
    match [sent.get(name) for name in ("request_id", "fingerprint", "by")]:
        case [str() | None as request_id, str() | None as fingerprint, str() | None as by] if (
            len(request_id or "") <= LONGEST_REQUEST_ID
            and (fingerprint is None or _FINGERPRINT.fullmatch(fingerprint))
            and (by is None or _BY.fullmatch(by))
        ):
            return replace(change, request_id=request_id, fingerprint=fingerprint, by=by)
    raise ValidationError([Fault(FaultCode.NOT_AN_ENTRY, f"/entries/{place}")])


def recover(games: GameService, copy: PhoneCopy) -> RecoveredGame:
    """Recreate or extend a game by a phone's copy, or raise `DivergedError` or `FormerKeyError`."""
    games.sweep_trash()
    try:
        games.store.journals.revive(copy.game_id, copy.changes, copy.keys)
    except errors.GameExistsError:
        return _extend(games, copy)
    except errors.UnknownGameError:
        raise access.FormerKeyError(why="erased") from None
    if copy.group:
        _restore_group(games, copy.game_id, copy.group)
    keys = games.store.keys.of_game(copy.game_id)
    return RecoveredGame(keys, games.game(copy.game_id), is_new=True)


def _restore_group(games: GameService, game_id: str, group: Group) -> None:
    """Put a game back into its group, unless that was deleted or its link renewed since."""
    groups = games.store.groups
    with suppress(errors.DamagedRowError, errors.UnknownGroupError):
        try:
            key = groups.get(group.id).key
        except errors.UnknownGroupError:
            key = group.key
        if key == group.key:
            groups.begin(game_id, like=group)


def _extend(games: GameService, copy: PhoneCopy) -> RecoveredGame:
    keys = games.store.keys.of_game(copy.game_id)
    if copy.keys[0] not in keys:
        # The scoring link was renewed, so the phone gets no entries that it did not send.
        entries = enumerate(map(replays.entry_of, copy.changes), start=1)
        return RecoveredGame(copy.keys, replay(entries))
    while True:
        here = games.store.journals.read(copy.game_id)
        pairs = zip(here, copy.changes, strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0].body == pair[1].body, pairs))
        if common < min(len(here), len(copy.changes)):
            raise DivergedError(common)
        try:
            games.store.journals.extend(copy.game_id, len(here), copy.changes[common:])
        except errors.VersionConflictError:
            continue  # another phone has just saved a round
        return RecoveredGame(keys, games.game(copy.game_id))
