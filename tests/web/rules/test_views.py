"""The pages of the rules: boxes, topics, cards, answers, and all boxes side by side."""

import re

import pytest
from flask.testing import FlaskClient

from companion.web.ui.registry import Registry
from tests.table import BOXES


def verdicts(page: str) -> list[str]:
    return re.findall(r'<p class="verdict[^"]*">([^<]*)</p>', page)


@pytest.mark.parametrize("box", BOXES)
def test_every_topic_and_card_has_a_page(phone: FlaskClient, parts: Registry, box: str) -> None:
    page = phone.get(f"/rules/{box}").text
    for topic in parts.rulings.topics_of(box):
        assert f'href="/rules/{box}/{topic.topic}"' in page
        shown = phone.get(f"/rules/{box}/{topic.topic}")
        assert shown.status_code == 200
        assert len(verdicts(shown.text)) == len(parts.rulings.of_topic(box, topic.topic))
    for card in parts.editions[box].cards:
        assert f'href="/rules/{box}/cards/{card}"' in page
        assert verdicts(phone.get(f"/rules/{box}/cards/{card}").text), card


def test_a_topic_says_verdict_why_line_and_custom(phone: FlaskClient) -> None:
    page = phone.get("/rules/hello-kitty/stack-draw-two").text
    first = page[page.index('id="stack.2on2"') :]
    assert verdicts(first)[0] == "No"
    custom = "Common custom, not the rule:"
    for said in ("It follows from the sheet", "1st sentence", custom, "In other boxes"):
        assert said in first
    assert first.index("verdict") < first.index("draw 2 cards") < first.index("1st sentence")


def test_a_contradiction_shows_both_readings(phone: FlaskClient) -> None:
    page = phone.get("/rules/toy-story-3/wd4-challenge").text
    (readings,) = re.findall(r'<ul class="readings">(.*?)</ul>', page, re.DOTALL)
    assert readings.count("<li>") == 2


def test_a_topic_of_another_box_says_where_the_card_is(phone: FlaskClient) -> None:
    page = phone.get("/rules/hello-kitty/lotso").text
    assert "UNO Toy Story 3" in page
    assert 'id="lo.effect"' in page
    assert not verdicts(page)


@pytest.mark.parametrize(
    ("box", "draw", "discard"),
    [("classic-108", "talon", "écart"), ("hello-kitty", "pioche", "talon")],
)
def test_the_words_of_the_sheet(phone: FlaskClient, box: str, draw: str, discard: str) -> None:
    words = phone.get(f"/rules/{box}").text.partition('id="words"')[2]
    assert words.index(f">{draw}<") < words.index("the pile you draw from")
    assert words.index(f">{discard}<") < words.index("the pile you play on")


def test_an_answer_says_the_verdict_first(phone: FlaskClient) -> None:
    page = phone.get("/rules/hello-kitty/search?q=May+I+answer+a+%2B2+with+a+%2B2").text
    answers = page.partition('id="answers"')[2]
    assert verdicts(answers) == ["No"]
    assert answers.index("verdict") < answers.index("May I answer")
    assert "Or did you mean?" in answers


def test_while_somebody_types_only_the_answers_are_sent(phone: FlaskClient) -> None:
    headers = {"HX-Request": "true", "HX-Request-Type": "partial"}
    answer = phone.get("/rules/hello-kitty/search?q=uno", headers=headers)
    assert answer.text.startswith('<article class="ruling">')
    assert "HX-Request-Type" in answer.headers["Vary"]


@pytest.mark.parametrize("question", ["", "  ", "xyzzy"])
def test_where_nothing_is_found_the_topics_are_shown(phone: FlaskClient, question: str) -> None:
    page = phone.get("/rules/hello-kitty/search", query_string={"q": question}).text
    assert not verdicts(page)
    assert 'href="/rules/hello-kitty/stack-draw-two"' in page
    assert ("“xyzzy”" in page) == (question == "xyzzy")


@pytest.mark.parametrize(
    "question",
    ["x" * 10_000, "<script>alert(1)</script>", "سؤال", "\u202e+2", "\x00", "👩‍🚀", "a\nb", "%"],
)
def test_any_question_is_answered_by_a_page(phone: FlaskClient, question: str) -> None:
    answer = phone.get("/rules/hello-kitty/search", query_string={"q": question})
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text
    assert len(answer.text) < 20_000


def test_five_boxes_side_by_side(phone: FlaskClient, parts: Registry) -> None:
    for topic in parts.rulings.topics:
        page = phone.get(f"/rules/compare/{topic}").text
        rules = [r for r in parts.rulings.by_edition["classic-108"].values() if r.topic == topic]
        assert page.count('<ul class="side-by-side">') == len(rules)
        for ruling in rules:
            for box in BOXES:
                assert f'href="/rules/{box}/{topic}#{ruling.rule}"' in page


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/about",
        "/stickers",
        "/games/new",
        "/box/hello-kitty",
        "/box/hello-kitty/count",
        "/rules",
        "/rules/hello-kitty",
        "/rules/hello-kitty/stack-draw-two",
        "/rules/hello-kitty/cards/badtz-maru",
        "/rules/compare/tie",
    ],
)
def test_pages_say_what_they_are_in_both_languages(phone: FlaskClient, path: str) -> None:
    english, french = (phone.get(f"{path}?lang={lang}").text for lang in ("en", "fr"))
    for page in (english, french):
        for lang in ("en", "fr"):
            to = f'<link rel="alternate" hreflang="{lang}" href="http://localhost{path}?lang={lang}">'
            assert to in page
    titles = [re.findall("<title>(.*)</title>", page)[0] for page in (english, french)]
    described = [re.findall('name="description" content="(.+)"', p)[0] for p in (english, french)]
    assert len({*titles, *described}) == 4


def test_what_nobody_can_find_names_no_other_language_to_search_engines(phone: FlaskClient) -> None:
    refused = phone.post("/games", data={"edition": "classic-108"})
    assert refused.status_code == 422
    assert 'rel="alternate"' not in refused.text
