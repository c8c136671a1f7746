"""What each endpoint under `/api` takes and returns."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any

from companion.game.tournament.seating import PlanValues
from companion.rulebook import AnswersValues
from companion.rulings.history import ChangeValues
from companion.rulings.ruling import RulingValues
from companion.web.api import responses
from companion.web.api.responses import GameValues, NewKeysValues
from tests.openapi import requests
from tests.openapi.requests import RoundRequest, RoundsQuery, SeasonQuery, WriteRequest


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of the OpenAPI document, whose summary is the view's docstring.

    `response` is a type, or the media type of a text. `statuses` are those of a success.
    `query` is a `TypedDict`. `sent_header` is an optional request header, `header` is returned.
    """

    name: str
    response: Any
    statuses: tuple[int, ...] = (200,)
    _: KW_ONLY
    request: Any = None
    is_body_required: bool = True
    query: Any = None
    sent_header: str | None = None
    header: str | None = None


def reading(name: str) -> Operation:
    """Return an operation that reads a game, with an ETag and an optional range of rounds."""
    return Operation(
        name, GameValues, (200, 304), query=RoundsQuery, sent_header="If-None-Match", header="ETag"
    )


def creating(name: str, request: type) -> Operation:
    """Return an operation that creates a game, with its page for people in `Location`."""
    return Operation(name, NewKeysValues, (201,), request=request, header="Location")


def recording(name: str) -> Operation:
    """Return an operation that records a round, with status 200 for a retry."""
    return Operation(name, GameValues, (201, 200), request=RoundRequest)


def undoing(name: str) -> Operation:
    """Return an operation that undoes or redoes a change, with an optional body."""
    return Operation(name, GameValues, request=WriteRequest, is_body_required=False)


OPERATIONS: Mapping[str, Operation] = {
    "document.show": Operation("getDocument", dict[str, Any]),
    "document.rulings_schema": Operation("getRulebookSchema", dict[str, Any]),
    "editions.index": Operation("listEditions", responses.EditionsValues),
    "editions.show": Operation("getEdition", responses.EditionValues),
    "rulings.book": Operation(
        "getRulebook",
        responses.BookValues,
        (200, 304),
        sent_header="If-None-Match",
        header="ETag",
    ),
    "rulings.changes": Operation("getChanges", list[ChangeValues]),
    "rulings.index": Operation(
        "askRulings",
        responses.RulingsValues | AnswersValues,
        query=requests.RulingsQuery,
    ),
    "rulings.show": Operation("getRuling", RulingValues),
    "games.create": creating("createGame", requests.StartRequest),
    "games.show": reading("getGame"),
    "games.record": recording("recordRound"),
    "games.correct": Operation("correctRound", GameValues, request=RoundRequest),
    "games.remove": Operation("removeRound", GameValues, query=WriteRequest),
    "games.adjust": Operation("adjust", GameValues, (201, 200), request=requests.AdjustmentRequest),
    "games.remove_adjustment": Operation("removeAdjustment", GameValues, query=WriteRequest),
    "games.change": Operation(
        "changeGame", responses.ChangedGameValues, request=requests.ChangeRequest
    ),
    "games.draw_stage": Operation(
        "drawStage",
        GameValues,
        (201, 200),
        request=requests.StageRequest,
        is_body_required=False,
    ),
    "games.remove_stage": Operation("removeStage", GameValues, query=WriteRequest),
    "games.undo": undoing("undo"),
    "games.redo": undoing("redo"),
    "games.settle": Operation("settle", GameValues, request=requests.SettlementRequest),
    "games.unsettle": Operation("unsettle", GameValues, query=WriteRequest),
    "games.score_sheet": Operation("getScoreSheet", "text/plain"),
    "games.csv": Operation("getCsv", "text/csv"),
    "joining.take": Operation(
        "takeSeat", responses.SeatValues, (201, 200), request=requests.SeatRequest
    ),
    "joining.rename": Operation(
        "renameSeat", responses.SeatValues, request=requests.SeatChangeRequest
    ),
    "joining.leave": Operation("leaveSeat", responses.SeatValues, query=requests.SeatQuery),
    "journals.show": Operation("getJournal", responses.JournalValues, query=requests.JournalQuery),
    "journals.import_game": creating("importGame", requests.JournalRequest),
    "journals.restore": Operation(
        "restoreGame", responses.KeysValues, (200, 201), request=requests.KeptGameRequest
    ),
    "tournaments.show": reading("getTable"),
    "tournaments.record": recording("recordAtTable"),
    "tournaments.undo": undoing("undoAtTable"),
    "tournaments.show_plan": Operation("getPlan", PlanValues),
    "groups.show": Operation("getGroup", responses.GroupValues, query=SeasonQuery),
    "groups.table": Operation("getGroupCsv", "text/csv", query=SeasonQuery),
}
"""Operations by endpoint of the API."""
