"""House rules: the answers that a game's players agreed on for points of the rules."""

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
from companion.rulings import Ruling
from companion.rulings.ruling import Reading
from companion.web.http.i18n import N_, language, translated
from companion.web.ui.registry import registry

YES_NO = {"yes": N_("Yes"), "no": N_("No")}


@dataclass(frozen=True, slots=True)
class Choice:
    """A house rule to adopt. `place`: the position of a reading in the leaflet, else None."""

    text: str
    place: LocalizedText | None = None


def _readings(ruling: Ruling) -> Mapping[str, Reading]:
    return {f"reading-{number}": each for number, each in enumerate(ruling.readings, start=1)}


def choices(ruling: Ruling, lang: str) -> Mapping[str, str]:
    """Return the texts of all house rules that a ruling allows, by choice id, in a language."""
    found = {choice: translated(lang, words) for choice, words in YES_NO.items()}
    if ruling.custom:
        found[CUSTOM] = ruling.custom.localized(lang)
    return found | {key: each.text.localized(lang) for key, each in _readings(ruling).items()}


def offered_choices(ruling: Ruling) -> Mapping[str, Choice]:
    """Return the choices that a page offers to adopt in one tap, each exactly one rule."""
    # A verdict that begins with yes or no leaves the other one to choose, unless a house rule says
    # it in full.
    first = ruling.verdict[DEFAULT_LANGUAGE].partition(",")[0].casefold()
    other = None if ruling.custom else {"yes": "no", "no": "yes"}.get(first)
    places = {key: each.sheet.place for key, each in _readings(ruling).items()}
    return {
        key: Choice(text, places.get(key))
        for key, text in choices(ruling, language()).items()
        if key == other or key not in YES_NO
    }


def point_text(rule: str, edition: str) -> str:
    """Return the question of a ruling, or an empty text if no box has it."""
    found = next(iter(_rulings(rule, edition)), None)
    return found.question.localized(language()) if found else ""


def settled_point(settled: RulingSettled, edition: str) -> str:
    """Return a house rule as `question – answer`, the suggested custom one without its question."""
    point = "" if settled.choice == CUSTOM else point_text(settled.rule, edition)
    return " – ".join(filter(None, (point, settled_text(settled, edition))))


def _rulings(rule: str, edition: str) -> list[Ruling]:
    """Return a box's ruling on a point, followed by those of all boxes."""
    rulings = registry().rulings
    known = rulings.get(edition, rule)
    return [*((known,) if known else ()), *rulings.of_rule(rule)]


def settled_text(settled: RulingSettled, edition: str, lang: str | None = None) -> str:
    """Return a house rule's own words, or its choice's text in `lang` (default: the page's)."""
    if settled.choice is None:
        return settled.text
    for ruling in _rulings(settled.rule, edition):
        found = choices(ruling, lang or language())
        if settled.choice in found:
            return found[settled.choice]
    return own_words(settled)


def refuse_unknown_custom(edition: str, rule: str, values: object) -> None:
    ruling = registry().rulings.get(edition, rule)
    is_wanted = isinstance(values, Mapping) and values.get("custom") is True
    if is_wanted and not (ruling and ruling.custom):
        raise ValidationError([Fault(FaultCode.NO_CUSTOM, "/custom")])


def script_language() -> str:
    """Return the language of `?lang`, or English, so that what a script quotes does not vary."""
    lang = request.args.get("lang", DEFAULT_LANGUAGE)
    return lang if lang in LANGUAGES else DEFAULT_LANGUAGE


def state_for_scripts(
    game: Game, first: int | None = None, last: int | None = None, *, table: int | None = None
) -> StateValues:
    """Return a game and its rounds `first` to `last` as JSON values, house rules in `?lang`."""
    words = partial(settled_text, edition=game.start.edition, lang=script_language())
    return state(game, first, last, table=table, words=words)
