"""Pages of each format, without scripts."""

import re

import pytest

from tests.web.paper import Paper

PARTNERS = ("Ana", "Bo", "Cy", "Dee")
SEEN_FROM_ABOVE = "The table seen from above; partners sit opposite each other"


def partners(paper: Paper, **options: str) -> Paper:
    return paper.start("classic-108", *PARTNERS, format="teams", **options)


def elimination(paper: Paper, *players: str) -> Paper:
    return paper.start("classic-108", *players, format="challenge", target="100")


def correct(paper: Paper, number: int, out: str, **points: str) -> Paper:
    address = f"{paper.game}/rounds/{number}"
    typed = [(field.replace("_", "-"), value) for field, value in points.items()]
    return paper.open(address).send_form(address, [("went_out", out), *typed])


# partners


def seen_from_above(paper: Paper) -> list[tuple[str, str, str]]:
    """Return each player's seat, team number and name from the page's drawing of the table."""
    return re.findall(r'class="place-(\d) team-(\d)">.*?<bdi>([^<]+)<', paper.page)


def test_table_of_partners_is_drawn_until_the_first_round(paper: Paper) -> None:
    partners(paper)
    assert SEEN_FROM_ABOVE in paper.page
    assert seen_from_above(paper) == [
        (str(seat), team, name)
        for seat, (name, team) in enumerate(zip(PARTNERS, "1212", strict=True), start=1)
    ]
    paper.round("1", points_2="10", points_4="20")
    assert SEEN_FROM_ABOVE not in paper.page


def test_table_drawing_shows_changed_seats_of_partners(paper: Paper) -> None:
    partners(paper)
    address = f"{paper.game}/settings"
    assert paper.open(address).has("Names and seats")
    assert not paper.has("Somebody leaves", "Somebody joins")
    seats = [("players", name) for name in ("Ana", "Cy", "Bo", "Dee")]
    paper.send(address, [("change", "players"), *seats])
    assert ("3", "1", "Bo") in seen_from_above(paper)


def test_round_of_partners_needs_only_the_opponents_hands(paper: Paper) -> None:
    partners(paper).round("1")
    assert paper.status == 422
    assert paper.has("Bo’s hand is missing", "Dee’s hand is missing")
    assert "Cy’s hand" not in paper.text
    paper.round("1", points_2="10", points_3="77", points_4="20")
    assert paper.has("Round 1: Ana + Cy +30.", "Ana and Cy lead by 30")
    assert paper.round("4", points_1="5").has("Cy’s hand is missing")
    assert "Bo’s hand" not in paper.text


def test_round_page_shows_the_points_credited_to_partners(paper: Paper) -> None:
    partners(paper).round("2", points_1="10", points_3="20")
    assert paper.open(f"{paper.game}/rounds/1").has("Bo went out.", "Bo + Dee +30")


def test_both_partners_are_named_as_winners(paper: Paper) -> None:
    partners(paper, target="30").round("2", points_1="10", points_3="20")
    assert paper.has("Bo and Dee win! first to 30 points")


# the elimination game


@pytest.mark.parametrize(("target", "near", "safe"), [(50, 45, 44), (500, 450, 449), (9, 8, 7)])
def test_danger_warning_starts_at_a_tenth_of_the_target(
    paper: Paper, target: int, near: int, safe: int
) -> None:
    paper.start("classic-108", "Ana", "Bo", "Cy", format="challenge", target=str(target))
    paper.round("1", points_2=str(near), points_3=str(safe))
    assert paper.has(f"Bo is in danger: {target - near} to go.")
    assert "Cy is in danger" not in paper.text


def test_eliminated_player_is_named_and_has_no_hand_field(paper: Paper) -> None:
    elimination(paper, *PARTNERS).round("1", points_2="100", points_3="1", points_4="1")
    assert paper.has("Knocked out: Bo.")
    assert not paper.has("Head to head")
    assert 'id="hand-2"' not in paper.page
    assert 'id="hand-3"' in paper.page


def test_last_two_players_see_head_to_head_and_two_player_rules(paper: Paper) -> None:
    elimination(paper, "Ana", "Bo", "Cy").round("1", points_2="100", points_3="1")
    assert paper.has(
        "Head to head, by the rules for two players: first to 100 loses.",
        "Two players: what changes",
        "Reverse works like Skip: you play again.",
    )
    assert paper.round("3", points_1="100").has("Cy wins")
    assert not paper.has("Head to head")


def test_table_names_box_that_lends_its_format_or_scoring(paper: Paper) -> None:
    lent = "The rules of this box don’t describe this way to play: it comes from UNO, 108 cards."
    assert paper.start("flip", *PARTNERS, format="teams").has(lent)
    assert paper.start("no-mercy", *PARTNERS, scoring="keep-own").has(lent)
    assert not paper.start("flip", *PARTNERS, scoring="keep-own").has(lent)
    assert not paper.start("classic-108", *PARTNERS, format="teams").has(lent)


def test_rounds_with_hand_of_eliminated_player_are_linked_until_corrected(paper: Paper) -> None:
    elimination(paper, *PARTNERS).round("1", points_2="90", points_3="1", points_4="1")
    paper.round("1", points_2="5", points_3="1", points_4="1")
    correct(paper, 1, "1", points_2="100", points_3="1", points_4="1")
    assert paper.has(
        "A correction or a new target changed who was still in.",
        "Until that’s sorted out, nobody has won.",
    )
    assert paper.has("Round 2 Already out of the game, so this hand doesn’t count: Bo.")
    assert f'<li><a href="{paper.game}/rounds/2">Round 2</a>' in paper.page
    correct(paper, 2, "1", points_3="1", points_4="1")
    assert not paper.has("A correction or a new target changed who was still in.")
    assert paper.has("Knocked out: Bo.")


def test_round_won_by_an_eliminated_player_is_reported(paper: Paper) -> None:
    elimination(paper, *PARTNERS).round("1", points_2="90", points_3="1", points_4="1")
    paper.round("2", points_1="5", points_3="5", points_4="5")
    correct(paper, 1, "1", points_2="100", points_3="1", points_4="1")
    assert paper.has("Round 2 Bo was already out of the game, so nobody gets these points.")
    assert not paper.has("Until that’s sorted out, nobody has won.")
    correct(paper, 2, "1", points_3="5", points_4="5")
    assert not paper.has("A correction or a new target changed who was still in.")


def test_higher_target_is_not_offered_if_hands_would_be_missing(paper: Paper) -> None:
    elimination(paper, "Ana", "Bo", "Cy").round("1", points_2="100", points_3="1")
    assert paper.round("1", points_3="100").has("Ana wins")
    assert not paper.has("Play on to")
    elimination(paper, "Ana", "Bo", "Cy").round("1", points_2="100", points_3="100")
    assert paper.has("Ana wins", "Play on to 150")


# two players, and what the table agreed


def test_two_player_rules_use_the_boxs_words_in_both_languages(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo")
    assert paper.has("Two players: what changes", "You also play again after a card")
    paper.open(f"{paper.game}?lang=fr")
    assert paper.has("À deux : ce qui change", "ceci vient de la boîte classique")
    paper.start("classic-108", "Ana", "Bo")
    assert paper.has("À deux : ce qui change", "Inversion", "Passer")
    assert not paper.has("ceci vient de la boîte classique")
    assert not paper.start("classic-108", "Ana", "Bo", "Cy").has("À deux : ce qui change")


def test_two_player_rules_show_what_the_leaflet_says_or_leaves_open(paper: Paper) -> None:
    reverse = "Two players: what does a Reverse do?"
    paper.start("hello-kitty", "Ana", "Bo")
    assert paper.has(f"{reverse} The rules don’t say", "Yes, you play again")
    assert f'href="{paper.game}/rules/reverse-two-players#two.reverse"' in paper.page
    paper.start("classic-108", "Ana", "Bo")
    assert paper.has(f"{reverse} It acts as a Skip: you play again")
