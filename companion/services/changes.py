"""What people change in a game: a use case each method, whoever asks for it.

Forms, JSON and the tables of a tournament all come here. How they were asked differs, what
happens does not.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from random import SystemRandom
from typing import Any

from companion.game.entries import Entry, RoundCorrected, RoundRecorded, RoundRemoved, as_values
from companion.game.faults import ValidationError
from companion.game.game import Game
from companion.game.requests import change, seat
from companion.game.requests.round import at_table, read_note, read_round, require_rulings
from companion.game.requests.start import DRAWN
from companion.game.rounds import PILE, Round, Seat
from companion.game.standings import ending
from companion.keys import digest_of
from companion.rulebook import Rulebook
from companion.services import errors
from companion.services.access import Access
from companion.services.replays import ReplayedGames, Turn, turn
from companion.store.errors import (
    RepeatedRequestError,
    RequestIdTakenError,
    StoreError,
    VersionConflictError,
)
from companion.store.rows.lines import Change
from companion.store.store import Store

LONGEST_REQUEST_ID = 64
MOST_TRIES = 100  # each time somebody else was quicker, and nobody is that often
_CONTENT = json.JSONEncoder(sort_keys=True, ensure_ascii=False, default=str).encode
_BODY = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

Reading = Callable[[Game], object]
"""Reads values, in names, from what was sent: the names are those that the game now has."""


@dataclass(frozen=True, slots=True)
class Write:
    """How a change was asked for, and `by` which phone.

    `version`: what the asker had seen (None: whatever there is). `seen`: the same for one table of
    a tournament, as the number of its rounds. `request_id` and `content` tell a repeated request.
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
    """What a request came to: the game before and after, and the entry (None: done already)."""

    before: Game
    game: Game
    entry: Entry | None = None


class GameChanges:
    """Every change to a game that was started.

    It raises `RefusedChangeError` or a `ConflictError`, and then nothing is changed; what was done
    already under the same request id is not done again.
    """

    def __init__(
        self, store: Store, rulebook: Rulebook, now: Callable[[], datetime], replays: ReplayedGames
    ) -> None:
        self.store = store
        self.rulebook = rulebook
        self.now = now
        self.replays = replays
        self.queue: Turn = nullcontext

    def record_round(
        self, access: Access, write: Write, read: Reading, unconfirmed: Collection[Seat] = ()
    ) -> Changed:
        """Record the next round; `UnconfirmedHandsError` for words nobody has seen as cards yet."""

        def entry(game: Game) -> Entry:
            now = replace(access, game=game)
            if ending(game):
                # Not a fault of any field: what was typed is right, only too late.
                raise errors.GameFinishedError(now)
            _require_seen(now, write)
            values = read(game)
            if access.table is not None:
                values = at_table(values, access.table)
            return RoundRecorded(self._round(now, values, unconfirmed))

        changed = self._append(access, write, entry)
        if isinstance(changed.entry, RoundRecorded):
            table = changed.entry.round.table
            # The round is saved whatever becomes of the hands that were counted for it: where
            # they stay, they name the round they were for and nobody is shown them again.
            with suppress(StoreError):
                # Most rounds were counted on one phone, and looking is cheaper than writing.
                if any(draft.text for draft in self.store.drafts.read(access.game_id, table)):
                    self.store.drafts.clear(access.game_id, table)
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
            round_ = self._round(replace(access, game=game), read(game), unconfirmed, number)
            return RoundCorrected(number, round_)

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

    def undo(self, access: Access, write: Write) -> Changed:
        """Take back the last change that still stands, or the last round of the key's table."""

        # Else one table of a tournament could take back the round of another.
        def entry(game: Game) -> Entry:
            _require_seen(replace(access, game=game), write)
            return change.undo(game) if access.table is None else change.undo_at(game, access.table)

        return self._change(access, write, entry)

    def redo(self, access: Access, write: Write) -> Changed:
        return self._change(access, write, change.redo)

    def step_back(self, access: Access, version: object, write: Write) -> Changed:
        return self._change(access, write, lambda game: change.step_back(game, version))

    def change_settings(self, access: Access, write: Write, values: object) -> Changed:
        """Change target, names, who comes and goes, who deals, whether the game goes on."""
        # Drawn for every try anew: meanwhile somebody else may have come.
        return self._change(
            access, write, lambda game: change.read_change(game, _with_drawn_seats(game, values))
        )

    def change_seats(self, access: Access, write: Write, read: Reading) -> Changed:
        """Change seats; `NotInGameError` once the game has begun, or where `read` returns None."""

        def entry(game: Game) -> Entry:
            values = read(game)
            if values is None or not game.is_seating:
                raise errors.NotInGameError
            return change.read_change(game, values)

        return self._change(access, write, entry)

    def take_seat(self, access: Access, write: Write, values: object, seat_key: str) -> Changed:
        """Let a phone take a seat, or change the name of the one that it has."""
        phone = digest_of(seat_key)
        return self._change(access, write, lambda game: seat.take_seat(game, values, phone))

    def rename_seat(self, access: Access, write: Write, values: object, seat_key: str) -> Changed:
        """Change the name of the seat of a phone; raises `NotInGameError` if it has none."""
        phone = digest_of(seat_key)
        return self._change_found(access, write, lambda game: seat.rename_seat(game, values, phone))

    def leave_seat(self, access: Access, write: Write, seat_key: str) -> Changed:
        """Give the seat of a phone up; raises `NotInGameError` if it has none."""
        phone = digest_of(seat_key)
        return self._change_found(access, write, lambda game: seat.leave_seat(game, phone))

    def _change_found(self, access: Access, write: Write, make: Callable[[Game], Entry]) -> Changed:
        """Make a change; `NotInGameError` where the game does not have what it is about."""
        try:
            return self._change(access, write, make)
        except LookupError:
            raise errors.NotInGameError from None

    def settle(self, access: Access, rule: str, write: Write, values: object) -> Changed:
        return self._change(access, write, lambda game: change.read_settlement(game, rule, values))

    def unsettle(self, access: Access, rule: str, write: Write) -> Changed:
        """Play a point by the sheet again; raises `NotInGameError` if it was not settled."""
        return self._change_found(access, write, lambda game: change.unsettle(game, rule))

    def _change(self, access: Access, write: Write, make: Callable[[Game], Entry]) -> Changed:
        """Append anything but a round, after which all rounds are added up anew."""
        with turn(access.game.version, self.queue):
            changed = self._append(access, write, make)
            changed.game.tally  # noqa: B018 - kept with the game
            return changed

    def _append(self, access: Access, write: Write, make: Callable[[Game], Entry]) -> Changed:
        """Append what `make` says to the game as it stands, again while others are quicker."""
        game_id = access.game_id
        # It was read when the key was opened; the store refuses the change if it is older by now.
        game = self.replays.held(game_id) or self.replays.game(game_id)
        for _ in range(MOST_TRIES):
            try:
                entry = self._checked(replace(access, game=game), write, make)
                stored = stored_change(self.now(), entry, write)
                return Changed(game, self.replays.append(game_id, game, entry, stored), entry)
            except RepeatedRequestError:
                game = self.replays.game(game_id)
                return Changed(game, game)
            except RequestIdTakenError:
                now = replace(access, game=self.replays.game(game_id))
                raise errors.RequestIdReusedError(now) from None
            except VersionConflictError:
                # Somebody was quicker. Whoever said which version they had seen is told by
                # `_checked`; for all others it is the same change to the game as it now stands.
                game = self.replays.game(game_id)
            except ValidationError as refused:
                raise errors.RefusedChangeError(access, refused) from refused
        raise errors.StaleVersionError(replace(access, game=self.replays.game(game_id)))

    def _checked(self, access: Access, write: Write, make: Callable[[Game], Entry]) -> Entry:
        """Make the entry; where it cannot be made, a known request id has the first word."""
        try:
            _require_version(access, write)
            return make(access.game)
        except Exception:
            # A phone that heard no answer sends the same again: by then its version is old and the
            # round may not fit any more, yet it was saved. So the request id goes before any fault.
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
        # Whatever has become of its cards, a box that is here has its words: only for one that is
        # gone are they made up from the game.
        box = self.rulebook.playable.get(access.game.start.edition) or access.edition
        round_ = read_round(access.game, box.lexicon, values, number)
        if round_.notes:
            # A game from elsewhere may name rulings that are not known here: those stay.
            noted = access.game.rounds[number - 1].notes if number else ()
            known = {*self.rulebook.rulings.rules, *(note.rule for note in noted)}
            require_rulings(round_.notes, known)
        hands = {**round_.hands, **({PILE: round_.pile} if round_.pile else {})}
        if unseen := {seat: hand for seat, hand in hands.items() if seat in unconfirmed}:
            raise errors.UnconfirmedHandsError(access, unseen)
        return round_


def _with_drawn_seats(game: Game, values: object) -> object:
    """Return a request that closes the seats with the order that lots have decided, if it asks."""
    if not (game.is_seating and isinstance(values, Mapping)) or "players" in values:
        return values
    seating = values.get("seating") or game.start.seating
    if values.get("open_seats") is not False or seating != DRAWN:
        return values
    return {**values, "players": by_lot(game.names)}


def by_lot(names: Sequence[str]) -> list[str]:
    return SystemRandom().sample(names, len(names))


def round_numbered(game: Game, number: int) -> Round:
    """Return a round by its number, counted from 1; raises `NotInGameError` if there is none."""
    if type(number) is not int or not 1 <= number <= len(game.rounds):
        raise errors.NotInGameError(number)
    return game.rounds[number - 1]


def _require_version(access: Access, write: Write) -> None:
    if write.version not in {None, access.game.version}:
        raise errors.StaleVersionError(access)


def _require_seen(access: Access, write: Write) -> None:
    played = sum(round_.table == access.table for round_ in access.game.rounds)
    if access.table is not None and write.seen not in {None, played}:
        raise errors.StaleVersionError(access)


def stored_change(at: datetime, entry: Entry, write: Write) -> Change:
    return Change(
        at=at,
        body=_BODY(as_values(entry)),
        request_id=write.request_id,
        fingerprint=None if write.request_id is None else write.fingerprint,
        by=write.by,
    )
