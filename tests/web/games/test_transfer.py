"""Import of a game from its journal file, from a table, and from a score sheet."""

import json
from html import unescape
from io import BytesIO
from typing import Any

import pytest

from tests.rows import cases
from tests.web.running import registry_of
from tests.web.script import Script


def import_file(played: Script, file: bytes | None) -> tuple[int, str]:
    """Upload a journal file, and return the status with the redirect's address or the page."""
    data = {"file": (BytesIO(file), "game.json")} if file is not None else {}
    answer = played.client.post("/games/import", data=data)
    return answer.status_code, answer.headers.get("Location") or answer.text


def test_imported_journal_gives_same_game_with_new_key(played: Script) -> None:
    status, address = import_file(played, played.read("/journal").data)
    assert status == 303
    key = address.rpartition("/")[2]
    assert key not in {played.score_key, played.watch_key}
    there = played.client.get(f"/api/games/{key}").json
    assert there
    assert there["game"] == played.state
    assert "+15" in played.client.get(f"{address}/history").text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_journal_saved_by_an_editor_in_another_encoding_is_imported(
    played: Script, encoding: str
) -> None:
    file = played.read("/journal").text.encode(encoding)
    assert import_file(played, file)[0] == 303


def test_long_journal_can_be_imported(played: Script) -> None:
    journal = played.read("/journal").json
    journal["entries"] += [{**journal["entries"][1], "version": n} for n in range(3, 500)]
    file = json.dumps(journal, indent=4).encode()
    assert len(file) > 64 * 1024
    assert import_file(played, file)[0] == 303


@cases(r"""file
None
b""
b"{"
b"{}"
b"[]"
b"null"
b"\xff"
b'{"entries": []}'
b'{"entries": [{}]}'
b"[" * 9999
""")
def test_invalid_journal_file_is_refused(played: Script, file: bytes | None) -> None:
    status, page = import_file(played, file)
    assert status == 422
    assert "Nothing was imported." in page


def test_oversized_forms_are_rejected_with_413(played: Script) -> None:
    form: Any = {"data": b" " * (4 * 2**20 + 1), "content_type": "multipart/form-data; boundary=x"}
    assert played.client.post("/games/import", **form).status_code == 413
    assert played.client.post("/games", data={"players": "x" * 70_000}).status_code == 413


def test_table_is_shown_as_score_sheet_and_stored_only_when_confirmed(played: Script) -> None:
    games = registry_of(played.client.application).games.store.journals
    before = len(games.latest(99))
    status, page = import_file(played, "Zoé;Bo\r\n0;20\r\n15;0\r\n".encode("utf-16"))
    assert status == 200
    assert "<li><bdi>Bo</bdi>: 20</li>" in page
    assert len(games.latest(99)) == before
    sheet = unescape(page.partition("required>")[2].partition("</textarea>")[0])
    assert "Zoé: pile = 15" in sheet
    data = {"sheet": sheet.replace("20", "21").replace("\n", "\r\n")}
    answer = played.client.post("/games/import", data=data)
    assert answer.status_code == 303
    game = played.client.get(f"/api{answer.location}").json
    assert game
    assert [row["total"] for row in game["game"]["standings"]] == [21, 15]


def test_import_preview_names_left_out_columns_and_lines(played: Script) -> None:
    page = import_file(played, b"Date,Ana,Bo\n05-01,0,20\n05-02,15,0\nTotal,15,20")[1]
    assert '<p class="note">Line 1, column 1: This column was left out.</p>' in page
    assert "Line 4: This line was left out: it adds no points." in page


def test_faults_of_table_and_score_sheet_are_said_with_their_places(played: Script) -> None:
    status, page = import_file(played, b"Ana,Bo\n0,x\n0,5")
    assert status == 422
    assert "<p>Line 2, column 2: This must be a whole number, such as 25.</p>" in page
    sheet = "edition: just-points\nplayers: Ana, Bo\n\nBo: Anna = 5\n"
    answer = played.client.post("/games/import?lang=fr", data={"sheet": sheet})
    assert answer.status_code == 422
    assert "<p>Ligne 4\xa0: " in answer.text
    assert "Bo: Anna = 5" in answer.text  # to be corrected


def test_long_score_sheet_can_be_confirmed(played: Script) -> None:
    table = "Ana,Bo\n" + "15,0\n0,20\n" * 500
    sheet = unescape(import_file(played, table.encode())[1].partition("required>")[2])
    sheet = sheet.partition("</textarea>")[0].replace("Ana:", f"{' ' * 900} Ana:")
    assert len(sheet) < 1_000_000
    data = {"sheet": sheet}
    answer = played.client.post("/games/import", data=data, content_type="multipart/form-data")
    assert answer.status_code == 303
