"""What people do with their games: a use case each method, whoever asks for it.

Forms, JSON and the tables of a tournament all come here. How they were asked differs, what
happens does not.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from secrets import SystemRandom
from typing import Any

from companion.editions.fallback import edition_of_game
from companion.game.cards.hand import Hand
from companion.game.entries import (
    Entry,
    GameStarted,
    RoundCorrected,
    RoundRecorded,
    RoundRemoved,
    as_values,
)
from companion.game.faults import Fault, FaultCode, ValidationError, pointer
from companion.game.formats import FORMATS
from companion.game.game import Game
from companion.game.requests import change
from companion.game.requests.reader import RequestReader
from companion.game.requests.round import ImpossibleCountError, read_note, read_round
from companion.game.requests.start import read_start
from companion.game.rounds import Note, Round, Seat
from companion.game.standings import ending
from companion.rulebook import Rulebook
from companion.services.access import Access, FormerKeyError, UnknownKeyError, WrongKindError
from companion.services.caches import FormerKeys
from companion.services.replays import ReplayedGames, entry_of
from companion.services.trash import Sweeper
from companion.store.errors import (
    RepeatedRequestError,
    RequestIdTakenError,
    StoreError,
    VersionConflictError,
)
from companion.store.protocols import AccessKey, Change, Kind, Line, Store

MOST_TRIES = 100  # each time somebody else was quicker, and nobody is that often
PILE = 0  # where a seat's number would stand, for all opponents' cards as one
_CONTENT = json.JSONEncoder(sort_keys=True, ensure_ascii=False, default=str).encode
_BODY = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_FIRST_KEYS: tuple[tuple[Kind, int | None], ...] = (("score", None), ("watch", None))

Reading = Callable[[Game], object]
"""Reads the values of a round, in names, from what was sent: names are those the game now has."""


@dataclass(frozen=True, slots=True)
class Write:
    """How a change was asked for.

    `version`: what the asker had seen (None: whatever there is). `seen`: the same for one table of
    a tournament, as the number of its rounds; the other tables may have gone on. `request_id` and
    `content` make a repeated request one change. `by`: which phone.
    """

    request_id: str | None = None
    version: int | None = None
    content: Any = None
    by: str | None = None
    seen: int | None = None

    @property
    def fingerprint(self) -> str:
        """A short digest of what was asked for."""
        return hashlib.blake2b(_CONTENT(self.content).encode(), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game that was just started, and the keys to it."""

    game_id: str
    score_key: str
    watch_key: str


@dataclass(frozen=True, slots=True)
class Changed:
    """What a request came to: the game before and after, and the entry (None: done already)."""

    before: Game
    game: Game
    entry: Entry | None = None


class RefusedChangeError(ValidationError):
    """A change with faults in it; `access` names the cards in them as the box does.

    `is_impossible`: nothing is wrong but that the deck cannot hold what was counted.
    """

    def __init__(self, access: Access, refused: ValidationError) -> None:
        super().__init__(refused.faults)
        self.access = access
        self.is_impossible = isinstance(refused, ImpossibleCountError)


class UnconfirmedHandsError(Exception):
    """Hands were given in words, and nobody has seen yet as which cards they were read."""

    def __init__(self, access: Access, hands: Mapping[Seat, Hand]) -> None:
        self.access = access
        self.hands = hands
        super().__init__(tuple(hands))


class NotInGameError(LookupError):
    """A round or a key that the game does not have, or a point that its table has not settled."""


class ConflictError(Exception):
    """A change that does not fit the game: `code` says why, `access` how the game now stands."""

    code: str

    def __init__(self, access: Access) -> None:
        self.access = access
        super().__init__(self.code)


class StaleVersionError(ConflictError):
    """The asker had seen another version."""

    code = "stale"


class GameFinishedError(ConflictError):
    """A finished game takes no new round."""

    code = "finished"


class RequestIdReusedError(ConflictError):
    """The request id was already used for something else."""

    code = "request-id-reused"


class GameService:
    """All games of a store, played with the boxes of a rulebook.

    A change takes the `access` it is made with and the `write` it was asked for by. It raises
    `RefusedChangeError` or a `ConflictError`, and then nothing is changed; what was done already
    under the same request id is not done again.
    """

    def __init__(
        self,
        store: Store,
        rulebook: Rulebook,
        now: Callable[[], datetime],
        sweeper: Sweeper | None = None,
    ) -> None:
        self.store = store
        self.rulebook = rulebook
        self.now = now
        self.replays = ReplayedGames(store)
        self.former = FormerKeys()
        self.sweeper = sweeper or Sweeper()

    # reading

    def open_game(self, key: str, *kinds: Kind) -> Access:
        """Return the game that a key opens; raises `UnknownKeyError` if it is none of these kinds.

        `FormerKeyError` for one that opened something a while ago.
        """
        found = self.access_key(key)
        if found is None:
            why = self.former.why(key)
            raise FormerKeyError(why) if why else UnknownKeyError
        if found.kind not in kinds:
            raise WrongKindError
        return self.access(found)

    def access_key(self, key: str) -> AccessKey | None:
        """Return what the store holds of a key, with the version of its game; None for no key."""
        self.sweep_trash()
        return self.store.keys.find(key)

    def sweep_trash(self) -> None:
        """Remove what was deleted a day ago; whoever asks for a game sees to it."""
        self.sweeper.sweep(self.store.trash, self.now())

    def access(self, found: AccessKey) -> Access:
        """Return the game of a key that was found just now."""
        game = self.replays.game_at(found)
        edition = edition_of_game(game.start.edition, game.start.deck, self.rulebook.editions)
        return Access(found.key, found.kind, found.game, game, edition, found.table)

    def game(self, game_id: str) -> Game:
        """Return the game as it stands."""
        return self.replays.game(game_id)

    def journal(self, game_id: str) -> list[tuple[Line, Entry]]:
        """Return every change with its time and who made it."""
        return [(line, entry_of(line)) for line in self.store.journals.read(game_id)]

    def table_keys(self, game_id: str, game: Game) -> list[tuple[int, str]]:
        """Return the tables that a tournament now has, and the key to each."""
        most = max((len(r.tables) for r in game.seating), default=0)
        keys = self.store.keys.of_game(game_id)
        return [(k.table, k.key) for k in keys if k.table is not None and k.table <= most]

    # starting

    def start(
        self, start: GameStarted, by: str | None = None, *, is_drawn: bool = False
    ) -> NewGame:
        """Start a game under new keys; where `is_drawn`, lots decide who sits where."""
        if is_drawn:
            drawn = SystemRandom().sample(start.names, len(start.names))
            start = replace(start, names=tuple(drawn))
        return self.bring([(self.now(), start)], by)

    def bring(self, entries: Sequence[tuple[datetime, Entry]], by: str | None = None) -> NewGame:
        """Make a game of a whole journal, under new keys.

        A tournament is given keys for as many tables as it can ever have: people may still join.
        """
        start = entries[0][1]
        tables = range(0)
        if isinstance(start, GameStarted) and FORMATS[start.game_format].has_several_tables:
            tables = range(1, FORMATS[start.game_format].most_tables + 1)
        first, *more = [_stored(at, entry, Write(by=by)) for at, entry in entries]
        game_id = self.store.journals.create(
            first, *more, keys=(*_FIRST_KEYS, *(("table", table) for table in tables))
        )
        keys = {found.kind: found.key for found in self.store.keys.of_game(game_id)}
        return NewGame(game_id, keys["score"], keys["watch"])

    def rematch(self, access: Access, by: str | None = None) -> NewGame:
        """Start the same game again: same box, same seats, the next dealer."""
        game, start = access.game, access.game.start
        seats = game.company
        dealer = game.dealer if game.dealer in seats else None
        again = {
            "edition": start.edition,
            "format": start.game_format,
            "scoring": start.scoring,
            "target": start.target,
            "players": [game.name(seat) for seat in seats],
            "decks": start.decks,
            "left_out": start.left_out,
            "dealer": game.name(dealer) if dealer else None,
            "rounds_per_partnership": start.rounds_per_partnership,
        }
        new = self.start(read_start(again, self.rulebook.editions), by)
        self.store.series.follow(new.game_id, access.game_id)
        return new

    def rematch_key(self, access: Access) -> str | None:
        """Return the key to the game that this table went on with, None where there is none.

        Whoever may only watch is given a key that may only watch; a table of a tournament none.
        """
        following = self.store.series.following(access.game_id)
        if following is None or access.kind == "table":
            return None
        keys = self.store.keys.of_game(following)
        return next((each.key for each in keys if each.kind == access.kind), None)

    def is_in_series(self, access: Access) -> bool:
        """Return whether the table has played more than this one game."""
        return len(self.store.series.games(access.game_id)) > 1

    # keys and the trash

    def renew_key(self, access: Access, kind: object, table: object) -> str:
        """Return a new key of this kind (and table); the old ones open nothing from now on.

        Raises `NotInGameError` where the game has no such key.
        """
        keys = self.store.keys.of_game(access.game_id)
        old = [found for found in keys if (found.kind, found.table) == (kind, table)]
        if not old:
            raise NotInGameError(kind, table)
        new = self.store.keys.renew(access.game_id, old[0].kind, old[0].table)
        # Else whoever has a key to the game before would be led on to the new key of this one.
        self.store.series.detach(access.game_id)
        self.former.note([found.key for found in old], "renewed")
        return new

    def delete(self, access: Access) -> None:
        """Delete a game for everybody; for a day it can be restored with all its keys."""
        keys = [found.key for found in self.store.keys.of_game(access.game_id)]
        now = self.now()
        self.store.trash.delete(access.game_id, now)
        self.sweeper.deleted(now)
        self.former.note(keys, "deleted")

    def restore(self, game_id: str) -> None:
        """Restore a deleted game; raises `UnknownGameError` where that is a day ago."""
        self.sweep_trash()
        self.store.trash.undelete(game_id)
        self.former.forget(found.key for found in self.store.keys.of_game(game_id))

    # rounds

    def record_round(
        self, access: Access, write: Write, read: Reading, unconfirmed: Collection[Seat] = ()
    ) -> Changed:
        """Record the next round, at the table of the key if it is for one.

        Raises `UnconfirmedHandsError` where the round holds a hand of these seats: it was given in
        words, and is to be seen as cards before it is recorded.
        """

        def entry(game: Game) -> Entry:
            now = replace(access, game=game)
            if ending(game):
                raise GameFinishedError(now)
            _require_seen(now, write)
            values = read(game)
            if access.table is not None:
                values = at_table(values, access.table)
            return RoundRecorded(self._round(now, values, unconfirmed))

        changed = self._change(access, write, entry)
        if isinstance(changed.entry, RoundRecorded):
            self._clear_drafts(access.game_id, changed.entry.round.table)
        return changed

    def correct_round(
        self,
        access: Access,
        number: int,
        write: Write,
        read: Reading,
        unconfirmed: Collection[Seat] = (),
    ) -> Changed:
        """Correct round `number`; raises what `record_round` does, and `NotInGameError`."""

        def entry(game: Game) -> Entry:
            round_numbered(game, number)
            now = replace(access, game=game)
            return RoundCorrected(number, self._round(now, read(game), unconfirmed, number))

        return self._change(access, write, entry)

    def remove_round(self, access: Access, number: int, write: Write) -> Changed:
        """Remove round `number`, the later ones close up; raises `NotInGameError`."""

        def entry(game: Game) -> Entry:
            round_numbered(game, number)
            return RoundRemoved(number)

        return self._change(access, write, entry)

    def note_ruling(self, access: Access, number: int, write: Write, values: object) -> Changed:
        """Note with round `number` which ruling was applied; raises `NotInGameError`."""

        def entry(game: Game) -> Entry:
            round_ = round_numbered(game, number)
            return RoundCorrected(number, replace(round_, notes=(*round_.notes, read_note(values))))

        return self._change(access, write, entry)

    # taking back

    def undo(self, access: Access, write: Write) -> Changed:
        """Take back the last change that still stands, or the last round of the key's table."""
        table = access.table
        if table is None:
            return self._change(access, write, change.undo)

        def entry(game: Game) -> Entry:
            _require_seen(replace(access, game=game), write)
            return change.undo_at(game, table)

        return self._change(access, write, entry)

    def redo(self, access: Access, write: Write) -> Changed:
        """Take back the last taking back."""
        return self._change(access, write, change.redo)

    def step_back(self, access: Access, version: object, write: Write) -> Changed:
        """Take back all that came after a version."""
        return self._change(access, write, lambda game: change.step_back(game, version))

    # the table

    def change_settings(self, access: Access, write: Write, values: object) -> Changed:
        """Change target, names, who comes and goes, who deals, whether the game goes on."""
        return self._change(access, write, lambda game: change.read_change(game, values))

    def settle(self, access: Access, rule: str, write: Write, values: object) -> Changed:
        """Settle what this table plays on a point, whatever its sheet says."""
        return self._change(access, write, lambda game: change.read_settlement(game, rule, values))

    def unsettle(self, access: Access, rule: str, write: Write) -> Changed:
        """Play a point by the sheet again; raises `NotInGameError` if it was not settled."""

        def entry(game: Game) -> Entry:
            try:
                return change.unsettle(game, rule)
            except LookupError:
                raise NotInGameError(rule) from None

        return self._change(access, write, entry)

    # what all changes have in common

    def _change(self, access: Access, write: Write, make: Callable[[Game], Entry]) -> Changed:
        """Append what `make` says to the game as it stands, again while others are quicker."""
        game_id = access.game_id
        game = self.replays.held(game_id) or self.game(game_id)  # read when the asker was let in
        for _ in range(MOST_TRIES):
            try:
                entry = self._checked(replace(access, game=game), write, make)
                stored = _stored(self.now(), entry, write)
                return Changed(game, self.replays.append(game_id, game, entry, stored), entry)
            except RepeatedRequestError:
                game = self.game(game_id)
                return Changed(game, game)
            except RequestIdTakenError:
                raise RequestIdReusedError(replace(access, game=self.game(game_id))) from None
            except VersionConflictError:
                # Somebody was quicker. Whoever said which version they had seen is told by
                # `_checked`; for all others it is the same change to the game as it now stands.
                game = self.game(game_id)
            except ValidationError as refused:
                raise RefusedChangeError(access, refused) from refused
        raise StaleVersionError(replace(access, game=self.game(game_id)))

    def _checked(self, access: Access, write: Write, make: Callable[[Game], Entry]) -> Entry:
        """Make the entry; where it cannot be made, a request id that is known has the first word.

        Where it can be, the store looks at the request id before it appends.
        """
        try:
            _require_version(access, write)
            return make(access.game)
        except Exception:
            known = write.request_id and self.store.journals.request(
                access.game_id, write.request_id
            )
            if known:
                repeat = known.fingerprint == write.fingerprint
                raise (RepeatedRequestError if repeat else RequestIdTakenError)(known) from None
            raise

    def _round(
        self,
        access: Access,
        values: object,
        unconfirmed: Collection[Seat],
        number: int | None = None,
    ) -> Round:
        """Read a round: the next one, or what round `number` is corrected to."""
        round_ = read_round(access.game, access.edition.lexicon, values, number)
        if round_.notes:
            # A game from elsewhere may name rulings that are not known here: those stay.
            noted = access.game.rounds[number - 1].notes if number else ()
            known = {*self.rulebook.rulings.rules, *(note.rule for note in noted)}
            require_rulings(round_.notes, known)
        hands = {**round_.hands, **({PILE: round_.pile} if round_.pile else {})}
        if unseen := {seat: hand for seat, hand in hands.items() if seat in unconfirmed}:
            raise UnconfirmedHandsError(access, unseen)
        return round_

    def _clear_drafts(self, game_id: str, table: int) -> None:
        """Empty the hands that were counted for the round that is now recorded.

        Where that fails they are out of date all the same: they name the round they were for.
        """
        with suppress(StoreError):
            if any(draft.text for draft in self.store.drafts.read(game_id, table)):
                self.store.drafts.clear(game_id, table)


def round_numbered(game: Game, number: int) -> Round:
    """Return a round by its number, counted from 1; raises `NotInGameError` if there is none."""
    if type(number) is not int or not 1 <= number <= len(game.rounds):
        raise NotInGameError(number)
    return game.rounds[number - 1]


def require_rulings(notes: Sequence[Note], rules: Collection[str]) -> None:
    """Refuse a note on a ruling that does not exist: nobody could look it up."""
    faults = [
        Fault(FaultCode.UNKNOWN_RULE, pointer("notes", place, "rule"), {"rule": note.rule})
        for place, note in enumerate(notes)
        if note.rule not in rules
    ]
    if faults:
        raise ValidationError(faults)


def _require_version(access: Access, write: Write) -> None:
    """Refuse a request that had seen another version of the game."""
    if write.version not in {None, access.game.version}:
        raise StaleVersionError(access)


def _require_seen(access: Access, write: Write) -> None:
    """Refuse a page of a table that is not up to date with the rounds of that table."""
    played = sum(round_.table == access.table for round_ in access.game.rounds)
    if access.table is not None and write.seen not in {None, played}:
        raise StaleVersionError(access)


def at_table(values: object, table: int) -> dict[str, Any]:
    """Say of a round that it was played at the table of the key, and nowhere else."""
    asked = RequestReader(values).values
    given = asked.get("table")
    if given is not None and (isinstance(given, bool) or given != table):
        raise ValidationError([Fault(FaultCode.OTHER_TABLE, "/table", {"table": table})])
    return {**asked, "table": table}


def _stored(at: datetime, entry: Entry, write: Write) -> Change:
    return Change(
        at=at,
        body=_BODY(as_values(entry)),
        request_id=write.request_id,
        fingerprint=None if write.request_id is None else write.fingerprint,
        by=write.by,
    )
