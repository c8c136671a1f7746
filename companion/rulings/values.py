"""A ruling as plain values, the way scripts are promised."""

from typing import Any

from companion.rulings.ruling import Ruling


def as_values(ruling: Ruling, language: str) -> dict[str, Any]:
    """Say a ruling in a language."""
    section = ruling.section and ruling.section.localized(language)
    return {
        "rule": ruling.rule,
        "topic": ruling.topic,
        "edition": ruling.edition,
        "question": ruling.question.localized(language),
        "verdict": ruling.verdict.localized(language),
        "basis": ruling.basis,
        "text": ruling.text.localized(language),
        "readings": [reading.localized(language) for reading in ruling.readings],
        "custom": ruling.custom and ruling.custom.localized(language),
        "sheet": {"lines": list(ruling.lines), "section": section},
        "url": f"/rules/{ruling.edition}/{ruling.topic}#{ruling.rule}",
        "related": list(ruling.related),
    }
