"""The language of pages and JSON, and how a phone changes it."""

import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.rows import cases
from tests.web.cookies import cookie_name

GAME = {"edition": "hello-kitty", "players": ["Ana", "Bo"]}


def language_of(answer: TestResponse) -> str:
    """Return a page's `lang` attribute, and check that its words are of that language."""
    page = answer.text
    language = re.findall(r'<html lang="(\w+)">', page)[0]
    assert ("Table companion" in page) == (language == "en")
    assert ("Compagnon de table" in page) == (language == "fr")
    return str(language)


def switch_of(answer: TestResponse) -> str:
    """Return the address of a page's link to the other language, and check its label."""
    other, lang, address, name = re.findall(
        r'<a hreflang="(\w+)" lang="(\w+)" href="([^"]+)">(\w+)</a>', answer.text
    )[0]
    assert (other, lang) == {"English": ("en", "en"), "Français": ("fr", "fr")}[name]
    assert other != language_of(answer)
    return str(address.replace("&amp;", "&"))


def preferring(language: str) -> dict[str, str]:
    return {"Accept-Language": language}


@cases("""preference | answered
"" | en
fr | fr
fr-CA, fr;q=0.9, en-US;q=0.8 | fr
fr-CA, en;q=0.5 | fr
FR-fr | fr
en-GB, fr;q=0.9 | en
de, fr;q=0.5, en;q=0.4 | fr
de, pt-BR | en
fr;q=0 | en
* | en
fr;q=x, ,;; | en
""")
def test_response_language_follows_accept_language(
    phone: FlaskClient, preference: str, answered: str
) -> None:
    assert language_of(phone.get("/", headers=preferring(preference))) == answered
    said = phone.get("/api/games/x", headers=preferring(preference)).json
    assert said is not None
    assert ("lien" in said["error"]["message"]) == (answered == "fr")


def test_lang_parameter_wins_and_is_remembered(phone: FlaskClient) -> None:
    english = preferring("en")
    assert language_of(phone.get("/?lang=fr", headers=english)) == "fr"
    assert language_of(phone.get("/about", headers=english)) == "fr"
    assert language_of(phone.get("/about?lang=en", headers=english)) == "en"
    assert language_of(phone.get("/", headers=preferring("fr"))) == "en"


def test_unsupported_language_is_not_remembered(phone: FlaskClient) -> None:
    for lang in ("de", "", "FR", "fr\x00"):
        answer = phone.get("/", query_string={"lang": lang}, headers=preferring("fr"))
        assert language_of(answer) == "fr"
        assert "Set-Cookie" not in answer.headers
    phone.set_cookie(cookie_name(phone.application, "lang"), "tlh")
    assert language_of(phone.get("/")) == "en"


def test_api_neither_reads_nor_sets_language_cookie(phone: FlaskClient) -> None:
    phone.get("/?lang=fr")
    for address, first in (("/api/games/x", "This"), ("/api/games/x?lang=fr", "Ce")):
        answer = phone.get(address, headers=preferring("en"))
        assert answer.json is not None
        assert answer.json["error"]["message"].startswith(first)
        assert "Set-Cookie" not in answer.headers


@pytest.fixture
def game(phone: FlaskClient) -> str:
    """Start a game and return its address."""
    return phone.post("/api/games", json=GAME).headers["Location"]


def test_language_link_opens_the_same_page(phone: FlaskClient, game: str) -> None:
    pages = ("", "/settings", "/history", "/share")
    addresses = ["/", "/?all=1", "/games/new?edition=toy-story-3", "/nowhere//else?a=b&a=c"]
    for address in [*addresses, *(game + page for page in pages)]:
        path, _, query = address.partition("?")
        answer = phone.get(address, headers=preferring("en"))
        switch = switch_of(answer)
        assert switch == "?" + (f"{query}&lang=fr" if query else "lang=fr")
        changed = phone.get(path + switch)
        assert language_of(changed) == "fr"
        assert changed.status_code == answer.status_code
        assert switch_of(changed) == switch.replace("lang=fr", "lang=en")
        phone.delete_cookie(cookie_name(phone.application, "lang"))


def test_language_link_after_refused_form_opens_page_of_form(phone: FlaskClient, game: str) -> None:
    recorded = phone.post(f"{game}/rounds", data={"went_out": "1", "points-2": "7"})
    assert recorded.status_code == 303
    back = {
        "/games": "/games/new",
        f"{game}/rounds": game,
        f"{game}/rounds/1": f"{game}/rounds/1",
        f"{game}/rounds/9/remove": f"{game}/rounds/9",
        f"{game}/settings": f"{game}/settings",
        f"{game}/redo": game,
    }
    for address, page in back.items():
        refused = phone.post(address, data={"points-2": "x"}, headers=preferring("en"))
        assert refused.status_code in {404, 422}
        assert switch_of(refused) == f"{page}?lang=fr"
        assert language_of(phone.get(f"{page}?lang=fr")) == "fr"
        phone.delete_cookie(cookie_name(phone.application, "lang"))


def test_language_link_never_leaves_the_site(phone: FlaskClient) -> None:
    for address in ("//elsewhere.example/x", "/%2F/elsewhere.example", "///about", '/"><b>'):
        for answer in (phone.get(address), phone.post(address)):
            assert re.match(r"(/|/about)?\?lang=fr$", switch_of(answer))


def test_no_line_break_between_french_verb_and_pronoun(phone: FlaskClient) -> None:
    page = phone.get("/rules/power-colours/stack-draw-two?lang=fr").text
    assert "puis-\N{WORD JOINER}je" in page
    assert not re.search(r"-(?:t-)?(?:je|il|elle|vous)\b", re.sub(r"<[^>]+>", " ", page))
