"""The whole book of rulings as data: complete, sound, small, and of use to an outsider."""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jsonschema_rs
import pytest

from companion.rulings.ruling import Ruling
from tests.rulings.test_history import LINES
from tests.serving import ROOT
from tests.table import BOXES
from tests.web.script import Script

Book = dict[str, Any]
LARGEST = 400_000  # bytes as it is sent


@pytest.fixture
def book(script: Script) -> Book:
    read: Book = script.ask("GET", "/rulings?lang=en").json
    return read


def test_it_holds_every_ruling_of_every_box_in_order(script: Script, book: Book) -> None:
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


def test_it_says_what_may_be_done_with_it(script: Script, book: Book) -> None:
    assert "CC BY 4.0" in book["licence"]
    assert "Places and headings are quotations" in book["licence"]
    french = script.ask("GET", "/rulings?lang=fr").json
    assert (book["language"], french["language"]) == ("en", "fr")
    assert "sont des citations" in french["licence"]
    assert script.ask("GET", "/rulings").json == book


def test_it_is_as_its_schema_says(script: Script, book: Book) -> None:
    schema = script.ask("GET", "/rulings.schema.json").json
    holds = jsonschema_rs.validator_for(schema)
    assert holds.is_valid(book)
    assert holds.is_valid(script.ask("GET", "/rulings?lang=fr").json)
    book["rulings"][0]["custom"] = None
    assert not holds.is_valid(book)


def test_it_is_sent_small_and_once(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    for language in ("en", "fr"):
        address = f"/rulings?lang={language}"
        sent = script.ask("GET", address, headers={"Accept-Encoding": "gzip"})
        assert len(sent.data) <= LARGEST
        assert json.loads(gzip.decompress(sent.data))["language"] == language
        known = {"If-None-Match": sent.headers["ETag"]}
        with monkeypatch.context() as patched:
            patched.delattr(Ruling, "as_published")  # nothing can be made
            assert script.ask("GET", address, headers=known).status_code == 304
        other = "/rulings?lang=fr" if language == "en" else "/rulings?lang=en"
        assert script.ask("GET", other, headers=known).status_code == 200


def test_the_changes_are_told_newest_first(script: Script) -> None:
    told = script.ask("GET", "/changes.json").json
    assert len(told) == len(LINES)
    assert told == sorted(told, key=lambda change: change["day"], reverse=True)
    (agreed,) = (
        each for each in told if each["rule"] == "house.agree" and each["what"] == "meaning"
    )
    assert (agreed["day"], agreed["editions"]) == ("2026-11-23", ["classic-112"])
    assert agreed["note"]


def test_every_link_of_it_leads_to_its_ruling(script: Script, book: Book) -> None:
    by_page: dict[str, list[str]] = {}
    for each in book["rulings"]:
        page, _, anchor = each["url"].partition("#")
        by_page.setdefault(page, []).append(anchor)
        sources = (urlsplit(source) for said in each["elsewhere"] for source in said["source"])
        assert all("." in source.netloc for source in sources), each["rule"]
    for page, anchors in by_page.items():
        shown = script.client.get(page).text
        assert [anchor for anchor in anchors if f'id="{anchor}"' not in shown] == [], page


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_outsider_rebuilds_an_answer_from_it(
    script: Script, tmp_path: Path, language: str
) -> None:
    file = tmp_path / f"rulings.{language}.json"
    file.write_bytes(script.ask("GET", f"/rulings?lang={language}").data)

    def printed(box: str, rule: str) -> list[str]:
        reader = str(ROOT / ".github/read_rulings.py")
        command = [sys.executable, "-I", reader, str(file), box, rule]
        done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=True)
        return done.stdout.splitlines()

    told = script.ask("GET", f"/rulings/toy-story-3/stack.2on2?lang={language}").json
    question, verdict, text, why, *_ = printed("toy-story-3", "stack.2on2")
    assert (question, verdict, text) == (told["question"], told["verdict"], told["text"])
    assert why == f"implied: {told['sheet']['place']}"
    torn = "\n".join(printed("hello-kitty", "wd4.same_colour_action"))
    assert torn.count("«\u00a0Carte blanche +4" if language == "fr" else "«Carte blanche +4") > 1
