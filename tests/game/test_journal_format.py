"""Vocabulary of stored journal entries."""

import json
from dataclasses import fields
from pathlib import Path

from companion.game.cards.box import BoxCardValues, BoxValues
from companion.game.entries import KINDS
from companion.game.formats import FORMATS
from companion.game.journal_format import FIRST, NEWER, newer
from companion.game.rounds import Round
from tests.rows import cases

STORED = Path(__file__).with_name("entries.jsonl").read_text("utf-8").splitlines()


def test_stored_entries_have_no_unknown_words() -> None:
    assert [line for line in STORED if newer(json.loads(line)) - NEWER] == []


@cases("""values | word
{"kind": "mood-noted"} | kind.mood-noted
{"kind": "game-started", "game_format": "heats"} | game_format.heats
{"kind": "game-started", "scoring": "each-scores"} | scoring.each-scores
{"kind": "round-recorded", "round": {"remark": "x"}} | round.remark
{"kind": "round-recorded", "round": {"hands": {"2": {"guess": 7}}}} | hands.guess
{"kind": "round-corrected", "round": {"notes": [{"by": "Bo"}]}} | notes.by
{"kind": "together", "parts": [{"kind": "dealer-set", "until": 3}]} | dealer-set.until
{"kind": "game-started", "box": {"cards": [{"twin": 1}]}} | cards.twin
{"kind": "game-started", "left_out": {"twin": 1}} | None
""")
def test_unknown_words_are_found_at_any_depth(values: dict[str, object], word: str | None) -> None:
    assert newer(values) == ({word} if word else set())


def test_every_field_and_choice_of_entries_is_a_word() -> None:
    owned = {kind: {field.name for field in fields(entry)} for kind, entry in KINDS.items()}
    owned["game-started"] -= {"game_format", "scoring", "seating"}
    owned |= {"round": {field.name for field in fields(Round)}, "kind": {*KINDS}}
    owned |= {"game_format": {*FORMATS}, "box": {*BoxValues.__annotations__}}
    owned |= {"cards": {*BoxCardValues.__annotations__}, "card": {*BoxCardValues.__annotations__}}
    owned["scoring"] = {scoring for each in FORMATS.values() for scoring in each.scorings}
    first = {f"{owner}.{key}" for owner, keys in FIRST.items() for key in keys}
    assert {f"{owner}.{key}" for owner, keys in owned.items() for key in keys} <= first | NEWER
