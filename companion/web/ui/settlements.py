"""What a table plays its own way on a point, in the language of whoever reads it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from flask import request

from companion.datafiles.text import DEFAULT_LANGUAGE, LANGUAGES, LocalizedText
from companion.game.entries import RulingSettled
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.game import Game
from companion.game.reports.state import StateValues, own_words, state
from companion.game.requests.change import CUSTOM
from companion.rulings import Reading, Ruling
from companion.web.http.i18n import N_, language, translated
from companion.web.ui.registry import registry

YES_NO = {"yes": N_("Yes"), "no": N_("No")}


@dataclass(frozen=True, slots=True)
class Choice:
    """One rule that a table may adopt as it stands; `place`: where the sheet reads so."""

    text: str
    place: LocalizedText | None = None


def _readings(ruling: Ruling) -> Mapping[str, Reading]:
    return {f"reading-{number}": each for number, each in enumerate(ruling.readings, start=1)}


def choices(ruling: Ruling, wish: str) -> Mapping[str, str]:
    """Return what a table may take over from a ruling, by its choice, in a language."""
    found = {choice: translated(wish, words) for choice, words in YES_NO.items()}
    if ruling.custom:
        found[CUSTOM] = ruling.custom.localized(wish)
    return found | {key: each.text.localized(wish) for key, each in _readings(ruling).items()}


def offered_choices(ruling: Ruling) -> Mapping[str, Choice]:
    """Return what a page offers to adopt in one tap: each is exactly one rule."""
    # A verdict that begins with yes or no has one other answer; a house rule says it in full.
    first = ruling.verdict[DEFAULT_LANGUAGE].partition(",")[0].casefold()
    other = None if ruling.custom else {"yes": "no", "no": "yes"}.get(first)
    places = {key: each.sheet.place for key, each in _readings(ruling).items()}
    return {
        key: Choice(text, places.get(key))
        for key, text in choices(ruling, language()).items()
        if key == other or key not in YES_NO
    }


def point_text(rule: str, edition: str) -> str:
    """Return the question that a rule answers; nothing where no box knows it."""
    found = next(iter(_rulings(rule, edition)), None)
    return found.question.localized(language()) if found else ""


def settled_point(settled: RulingSettled, edition: str) -> str:
    """Return what a table plays and on which point; a house rule says both by itself."""
    point = "" if settled.choice == CUSTOM else point_text(settled.rule, edition)
    return " – ".join(filter(None, (point, settled_text(settled, edition))))


def _rulings(rule: str, edition: str) -> list[Ruling]:
    """Return what a box says on a point, then what the others do."""
    rulings = registry().rulings
    known = rulings.get(edition, rule)
    return [*((known,) if known else ()), *rulings.everywhere(rule)]


def settled_text(settled: RulingSettled, edition: str, wish: str | None = None) -> str:
    """Return what a table plays: its words, or a choice in a language; an unknown one by name."""
    if settled.choice is None:
        return settled.text
    for ruling in _rulings(settled.rule, edition):
        found = choices(ruling, wish or language())
        if settled.choice in found:
            return found[settled.choice]
    return own_words(settled)


def refuse_unknown_custom(edition: str, rule: str, values: object) -> None:
    ruling = registry().rulings.get(edition, rule)
    is_wanted = isinstance(values, Mapping) and values.get("custom") is True
    if is_wanted and not (ruling and ruling.custom):
        raise ValidationError([Fault(FaultCode.NO_CUSTOM, "/custom")])


def script_language() -> str:
    """Return the language that is named; else English, since what a script quotes must not vary."""
    wish = request.args.get("lang", DEFAULT_LANGUAGE)
    return wish if wish in LANGUAGES else DEFAULT_LANGUAGE


def state_for_scripts(
    game: Game, first: int | None = None, last: int | None = None, *, table: int | None = None
) -> StateValues:
    """Return a game as plain values, what its table plays in the language that is named."""
    words = partial(settled_text, edition=game.start.edition, wish=script_language())
    return state(game, first, last, table=table, words=words)
