"""Hands that are being counted: kept at once, found by every phone, gone with the round."""

import re
from dataclasses import replace

import pytest
from flask import Flask

from companion.game.cards.deck import Deck
from companion.rulebook import Rulebook
from companion.store.rows.drafts import DRAFT_LIMIT
from tests.web.paper import Paper
from tests.web.running import exchange, game_of, parts_of


@pytest.fixture
def game(paper: Paper) -> str:
    return paper.start("hello-kitty", "Ana", "Bo", "Cy").game


def hand(phone: Paper, game: str, seat: int, **fields: str) -> Paper:
    """Count a hand to its end, as the pad does; the page is then only its row."""
    return phone.send(f"{game}/hands/{seat}", [], **{"round": "1", **_fields(fields)})


def _fields(fields: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in fields.items()}


def test_what_was_said_is_shown_as_cards_at_once(paper: Paper, game: str) -> None:
    row = hand(paper, game, 2, words_2="two sevens and a penguin")
    assert (row.status, row.typed["words-2"]) == (200, "")
    assert (row.typed["count-2-7"], row.typed["count-2-badtz-maru"]) == ("2", "1")
    assert row.page.startswith("<fieldset")


def test_what_can_not_be_read_is_said_and_kept_as_it_was(paper: Paper, game: str) -> None:
    row = hand(paper, game, 2, words_2="two pinguins")
    assert row.status == 422
    assert row.has("Badtz-Maru")
    assert row.typed["words-2"] == "two pinguins"
    assert paper.open(game).typed["words-2"] == ""


def test_every_phone_finds_the_hand_and_whose_phone_has_counted_it(paper: Paper, game: str) -> None:
    paper.send(f"{game}/phone", [("seat", "2")])
    assert paper.has("This is Bo’s phone")
    hand(paper, game, 2, count_2_7="2", count_2_skip="1")
    for phone in (paper, paper.another()):
        phone.open(game)
        assert (phone.typed["count-2-7"], phone.typed["count-2-skip"]) == ("2", "1")
        assert phone.has("counted on Bo’s phone") == (phone is not paper)


def test_a_phone_without_a_name_is_another_phone(paper: Paper, game: str) -> None:
    hand(paper, game, 2, points_2="30")
    assert not paper.open(game).has("counted on")
    assert paper.another().open(game).has("counted on another phone")


def test_another_phone_may_correct_a_hand(paper: Paper, game: str) -> None:
    hand(paper, game, 2, points_2="30")
    hand(paper.another(), game, 2, points_2="31")
    assert paper.open(game).typed["points-2"] == "31"
    hand(paper.another(), game, 2)
    assert paper.open(game).typed["points-2"] == ""


def test_the_own_hand_of_a_phone_comes_first(paper: Paper, game: str) -> None:
    paper.send(f"{game}/phone", [("seat", "3")])
    assert re.findall(r'id="hand-(\d)"', paper.page) == ["3", "1", "2", "0"]
    paper.send(f"{game}/phone", [("seat", "")])
    assert re.findall(r'id="hand-(\d)"', paper.page) == ["1", "2", "3", "0"]


def test_once_the_round_is_recorded_every_hand_is_gone(paper: Paper, game: str) -> None:
    hand(paper, game, 2, points_2="30")
    paper.open(game).round("1", points_2="30", points_3="4")
    assert paper.typed["points-2"] == ""
    paper.send_form(f"{game}/undo", [])
    assert paper.typed["points-2"] == ""


def test_a_hand_for_a_round_that_was_recorded_meanwhile(paper: Paper, game: str) -> None:
    paper.round("1", points_2="30", points_3="4")
    late = hand(paper, game, 2, points_2="9")
    assert late.status == 409
    assert late.has("has already saved this round")
    assert late.typed["points-2"] == "9"
    assert paper.open(game).typed["points-2"] == ""


def test_a_hand_that_the_deck_can_not_hold_is_kept_and_pointed_out(paper: Paper, game: str) -> None:
    hand(paper, game, 3, count_3_badtz_maru="3")
    row = hand(paper, game, 2, **{"count-2-badtz-maru": "2"})
    assert row.status == 200
    assert row.has("Badtz-Maru: the deck has 4, you counted 5", "Recount")
    assert paper.open(game).typed["count-2-badtz-maru"] == "2"


def test_a_hand_of_nobody_who_plays_is_refused(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo", "Cy", format="challenge", target="50")
    paper.round("1", points_2="60", points_3="1")
    for seat in (2, 4, 9, 999):  # Bo is out
        sent = {"round": "2", f"points-{seat}": "3"}
        assert paper.send(f"{paper.game}/hands/{seat}", [], **sent).status == 422


@pytest.mark.parametrize(("length", "status"), [(DRAFT_LIMIT, 422), (100_000, 413)])
def test_a_hand_of_any_size_is_refused(paper: Paper, game: str, length: int, status: int) -> None:
    hand(paper, game, 2, points_2="3")
    assert hand(paper, game, 2, words_2="7 " * (length // 2)).status == status
    assert paper.open(game).typed["points-2"] == "3"


def test_more_cards_than_a_draft_can_hold(paper: Paper, game: str) -> None:
    cards = ("badtz-maru", "wild-draw-four", "draw-two", "reverse")
    assert hand(paper, game, 2, **{f"count-2-{card}": "99" for card in cards}).status == 422


def test_the_same_hand_again_is_no_change(app: Flask, paper: Paper, game: str) -> None:
    for _ in range(3):
        hand(paper, game, 2, points_2="3")
    drafts = parts_of(app).games.store.drafts.read(game_of(app, game.rpartition("/")[2]), 1)
    assert [draft.count for draft in drafts] == [1]


def test_a_hand_of_a_round_being_corrected_is_only_read(paper: Paper, game: str) -> None:
    paper.round("1", points_2="30", points_3="4")
    row = paper.send(f"{game}/rounds/1/hands/2", [], **{"words-2": "skip 7"})
    assert (row.status, row.typed["count-2-skip"]) == (200, "1")
    assert paper.open(f"{game}/rounds/1").typed["points-2"] == "30"
    assert paper.send(f"{game}/rounds/2/hands/2", [], **{"words-2": "7"}).status == 404


def test_the_points_are_those_of_the_deck_the_game_carries(app: Flask, paper: Paper) -> None:
    """A box file that is mended changes no game: the pad adds up what the score will."""
    game = paper.start("hello-kitty", "Ana", "Bo").game
    old = worth(paper, "badtz-maru")
    box = parts_of(app).editions["hello-kitty"]
    cards = (replace(c, points=99 if c.card == "badtz-maru" else c.points) for c in box.deck.cards)
    mended = replace(box, deck=Deck(tuple(cards), box.deck.lots))
    boxes = {**parts_of(app).editions, "hello-kitty": mended}
    exchange(app, boxes=Rulebook(boxes, boxes))
    parts_of(app).fragments.clear()
    assert worth(paper.open(game), "badtz-maru") == old
    assert worth(paper.start("hello-kitty", "Ana", "Bo"), "badtz-maru") == 99


def worth(paper: Paper, card: str) -> int:
    """Read what the key pad counts for a card."""
    return int(paper.find(rf'data-card="{card}" data-points="(\d+)"'))


def test_cards_that_were_tapped_come_back_in_the_order_of_the_taps(paper: Paper, game: str) -> None:
    assert hand(paper, game, 2, cards_2="skip 7 skip").typed["cards-2"] == "skip 7 skip"
    phone = paper.another().open(game)
    assert (phone.typed["cards-2"], phone.typed["count-2-skip"]) == ("skip 7 skip", "2")
    # Without scripts only the fields for the count of each card can have been changed.
    counts = {"counts_2": "1", "count_2_7": "1", "cards_2": "skip 7 skip"}
    assert hand(paper, game, 2, **counts).typed["cards-2"] == "7"
    assert hand(paper, game, 2, cards_2="skip", points_2="20").status == 422


def test_a_phone_that_counts_by_script_is_sent_no_field_for_each_card(
    app: Flask, game: str
) -> None:
    client = app.test_client()
    assert "<noscript>" in client.get(game).text
    asked = client.get(game, headers={"HX-Request": "true", "HX-Request-Type": "partial"}).text
    assert "data-cards" in asked
    assert "noscript><p class" not in asked
    assert "count-2-7" not in asked
