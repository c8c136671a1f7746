"""The OpenAPI document, generated from the app's routes under `/api`."""

import re
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Flask, current_app, request
from werkzeug.routing import Rule

from companion.datafiles.text import LANGUAGES
from companion.game.tournament.seating import PLAYERS
from companion.version import __version__
from companion.web.api.openapi import requests, responses
from companion.web.api.openapi.operations import OPERATIONS, Operation, describe
from companion.web.api.openapi.schema import Schema, Schemas
from companion.web.errors import ErrorCode
from companion.web.http.converters import Rule as RuleKey

BOX, RULE = "hello-kitty", "stack.2on2"
EXAMPLES: Mapping[str, Any] = {
    "StartRequest": {
        "edition": BOX,
        "scoring": "winner-collects",
        "players": ["Ana", "Bo", "Cy"],
        "dealer": "Ana",
    },
    "RoundRequest": {
        "went_out": "Ana",
        "hands": {"Bo": {"cards": ["7", "skip", "wild"]}, "Cy": {"points": 8}},
    },
    "ChangeRequest": {"target": 700},
    "SeatRequest": {"name": "Zoe"},
    "SettlementRequest": {"text": "A +2 may be put on a +2."},
    "WriteRequest": {"request_id": "7c1f"},
}


bp = Blueprint("document", __name__)

_TEXT: Schema = {"type": "string"}
_WORDS: Schema = {"type": "string", "minLength": 1}
_IN_PATH: dict[str, Schema] = {
    "key": _WORDS,
    "edition": _WORDS | {"examples": [BOX]},
    "number": {"type": "integer", "minimum": 1},
    "players": {"type": "integer", "minimum": PLAYERS[0], "maximum": PLAYERS[-1]},
    "rule": {"type": "string", "pattern": f"^{RuleKey.regex}$", "examples": [RULE]},
}
_LANGUAGE: Schema = {
    "name": "lang",
    "in": "query",
    "schema": _TEXT
    | {
        "description": " or ".join(f"`{code}`" for code in LANGUAGES)
        + ": the language of names and messages."
    },
}


@bp.get("/openapi.json")
@describe(Operation("getDocument", dict[str, Any]))
def document() -> dict[str, Any]:
    """Describe all of this for tools."""
    sent = Schemas(requests.EXTRA, is_request=True)
    returned = Schemas(responses.EXTRA, is_request=False)
    paths: dict[str, dict[str, Any]] = {}
    for rule, view in _described(current_app):
        operation = OPERATIONS[view]
        # Flask adds HEAD and OPTIONS itself.
        (method,) = (rule.methods or set()) - {"HEAD", "OPTIONS"}
        # Flask writes `<int:number>` where OpenAPI has `{number}`.
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        refusals = sorted(_refusals(rule, method, operation))
        described = _request(rule, operation, sent)
        described["operationId"] = operation.name
        described["summary"] = (view.__doc__ or "").partition("\n")[0]
        described["responses"] = _responses(operation, returned) | {
            str(status): {"$ref": f"#/components/responses/{status}"} for status in refusals
        }
        paths.setdefault(path, {})[method.lower()] = described
    return {
        "openapi": "3.1.0",
        "info": {"title": "Table companion", "version": __version__},
        "servers": [{"url": f"{request.script_root}/"}],
        "paths": paths,
        "components": {
            "schemas": sent.components | returned.components,
            "responses": {str(s): _error(s) for s in sorted({code.status for code in ErrorCode})},
        },
    }


def check_paths(app: Flask) -> None:
    """Raise ValueError for an operation with a path parameter that `_IN_PATH` does not describe."""
    for rule, view in _described(app):
        if unknown := sorted(rule.arguments - _IN_PATH.keys()):
            name = OPERATIONS[view].name
            msg = f"operation {name}: _IN_PATH has no schema for {unknown} in {rule.rule}"
            raise ValueError(msg)


def _described(app: Flask) -> Iterator[tuple[Rule, Callable[..., Any]]]:
    for rule in app.url_map.iter_rules():
        view = app.view_functions[rule.endpoint]
        if view in OPERATIONS:
            yield rule, view


def _request(rule: Rule, operation: Operation, sent: Schemas) -> Schema:
    in_query = sent.properties(operation.query) if operation.query else {}
    parameters: list[Schema] = [
        {"name": name, "in": "path", "required": True, "schema": _IN_PATH[name]}
        for name in sorted(rule.arguments)
    ]
    parameters += [
        {"name": name, "in": "query", "schema": schema} for name, schema in in_query.items()
    ]
    parameters.append(_LANGUAGE)
    if operation.sent_header:
        parameters.append({"name": operation.sent_header, "in": "header", "schema": _TEXT})
    if operation.request is None:
        return {"parameters": parameters}
    content = {"schema": sent.of(operation.request)}
    name = operation.request.__name__
    if name in EXAMPLES:
        content["example"] = EXAMPLES[name]
    body = {"required": operation.is_body_required, "content": {"application/json": content}}
    return {"parameters": parameters, "requestBody": body}


def _responses(operation: Operation, returned: Schemas) -> dict[str, Schema]:
    if isinstance(operation.response, str):
        content = {operation.response: {"schema": _TEXT}}
    else:
        content = {"application/json": {"schema": returned.of(operation.response)}}
    found = {}
    for status in operation.statuses:
        response = {"description": HTTPStatus(status).phrase, "content": content}
        if status == HTTPStatus.NOT_MODIFIED:  # which has no body
            response = {"description": HTTPStatus(status).phrase}
        if operation.header:
            response["headers"] = {operation.header: {"schema": _TEXT}}
        found[str(status)] = response
    return found


def _refusals(rule: Rule, method: str, operation: Operation) -> set[int]:
    # A restore has the game's keys in the body and not in the address.
    has_key = "key" in rule.arguments or operation.request is requests.KeptGameRequest
    makes_game = operation.response is responses.NewKeysValues
    found = {400, 413}
    found |= {404} if rule.arguments or has_key else set()
    found |= {429, 503} if has_key or makes_game else set()
    found |= {403, 507} if method != "GET" else set()
    found |= {409} if has_key and method != "GET" else set()
    found |= {415} if operation.request else set()
    found |= {422} if operation.request or operation.query else set()
    return found


def _error(status: int) -> Schema:
    """Return the response object that all errors with a status share.

    A conflict has the current game, or the number of entries that both journals have in common.
    """
    codes = [code for code in ErrorCode if code.status == status]
    error = {
        "code": {"enum": codes},
        "message": _WORDS,
        "fields": {"type": "object", "additionalProperties": _WORDS},
    }
    described = _closed(error)
    if status == HTTPStatus.NOT_FOUND:
        described["properties"] = error | {"why": {"enum": ["renewed", "deleted"]}}
    schema = _closed({"error": described})
    if status == HTTPStatus.CONFLICT:
        state, count = {"$ref": "#/components/schemas/State"}, {"type": "integer", "minimum": 0}
        schema["properties"] |= {"game": state, "common": count}
        schema["oneOf"] = [{"required": ["game"]}, {"required": ["common"]}]
    passes = status in {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}
    return {
        "description": HTTPStatus(status).phrase,
        "headers": {"Retry-After": {"schema": _TEXT}} if passes else {},
        "content": {"application/json": {"schema": schema}},
    }


def _closed(properties: dict[str, Schema]) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
