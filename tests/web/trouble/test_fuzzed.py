"""Two thousand hostile requests: none causes a server error or leads to another site."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlsplit

from flask import Flask

from companion.web.http.rate_limits import Limit, Limits
from tests.web.routes import METHODS, every_key, every_path
from tests.web.running import replace_services
from tests.web.script import play_one_round

REQUESTS = 2000
HOSTILE = (
    "", " ", "0", "-1", "1e9", "9" * 20, "٣", "½", "null", "[]", "{}", '{"a":', "\x00", "é" * 300,
    "\u202eabc", "\u200d", "<script>alert(1)</script>", "{{7*7}}", "${7*7}", "%s%n", "x" * 5000,
    "../../../etc/passwd", "..%2f..", "//evil.example", "\\\\evil.example", "javascript:alert(1)",
    "a\r\nSet-Cookie: a=b", "'; DROP TABLE games; --", '" onload="', "b" * 64 + ".b", "a..b", ".a",
)  # fmt: skip
NAMES = (
    "went_out", "points-2", "points-x", "cards-2", "version", "request_id", "kind", "table", "key",
    "lang", "since", "every", "counted", "all", "q", "edition", "players", "format", "decks",
    "note", "rule", "text", "round", "target", "change", "seats", "count-2-skip", "copies", "size",
    "address", "cards", "nickname", "left-out-skip", "from_round", "limit", "more_players", "seat",
)  # fmt: skip
HEADERS = (
    "Accept-Language", "Accept-Encoding", "Host", "Host", "Host", "If-None-Match", "Range",
    "Cookie", "Origin", "Content-Type", "HX-Request-Type", "X-Forwarded-For", "Via",
)  # fmt: skip


def requests(paths: list[str], rng: random.Random) -> Iterator[dict[str, Any]]:
    """Yield 2000 requests' arguments with hostile parts, chosen by the random generator."""

    def hostile() -> str:
        return rng.choice(HOSTILE)

    for _ in range(REQUESTS):
        parts = rng.choice(paths).split("/")
        if rng.random() < 0.3:
            parts[rng.randrange(len(parts))] = quote(hostile())
        asked: dict[str, Any] = {"path": "/" + "/".join(parts).lstrip("/")}
        asked["method"] = rng.choice(METHODS)
        asked["query_string"] = {rng.choice(NAMES): hostile() for _ in range(rng.randrange(3))}
        values = {rng.choice(NAMES): hostile() for _ in range(rng.randrange(6))}
        asked[rng.choice(("json", "data"))] = values
        if rng.random() < 0.2:
            header = hostile().encode("ascii", "ignore").decode().translate({10: None, 13: None})
            asked["headers"] = {rng.choice(HEADERS): header}
        yield asked


def test_hostile_requests_cause_no_server_error_or_redirect_elsewhere(app: Flask) -> None:
    many = Limit(10**6, 60)
    replace_services(app, limits=Limits(wrong_keys=many, new_games=many))
    script = play_one_round(app)
    paths = list(every_path(app, *every_key(script)))
    statuses: Counter[int] = Counter()
    for asked in requests(paths, random.Random(20)):
        answer = script.client.open(**asked, buffered=True)
        statuses[answer.status_code] += 1
        assert answer.status_code < 500, asked
        assert "Content-Security-Policy" in answer.headers, asked
        location = urlsplit(answer.headers.get("Location", ""))
        assert location.netloc in {"", "localhost"}, (asked, location)
        assert "Set-Cookie: a=b" not in str(answer.headers), asked
    assert statuses.keys() >= {200, 303, 400, 403, 404, 405, 415, 422}
