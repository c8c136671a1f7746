"""Pages of boxes whose leaflet was not read: cards and values, but no rules."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.editions import load_boxes
from tests.web.paper import Paper
from tests.web.routes import ARGUMENTS
from tests.web.script import Script

_, PLAYABLE = load_boxes()
UNREAD = [edition for edition, box in PLAYABLE.items() if box.sheet == "unread"]


@pytest.mark.parametrize("edition", UNREAD)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_all_edition_routes_handle_unread_boxes(shared: Flask, edition: str, lang: str) -> None:
    phone = shared.test_client()
    urls = shared.url_map.bind("localhost")
    for rule in shared.url_map.iter_rules():
        if "edition" in rule.arguments:
            values = {name: ARGUMENTS.get(name) for name in rule.arguments} | {"edition": edition}
            for method in {"GET", "POST"} & (rule.methods or set()):
                address = urls.build(rule.endpoint, values, method=method)
                asked = {"lang": lang, "cards": "7", "q": "stack", "side": "dark"}
                answer = phone.open(address, method=method, query_string=asked, data=asked)
                assert answer.status_code in {200, 303, 404, 422}, address
                if answer.status_code == 303:
                    assert answer.location == f"/box/{edition}", address


@pytest.mark.parametrize("edition", UNREAD)
def test_unread_box_page_shows_facts_and_links_to_game(paper: Paper, edition: str) -> None:
    box = PLAYABLE[edition]
    paper.open(f"/box/{edition}")
    assert paper.has(box.name["en"], box.recognise["en"])
    for text in box.disputed:
        assert paper.has(text["en"])
    for source in box.sources:
        for place in source.address.split("; "):
            assert paper.has(place)
            site = place.split(" ")[0]
            assert (f'href="https://{site}"' in paper.page) == ("." in site)
    assert f'href="/games/new?edition={edition}"' in paper.page
    pages = re.findall(r'href="(/rules/[^"]*)"', paper.page)
    assert all(page.startswith(f"/rules/{edition}/cards/") for page in pages)
    assert bool(pages) == bool(box.cards)
    for page in pages:
        assert paper.client.get(page.replace("&amp;", "&")).status_code == 200
    paper.open(f"/box/{edition}")
    assert "/first-turn" not in paper.page
    assert (f"/box/{edition}/count" in paper.page) == bool(box.cards)
    assert (f'href="/boxes/new?from={edition}"' in paper.page) == bool(box.cards)
    for side in box.deck.sides or ("",):
        paper.open(f"/box/{edition}?side={side}")
        for face in box.for_side(side or None).cards.values():
            assert not face.sign or paper.has(face.name["en"])


@pytest.mark.parametrize("edition", UNREAD)
def test_sources_of_values_are_told_in_both_languages(paper: Paper, edition: str) -> None:
    for source in PLAYABLE[edition].sources:
        assert paper.open(f"/box/{edition}?lang=fr").has(" ".join(source.says["fr"].split()))
        assert paper.open(f"/box/{edition}?lang=en").has(" ".join(source.says["en"].split()))
        assert source.says["fr"] != source.says["en"]


def test_card_page_of_unread_box_shows_values_and_other_boxes(paper: Paper) -> None:
    paper.open("/rules/attack/cards/skip")
    assert paper.has("Skip", "20 points", "8 in the box", "We don’t have the rules of this box yet")
    assert 'href="/rules/classic-108/cards/skip"' in paper.page
    assert paper.client.get("/rules/attack/cards/skp").status_code == 404


def test_unread_boxes_state_disputed_values() -> None:
    assert [edition for edition in UNREAD if not PLAYABLE[edition].disputed] == ["just-points"]


def test_box_page_lists_only_cards_of_the_chosen_card_side(paper: Paper) -> None:
    light, dark = (paper.open(f"/box/flip{asked}").page for asked in ("", "?side=dark"))
    assert "+1<small>10 points" in light
    assert 'id="draw-five"' not in light
    assert "+5<small>20 points" in dark
    assert 'id="draw-one"' not in dark
    assert paper.open("/box/no-mercy").has("250 extra for each player knocked out")


def test_pile_of_two_sided_cards_is_counted_by_chosen_side(paper: Paper) -> None:
    assert paper.open("/box/flip/count?cards=wild+draw+two").has("= 50", "light side dark side")
    assert paper.find('aria-current="true">.*?<bdi>(.*?)</bdi>') == "light side"
    paper.open("/box/flip/count?cards=skip+everyone,+wild&side=dark")
    assert paper.has("= 70")
    assert paper.find('aria-current="true">.*?<bdi>(.*?)</bdi>') == "dark side"
    assert paper.typed["side"] == "dark"
    assert paper.open("/box/flip/count?cards=skip+everyone").has("= 30")  # the last chosen side
    assert paper.open("/box/flip/count?cards=skip+everyone&side=light").has("“skip everyone”")
    row = paper.send("/box/flip/count?side=dark", [], cards="skip everyone")
    assert (row.status, "= <b>30</b>" in row.page) == (200, True)
    assert "/box/flip/count?side=dark" in row.page


def test_unread_box_has_inventory_only_if_counts_are_known(paper: Paper) -> None:
    paper.open("/box/flip/check?count-draw-one=7")
    assert paper.has("same side first: light", "+1 · 1 missing", "Cards in a full box 112")
    assert not paper.has("Play without it")  # two-sided cards cannot be left out
    assert paper.open("/box/no-mercy/check?count-skip=11").has(
        "Skip · 1 missing", "Play without it"
    )
    assert "/box/all-wild/check" not in paper.open("/box/all-wild").page
    assert paper.client.get("/box/all-wild/check").location == "/box/all-wild"


def test_unread_box_shows_answer_of_the_box_that_a_question_names(paper: Paper) -> None:
    asked = paper.open("/rules/attack/search?q=in+no+mercy+can+i+put+a+%2B6+on+a+%2B4")
    assert asked.has("In UNO Show ’em No Mercy:", "We don’t have the rules of this box yet")
    assert "/rules/no-mercy/" in asked.page
    assert "+4" in asked.page.partition("<h2>")[2].partition("</h2>")[0]
    elsewhere = paper.open("/rules/attack/search?q=what+is+a+Wild+DOS+worth")
    assert elsewhere.has("That’s DOS. You’re in the rules of another box.")


def test_unread_box_gives_no_answers_but_takes_house_rules(script: Script, paper: Paper) -> None:
    assert paper.open("/rules/attack/search?q=can+I+stack").has(
        "can I stack", "We don’t have the rules of this box yet", "Play with this box"
    )
    script.start("Ana", "Bo", edition="attack")
    phone: FlaskClient = script.client
    rules = f"/games/{script.score_key}/rules"
    page = phone.get(rules).text
    fields = dict(re.findall(r'name="(version|request_id)" value="([^"]*)"', page))
    asked = {**fields, "text": "+1 on +1 is fine", "from_round": "1"}
    assert phone.post(f"{rules}/settled", data=asked).location == rules
    settled = script.ask("GET", f"/games/{script.score_key}").json["game"]["settled"]
    assert [(each["rule"], each["text"]) for each in settled] == [("own.1", "+1 on +1 is fine")]
    assert "+1 on +1 is fine" in phone.get(f"/games/{script.watch_key}/rules").text
    assert "+1 on +1 is fine" in phone.get(f"/games/{script.score_key}").text
    refused = phone.post(f"{rules}/settled", data={"text": "", "from_round": "x"})
    assert refused.status_code == 422
    assert 'value="x"' in refused.text
    dropped = {"rule": "own.1", "by_the_sheet": "1"}
    assert phone.post(f"{rules}/settled", data=dropped).location == rules
    assert "+1 on +1" not in phone.get(rules).text.partition("</h1>")[2]
    for page in ("/source", "/stack-draw-two"):
        assert phone.get(f"{rules}{page}").location == rules
    assert "20 points" in phone.get(f"{rules}/cards/skip").text


# links to unread boxes, at most three taps from the home page


def test_pages_listing_boxes_link_to_other_boxes(paper: Paper) -> None:
    for page in ("/", "/games/new", "/rules"):
        assert 'href="/boxes/other"' in paper.open(page).page, page


def test_other_boxes_page_lists_each_unread_box_once(paper: Paper) -> None:
    paper.open("/boxes/other")
    # Links show the cards before a game, except for just-points, which has no cards.
    listed = re.findall(r'class="item" href="/box/([\w-]+)"', paper.page)
    assert sorted(["just-points", *listed]) == sorted(UNREAD)
    assert paper.page.index('href="/games/new?edition=just-points"') < paper.page.index("/box/")
    assert paper.has("Just points", "Make your own box")
    assert 'href="/boxes/new"' in paper.page


@pytest.mark.parametrize("edition", UNREAD)
def test_game_with_unread_box_starts_with_default_settings(paper: Paper, edition: str) -> None:
    paper.open(f"/games/new?edition={edition}")
    shown = dict(paper.typed)
    assert shown["edition"] == edition
    box = PLAYABLE[edition]
    assert shown["scoring"] == box.scorings[0]
    field_names = ("edition", "format", "scoring", "target", "rounds", "decks", "dealer")
    fields = [(name, shown[name]) for name in field_names]
    paper.send("/games", [*fields, *[("players", "")] * 4])
    state = paper.state
    usual = 3 if box.scorings[0] == "rounds-won" else box.target or 500
    assert (state["edition"], state["scoring"]) == (edition, box.scorings[0])
    assert state["target"] == usual
    assert state["players"] == [f"Player {seat}" for seat in range(1, 5)]
