"""Changes to a game, one use case per method, shared by forms, JSON and tournament tables."""

import hashlib
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from random import SystemRandom
from typing import Any, TypeVar

from companion.game import entries as e
from companion.game import journal_format
from companion.game.faults import ValidationError
from companion.game.game import Game
from companion.game.requests import change, seat, stage
from companion.game.requests.adjustment import read_adjustment
from companion.game.requests.round import at_table, read_note, read_round, require_rulings
from companion.game.requests.start import DRAWN
from companion.game.rounds import PILE, Round, Seat
from companion.game.standings import ending
from companion.keys import digest_of
from companion.rulebook import Rulebook
from companion.services import errors
from companion.services.access import Access
from companion.services.replays import ReplayedGames, Slot, replay_slot
from companion.store import errors as store_errors
from companion.store.rows.lines import Change
from companion.store.store import Store

LONGEST_REQUEST_ID = 64
MOST_TRIES = 100  # retries after version conflicts, far more than can happen in a row
_CONTENT = json.JSONEncoder(sort_keys=True, ensure_ascii=False, default=str).encode
_BODY = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

ReadValues = Callable[[Game], object]
"""Function that reads a request's values, resolving names with the current game."""

Make = Callable[[Game], e.Entry]
"""Function that makes the entry of a change for the current game."""

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Write:
    """Metadata of a change request: the phone (`by`), the version it has seen, and its id.

    `version` is the game's version that the client has seen (None for any). `seen` is the same for
    one table of a tournament, as its number of rounds. `request_id` and `content` identify a
    repeated request.
    """

    request_id: str | None = None
    version: int | None = None
    content: Any = None
    by: str | None = None
    seen: int | None = None

    @property
    def fingerprint(self) -> str:
        return hashlib.blake2b(_CONTENT(self.content).encode(), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class Changed:
    """Result of a change: the game before and after, and the new entry (None for a repeat)."""

    before: Game
    game: Game
    entry: e.Entry | None = None


class GameChanges:
    """Methods that change a started game, each by one journal entry.

    Each either succeeds, or raises `RefusedChangeError` or a `ConflictError` and changes nothing.
    Requests with a request id are idempotent.
    """

    def __init__(
        self, store: Store, rulebook: Rulebook, now: Callable[[], datetime], replays: ReplayedGames
    ) -> None:
        self.store = store
        self.rulebook = rulebook
        self.now = now
        self.replays = replays
        self.queue: Slot = nullcontext

    def record_round(
        self, access: Access, write: Write, read: ReadValues, unconfirmed: Collection[Seat] = ()
    ) -> Changed:
        """Record a round, or raise `UnconfirmedHandsError` if `unconfirmed` seats have hands."""

        def entry(game: Game) -> e.Entry:
            now = replace(access, game=game)
            _require_running(now, write)
            values = at_table(read(game), access.table)
            return e.RoundRecorded(self._round(now, values, unconfirmed))

        changed = self._append(access, write, entry)
        if isinstance(changed.entry, e.RoundRecorded):
            table = changed.entry.round.table
            # The round is saved even if clearing its drafts fails. Drafts that stay contain the
            # number of their round, so they are not shown for the next one.
            with suppress(store_errors.StoreError):
                # Most rounds have no drafts of other phones, and a read is cheaper than a write.
                if any(draft.text for draft in self.store.drafts.read(access.game_id, table)):
                    self.store.drafts.clear(access.game_id, table)
        return changed

    def correct_round(
        self,
        access: Access,
        number: int,
        write: Write,
        read: ReadValues,
        unconfirmed: Collection[Seat] = (),
    ) -> Changed:
        """Correct round `number`, or raise `NotInGameError` or an error of `record_round`."""

        def entry(game: Game) -> e.Entry:
            numbered(game.rounds, number)
            round_ = self._round(replace(access, game=game), read(game), unconfirmed, number)
            return e.RoundCorrected(number, round_)

        return self._change(access, write, entry)

    def remove_round(self, access: Access, number: int, write: Write) -> Changed:
        """Remove round `number` and renumber the later ones, or raise `NotInGameError`."""
        return self._change(access, write, partial(checked_removal, e.RoundRemoved(number)))

    def adjust(self, access: Access, write: Write, values: object) -> Changed:
        """Add points beside the rounds, with a table's key only for a player of that table.

        Raise `GameFinishedError` if the game is over.
        """
        return self._change_running(
            access, write, lambda game: read_adjustment(game, at_table(values, access.table))
        )

    def remove_adjustment(self, access: Access, number: int, write: Write) -> Changed:
        """Remove adjustment `number` and renumber the later ones, or raise `NotInGameError`."""
        return self._change(access, write, partial(checked_removal, e.AdjustmentRemoved(number)))

    def note_ruling(self, access: Access, number: int, write: Write, values: object) -> Changed:
        """Note at round `number` which ruling was applied, or raise `NotInGameError`."""

        def entry(game: Game) -> e.Entry:
            round_ = numbered(game.rounds, number)
            notes = (*round_.notes, read_note(values))
            return e.RoundCorrected(number, replace(round_, notes=notes))

        return self._change(access, write, entry)

    def undo(self, access: Access, write: Write) -> Changed:
        """Undo the last change in effect, or with a table's key the last round of that table."""

        # A table of a tournament must not undo the round of another table.
        def entry(game: Game) -> e.Entry:
            _require_seen(replace(access, game=game), write)
            return change.undo(game) if access.table is None else change.undo_at(game, access.table)

        return self._change(access, write, entry)

    def redo(self, access: Access, write: Write) -> Changed:
        return self._change(access, write, change.redo)

    def step_back(self, access: Access, version: object, write: Write) -> Changed:
        return self._change(access, write, lambda game: change.step_back(game, version))

    def change_settings(self, access: Access, write: Write, values: object) -> Changed:
        """Change what `values` names, such as target, dealer, players or whether it is finished."""
        # Seats are drawn again for every retry, because a player may have joined meanwhile.
        return self._change(
            access, write, lambda game: change.read_change(game, _with_drawn_seats(game, values))
        )

    def draw_stage(self, access: Access, write: Write, values: object) -> Changed:
        """Draw the next stage of heats, or raise `GameFinishedError`."""
        return self._change_running(access, write, lambda game: stage.read_draw(game, values))

    def draw_again(self, access: Access, write: Write) -> Changed:
        """Draw the last stage again, or raise an error of `draw_stage` or `remove_stage`."""
        try:
            return self._change_running(access, write, stage.read_draw_again)
        except LookupError:
            raise errors.NotInGameError from None

    def remove_stage(self, access: Access, number: int, write: Write) -> Changed:
        """Remove the draw of a stage, or raise `NotInGameError` if it was not drawn."""
        return self._change_found(
            access, write, lambda game: stage.read_stage_removed(game, number)
        )

    def change_seats(self, access: Access, write: Write, read: ReadValues) -> Changed:
        """Change open seats, or raise `NotInGameError` if seats are closed or `read` gives None."""

        def entry(game: Game) -> e.Entry:
            values = read(game)
            if values is None or not game.is_seating:
                raise errors.NotInGameError
            return change.read_change(game, values)

        return self._change(access, write, entry)

    def take_seat(self, access: Access, write: Write, values: object, seat_key: str) -> Changed:
        """Give the phone with this seat key a seat, or rename the seat that it has."""
        phone = digest_of(seat_key)
        return self._change(access, write, lambda game: seat.take_seat(game, values, phone))

    def rename_seat(self, access: Access, write: Write, values: object, seat_key: str) -> Changed:
        """Rename the seat of a phone, or raise `NotInGameError` if it has none."""
        phone = digest_of(seat_key)
        return self._change_found(access, write, lambda game: seat.rename_seat(game, values, phone))

    def leave_seat(self, access: Access, write: Write, seat_key: str) -> Changed:
        """Give up the seat of a phone, or raise `NotInGameError` if it has none."""
        phone = digest_of(seat_key)
        return self._change_found(access, write, lambda game: seat.leave_seat(game, phone))

    def _change_found(self, access: Access, write: Write, make: Make) -> Changed:
        """Append the entry of `make`, or raise `NotInGameError` if `make` raises LookupError."""
        try:
            return self._change(access, write, make)
        except LookupError:
            raise errors.NotInGameError from None

    def settle(self, access: Access, rule: str, write: Write, values: object) -> Changed:
        return self._change(access, write, lambda game: change.read_settlement(game, rule, values))

    def unsettle(self, access: Access, rule: str, write: Write) -> Changed:
        """Remove a house rule, so the leaflet applies, or raise `NotInGameError` if not settled."""
        return self._change_found(access, write, lambda game: change.unsettle(game, rule))

    def _change_running(self, access: Access, write: Write, make: Make) -> Changed:
        """Append the entry of `make`, or raise `GameFinishedError` or `StaleVersionError`."""

        def entry(game: Game) -> e.Entry:
            _require_running(replace(access, game=game), write)
            return make(game)

        return self._change(access, write, entry)

    def _change(self, access: Access, write: Write, make: Make) -> Changed:
        """Append any entry but a new round, and recompute the totals of all rounds."""
        with replay_slot(access.game.version, self.queue):
            changed = self._append(access, write, make)
            changed.game.tally  # noqa: B018 - cached in the game
            return changed

    def _append(self, access: Access, write: Write, make: Make) -> Changed:
        """Append the entry that `make` returns for the current game, retrying after conflicts."""
        game_id = access.game_id
        # Usually cached since its key was looked up. The store refuses changes to a stale game.
        game = self.replays.cached_game(game_id) or self.replays.game(game_id)
        for _ in range(MOST_TRIES):
            try:
                entry = self._checked(replace(access, game=game), write, make)
                stored = stored_change(self.now(), entry, write)
                return Changed(game, self.replays.append(game_id, game, entry, stored), entry)
            except store_errors.RepeatedRequestError:
                game = self.replays.game(game_id)
                return Changed(game, game)
            except store_errors.RequestIdTakenError:
                now = replace(access, game=self.replays.game(game_id))
                raise errors.RequestIdReusedError(now) from None
            except store_errors.VersionConflictError:
                # Another change was saved first. `_checked` raises for requests that named a
                # version; any other request is applied to the new version of the game.
                game = self.replays.game(game_id)
            except ValidationError as refused:
                raise errors.RefusedChangeError(access, refused) from refused
        raise errors.StaleVersionError(replace(access, game=self.replays.game(game_id)))

    def _checked(self, access: Access, write: Write, make: Make) -> e.Entry:
        """Return the entry of `make`, or raise for a request id known already if that fails."""
        try:
            _require_version(access, write)
            return make(access.game)
        except Exception:
            # A phone that got no response repeats the request. If it was saved, its version is now
            # stale and its round may be invalid, so the request id is checked before other errors.
            journals, request_id = self.store.journals, write.request_id
            if request_id and (known := journals.request(access.game_id, request_id)):
                if known.fingerprint == write.fingerprint:
                    raise store_errors.RepeatedRequestError(known) from None
                raise store_errors.RequestIdTakenError(known) from None
            raise

    def _round(
        self,
        access: Access,
        values: object,
        unconfirmed: Collection[Seat],
        number: int | None = None,
    ) -> Round:
        """Return the round that `values` describe, the next one or the correction of `number`."""
        # Names of cards come from the box if it exists, even if its cards have changed, else from
        # a fallback box derived from the game.
        box = self.rulebook.playable.get(access.game.start.edition) or access.edition
        round_ = read_round(access.game, box.lexicon, values, number)
        if round_.notes:
            # An imported game may name rulings that this server does not know, which are accepted.
            noted = access.game.rounds[number - 1].notes if number else ()
            known = {*self.rulebook.rulings.rules, *(note.rule for note in noted)}
            require_rulings(round_.notes, known)
        hands = {**round_.hands, **({PILE: round_.pile} if round_.pile else {})}
        if unseen := {seat: hand for seat, hand in hands.items() if seat in unconfirmed}:
            raise errors.UnconfirmedHandsError(access, unseen)
        return round_


def _with_drawn_seats(game: Game, values: object) -> object:
    """Return the request, with `players` in random order if it closes seats that are drawn."""
    if not (game.is_seating and isinstance(values, Mapping)) or "players" in values:
        return values
    seating = values.get("seating") or game.start.seating
    if values.get("open_seats") is not False or seating != DRAWN:
        return values
    return {**values, "players": shuffled(game.names)}


def shuffled(names: Sequence[str]) -> list[str]:
    return SystemRandom().sample(names, len(names))


def numbered(items: Sequence[Item], number: int) -> Item:
    """Return a round or adjustment by its number from 1, or raise `NotInGameError`."""
    if type(number) is not int or not 1 <= number <= len(items):
        raise errors.NotInGameError(number)
    return items[number - 1]


def checked_removal(removed: e.RoundRemoved | e.AdjustmentRemoved, game: Game) -> e.Entry:
    """Return the entry, or raise `NotInGameError` if the game lacks what it removes."""
    is_round = isinstance(removed, e.RoundRemoved)
    numbered(game.rounds if is_round else game.adjustments, removed.number)
    return removed


def _require_version(access: Access, write: Write) -> None:
    if write.version not in {None, access.game.version}:
        raise errors.StaleVersionError(access)


def _require_running(access: Access, write: Write) -> None:
    """Raise `GameFinishedError` if the game is over, or a conflict of the key's table."""
    if ending(access.game):
        # A conflict and not a validation error, as the values may be valid.
        raise errors.GameFinishedError(access)
    _require_seen(access, write)


def _require_seen(access: Access, write: Write) -> None:
    played = sum(round_.table == access.table for round_ in access.game.rounds)
    if access.table is not None and write.seen not in {None, played}:
        raise errors.StaleVersionError(access)


def stored_change(at: datetime, entry: e.Entry, write: Write) -> Change:
    values = e.as_values(entry)
    return Change(
        at=at,
        body=_BODY(values),
        request_id=write.request_id,
        fingerprint=None if write.request_id is None else write.fingerprint,
        by=write.by,
        newer_words=journal_format.newer(values),
    )
