"""Rules within a game: house rules, rulings noted with rounds, and first cards."""

import re

import pytest
from flask import Flask

from companion.web.ui.registry import Registry
from tests.web.paper import Paper

OWN = "At this table:"
STACK = "stack-draw-two"


@pytest.fixture
def table(paper: Paper) -> Paper:
    return paper.start("hello-kitty", "Ana", "Bo", "Cy")


def settled(table: Paper, rule: str = "stack.2on2", topic: str = STACK, **fields: str) -> Paper:
    """Adopt a house rule with the form on the page of its topic, and return the phone."""
    table.open(f"{table.game}/rules/{topic}")
    forms = re.findall(r"<form.*?</form>", table.page, re.DOTALL)
    form = next(f for f in forms if f'value="{rule}"' in f and "/settled" in f)
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    game = table.game
    table.send(f"{game}/rules/settled", [], **{**hidden, **fields})
    table.game = game
    return table


def watching(table: Paper, app: Flask) -> Paper:
    """Return a new phone that has opened the game's watch link."""
    (address,) = set(re.findall(r"/watch/[\w-]+", table.open(f"{table.game}/share").page))
    phone = Paper(app.test_client())
    phone.game = f"/games/{address.removeprefix('/watch/')}"
    return phone.open(address)


def test_game_links_to_rules_of_its_box_and_back(table: Paper) -> None:
    assert f'href="{table.game}/rules"' in table.open(table.game).page
    assert table.open(f"{table.game}/rules").has("Rules: UNO Hello Kitty & Friends")
    assert f'href="{table.game}/rules/{STACK}"' in table.page
    for page in ("/cards/badtz-maru", "/search?q=uno", f"/{STACK}"):
        assert table.open(f"{table.game}/rules{page}").status == 200
        assert f'<a href="{table.game}">' in table.page.partition('class="return')[2]


def answers(table: Paper, rule: str, topic: str = STACK) -> tuple[list[str], list[str]]:
    """Return the choice ids offered for a house rule, and the texts marked as current."""
    table.open(f"{table.game}/rules/{topic}")
    article = table.page.partition(f'id="{rule}"')[2].partition("</article>")[0]
    form = article.partition('<form class="ways"')[2].partition("</form>")[0]
    offered = re.findall(r'<button name="(?:choice" value=")?([^"]+)"', form)
    marked = re.findall(r'<p class="chosen" aria-current="true">(.*?)</p>', form, re.DOTALL)
    return offered, [" ".join(re.sub("<[^>]+>", " ", each).split()) for each in marked]


@pytest.mark.parametrize(
    ("rule", "topic", "offered", "marked"),
    [
        ("stack.2on2", STACK, ["custom"], ["As the rules say: No"]),
        ("multi.two_wild4", "multi-card", ["yes"], ["As the rules say: No"]),
        ("jumpin", "house-rules", ["custom"], []),
        ("wd4.same_colour_action", "wd4-legal", ["reading-1", "reading-2"], []),
    ],
)
def test_house_rule_form_offers_all_but_the_current_answer(
    table: Paper, rule: str, topic: str, offered: list[str], marked: list[str]
) -> None:
    assert answers(table, rule, topic) == (offered, marked)


def test_house_rule_is_set_with_one_tap(table: Paper) -> None:
    settled(table, choice="custom")
    assert table.has("At this table: A +2 may be stacked")
    article = table.page.partition('id="stack.2on2"')[2]
    assert article.index(OWN) < article.index("The rules say:") < article.index(">No<")


def test_current_house_rule_is_marked_and_no_longer_offered(table: Paper) -> None:
    settled(table, choice="custom")
    offered, marked = answers(table, "stack.2on2")
    assert offered == ["by_the_sheet"]
    assert len(marked) == 1
    assert marked[0].startswith("Popular house rule: A +2 may be stacked on a +2;")
    settled(table, text="Only on Sundays")
    assert answers(table, "stack.2on2") == (["by_the_sheet", "custom"], ["Only on Sundays"])
    settled(table, by_the_sheet="1")
    assert answers(table, "stack.2on2") == (["custom"], ["As the rules say: No"])


def test_house_rule_choice_text_is_on_topic_page_once(table: Paper) -> None:
    table.open(f"{table.game}/rules/{STACK}")
    assert table.page.count("A +2 may be stacked on a +2;") == 1
    assert table.open(f"{table.game}/rules/wd4-legal").page.count("No: it is a card of the") == 1


def test_house_rule_on_undecided_point_can_be_undone(table: Paper) -> None:
    rule, topic = "jumpin", "house-rules"
    settled(table, rule, topic, choice="custom")
    assert answers(table, rule, topic)[0] == ["by_the_sheet"]
    assert table.has("Leave it open again")


def test_adopted_custom_is_shown_in_language_of_each_phone(
    table: Paper, registry: Registry
) -> None:
    custom = registry.rulings.by_edition["hello-kitty"]["stack.2on2"].custom
    assert custom
    assert settled(table, choice="custom").has(f"{OWN} {custom['en']}")
    assert table.open(f"{table.game}/history").has(f"House rule: {custom['en']}")
    for page in ("", "/rules", f"/rules/{STACK}", "/history"):
        assert table.open(f"{table.game}{page}?lang=fr").has(" ".join(custom["fr"].split()))


def test_contradictory_readings_are_offered_as_two_choices(table: Paper) -> None:
    rule, topic = "wd4.same_colour_action", "wd4-legal"
    settled(table, rule, topic, choice="reading-2")
    offered, marked = answers(table, rule, topic)
    assert offered == ["reading-1", "by_the_sheet"]
    assert marked[0].startswith("Yes: action cards are named as an exception")


def test_house_rule_is_shown_on_scoring_and_watching_phones(table: Paper, app: Flask) -> None:
    settled(table, text="We stack <b>all</b> day.")
    guest = watching(table, app)
    for phone, address in (
        (table, table.game),
        (table, f"{table.game}/rules"),
        (guest, guest.game.replace("/games/", "/watch/")),
        (guest, f"{guest.game}/rules/{STACK}"),
    ):
        assert phone.open(address).has("We stack <b>all</b> day.", "from round 1 on")
    assert guest.has(OWN)
    assert guest.has("Board All rules")
    assert "/settled" not in guest.page


def test_house_rule_applies_from_next_or_given_round(table: Paper) -> None:
    table.open(table.game).round("1", points_2="5", points_3="5")
    assert settled(table, text="Yes").has("from round 2 on")
    assert settled(table, text="Yes", from_round="1").has("from round 1 on")
    assert settled(table, text="Yes", from_round="9").has("from round 9 on")
    assert settled(table, text="Yes", from_round="0").status == 422


def test_inherited_house_rule_in_rematch_is_listed_without_undo(table: Paper) -> None:
    settled(table, text="Yes, always")
    table.open(table.game).round("1", points_2="300", points_3="300")
    table.send(f"{table.game}/rematch", [])
    assert table.has("House rules of this table", "Yes, always from round 1 on")
    assert not table.has("Undo")
    assert table.round("1", points_2="3", points_3="3").has("Round 1: Ana +6 Undo")
    settled(table, text="Never")
    assert table.open(table.game).has("House rule: Answering a +2 Undo", "Never")


def test_invalid_house_rule_is_rejected_and_stays_in_form(table: Paper) -> None:
    long = "x" * 201
    assert settled(table, text=long).status == 422
    assert "too long" in table.page
    assert long in table.page
    assert settled(table, text=" ").status == 422
    assert not table.open(table.game).has("At this table")


@pytest.mark.parametrize("fields", [{"rule": "no.such"}, {"rule": ""}, {}])
def test_unknown_rule_gives_404(table: Paper, fields: dict[str, str]) -> None:
    for action in ("settled", "noted"):
        game = table.game
        assert table.send(f"{game}/rules/{action}", [], text="x", round="1", **fields).status == 404
        table.game = game


def test_house_rule_with_stale_version_gives_conflict(table: Paper) -> None:
    assert settled(table, text="Yes", version="99").status == 409
    assert table.has("Somebody else has changed the game")


def test_ruling_note_on_past_round_survives_its_correction(table: Paper) -> None:
    table.open(table.game).round("1", points_2="5", points_3="5")
    game = table.game
    table.send(f"{game}/rules/noted", [], rule="ch.guilty", text="drew 4", round="1")
    assert table.open(f"{game}/rounds/1").has("drew 4")
    # A correction of the round retains the note.
    counted = [("went_out", "1"), ("points-2", "9"), ("points-3", "5")]
    table.send_form(f"{game}/rounds/1", counted)
    table.game = game
    assert table.open(f"{game}/rounds/1").has("drew 4", "= 9")
    assert (
        table.send(f"{game}/rules/noted", [], rule="ch.guilty", text="x", round="2").status == 404
    )


def test_ruling_note_is_saved_with_the_next_round(table: Paper) -> None:
    table.open(f"{table.game}?note=ch.guilty")
    assert 'name="note-ch.guilty"' in table.page
    table.round("1", points_2="5", points_3="5", **{"note-ch.guilty": "Bo drew 4"})
    assert table.open(f"{table.game}/rounds/1").has("Bo drew 4")
    assert 'name="note-' not in table.open(f"{table.game}?note=no.such").page


def test_first_card_rules_are_shown_before_first_round_only(table: Paper) -> None:
    assert table.open(table.game).has(
        "Before the first round", "7 cards each.", "the highest number", "Badtz-Maru"
    )
    assert table.page.count(f'href="{table.game}/rules/first-card-action#') >= 5
    table.round("1", points_2="5", points_3="5")
    assert not table.has("Before the first round")


def test_tournament_table_reads_rules_but_cannot_settle_points(paper: Paper) -> None:
    made = paper.client.post(
        "/api/games",
        json={"edition": "toy-story-3", "format": "tournament", "players": ["A", "B", "C", "D"]},
    ).get_json()
    key = made["tables"][0]["key"]
    assert paper.open(f"/tables/{key}").has("Rules")
    assert paper.open(f"/games/{key}/rules/{STACK}").status == 200
    assert "/settled" not in paper.page
    assert paper.send(f"/games/{key}/rules/settled", [], rule="stack.2on2", text="x").status == 404
    assert paper.open(f"/games/{made['score_key']}/rules/multi-card").has("As the rules say: No")
    assert "?note=" not in paper.page
