"""Tests that each fault, error code, format, scoring and ending has a sentence for people."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from flask import Flask

from companion.game.cards.notation import parse_hand
from companion.game.entries import Entry
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.formats import FORMATS
from companion.game.game import Game
from companion.game.outcome import Outcome, Termination
from companion.game.replay import replay
from companion.game.requests.change import read_change
from companion.game.requests.round import at_table, read_round, require_rulings
from companion.game.requests.seat import take_seat
from companion.game.requests.stage import read_draw, read_stage
from companion.game.requests.start import read_start
from companion.game.rounds import Note
from companion.game.scoresheet import read_scores
from companion.game.scoring import SCORINGS
from companion.web.errors import ErrorCode
from companion.web.http.i18n import gettext
from companion.web.ui import headlines, messages
from companion.web.ui.forms import Form, hand_values
from tests.game.boxes import KNOCK_OUT_BOX, TWO_SIDED
from tests.table import BOXES, read_game
from tests.wording.catalogue import PLACEHOLDER

BOX = BOXES["toy-story-3"]
SKIP = {"name": "Skip", "points": 20}
EIGHT_OF_50 = {"name": "8", "card": "8", "points": 50}
LONG = "Donaudampfschifffahrtsgesellschaftskapitän" * 9


def game(*names: str, **options: object) -> Game:
    return read_game(_sheet(names, options))


def _sheet(names: tuple[str, ...], options: Mapping[str, object]) -> str:
    header = {"edition": BOX.edition, "players": ", ".join(names), **options}
    return "\n".join(f"{word}: {value}" for word, value in header.items())


ALONE = game("Ana", "Bo", "Cy")
TEN = game(*"ABCDEFGHIJ")
TEAMS = game("Ana", "Bo", "Cy", "Dee", format="teams")
FOUR = game("Ana", "Bo", "Cy", "Dee", format="tournament")
EIGHT = game(*"ABCDEFGH", format="tournament")
TWO_ARRIVED, TEN_ARRIVED = (
    replay([(1, read_start({"edition": BOX.edition, "open_seats": True, "players": names}, BOXES))])
    for names in (["Ana", "Bo"], list("ABCDEFGHIJ"))
)
OURS = replay(
    [(1, read_start({"box": {**KNOCK_OUT_BOX, **TWO_SIDED}, "players": ["Ana", "Bo"]}, BOXES))]
)
HEATS = game(*"ABCDEFGH", format="heats")
WITHOUT_CY = game("Ana", "Bo", "Cy", leave="Cy")


def start(**values: object) -> Callable[[], object]:
    options = {"edition": BOX.edition, "players": ["Ana", "Bo", "Cy"], **values}
    return lambda: read_start(options, BOXES)


def round_(table: Game = ALONE, out: object = "Ana", **values: Any) -> Callable[[], object]:  # noqa: ANN401
    """Return a function that reads a round in which Ana's opponents hold a 7, or `values`."""
    holding = [s for side in table.game_format.sides(table.present) if 1 not in side for s in side]
    hands = {table.name(seat): {"cards": ["7"]} for seat in holding}
    options = {"went_out": out, "hands": hands | values.pop("hands", {}), **values}
    return lambda: read_round(table, BOX.lexicon, options)


def holding(cards: object) -> Callable[[], object]:
    return round_(hands={"Bo": {"cards": cards}})


def change(table: Game = ALONE, **values: object) -> Callable[[], Entry]:
    return lambda: read_change(table, values)


# Calls that are refused, at least one for each fault whose sentence has a placeholder.
WRONG: tuple[Callable[[], object], ...] = (
    start(players=["Ana", "Bo", LONG]),
    start(players=["Ana", "Bo", "C=y"]),
    start(players=["Ana", "Bo", "ana"]),
    start(players=["Ana", "Bo", "C\u202ey"]),
    start(players=["Ana"]),
    start(format="teams"),
    start(edition=LONG),
    start(target=0),
    start(left_out={"swap-hands": 1}),
    start(left_out={card.card: card.count for card in BOX.deck}),
    start(dealer=LONG),
    round_(WITHOUT_CY, hands={"Cy": {"points": 3}}),
    round_(resting=["Bo", "Cy"]),
    round_(out="Bo", resting=["Bo"]),
    round_(hands={"bo": {"points": 3}}),
    round_(TEAMS, hands={"Cy": {"points": 3}}),
    round_(notes=[{"rule": "stack", "text": LONG}, {"rule": " ", "text": ""}]),
    lambda: require_rulings([Note("stack", "no")], {"stack.2on2"}),
    holding("3x"),
    holding("100x7"),
    holding("7 x2"),
    holding("échange, jocker"),
    lambda: parse_hand("power", BOXES["power-colours"].lexicon),
    holding("10"),
    holding([LONG]),
    holding(["lotso"] * 5),
    holding([card.card for card in BOX.deck for _ in range(card.count or 0)]),
    round_(hands={"Bo": {"points": 9_999}}),
    round_(notes=[{"rule": "uno.must", "text": "x"}] * 21),
    change(),
    lambda: take_seat(TEN_ARRIVED, {"name": "Zoe"}, "phone"),
    lambda: take_seat(TWO_ARRIVED, {"name": "ana"}, "phone"),
    lambda: take_seat(TWO_ARRIVED, {"name": "Z\u200boe"}, "phone"),
    change(players=["Ana", "Bo"]),
    change(TEN, join=[{"name": "Zoe"}]),
    change(join=[{"name": "Zoe", "total": 900}]),
    change(FOUR, leave=["Bo"]),
    lambda: read_round(EIGHT, BOX.lexicon, {"table": 3}),
    lambda: read_round(EIGHT, BOX.lexicon, {"table": 1, "rotation": 5}),
    lambda: read_round(HEATS, BOX.lexicon, {"table": 1, "rotation": 5}),
    lambda: read_draw(HEATS, {}),
    lambda: read_stage(HEATS, 2, [["A"], ["A"]], is_by_time=False),
    lambda: at_table({"table": 2}, 1),
    lambda: hand_values(Form({"points-1": "20 20 5"}), 1),
    round_(OURS, side="dark", knocked_out=["Ana", "Bo"]),
    round_(OURS, side="dark", hands={"Bo": {"cards": ["draw-one"]}}),
    lambda: read_scores("Ana,Bo\n5", BOXES),
    lambda: read_scores("Ana,Bo\n5,0\nTotal,5\nTotal:,1", BOXES),
    lambda: read_scores("Ana,Bo\n" + "5,0\n" * 1001, BOXES),
    lambda: read_scores("Ana,0,5\nBo,5,0", BOXES),
    lambda: read_start(
        {"box": {"name": "x", "cards": [SKIP, SKIP] * 31}, "players": ["A", "B"]}, BOXES
    ),
    lambda: read_start(
        {"box": {"name": "x", "cards": [EIGHT_OF_50]}, "players": ["A", "B"]}, BOXES
    ),
)


def found(wrong: Callable[[], object]) -> tuple[Fault, ...]:
    with pytest.raises(ValidationError) as refused:
        wrong()
    return refused.value.faults


@pytest.fixture(params=["en", "fr"])
def language(request: pytest.FixtureRequest, shared: Flask) -> Iterator[str]:
    with shared.test_request_context(f"/?lang={request.param}"):
        yield request.param


def test_fault_codes_and_sentences_match() -> None:
    assert set(FaultCode) == set(messages.FAULTS)


def test_wrong_calls_cover_every_fault_sentence_with_placeholder() -> None:
    naming = {code for code, sentence in messages.FAULTS.items() if PLACEHOLDER.search(sentence)}
    assert naming - {fault.code for wrong in WRONG for fault in found(wrong)} == set()


@pytest.mark.parametrize("wrong", WRONG)
def test_fault_sentence_is_filled_in_and_short(wrong: Callable[[], object], language: str) -> None:
    for fault in found(wrong):
        said = messages.fault_sentence(fault, BOX)
        assert not re.search(r"%|\bNone\b|[(\[{]'|Fault", said), (language, said)
        assert len(said) <= 200


def test_every_refusal_is_said_in_both_languages(shared: Flask) -> None:
    sentences = [*messages.FAULTS.values(), *(code.sentence for code in ErrorCode)]
    said = []
    for language in ("en", "fr"):
        with shared.test_request_context(f"/?lang={language}"):
            said.append([gettext(sentence) for sentence in sentences])
    assert said[0] == sentences
    assert all(french and french != english for english, french in zip(*said, strict=True))


@pytest.mark.usefixtures("language")
def test_every_format_scoring_and_ending_has_distinct_words() -> None:
    words = [
        *(word for name in FORMATS for word in messages.format_words(name)),
        *(word for name in SCORINGS for word in messages.scoring_words(name)),
    ]
    assert all(words)
    assert len(set(words)) == 2 * len(FORMATS) + 2 * len(SCORINGS)
    assert (messages.FORMATS.keys(), messages.SCORINGS.keys()) == (FORMATS.keys(), SCORINGS.keys())
    assert headlines.TERMINATIONS.keys() == set(Termination)
    endings = {
        headlines.win_reason(ALONE, Outcome((1,), termination))
        for termination in headlines.TERMINATIONS
    }
    assert len(endings) == len(headlines.TERMINATIONS)


@pytest.mark.usefixtures("language")
def test_unknown_format_or_scoring_is_named_by_its_id() -> None:
    assert messages.format_words("knock-out") == ("Knock out", "")
    assert messages.scoring_words("golf") == ("Golf", "")


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("scoring", ["winner-collects", "keep-own"])
def test_scoring_explanation_has_two_sentences(scoring: str) -> None:
    assert re.fullmatch(r"([^.?]{20,90}\. ?){2}", messages.scoring_words(scoring).explanation)
