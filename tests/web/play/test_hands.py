"""Hands being counted, which all phones share until the round is saved."""

import re
from dataclasses import replace

import pytest
from flask import Flask

from companion.game.cards.deck import Deck
from companion.rulebook import Rulebook
from companion.store.rows.drafts import DRAFT_LIMIT
from tests.web.paper import Paper
from tests.web.running import game_of, registry_of, replace_services


@pytest.fixture
def game(paper: Paper) -> str:
    return paper.start("hello-kitty", "Ana", "Bo", "Cy").game


def hand(phone: Paper, game: str, seat: int, **fields: str) -> Paper:
    """Post a hand of round 1 as the key pad does, and return the phone with the hand's row."""
    return phone.send(f"{game}/hands/{seat}", [], **{"round": "1", **_fields(fields)})


def _fields(fields: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in fields.items()}


def test_hand_in_words_is_returned_as_cards(paper: Paper, game: str) -> None:
    row = hand(paper, game, 2, words_2="two sevens and a penguin")
    assert (row.status, row.typed["words-2"]) == (200, "")
    assert (row.typed["count-2-7"], row.typed["count-2-badtz-maru"]) == ("2", "1")
    assert row.page.startswith("<fieldset")


def test_unreadable_hand_stays_typed_but_is_not_stored(paper: Paper, game: str) -> None:
    row = hand(paper, game, 2, words_2="two pinguins")
    assert row.status == 422
    assert row.has("Badtz-Maru")
    assert row.typed["words-2"] == "two pinguins"
    assert paper.open(game).typed["words-2"] == ""


def test_all_phones_show_a_hand_and_the_phone_that_counted_it(paper: Paper, game: str) -> None:
    paper.send(f"{game}/phone", [("seat", "2")])
    assert paper.has("This is Bo’s phone")
    hand(paper, game, 2, count_2_7="2", count_2_skip="1")
    for phone in (paper, paper.another_phone()):
        phone.open(game)
        assert (phone.typed["count-2-7"], phone.typed["count-2-skip"]) == ("2", "1")
        assert phone.has("counted on Bo’s phone") == (phone is not paper)


def test_hand_of_an_unnamed_phone_is_shown_as_another_phones(paper: Paper, game: str) -> None:
    hand(paper, game, 2, points_2="30")
    assert not paper.open(game).has("counted on")
    assert paper.another_phone().open(game).has("counted on another phone")


def test_another_phone_can_correct_or_clear_a_hand(paper: Paper, game: str) -> None:
    hand(paper, game, 2, points_2="30")
    hand(paper.another_phone(), game, 2, points_2="31")
    assert paper.open(game).typed["points-2"] == "31"
    hand(paper.another_phone(), game, 2)
    assert paper.open(game).typed["points-2"] == ""


def test_hand_of_the_phones_own_player_is_listed_first(paper: Paper, game: str) -> None:
    paper.send(f"{game}/phone", [("seat", "3")])
    assert re.findall(r'id="hand-(\d)"', paper.page) == ["3", "1", "2", "0"]
    paper.send(f"{game}/phone", [("seat", "")])
    assert re.findall(r'id="hand-(\d)"', paper.page) == ["1", "2", "3", "0"]


def test_recording_the_round_clears_the_counted_hands(paper: Paper, game: str) -> None:
    hand(paper, game, 2, points_2="30")
    paper.open(game).round("1", points_2="30", points_3="4")
    assert paper.typed["points-2"] == ""
    paper.send_form(f"{game}/undo", [])
    assert paper.typed["points-2"] == ""


def test_hand_for_an_already_recorded_round_conflicts(paper: Paper, game: str) -> None:
    paper.round("1", points_2="30", points_3="4")
    late = hand(paper, game, 2, points_2="9")
    assert late.status == 409
    assert late.has("has already saved this round")
    assert late.typed["points-2"] == "9"
    assert paper.open(game).typed["points-2"] == ""


def test_hand_that_exceeds_the_deck_is_stored_with_a_warning(paper: Paper, game: str) -> None:
    hand(paper, game, 3, count_3_badtz_maru="3")
    row = hand(paper, game, 2, **{"count-2-badtz-maru": "2"})
    assert row.status == 200
    assert row.has("Badtz-Maru: the deck has 4, you counted 5", "Recount")
    assert paper.open(game).typed["count-2-badtz-maru"] == "2"


def test_hand_of_a_seat_that_does_not_play_is_refused(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo", "Cy", format="challenge", target="50")
    paper.round("1", points_2="60", points_3="1")
    for seat in (2, 4, 9, 999):  # seat 2 is eliminated, 4 and more do not exist
        sent = {"round": "2", f"points-{seat}": "3"}
        assert paper.send(f"{paper.game}/hands/{seat}", [], **sent).status == 422


@pytest.mark.parametrize(("length", "status"), [(DRAFT_LIMIT, 422), (100_000, 413)])
def test_oversized_hand_is_refused(paper: Paper, game: str, length: int, status: int) -> None:
    hand(paper, game, 2, points_2="3")
    assert hand(paper, game, 2, words_2="7 " * (length // 2)).status == status
    assert paper.open(game).typed["points-2"] == "3"


def test_hand_with_too_many_cards_for_a_draft_is_refused(paper: Paper, game: str) -> None:
    cards = ("badtz-maru", "wild-draw-four", "draw-two", "reverse")
    assert hand(paper, game, 2, **{f"count-2-{card}": "99" for card in cards}).status == 422


def test_resending_the_same_hand_changes_nothing(app: Flask, paper: Paper, game: str) -> None:
    for _ in range(3):
        hand(paper, game, 2, points_2="3")
    drafts = registry_of(app).games.store.drafts.read(game_of(app, game.rpartition("/")[2]), 1)
    assert [draft.count for draft in drafts] == [1]


def test_hand_of_a_round_being_corrected_is_not_stored(paper: Paper, game: str) -> None:
    paper.round("1", points_2="30", points_3="4")
    row = paper.send(f"{game}/rounds/1/hands/2", [], **{"words-2": "skip 7"})
    assert (row.status, row.typed["count-2-skip"]) == (200, "1")
    assert paper.open(f"{game}/rounds/1").typed["points-2"] == "30"
    assert paper.send(f"{game}/rounds/2/hands/2", [], **{"words-2": "7"}).status == 404


def test_key_pad_uses_points_of_the_deck_stored_with_the_game(app: Flask, paper: Paper) -> None:
    """A changed box file does not affect a running game."""
    game = paper.start("hello-kitty", "Ana", "Bo").game
    old = worth(paper, "badtz-maru")
    box = registry_of(app).editions["hello-kitty"]
    cards = (replace(c, points=99 if c.card == "badtz-maru" else c.points) for c in box.deck.cards)
    changed = replace(box, deck=Deck(tuple(cards), box.deck.lots))
    boxes = {**registry_of(app).editions, "hello-kitty": changed}
    replace_services(app, rulebook=Rulebook(boxes, boxes))
    registry_of(app).fragments.clear()
    assert worth(paper.open(game), "badtz-maru") == old
    assert worth(paper.start("hello-kitty", "Ana", "Bo"), "badtz-maru") == 99


def worth(paper: Paper, card: str) -> int:
    """Return the points of a card from its button on the key pad."""
    return int(paper.find(rf'data-card="{card}" data-points="(\d+)"'))


def test_tapped_cards_are_returned_in_their_order(paper: Paper, game: str) -> None:
    assert hand(paper, game, 2, cards_2="skip 7 skip").typed["cards-2"] == "skip 7 skip"
    phone = paper.another_phone().open(game)
    assert (phone.typed["cards-2"], phone.typed["count-2-skip"]) == ("skip 7 skip", "2")
    # Without scripts, only the fields with the count of each card can be changed.
    counts = {"counts_2": "1", "count_2_7": "1", "cards_2": "skip 7 skip"}
    assert hand(paper, game, 2, **counts).typed["cards-2"] == "7"
    assert hand(paper, game, 2, cards_2="skip", points_2="20").status == 422


def test_htmx_response_omits_the_count_field_of_each_card(app: Flask, game: str) -> None:
    client = app.test_client()
    assert '<div class="of-each"' in client.get(game).text
    asked = client.get(game, headers={"HX-Request": "true", "HX-Request-Type": "partial"}).text
    assert "data-cards" in asked
    assert "of-each" not in asked
    assert "count-2-7" not in asked


def test_winner_chosen_on_one_phone_is_shown_on_others(paper: Paper, game: str) -> None:
    other, words = paper.another_phone(), "Another phone has chosen"

    def choose(seat: str, round_: str = "1") -> None:
        sent = {"went_out": seat, "round": round_}
        assert paper.client.post(f"{game}/hands/out", data=sent).status_code == 204

    for seat, round_ in (("9", "1"), ("", "1"), ("x", "1"), ("2", "2")):
        choose(seat, round_)
        assert words not in other.client.get(game).text
    for seat, name in (("2", "Bo"), ("1", "Ana")):
        choose(seat)
        assert f"{words} {name}." in other.client.get(game).text
        assert words not in paper.client.get(game).text
    choose("0")
    assert words not in other.client.get(game).text
    choose("1")
    paper.open(game)
    paper.round("1", points_2="7", points_3="8")
    assert words not in other.client.get(game).text
