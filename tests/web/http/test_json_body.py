"""Strict parsing of JSON bodies, and limits on their size."""

import pytest

from tests.web.script import JSON, Script

ROUND = '{"went_out": "Ana", "hands": {"Bo": {"points": %s}, "Cy": {"points": 0}}}'

NOT_JSON = {
    "nothing": b"",
    "half of it": b'{"went_out": "Ana"',
    "a form": b"went_out=Ana",
    "two of it": b"{} {}",
    "single quotes": b"{'went_out': 'Ana'}",
    "a comma too many": b'{"went_out": "Ana",}',
    "a comment": b'{} // "Ana"',
    "NaN": (ROUND % "NaN").encode(),
    "Infinity": (ROUND % "-Infinity").encode(),
    "a plus sign": (ROUND % "+5").encode(),
    "half a surrogate pair": b'{"went_out": "\\ud800"}',
    "half a pair as a name": b'{"hands": {"\\udfff": {}}}',
    "not UTF-8": b'{"went_out": "An\xe4"}',
    "UTF-16": '{"went_out": "Ana"}'.encode("utf-16"),
    "UTF-32 without a mark": '{"went_out": "Ana"}'.encode("utf-32-le"),
    "the same twice": b'{"went_out": "Ana", "went_out": "Bo"}',
    "one hand twice": b'{"hands": {"Bo": {"points": 1}, "Bo": {"points": 2}}}',
    "a control character": b'{"went_out": "A\nna"}',
    "60,000 brackets": b"[" * 60_000,
    "30,000 pairs of brackets": b"[" * 30_000 + b"]" * 30_000,
    "10,000 objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "900 pairs of brackets": b'{"hands":' + b"[" * 900 + b"]" * 900 + b"}",
    "34 pairs of brackets": b"[" * 34 + b"]" * 34,
}


@pytest.mark.parametrize("case", NOT_JSON)
def test_invalid_json_is_refused(table: Script, case: str) -> None:
    before = table.state
    table.send(NOT_JSON[case])
    assert table.assert_refused(400, "not-json") == {}
    assert table.state == before


def test_deeply_nested_journal_is_refused(script: Script) -> None:
    script.send(b"[" * 100_000 + b"]" * 100_000, "/games/import")
    script.assert_refused(400, "not-json")


@pytest.mark.parametrize(
    "content_type", ["", "text/plain", "application/x-www-form-urlencoded", "text/json", "json"]
)
def test_body_without_json_content_type_is_refused(table: Script, content_type: str) -> None:
    table.send(ROUND % 5, content_type=content_type)
    assert table.assert_refused(415, "not-json-type") == {}


@pytest.mark.parametrize(
    "content_type", [JSON, f"{JSON}; charset=utf-8", f"{JSON};charset=latin-1", "Application/JSON"]
)
def test_variants_of_json_content_type_are_accepted(table: Script, content_type: str) -> None:
    assert table.send(ROUND % 5, content_type=content_type).status_code == 201


def test_byte_order_mark_is_ignored(table: Script) -> None:
    assert table.send(b"\xef\xbb\xbf" + (ROUND % 5).encode()).status_code == 201


@pytest.mark.parametrize("five", ["5", "5.0", "50e-1", "0.5E+1", '5, "comment": "so be it"'])
def test_whole_number_is_accepted_in_any_notation(table: Script, five: str) -> None:
    assert table.send(ROUND % five).status_code == 201
    assert table.state["rounds"][0]["hands"]["Bo"] == {"points": 5}


@pytest.mark.parametrize("huge", ["9" * 18, "9" * 19, "9" * 300, "1e300", "1" + "0" * 5000])
@pytest.mark.parametrize("field", ["points", "target", "version"])
def test_huge_number_is_refused(table: Script, field: str, huge: str) -> None:
    before = table.state
    if field == "points":
        table.send((ROUND % huge).replace('"points": 0', f'"points": {huge}'))
    else:
        table.ask(
            "PATCH",
            f"/games/{table.score_key}",
            data=f'{{"{field}": {huge}, "finish": true}}',
            content_type=JSON,
        )
    assert table.last.status_code in ({409, 422} if field == "version" else {422})
    assert table.state == before


def test_body_limit_is_64_kib(table: Script) -> None:
    body = ROUND % 5
    assert table.send(body + " " * (2**16 - len(body))).status_code == 201
    table.send(body + " " * (2**16 - len(body) + 1))
    assert table.assert_refused(413, "too-large") == {}
    assert table.state["rounds_total"] == 1


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
def test_oversized_body_is_refused_at_every_address(table: Script, method: str) -> None:
    for path in ("", "/rounds", "/rounds/1", "/undo", "/settled/uno.when", "/nowhere"):
        table.ask(method, f"/games/{table.score_key}{path}", data=b" " * 200_000)
        table.assert_refused(413, "too-large")


def test_journal_body_limit_is_4_mib(script: Script) -> None:
    script.send(b" " * 2**22, "/games/import")
    script.assert_refused(400, "not-json")
    script.send(b" " * (2**22 + 1), "/games/import")
    script.assert_refused(413, "too-large")
