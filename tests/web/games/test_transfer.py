"""A game is imported by its file."""

import json
from io import BytesIO
from typing import Any

from tests.rows import cases
from tests.web.script import Script


def import_file(played: Script, file: bytes | None) -> tuple[int, str]:
    """Import a file; return the status and the page, or the address it leads to."""
    data = {"file": (BytesIO(file), "game.json")} if file is not None else {}
    answer = played.client.post("/games/import", data=data)
    return answer.status_code, answer.headers.get("Location") or answer.text


def test_the_journal_of_a_game_makes_the_same_game(played: Script) -> None:
    status, place = import_file(played, played.read("/journal").data)
    assert status == 303
    key = place.rpartition("/")[2]
    assert key not in {played.score_key, played.watch_key}
    there = played.client.get(f"/api/games/{key}").json
    assert there
    assert there["game"] == played.state
    assert "+15" in played.client.get(f"{place}/history").text


def test_a_long_one_is_brought_too(played: Script) -> None:
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
def test_anything_else_is_refused(played: Script, file: bytes | None) -> None:
    status, page = import_file(played, file)
    assert status == 422
    assert "Nothing was imported." in page


def test_what_is_far_too_large_is_not_read(played: Script) -> None:
    form: Any = {"data": b" " * (4 * 2**20 + 1), "content_type": "multipart/form-data; boundary=x"}
    assert played.client.post("/games/import", **form).status_code == 413
    assert played.client.post("/games", data={"players": "x" * 70_000}).status_code == 413
