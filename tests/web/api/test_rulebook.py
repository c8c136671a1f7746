"""All rulings as one JSON document, with its licence, schema, size, ETag and links."""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from urllib.parse import urlsplit

import jsonschema_rs
import pytest
from flask import Flask

from companion.rulings.ruling import Ruling
from companion.web.api import rulings
from companion.web.http import compression
from tests.rulings.test_history import LINES
from tests.serving import ROOT
from tests.table import BOXES
from tests.web.script import Script

Book = dict[str, Any]
LARGEST = 400_000  # bytes, compressed


@pytest.fixture
def book(script: Script) -> Book:
    read: Book = script.ask("GET", "/rulings?lang=en").json
    return read


def test_rulebook_has_all_rulings_sorted_by_box_and_rule(script: Script, book: Book) -> None:
    assert book["editions"] == sorted(BOXES)
    keys = [(each["edition"], each["rule"]) for each in book["rulings"]]
    assert keys == sorted(keys)
    for box in BOXES:
        of_box = script.ask("GET", f"/rulings/{box}").json["rulings"]
        assert {each["rule"] for each in of_box} == {rule for of, rule in keys if of == box}
        for each in of_box:
            del each["custom"]
        assert [each for each in book["rulings"] if each["edition"] == box] == sorted(
            of_box, key=lambda each: each["rule"]
        )
    assert not any("together" in each for each in book["rulings"])
    assert book["published"] == LINES[0]["day"]


def test_rulebook_states_licence_in_requested_language(script: Script, book: Book) -> None:
    assert "CC BY 4.0" in book["licence"]
    assert "Places and headings are quotations" in book["licence"]
    for edition in ("classic-shuffle", "flip", "no-mercy", "harry-potter"):
        leaflet = script.ask("GET", f"/editions/{edition}").json["leaflet"]
        assert leaflet["item"] in book["licence"]
    french = script.ask("GET", "/rulings?lang=fr").json
    assert (book["language"], french["language"]) == ("en", "fr")
    assert "sont des citations" in french["licence"]
    assert script.ask("GET", "/rulings").json == book


def test_rulebook_matches_its_json_schema(script: Script, book: Book) -> None:
    schema = script.ask("GET", "/rulings.schema.json").json
    validator = jsonschema_rs.validator_for(schema)
    assert validator.is_valid(book)
    assert validator.is_valid(script.ask("GET", "/rulings?lang=fr").json)
    book["rulings"][0]["custom"] = None
    assert not validator.is_valid(book)


def test_rulebook_uses_gzip_and_etag(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    for language in ("en", "fr"):
        address = f"/rulings?lang={language}"
        sent = script.ask("GET", address, headers={"Accept-Encoding": "gzip"})
        assert len(sent.data) <= LARGEST
        assert json.loads(gzip.decompress(sent.data))["language"] == language
        known = {"If-None-Match": sent.headers["ETag"]}
        with monkeypatch.context() as patched:
            patched.delattr(Ruling, "as_published")  # so a 304 must not build the rulebook
            assert script.ask("GET", address, headers=known).status_code == 304
        other = "/rulings?lang=fr" if language == "en" else "/rulings?lang=en"
        assert script.ask("GET", other, headers=known).status_code == 200


def test_ruling_changes_are_listed_newest_first(script: Script) -> None:
    changes = script.ask("GET", "/changes.json").json
    assert len(changes) == len(LINES)
    assert changes == sorted(changes, key=lambda change: change["day"], reverse=True)
    (agreed,) = (
        each for each in changes if each["rule"] == "house.agree" and each["what"] == "meaning"
    )
    assert (agreed["day"], agreed["editions"]) == ("2026-11-23", ["classic-112"])
    assert agreed["note"]


def test_rulebook_links_lead_to_their_rulings(script: Script, book: Book) -> None:
    by_page: dict[str, list[str]] = {}
    for each in book["rulings"]:
        page, _, anchor = each["url"].partition("#")
        by_page.setdefault(page, []).append(anchor)
        sources = (urlsplit(source) for remark in each["elsewhere"] for source in remark["source"])
        assert all("." in source.netloc for source in sources), each["rule"]
    for page, anchors in by_page.items():
        shown = script.client.get(page).text
        assert [anchor for anchor in anchors if f'id="{anchor}"' not in shown] == [], page


@pytest.mark.parametrize("language", ["en", "fr"])
def test_rulebook_file_can_be_read_by_standalone_script(
    script: Script, tmp_path: Path, language: str
) -> None:
    file = tmp_path / f"rulings.{language}.json"
    file.write_bytes(script.ask("GET", f"/rulings?lang={language}").data)

    def printed(box: str, rule: str) -> list[str]:
        reader = str(ROOT / ".github/read_rulings.py")
        command = [sys.executable, "-I", reader, str(file), box, rule]
        done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=True)
        return done.stdout.splitlines()

    ruling = script.ask("GET", f"/rulings/toy-story-3/stack.2on2?lang={language}").json
    question, verdict, text, why, *_ = printed("toy-story-3", "stack.2on2")
    assert (question, verdict, text) == (ruling["question"], ruling["verdict"], ruling["text"])
    assert why == f"implied: {ruling['sheet']['place']}"
    output = "\n".join(printed("hello-kitty", "wd4.same_colour_action"))
    assert output.count("«\u00a0Carte blanche +4" if language == "fr" else "«Carte blanche +4") > 1


@pytest.mark.parametrize("language", ["en", "fr"])
def test_rulebook_is_made_once_for_each_language(
    app: Flask, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    make = Mock(side_effect=rulings._book)  # noqa: SLF001
    monkeypatch.setattr(rulings, "_book", make)
    phone, address = app.test_client(), f"/api/rulings?lang={language}"
    plain = [phone.get(address, headers={"Accept-Encoding": "identity"}).data for _ in range(2)]
    packing = compression._compressed_file  # noqa: SLF001
    packing.cache_clear()
    packed = [phone.get(address, headers={"Accept-Encoding": "gzip"}).data for _ in range(2)]
    assert {gzip.decompress(each) for each in packed} == {*plain}
    assert packing.cache_info().misses == 1
    make.assert_called_once_with(language)
