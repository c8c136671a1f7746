"""What each address under `/api` takes and gives, and where its answers lead."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.datafiles.text import LANGUAGES
from companion.web.api.openapi.requests import ASKED, WRITE
from companion.web.api.openapi.schema import TEXT, Schema

LANG: Mapping[str, Schema] = {
    "lang": TEXT
    | {
        "description": " or ".join(f"`{code}`" for code in LANGUAGES)
        + ": the language of names and messages."
    }
}
_SPAN: Schema = {
    "type": "string",
    "pattern": "^[0-9]{1,9}-[0-9]{1,9}$",
    "description": "Which rounds to give, as first-last.",
}


@dataclass(frozen=True, slots=True)
class Operation:
    """One way to ask.

    `name` is its operationId. `gives` and `takes` name a schema, `gives` also a media type.
    `done` are the statuses of what was done. `query` and `headers` may be sent, `tells` is a
    header of the answer.
    """

    name: str
    gives: str
    done: tuple[int, ...] = (200,)
    takes: str | None = None
    needs_body: bool = True
    query: Mapping[str, Schema] = field(default_factory=dict)
    headers: Mapping[str, Schema] = field(default_factory=dict)
    tells: str | None = None


def _reading(name: str) -> Operation:
    """Describe how a game is read, for which there is more than one key."""
    return Operation(
        name,
        "Game",
        done=(200, 304),
        query={"rounds": _SPAN},
        headers={"If-None-Match": TEXT},
        tells="ETag",
    )


OPERATIONS: Mapping[str, Operation] = {
    "api.document.document": Operation("getDocument", "Document"),
    "api.editions.every": Operation("listEditions", "Editions"),
    "api.editions.one": Operation("getEdition", "Edition"),
    "api.rulings.every": Operation("askRulings", "Rulings", query=ASKED),
    "api.rulings.one": Operation("getRuling", "Ruling"),
    "api.games.create": Operation("createGame", "NewKeys", (201,), "NewGame", tells="Location"),
    "api.games.read": _reading("getGame"),
    "api.games.change": Operation("changeGame", "Game", takes="Change"),
    "api.games.undo": Operation("undo", "Game", takes="Write", needs_body=False),
    "api.games.redo": Operation("redo", "Game", takes="Write", needs_body=False),
    "api.games.settle": Operation("settle", "Game", takes="Settlement"),
    "api.games.unsettled": Operation("unsettle", "Game", query=WRITE),
    "api.games.score_sheet": Operation("getScoreSheet", "text/plain"),
    "api.games.as_csv": Operation("getCsv", "text/csv"),
    "api.rounds.record": Operation("recordRound", "Game", (201, 200), "AskedRound"),
    "api.rounds.correct": Operation("correctRound", "Game", takes="AskedRound"),
    "api.rounds.remove": Operation("removeRound", "Game", query=WRITE),
    "api.tables.read": _reading("getTable"),
    "api.tables.record": Operation("recordAtTable", "Game", (201, 200), "AskedRound"),
    "api.tables.undo": Operation("undoAtTable", "Game", takes="Write", needs_body=False),
    "api.tournaments.one": Operation("getPlan", "Plan"),
    "api.journals.journal": Operation("getJournal", "Journal"),
    "api.journals.take_in": Operation(
        "importGame", "NewKeys", (201,), "AskedJournal", tells="Location"
    ),
}

_SAME_KEY = {"key": "$request.path.key"}
_LATEST = {**_SAME_KEY, "number": "$response.body#/game/rounds_total"}
_SAME_RULE = {**_SAME_KEY, "rule": "$request.path.rule"}
_FIRST_ANSWER = {
    "edition": "$request.path.edition",
    "rule": "$response.body#/results/0/rule",
}

# What an answer leads to, beside what a new key opens: operation -> operation -> what to ask with.
LINKS: Mapping[str, Mapping[str, Schema]] = {
    "recordRound": {
        "correctRound": {"parameters": _LATEST},
        "removeRound": {"parameters": _LATEST},
    },
    "askRulings": {"getRuling": {"parameters": _FIRST_ANSWER}},
    "settle": {"unsettle": {"parameters": _SAME_RULE}},
    "getJournal": {"importGame": {"requestBody": "$response.body"}},
}
