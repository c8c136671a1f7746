"""Which games of a group a page is asked for."""

from collections.abc import Mapping

from flask import flash

from companion.game.faults import ValidationError
from companion.services.groups.overview import ALL_TIME
from companion.services.groups.season import Season, read_season
from companion.web.ui.messages import fault_sentence


def season_asked(values: Mapping[str, str]) -> Season:
    """Return which games are asked for; all of them, said so, where that cannot be read."""
    try:
        return read_season(values)
    except ValidationError as refused:
        flash(fault_sentence(refused.faults[0]), "fault")
        return ALL_TIME
