"""The OpenAPI document: every address under `/api`, as the app itself routes it."""

import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from flask import Blueprint, current_app
from werkzeug.routing import Rule

from companion.game.tournament.seating import PLAYERS
from companion.version import __version__
from companion.web.api.openapi.examples import BOX, EXAMPLES, RULE
from companion.web.api.openapi.operations import LANG, LINKS, OPERATIONS, Operation
from companion.web.api.openapi.requests import taken
from companion.web.api.openapi.responses import told
from companion.web.api.openapi.schema import TEXT, WORDS, Schema, by_name, given, one_of, ref, whole
from companion.web.errors import STATUSES
from companion.web.http.converters import Rule as RuleKey
from companion.web.ui.registry import registry

bp = Blueprint("document", __name__)

_IN_PATH: dict[str, Schema] = {
    "key": WORDS,
    "edition": WORDS | {"examples": [BOX]},
    "number": whole(1),
    "players": whole(PLAYERS[0], PLAYERS[-1]),
    "rule": {"type": "string", "pattern": f"^{RuleKey.regex}$", "examples": [RULE]},
}

# Which key opens what: games by their own, tables by the one of the first of them.
_NEW_KEYS = {"games": "$response.body#/score_key", "tables": "$response.body#/tables/0/key"}


@bp.get("/openapi.json")
def document() -> dict[str, Any]:
    """Describe all of this for tools."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Table companion", "version": __version__},
        "servers": [{"url": "/"}],
        "paths": _paths(),
        "components": {
            "schemas": taken(registry().editions) | told(),
            "responses": {str(s): _refusal(s) for s in sorted(set(STATUSES.values()))},
        },
    }


def _routes() -> Iterator[tuple[Rule, str, Operation]]:
    for rule in current_app.url_map.iter_rules():
        if rule.endpoint in OPERATIONS:
            (method,) = (rule.methods or set()) - {"HEAD", "OPTIONS"}
            yield rule, method, OPERATIONS[rule.endpoint]


def _paths() -> dict[str, dict[str, Any]]:
    paths: dict[str, dict[str, Any]] = {}
    for rule, method, operation in _routes():
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        paths.setdefault(path, {})[method.lower()] = _described(rule, method, operation)
    return paths


def _described(rule: Rule, method: str, operation: Operation) -> dict[str, Any]:
    view = current_app.view_functions[rule.endpoint]
    refusals = sorted(_refusals(rule, method, operation))
    described = {
        "operationId": operation.name,
        "summary": (view.__doc__ or "").partition("\n")[0],
        "parameters": list(_parameters(rule, operation)),
        "responses": {
            **{str(status): _answer(operation, status) for status in operation.done},
            **{str(status): ref(str(status), "responses") for status in refusals},
        },
    }
    return described | ({"requestBody": _body(operation)} if operation.takes else {})


def _parameters(rule: Rule, operation: Operation) -> Iterator[Schema]:
    for name in sorted(rule.arguments):
        yield {"name": name, "in": "path", "required": True, "schema": _IN_PATH[name]}
    for name, schema in {**operation.query, **LANG}.items():
        yield {"name": name, "in": "query", "schema": schema}
    for name, schema in operation.headers.items():
        yield {"name": name, "in": "header", "schema": schema}


def _body(operation: Operation) -> Schema:
    name = str(operation.takes)
    example = {"example": EXAMPLES[name]} if name in EXAMPLES else {}
    content = {"application/json": {"schema": ref(name), **example}}
    return {"required": operation.needs_body, "content": content}


def _answer(operation: Operation, status: int) -> Schema:
    told = {operation.tells: {"schema": TEXT}} if operation.tells else {}
    answer = {"description": HTTPStatus(status).phrase, "headers": told}
    if status == HTTPStatus.NOT_MODIFIED:
        return answer
    if "/" in operation.gives:
        content = {operation.gives: {"schema": TEXT}}
    else:
        content = {"application/json": {"schema": ref(operation.gives)}}
    return {**answer, "content": content, "links": _links(operation)}


def _links(operation: Operation) -> dict[str, Schema]:
    """Say what an answer leads to; new keys lead to all that needs nothing but a key."""
    links = dict(LINKS.get(operation.name, {}))
    if operation.gives == "NewKeys":
        for rule, _, opened in _routes():
            if "key" in rule.arguments and rule.arguments <= {"key", "rule"}:
                key = {"key": _NEW_KEYS[rule.rule.split("/")[2]]}
                with_rule = {"rule": RULE} if "rule" in rule.arguments else {}
                links[opened.name] = {"parameters": key | with_rule}
    return {name: {"operationId": name, **how} for name, how in links.items()}


def _refusals(rule: Rule, method: str, operation: Operation) -> set[int]:
    """Find every status that may answer a wish that is not granted."""
    has_key, makes_game = "key" in rule.arguments, operation.gives == "NewKeys"
    found = {400, 413}
    found |= {404} if rule.arguments else set()
    found |= {429, 503} if has_key or makes_game else set()
    found |= {403, 507} if method != "GET" else set()
    found |= {409} if has_key and method != "GET" else set()
    found |= {415} if operation.takes else set()
    found |= {422} if operation.takes or operation.query else set()
    return found


def _refusal(status: int) -> Schema:
    codes = [code for code, its_status in STATUSES.items() if its_status == status]
    said = {"code": one_of(codes), "message": WORDS, "fields": by_name(WORDS)}
    state = {"game": ref("State")} if status == HTTPStatus.CONFLICT else {}
    told = {"Retry-After": {"schema": TEXT}} if status == HTTPStatus.TOO_MANY_REQUESTS else {}
    return {
        "description": HTTPStatus(status).phrase,
        "headers": told,
        "content": {"application/json": {"schema": given({"error": given(said), **state})}},
    }
