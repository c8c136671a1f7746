"""Vocabulary of stored journal entries."""

import json
from pathlib import Path

from companion.game.cards.box import BoxCardValues, BoxValues
from companion.game.journal_format import FIRST, NEWER, known, newer
from tests.rows import cases

STORED = Path(__file__).with_name("entries.jsonl").read_text("utf-8").splitlines()


def test_stored_entries_have_no_unknown_words() -> None:
    assert [line for line in STORED if newer(json.loads(line)) - known()] == []


@cases("""values | word
{"kind": "mood-noted"} | kind.mood-noted
{"kind": "game-started", "game_format": "mood"} | game_format.mood
{"kind": "game-started", "scoring": "each-scores"} | scoring.each-scores
{"kind": "round-recorded", "round": {"mood": "x"}} | round.mood
{"kind": "round-recorded", "round": {"hands": {"2": {"guess": 7}}}} | hands.guess
{"kind": "round-corrected", "round": {"notes": [{"by": "Bo"}]}} | notes.by
{"kind": "together", "parts": [{"kind": "dealer-set", "until": 3}]} | dealer-set.until
{"kind": "game-started", "box": {"cards": [{"twin": 1}]}} | cards.twin
{"kind": "game-started", "left_out": {"twin": 1}} | None
""")
def test_unknown_words_are_found_at_any_depth(values: dict[str, object], word: str | None) -> None:
    assert newer(values) == ({word} if word else set())


def test_every_word_of_this_version_is_known_and_nothing_of_the_first_is_gone() -> None:
    first = {f"{owner}.{key}" for owner, keys in FIRST.items() for key in keys}
    # All words of these kinds are new.
    kinds = {"adjustment-made", "adjustment-removed", "end-changed", "title-changed"}
    kinds |= {"stage-drawn", "stage-removed"}
    assert {word.partition(".")[0] for word in known()} - FIRST.keys() == kinds
    first |= {word for word in known() if word.partition(".")[0] in kinds}
    choices = {f"game-started.{key}" for key in ("game_format", "scoring", "seating")}
    heats = ("table_size", "rounds_per_table", "final_rounds", "advance", "lot")
    ends = ("round_limit", "open_end", "by_average", "title")
    added = {"round.remark", "player-joined.sets_total", "card-added.replaces"}
    added |= {f"kind.{kind}" for kind in kinds} | {"scoring.each-scores", "game_format.heats"}
    added |= {f"game-started.{field}" for field in (*heats, *ends)}
    assert known() - first - NEWER == choices | added  # the choices' values are the words
    boxes = {"box": BoxValues, "cards": BoxCardValues, "card": BoxCardValues}
    inside = {f"{each}.{key}" for each, box in boxes.items() for key in box.__annotations__}
    assert inside <= first | NEWER
