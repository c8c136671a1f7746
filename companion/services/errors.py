"""Errors of changes to a game."""

from collections.abc import Mapping

from companion.game.cards.hand import Hand
from companion.game.faults import ValidationError
from companion.game.requests.round import ImpossibleCountError
from companion.game.rounds import Seat
from companion.services.access import Access


class RefusedChangeError(ValidationError):
    """An invalid change, `is_impossible` if its counted cards exceed the deck."""

    def __init__(self, access: Access, refused: ValidationError) -> None:
        super().__init__(refused.faults)
        self.access = access
        self.is_impossible = isinstance(refused, ImpossibleCountError)


class UnconfirmedHandsError(Exception):
    """Hands given in words whose interpretation as cards the user has not confirmed yet."""

    def __init__(self, access: Access, hands: Mapping[Seat, Hand]) -> None:
        self.access = access
        self.hands = hands
        super().__init__(tuple(hands))


class NotInGameError(LookupError):
    """A round, key, seat or house rule that the game or group does not have."""


class ConflictError(Exception):
    """A change that conflicts with the current game, which is in `access`."""

    def __init__(self, access: Access) -> None:
        self.access = access
        super().__init__(access.game_id)


class StaleVersionError(ConflictError):
    """A change to another version of the game than the current one."""


class GameFinishedError(ConflictError):
    """A new round for a finished game."""


class RequestIdReusedError(ConflictError):
    """A request id that was already used for another request."""
