"""The OpenAPI document, generated from the app's routes under `/api` and `OPERATIONS`."""

import json
import re
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.routing import Rule

from companion.datafiles.text import LANGUAGES
from companion.game.tournament.seating import PLAYERS
from companion.web import api
from companion.web.api.responses import BookValues, EntryValues, NewKeysValues
from companion.web.errors import ErrorCode
from companion.web.http.converters import Rule as RuleKey
from tests.openapi import requests
from tests.openapi.operations import OPERATIONS, Operation
from tests.openapi.schema import Schema, Schemas

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
    "AdjustmentRequest": {"player": "Ana", "points": -10, "why": "forgot UNO"},
    "ChangeRequest": {"target": 700},
    "SeatRequest": {"name": "Zoe"},
    "SettlementRequest": {"text": "A +2 may be put on a +2."},
    "WriteRequest": {"request_id": "7c1f"},
}


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


FOLDER = Path(api.__file__).parent


def written(app: Flask) -> dict[str, str]:
    """Return the files of `FOLDER` that describe the JSON, by name."""
    documents = {"openapi.json": openapi(app), "rulings.schema.json": rulings_schema()}
    return {
        name: json.dumps(document, ensure_ascii=False, indent=1) + "\n"
        for name, document in documents.items()
    }


def openapi(app: Flask) -> dict[str, Any]:
    """Return the document of the app's routes; the server fills in what it alone knows."""
    sent = Schemas(requests.EXTRA, is_request=True)
    returned = Schemas({EntryValues: {"additionalProperties": True}}, is_request=False)
    paths: dict[str, dict[str, Any]] = {}
    for rule in app.url_map.iter_rules():
        if not rule.rule.startswith("/api/"):
            continue
        operation = OPERATIONS[rule.endpoint.removeprefix("api.")]
        # Flask adds HEAD and OPTIONS itself.
        (method,) = (rule.methods or set()) - {"HEAD", "OPTIONS"}
        # Flask writes `<int:number>` where OpenAPI has `{number}`.
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        refusals = sorted(_refusals(rule, method, operation))
        described = _request(rule, operation, sent)
        described["operationId"] = operation.name
        described["summary"] = (app.view_functions[rule.endpoint].__doc__ or "").partition("\n")[0]
        described["responses"] = _responses(operation, returned) | {
            str(status): {"$ref": f"#/components/responses/{status}"} for status in refusals
        }
        paths.setdefault(path, {})[method.lower()] = described
    known = {name: {"type": "string"} for name in requests.KNOWN}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Table companion"},
        "paths": paths,
        "components": {
            "schemas": known | sent.components | returned.components,
            "responses": {str(s): _error(s) for s in sorted({code.status for code in ErrorCode})},
        },
    }


def rulings_schema() -> Schema:
    """Return the JSON Schema of all rulings in one document."""
    schemas = Schemas({}, is_request=False)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schemas.of(BookValues),
        "components": {"schemas": schemas.components},
    }


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
    makes_game = operation.response is NewKeysValues
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
    codes = [each.code for each in ErrorCode if each.status == status]
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
