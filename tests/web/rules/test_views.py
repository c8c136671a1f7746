"""Pages of rules: boxes, topics, cards, search, and comparison of all boxes."""

import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape

from companion.app import create_app
from companion.config import Config
from companion.datafiles.text import LANGUAGES, LocalizedText
from companion.rulebook import SearchOptions
from companion.rulings import Ruling
from companion.web.ui.names import short_name
from companion.web.ui.registry import Registry
from tests.rows import cases
from tests.table import BOXES

OPTIONS = SearchOptions()
UNSURE = ("uno", "UNO!", "he looks at my cards", "we want to stop", "who is right", "cards")


def verdicts(page: str) -> list[str]:
    return re.findall(r'<p class="verdict[^"]*">([^<]*)</p>', page)


@pytest.mark.parametrize("box", BOXES)
def test_topics_and_cards_have_pages_with_verdicts(
    phone: FlaskClient, registry: Registry, box: str
) -> None:
    page = phone.get(f"/rules/{box}").text
    for topic in registry.rulings.topics_of(box):
        assert f'href="/rules/{box}/{topic.topic}"' in page
        shown = phone.get(f"/rules/{box}/{topic.topic}")
        assert shown.status_code == 200
        assert len(verdicts(shown.text)) == len(registry.rulings.of_topic(box, topic.topic))
    pages = page + "".join(
        phone.get(f"/rules/{box}?side={side}").text for side in registry.editions[box].deck.sides
    )
    for card in registry.editions[box].cards:
        # Number cards share one link.
        assert re.search(rf'href="/rules/{box}/cards/{card}["?]', pages) or card.isdecimal()
        assert verdicts(phone.get(f"/rules/{box}/cards/{card}").text), card


@pytest.mark.parametrize(
    ("question", "page"), [("what is a Wild DOS worth", "/box/dos"), ("belote", "/boxes/other")]
)
def test_question_about_another_game_links_there_without_verdict(
    phone: FlaskClient, question: str, page: str
) -> None:
    shown = phone.get("/rules/classic-108/search", query_string={"q": question}).text
    assert f'href="{page}"' in shown
    assert verdicts(shown) == []
    answer = phone.get("/api/rulings/classic-108", query_string={"q": question}).get_json()
    assert (answer["sure"], answer["about"]["url"]) == (False, page)
    assert (answer["results"], answer["why"]) == ([], "another-game")


def test_question_about_a_card_of_two_other_boxes_names_both(phone: FlaskClient) -> None:
    for question in ("skip everyone", "what does skip everyone do"):
        shown = phone.get("/rules/hello-kitty/search", query_string={"q": question}).text
        assert "See: UNO Flip! · UNO Show ’em No Mercy." in shown


@pytest.mark.parametrize(
    ("question", "rule", "absent"),
    [
        ("no mercy: what does a 7 do", "nm.seven", []),
        ("what is a +10", "nm.ten", ["not-in-edition"]),
    ],
)
def test_question_about_another_box_is_answered_by_its_rulings(
    phone: FlaskClient, question: str, rule: str, absent: list[str]
) -> None:
    answer = phone.get("/api/rulings/hello-kitty", query_string={"q": question}).get_json()
    assert (answer["sure"], answer["about"]["url"]) == (False, "/box/no-mercy")
    missing, found = answer["results"][: len(absent)], answer["results"][len(absent) :]
    assert [each["basis"] for each in missing] == absent
    assert (found[0]["rule"], found[0]["edition"]) == (rule, "no-mercy")
    shown = phone.get("/rules/hello-kitty/search", query_string={"q": question}).text
    assert "In UNO Show ’em No Mercy:" in shown
    assert f'href="{found[0]["url"]}"' in shown
    assert verdicts(shown) == []


@pytest.mark.parametrize(
    ("box", "question", "why"),
    [("attack", "+2 on +2", "not-read"), ("flip", "xyzzy", "not-about-the-game")],
)
def test_answer_without_results_says_why(
    phone: FlaskClient, box: str, question: str, why: str
) -> None:
    answer = phone.get(f"/api/rulings/{box}", query_string={"q": question}).get_json()
    assert answer == {"sure": False, "about": None, "why": why, "results": []}


def test_topic_page_shows_verdict_then_text_then_place(phone: FlaskClient) -> None:
    page = phone.get("/rules/hello-kitty/stack-draw-two").text
    first = page[page.index('id="stack.2on2"') :]
    assert verdicts(first)[0] == "No"
    for said in ("This follows from the rules", "1st sentence", "In other boxes"):
        assert said in first
    assert first.index("verdict") < first.index("draw 2 cards") < first.index("1st sentence")
    assert "line 62" not in first, "nobody with the leaflet in hand can count our lines"


@pytest.mark.parametrize("language", LANGUAGES)
def test_ruling_shows_added_and_changed_dates(
    phone: FlaskClient, registry: Registry, language: str
) -> None:
    rulings = registry.rulings.of_topic("classic-108", "stack-draw-two")
    page = phone.get(f"/rules/classic-108/stack-draw-two?lang={language}").text
    for ruling in rulings:
        article = page.partition(f'id="{ruling.rule}"')[2].partition("</article>")[0]
        foot = article[article.rindex("<small>") :]
        assert ruling.since[:4] in foot
        days = 1 if ruling.changed == ruling.since else 2
        assert len(re.findall(r"\b20\d\d\b", foot)) == days


def test_contradiction_shows_both_readings(phone: FlaskClient) -> None:
    page = phone.get("/rules/toy-story-3/wd4-challenge").text
    (readings,) = re.findall(r'<ul class="readings">(.*?)</ul>', page, re.DOTALL)
    assert readings.count("<li>") == 2


def statements(phone: FlaskClient, page: str, rule: str) -> list[str]:
    """Return the maker's statements beside a ruling on a page, as plain texts."""
    article = phone.get(page).text.partition(f'id="{rule}"')[2].partition("</article>")[0]
    lists = re.findall(r'<ul class="heard">(.*?)</ul>', article, re.DOTALL)
    said = re.findall(r"<li>(.*?)</li>", "".join(lists), re.DOTALL)
    return [" ".join(re.sub("<[^>]*>", " ", each).split()) for each in said]


def test_maker_statements_show_whether_the_box_agrees(phone: FlaskClient) -> None:
    two = "reverse-two-players"
    konbini, no_mercy = statements(phone, f"/rules/classic-108/{two}", "two.reverse")
    assert konbini.endswith("say otherwise. Yannick, Mattel France (Konbini), 17 Sept 2021")
    assert "The rules of this box say the same." in no_mercy
    for said in statements(phone, f"/rules/hello-kitty/{two}", "two.reverse"):
        assert "The rules of this box say nothing on it." in said
    said = statements(phone, f"/rules/hello-kitty/{two}?lang=fr", "two.reverse")[0]
    assert "la carte Inversion n’a aucun effet" in said
    assert "La règle de cette boîte n’en dit rien." in said
    assert said.endswith("17 sept. 2021")
    assert statements(phone, "/rules/hello-kitty/tie", "tie.lowest") == []


def test_statement_dates_are_shown_with_known_precision(phone: FlaskClient) -> None:
    (later,) = statements(phone, "/rules/hello-kitty/stack-draw-four", "stack.later_2on4")
    assert later.endswith("Twitter, May 2019")
    (later,) = statements(phone, "/rules/hello-kitty/stack-draw-four?lang=fr", "stack.later_2on4")
    assert later.endswith("Twitter, mai 2019")
    one, *_ = statements(phone, "/rules/hello-kitty/draw-then-play", "dtp.turn_over")
    assert one.endswith("Twitter, 2019")


def test_topic_on_missing_card_links_to_box_with_the_card(phone: FlaskClient) -> None:
    page = phone.get("/rules/hello-kitty/lotso").text
    assert "There is no such card in UNO Hello Kitty &amp; Friends." in page
    box = page.partition('href="/rules/toy-story-3/lotso"')[2].partition("</a>")[0]
    assert 'class="lid"' in box
    assert "UNO Toy Story 3" in box
    assert 'id="lo.effect"' in page
    assert not verdicts(page)


@pytest.mark.parametrize(
    ("box", "draw", "discard"),
    [("classic-108", "talon", "écart"), ("hello-kitty", "pioche", "talon")],
)
def test_source_page_explains_pile_words(
    phone: FlaskClient, box: str, draw: str, discard: str
) -> None:
    words = phone.get(f"/rules/{box}/source").text.partition("Words in these rules")[2]
    assert words.index(f">{draw}<") < words.index("the pile you draw from")
    assert words.index(f">{discard}<") < words.index("the pile you play on")


def test_unsure_answer_shows_questions_not_verdict(phone: FlaskClient, registry: Registry) -> None:
    answers = {asked: registry.rulebook.answer("hello-kitty", asked, OPTIONS) for asked in UNSURE}
    unsure = [asked for asked, each in answers.items() if each.rulings and not each.is_sure]
    assert {"uno", "UNO!"} < {*unsure}
    for asked in unsure:
        page = phone.get("/rules/hello-kitty/search", query_string={"q": asked}).text
        found = page.partition('id="answers"')[2]
        assert not verdicts(found)
        assert re.search(r"<h2>(.*?)</h2>", found)[1] == "Did you mean:"  # type: ignore[index]
        assert "agree on a rule now" not in found  # outside a game


def test_sure_answer_shows_its_group_before_other_answers(
    phone: FlaskClient,
) -> None:
    page = phone.get("/rules/hello-kitty/search?q=May+I+answer+a+%2B2+with+a+%2B2").text
    answers = page.partition('id="answers"')[2]
    assert verdicts(answers) == ["No"]
    assert answers.index("Can I answer") < answers.index("verdict")
    same, _, others = page.partition("Related questions")[2].partition("Did you mean something")
    for rule in ("stack.cumulate2", "stack.how_many2"):
        link = f'href="/rules/hello-kitty/stack-draw-two#{rule}"'
        assert link in same
        assert link not in others


def test_partial_search_request_returns_answers_only(phone: FlaskClient) -> None:
    headers = {"HX-Request": "true", "HX-Request-Type": "partial"}
    asked = "/rules/hello-kitty/search?q=May+I+answer+a+%2B2+with+a+%2B2"
    answer = phone.get(asked, headers=headers)
    assert answer.text.startswith('<article class="ruling')
    assert "HX-Request-Type" in answer.headers["Vary"]


@pytest.mark.parametrize("question", ["", "  ", "xyzzy"])
def test_search_without_results_shows_topics(phone: FlaskClient, question: str) -> None:
    page = phone.get("/rules/hello-kitty/search", query_string={"q": question}).text
    assert not verdicts(page)
    assert 'href="/rules/hello-kitty/stack-draw-two"' in page
    assert ("We found no rule on this" in page) == (question == "xyzzy")


@pytest.mark.parametrize(
    "question",
    ["x" * 10_000, "<script>alert(1)</script>", "سؤال", "\u202e+2", "\x00", "👩‍🚀", "a\nb", "%"],
)
def test_search_page_handles_any_question_text(phone: FlaskClient, question: str) -> None:
    answer = phone.get("/rules/hello-kitty/search", query_string={"q": question})
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text
    # A long question is repeated in full only once, in the link to the other language.
    plain = phone.get("/rules/hello-kitty/search").text
    assert len(answer.text) < len(plain) + len(quote(question)) + 3_000


def test_comparison_of_all_boxes_shows_each_verdict(phone: FlaskClient, registry: Registry) -> None:
    for topic in registry.rulings.topics:
        page = phone.get(f"/rules/compare/{topic}").text
        boxes = [box for box in BOXES if registry.rulings.of_topic(box, topic)]
        for ruling in registry.rulings.by_edition["classic-108"].values():
            if ruling.topic == topic:
                row = page.partition(f'id="{ruling.rule}"')[2].partition("</section>")[0]
                said = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", row)
                every = [registry.rulings.by_edition[box][ruling.rule] for box in boxes]
                verdicts = dict.fromkeys(str(escape(each.verdict["en"])) for each in every)
                if len(verdicts) == 1:  # all agree: one row with the question
                    assert said[0] == (str(escape(ruling_here(every).question["en"])), *verdicts)
                else:
                    assert [verdict for _, verdict in said] == [*verdicts]
                    named = [name for names, _ in said for name in names.split(", ")]
                    assert len(named) == len(boxes)


def test_consecutive_questions_with_equal_answers_are_grouped(phone: FlaskClient) -> None:
    page = phone.get("/rules/compare/reverse-two-players").text
    card = next(each for each in page.split("<section") if each.count("<h2") > 1)
    assert card.count("<h2") == 2
    assert card.count("<dl") == 1
    # Names of boxes have no-break spaces.
    assert "Hello\u00a0Kitty\u00a0&amp;\u00a0Friends, Toy\u00a0Story\u00a03" in card


def ruling_here(every: list[Ruling]) -> Ruling:
    return next(each for each in every if each.applies)


@cases("""name | short
UNO, 108 cards | 108 cards
UNO Flip! | Flip!
UNOlino | UNOlino
UNO | UNO
""")
def test_short_box_names_omit_uno_prefix(
    shared: Flask, registry: Registry, name: str, short: str
) -> None:
    box = replace(registry.editions["classic-108"], name=LocalizedText({"en": name, "fr": name}))
    with shared.test_request_context("/"):
        assert short_name(box) == short


def test_boxes_with_same_verdict_agree_in_all_languages(registry: Registry) -> None:
    for rule in registry.rulings.rules:
        said = [each.verdict for each in registry.rulings.of_rule(rule) if each.applies]
        alike = {language: len({each[language] for each in said}) for language in LANGUAGES}
        assert len({*alike.values()}) == 1, rule


@pytest.mark.parametrize("box", BOXES)
def test_ruling_links_to_source_page_with_report_text(
    phone: FlaskClient, registry: Registry, box: str
) -> None:
    page = phone.get(f"/rules/{box}/uno-call").text
    assert f'class="basis"\n href="/rules/{box}/source?rule=uno.penalty"' in page
    source = phone.get(f"/rules/{box}/source?rule=uno.penalty").text
    stated = registry.rulings.sources[box]
    for words in (stated.what["en"], stated.check["en"], "How sure a ruling is"):
        assert words in source
    assert source.count("(open)") == sum(d.certainty == "open" for d in stated.doubts)
    report = source.partition("<textarea")[2]
    assert registry.rulings.by_edition[box]["uno.penalty"].question["en"] in report
    # The source page links back to the ruling.
    assert f'<a class="back" href="/rules/{box}/uno-call#uno.penalty">' in source


def test_source_page_has_contact_address_of_the_server(tmp_path: Path) -> None:
    app = create_app(Config(data=tmp_path, contact="mailto:rules@example.org"))
    page = app.test_client().get("/rules/hello-kitty/source").text
    assert 'href="mailto:rules@example.org"' in page


@pytest.mark.parametrize("topic", ["stack-draw-two", "uno-call", "wild-use", "draw-then-play"])
def test_custom_is_labelled_by_popularity_and_basis(
    phone: FlaskClient, registry: Registry, topic: str
) -> None:
    page = phone.get(f"/rules/hello-kitty/{topic}").text
    for ruling in registry.rulings.of_topic("hello-kitty", topic):
        article = page.partition(f'id="{ruling.rule}"')[2].partition("</article>")[0]
        assert ("Popular house rule:" in article) == bool(ruling.custom and ruling.is_popular)
        rare = ruling.custom and not ruling.is_popular
        assert ("One way to settle it:" in article) == bool(rare and not ruling.is_decided)
        assert ("Another way to play it:" in article) == bool(rare and ruling.is_decided)


@cases("""path
/
/about
/stickers
/games/new
/box/hello-kitty
/box/hello-kitty/count
/rules
/rules/hello-kitty
/rules/hello-kitty/stack-draw-two
/rules/hello-kitty/cards/badtz-maru
/rules/hello-kitty/source
/rules/compare/tie
""")
def test_pages_have_title_and_description_by_language(phone: FlaskClient, path: str) -> None:
    english, french = (phone.get(f"{path}?lang={lang}").text for lang in ("en", "fr"))
    for page in (english, french):
        for lang in ("en", "fr"):
            to = f'<link rel="alternate" hreflang="{lang}" href="http://localhost{path}?lang={lang}">'
            assert to in page
    titles = [re.findall("<title>(.*)</title>", page)[0] for page in (english, french)]
    described = [re.findall('name="description" content="(.+)"', p)[0] for p in (english, french)]
    assert len({*titles, *described}) == 4


def test_rejected_form_page_has_no_alternate_language_links(phone: FlaskClient) -> None:
    refused = phone.post("/games", data={"edition": "classic-108"})
    assert refused.status_code == 422
    assert 'rel="alternate"' not in refused.text
