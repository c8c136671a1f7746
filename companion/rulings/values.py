"""A ruling as plain values, the way scripts are promised."""

from typing import Any

from companion.rulings.ruling import Ruling


def as_values(ruling: Ruling, language: str) -> dict[str, Any]:
    """Say a ruling in a language."""
    section = ruling.section and ruling.section.in_(language)
    return {
        "rule": ruling.rule,
        "topic": ruling.topic,
        "edition": ruling.edition,
        "question": ruling.question.in_(language),
        "verdict": ruling.verdict.in_(language),
        "basis": ruling.basis,
        "text": ruling.text.in_(language),
        "readings": [reading.in_(language) for reading in ruling.readings],
        "custom": ruling.custom and ruling.custom.in_(language),
        "sheet": {"lines": list(ruling.lines), "section": section},
        "url": f"/rules/{ruling.edition}/{ruling.topic}#{ruling.rule}",
        "related": list(ruling.related),
    }
