"""A fuzzer reads the document and asks for all it allows, and for much that it does not.

It asks for every operation by its examples, at the edges of every schema, and at random, the same
each time.
"""

import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import schemathesis
from flask import Flask
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema

from companion.store.sqlite import connections
from companion.web.api.openapi.document import RULE
from companion.web.http.rate_limits import Limit, Limits
from tests.web.running import exchange, running
from tests.web.script import Script

EXAMPLES = 10  # at random for each operation; more of them find no more, and take longer
SEED = 20  # the same requests each time: a finding can be looked at, and nothing depends on luck
OUT, OPPONENTS = "Ana", ("Bo", "Cy")
SEAT_KEYS: list[str] = []  # of a seat that may be given up, and of one that is kept
NEVER_TOO_MANY = Limits(Limit(10**9, 60), Limit(10**9, 60))

# What no schema can say (that a dealer must be one of the players) is refused with 422, and a
# journal that would take too long to read with 413.
MAY_BE_REFUSED = {"expected-statuses": ["2xx", "3xx", "404", "409", "413", "422"]}
# What is wrong may be too large as well.
IS_REFUSED = {"expected-statuses": ["400", "403", "404", "405", "409", "413", "415", "422"]}


@dataclass
class Fuzzed:
    """What the fuzzer was told, by operation and status, and what it complains of."""

    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    complaints: list[str] = field(default_factory=list)

    def note(self, event: object) -> None:
        match event:
            case events.ScenarioFinished(recorder=recorder):
                self._note_scenario(recorder)
            case events.NonFatalError(info=info):
                self.complaints.append(str(info))
            case events.FatalError(exception=exception):
                raise exception

    def _note_scenario(self, recorder: Any) -> None:  # noqa: ANN401 - the fuzzer's own
        for case, interaction in recorder.interactions.items():
            operation = recorder.cases[case].value.operation.label
            self.answers[operation, interaction.response.status_code] += 1
        for checks in recorder.checks.values():
            for check in filter(lambda check: check.failure_info, checks):
                failure, sample = check.failure_info.failure, check.failure_info.code_sample
                self.complaints.append(f"{check.name}: {failure.message}\n{sample}")


def fuzzed(folder: Path) -> Fuzzed:
    """Ask a companion of its own for everything."""
    found = Fuzzed()
    quick = (*connections.SETTINGS, "synchronous = OFF")  # it saves thousands of times
    with patch.object(connections, "SETTINGS", quick), running(folder) as app:
        exchange(app, limits=NEVER_TOO_MANY)
        schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app, config=at_tables(app))
        schema.hook(map_body)
        for event in from_schema(schema).execute():
            found.note(event)
    return found


def at_tables(app: Flask) -> SchemathesisConfig:
    """Let the fuzzer sit at a table and at one of a tournament: strangers come no further."""
    game = Script(app, "192.0.2.1").start(OUT, *OPPONENTS)
    for points in range(1, 6):  # rounds that can be corrected and removed, whatever comes first
        assert game.round(OUT, **dict.fromkeys(OPPONENTS, points)).status_code == 201
    settled = game.write("PUT", f"/settled/{RULE}", text="x")  # a point that can be given up
    assert settled.status_code == 200
    four = (OUT, "Dee", *OPPONENTS)  # the first two are partners in the first rotation
    hall = Script(app, "192.0.2.1").start(*four, format="tournament", rounds_per_partnership=20)
    arrivals = Script(app, "192.0.2.1").start(*four, format="tournament", open_seats=True)
    join_key = arrivals.last.json["join_key"]
    taken = [arrivals.ask("POST", f"/join/{join_key}", json={"name": n}) for n in ("Ida", "Jo")]
    SEAT_KEYS[:] = [answer.json["seat_key"] for answer in taken]
    others = {
        "/api/tables/": {"path.key": hall.last.json["tables"][0]["key"]},
        "/api/join/": {"path.key": join_key, "query.seat_key": SEAT_KEYS[0]},
        "/api/groups/": {"path.key": game.group_key},
    }
    return SchemathesisConfig.from_dict(
        {
            "seed": SEED,
            "headers": {"Accept-Encoding": "identity"},  # what it is told it does not unpack
            "generation": {"max-examples": EXAMPLES, "database": "none"},
            "parameters": {"path.key": game.score_key},
            "operations": [
                {"include-path-regex": path, "parameters": known} for path, known in others.items()
            ],
            "checks": {
                "positive_data_acceptance": MAY_BE_REFUSED,
                "negative_data_rejection": IS_REFUSED,
            },
        }
    )


def map_body(_: object, body: object) -> object:
    """Tell the fuzzer who sits there, and that it saw the game as it stands."""
    if isinstance(body, dict):
        if type(body.get("version")) is int:
            del body["version"]
        if isinstance(body.get("went_out"), str):
            body["went_out"] = OUT
        if isinstance(body.get("seat_key"), str):
            body["seat_key"] = SEAT_KEYS[1]
        if isinstance(body.get("hands"), dict):
            body["hands"] = dict(zip(OPPONENTS, body["hands"].values(), strict=False))
    return body


if __name__ == "__main__":
    seen = fuzzed(Path(sys.argv[1]))
    answers = [[operation, status] for operation, status in seen.answers]
    print(json.dumps({"answers": answers, "complaints": seen.complaints}))  # noqa: T201
