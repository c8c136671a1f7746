"""Tests that changes.json has a dated entry for each change of a ruling, with its kind."""

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest

from companion import rulings as package
from companion.datafiles.text import LANGUAGES, LocalizedText
from companion.rulings import Ruling, Rulings
from companion.rulings.history import ChangeLine, read_lines
from tests.rulings.conftest import every

LINES = read_lines(Path(package.__file__).parent / "changes.json")


def digest(ruling: Ruling, language: str) -> str:
    """Return 8 hex digits of a digest of a ruling's basis, verdict, text and readings."""
    readings = (reading.text.localized(language) for reading in ruling.readings)
    said = (ruling.verdict.localized(language), ruling.text.localized(language), *readings)
    return sha256("\n".join((ruling.basis, *said)).encode()).hexdigest()[:8]


def missing(rulings: Iterable[Ruling], lines: Iterable[ChangeLine]) -> list[str]:
    """Return lines of JSON that changes.json lacks, to be completed and put at its top."""
    held: dict[tuple[str, str], object] = {}
    for line in lines:
        for box, digests in line["digests"].items():
            held.setdefault((line["rule"], box), digests)  # newest first
    found: dict[str, dict[str, dict[str, str]]] = {}
    for ruling in rulings:
        digests = {language: digest(ruling, language) for language in LANGUAGES}
        if held.get((ruling.rule, ruling.edition)) != digests:
            found.setdefault(ruling.rule, {})[ruling.edition] = digests
    return [
        json.dumps(
            {
                "day": f"{date.today()}",  # noqa: DTZ011 - the local day
                "rule": rule,
                "what": "meaning or wording? or added",
                "note": "what is new, where the meaning is",
                "digests": digests,
            }
        )
        for rule, digests in found.items()
    ]


def test_latest_change_entries_match_all_rulings(rulings: Rulings) -> None:
    lines = missing(every(rulings), LINES)
    assert not lines, "add these to companion/rulings/changes.json:\n" + ",\n".join(lines)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("what", ["verdict", "text"])
def test_change_in_one_language_requires_an_entry(
    rulings: Rulings, what: str, language: str
) -> None:
    ruling = rulings.by_edition["hello-kitty"]["stack.2on2"]
    other = LocalizedText({**getattr(ruling, what), language: "Something else"})
    (line,) = missing([replace(ruling, **{what: other})], LINES)  # type: ignore[arg-type]
    assert json.loads(line)["digests"].keys() == {"hello-kitty"}
    assert missing([replace(ruling, basis="explicit")], LINES)
    assert not missing([ruling], LINES)


def test_change_entries_are_newest_first_and_name_existing_rulings(rulings: Rulings) -> None:
    days = [date.fromisoformat(line["day"]) for line in LINES]
    assert days == sorted(days, reverse=True)
    assert {line["rule"] for line in LINES} == {*rulings.rules}
    assert {line["what"] for line in LINES} == {"added", "meaning", "wording"}
    assert all(line["note"] for line in LINES if line["what"] == "meaning")
    for line in LINES:
        here = {ruling.edition for ruling in rulings.of_rule(line["rule"]) if ruling.applies}
        assert line["digests"].keys() <= here, line


def test_oldest_change_entry_of_each_ruling_is_added(rulings: Rulings) -> None:
    added = [line["rule"] for line in LINES if line["what"] == "added"]
    assert sorted(added) == sorted(rulings.rules)
    assert {line["rule"]: line["what"] for line in LINES} == dict.fromkeys(added, "added")


def test_rulings_have_added_and_changed_dates_from_history(rulings: Rulings) -> None:
    agree = rulings.by_edition["classic-112"]["house.agree"]
    assert (agree.since, agree.changed) == ("2026-11-22", "2026-11-23")
    # In another box, the meaning of this ruling did not change.
    assert rulings.by_edition["hello-kitty"]["house.agree"].changed == "2026-11-22"
    whisper = rulings.by_edition["hello-kitty"]["uno.whisper"]
    assert (whisper.since, whisper.changed) == ("2026-11-23", "2026-11-23")
    # In a box that a ruling does not concern, it was changed on the day it was added.
    assert rulings.by_edition["hello-kitty"]["lo.effect"].changed == "2026-11-21"
    assert rulings.by_edition["toy-story-3"]["lo.effect"].changed == "2026-11-23"
    assert rulings.history.published == LINES[0]["day"]
