"""Which of a group's games are asked for: from a day to a day, with one box."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from companion.game.faults import Fault, FaultCode, ValidationError

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LONGEST_ZONE = 60


@dataclass(frozen=True, slots=True)
class Season:
    """The days `first` to `last` (both included, None: no limit), by the clock of `zone`.

    `edition`: the box, empty for all. `zone`: None for that of the server.
    """

    first: date | None = None
    last: date | None = None
    edition: str = ""
    zone: tzinfo | None = None

    @property
    def has_days(self) -> bool:
        return self.first is not None or self.last is not None

    def day(self, at: datetime) -> date:
        return at.astimezone(self.zone).date()

    def has(self, edition: str, finished: datetime | None) -> bool:
        """Return whether a game belongs to it; one that is still played has no day yet."""
        if self.edition not in {"", edition}:
            return False
        if finished is None:
            return not self.has_days
        day = self.day(finished)
        return (self.first or day) <= day <= (self.last or day)


def read_season(values: Mapping[str, str]) -> Season:
    """Return what `from`, `to`, `edition` and `tz` ask for; raises `ValidationError`."""
    faults: list[Fault] = []
    days = [_read_day(values.get(name, ""), f"/{name}", faults) for name in ("from", "to")]
    zone = _read_zone(values.get("tz", ""), faults)
    if faults:
        raise ValidationError(faults)
    return Season(days[0], days[1], values.get("edition", ""), zone)


def _read_day(text: str, path: str, faults: list[Fault]) -> date | None:
    if not text:
        return None
    with suppress(ValueError):
        if _DAY.fullmatch(text):  # Python also reads weeks, and days without hyphens
            return date.fromisoformat(text)
    faults.append(Fault(FaultCode.NOT_A_DAY, path))
    return None


def _read_zone(name: str, faults: list[Fault]) -> tzinfo | None:
    if not name:
        return None
    # A name may lead out of the folder of zones (ValueError) or to a folder in it (OSError).
    with suppress(ZoneInfoNotFoundError, ValueError, OSError):
        if len(name) <= _LONGEST_ZONE:
            return ZoneInfo(name)
    faults.append(Fault(FaultCode.NOT_A_TIME_ZONE, "/tz"))
    return None
