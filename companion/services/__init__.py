"""What the application does, whoever asks for it: without Flask, without words for people.

Rooms above know nothing of the store but these values and errors, by this name.
"""

from companion.store.errors import (
    DamagedGameError,
    DamagedRowError,
    NoCodeLeftError,
    NotSavedError,
    StoreError,
    StoreUnavailableError,
    UnknownGameError,
)
from companion.store.protocols import DRAFT_LIMIT, AccessKey, Draft, Group, Kind, Line, Place

__all__ = [
    "DRAFT_LIMIT",
    "AccessKey",
    "DamagedGameError",
    "DamagedRowError",
    "Draft",
    "Group",
    "Kind",
    "Line",
    "NoCodeLeftError",
    "NotSavedError",
    "Place",
    "StoreError",
    "StoreUnavailableError",
    "UnknownGameError",
]
