"""The OpenAPI document, compared with the app's routes and error codes."""

import re
from typing import Any

import pytest
from flask import Flask

from companion.web.errors import ErrorCode
from companion.web.ui.registry import Registry
from tests.openapi.document import EXAMPLES, FOLDER, written
from tests.web.script import Script

Document = dict[str, Any]


@pytest.fixture
def document(script: Script) -> Document:
    answer = script.ask("GET", "/openapi.json")
    assert answer.status_code == 200
    document: Document = answer.json
    return document


def test_document_describes_exactly_the_api_routes(shared: Flask, document: Document) -> None:
    routed = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in shared.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api")
    }
    described = {(path, method) for path, ways in document["paths"].items() for method in ways}
    assert described == routed


def test_written_files_are_those_of_the_generator(shared: Flask) -> None:
    for name, text in written(shared).items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, "run `python -m tests.openapi`"


def test_document_names_all_boxes_and_cards_of_this_server(
    registry: Registry, document: Document
) -> None:
    schemas = document["components"]["schemas"]
    cards = {card.card for box in registry.playable.values() for card in box.deck}
    assert schemas["KnownEdition"]["enum"] == list(registry.playable)
    assert {*schemas["KnownCard"]["enum"]} == cards


def test_document_lists_every_error_code_with_its_status(document: Document) -> None:
    listed = {
        code: int(status)
        for status, answer in document["components"]["responses"].items()
        for code in answer["content"]["application/json"]["schema"]["properties"]["error"][
            "properties"
        ]["code"]["enum"]
    }
    assert listed == {each.code: each.status for each in ErrorCode}


def test_document_examples_work_as_requests_in_order(script: Script) -> None:
    answer = script.ask("POST", "/games", json=EXAMPLES["StartRequest"])
    script.score_key = answer.json["score_key"]
    assert script.record_round(**EXAMPLES["RoundRequest"]).status_code == 201
    assert script.change(**EXAMPLES["ChangeRequest"]).status_code == 200
    path = "/settled/stack.2on2"
    assert script.write("PUT", path, **EXAMPLES["SettlementRequest"]).status_code == 200
    assert script.undo(**EXAMPLES["WriteRequest"]).status_code == 200
