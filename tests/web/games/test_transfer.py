"""Import of a game from its journal file."""

import json
from io import BytesIO
from typing import Any

from tests.rows import cases
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
