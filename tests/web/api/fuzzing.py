"""Fuzzer that sends valid and invalid requests, generated from the OpenAPI document.

It tries every operation with its examples, at the bounds of every schema and with random values,
which are the same in each run.
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
from companion.web.http.rate_limits import Limit, Limits
from tests.openapi.document import RULE
from tests.web.heats import Heats
from tests.web.running import replace_services, running
from tests.web.script import Script

EXAMPLES = 10  # random requests for each operation, as more take longer and find no more
SEED = 20  # fixed, so that a finding can be reproduced
OUT, OPPONENTS = "Ana", ("Bo", "Cy")
SEAT_KEYS: list[str] = []  # of a seat that DELETE may free, and of one that bodies use
NO_LIMITS = Limits(Limit(10**9, 60), Limit(10**9, 60))

# A request that is valid by the schema may still be 422, because no schema can require that a
# dealer is one of the players, and a journal that would take too long to read is 413.
VALID_GIVES = {"expected-statuses": ["2xx", "3xx", "404", "409", "413", "422"]}
# An invalid request may also be refused for its size (413), before it is validated.
INVALID_GIVES = {"expected-statuses": ["400", "403", "404", "405", "409", "413", "415", "422"]}


@dataclass
class FuzzResults:
    """Number of responses by operation and status, and the fuzzer's complaints."""

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

    def _note_scenario(self, recorder: Any) -> None:  # noqa: ANN401 - a class of the fuzzer
        for case, interaction in recorder.interactions.items():
            operation = recorder.cases[case].value.operation.label
            self.answers[operation, interaction.response.status_code] += 1
        for checks in recorder.checks.values():
            for check in filter(lambda check: check.failure_info, checks):
                failure, sample = check.failure_info.failure, check.failure_info.code_sample
                self.complaints.append(f"{check.name}: {failure.message}\n{sample}")


def run_fuzzer(folder: Path) -> FuzzResults:
    """Run the fuzzer against a new app without rate limits, and return its results."""
    found = FuzzResults()
    quick = (*connections.SETTINGS, "synchronous = OFF")  # faster for thousands of saves
    with patch.object(connections, "SETTINGS", quick), running(folder) as app:
        replace_services(app, limits=NO_LIMITS)
        schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app, config=fuzzer_config(app))
        schema.hook(map_body)
        for event in from_schema(schema).execute():
            found.note(event)
    return found


def fuzzer_config(app: Flask) -> SchemathesisConfig:
    """Start games, and return the fuzzer's settings with their keys, to reach more than 404."""
    game = Script(app, "192.0.2.1").start(OUT, *OPPONENTS)
    for points in range(1, 6):  # rounds for the fuzzer to correct and remove
        assert game.round(OUT, **dict.fromkeys(OPPONENTS, points)).status_code == 201
    settled = game.write("PUT", f"/settled/{RULE}", text="x")  # a house rule for the fuzzer to drop
    assert settled.status_code == 200
    four = (OUT, "Dee", *OPPONENTS)  # the first two are partners in the first rotation
    hall = Script(app, "192.0.2.1").start(*four, format="tournament", rounds_per_partnership=20)
    arrivals = Script(app, "192.0.2.1").start(*four, format="tournament", open_seats=True)
    join_key = arrivals.last.json["join_key"]
    taken = [arrivals.ask("POST", f"/join/{join_key}", json={"name": n}) for n in ("Ida", "Jo")]
    SEAT_KEYS[:] = [answer.json["seat_key"] for answer in taken]
    heats = Heats(app, "192.0.2.1").start().play_stage()
    others = {
        "/api/tables/": {"path.key": hall.last.json["tables"][0]["key"]},
        "/api/join/": {"path.key": join_key, "query.seat_key": SEAT_KEYS[0]},
        "/api/groups/": {"path.key": game.group_key},
        "/stages": {"path.key": heats.score_key, "path.number": 2},
    }
    return SchemathesisConfig.from_dict(
        {
            "seed": SEED,
            "headers": {"Accept-Encoding": "identity"},  # the fuzzer does not decompress responses
            "generation": {"max-examples": EXAMPLES, "database": "none"},
            "parameters": {"path.key": game.score_key},
            "operations": [
                {"include-path-regex": path, "parameters": known} for path, known in others.items()
            ],
            "checks": {
                "positive_data_acceptance": VALID_GIVES,
                "negative_data_rejection": INVALID_GIVES,
            },
        }
    )


def map_body(_: object, body: object) -> object:
    """Put real players and a seat key into a body, drop its version. The name makes it a hook."""
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
    seen = run_fuzzer(Path(sys.argv[1]))
    answers = [[operation, status] for operation, status in seen.answers]
    print(json.dumps({"answers": answers, "complaints": seen.complaints}))  # noqa: T201
