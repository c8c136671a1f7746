"""Why a change to a game was not made."""

from collections.abc import Mapping

from companion.game.cards.hand import Hand
from companion.game.faults import ValidationError
from companion.game.requests.round import ImpossibleCountError
from companion.game.rounds import Seat
from companion.services.access import Access


class RefusedChangeError(ValidationError):
    """A change with faults; `is_impossible`: only as the deck cannot hold what was counted."""

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
    """A change that does not fit the game; `access`: how it now stands."""

    def __init__(self, access: Access) -> None:
        self.access = access
        super().__init__(access.game_id)


class StaleVersionError(ConflictError):
    """The asker had seen another version."""


class GameFinishedError(ConflictError):
    """A finished game takes no new round."""


class RequestIdReusedError(ConflictError):
    """The request id was already used for something else."""
