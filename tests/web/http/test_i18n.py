"""In which language a page or a script is answered, and how a phone changes it."""

import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.rows import cases

GAME = {"edition": "hello-kitty", "players": ["Ana", "Bo"]}


def language_of(answer: TestResponse) -> str:
    """Tell in which language a page is, by what it says of itself and by what it says."""
    page = answer.text
    language = re.findall(r'<html lang="(\w+)">', page)[0]
    assert ("Table companion" in page) == (language == "en")
    assert ("Compagnon de table" in page) == (language == "fr")
    return str(language)


def switch_of(answer: TestResponse) -> str:
    """Find where a page leads for the other language; it says which that is, in its own words."""
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
def test_a_browser_is_answered_in_the_language_it_prefers(
    phone: FlaskClient, preference: str, answered: str
) -> None:
    assert language_of(phone.get("/", headers=preferring(preference))) == answered
    said = phone.get("/api/games/x", headers=preferring(preference)).json
    assert said is not None
    assert ("lien" in said["error"]["message"]) == (answered == "fr")


def test_what_is_asked_for_wins_and_is_remembered(phone: FlaskClient) -> None:
    english = preferring("en")
    assert language_of(phone.get("/?lang=fr", headers=english)) == "fr"
    assert language_of(phone.get("/about", headers=english)) == "fr"
    assert language_of(phone.get("/about?lang=en", headers=english)) == "en"
    assert language_of(phone.get("/", headers=preferring("fr"))) == "en"


def test_a_language_nobody_speaks_here_is_not_remembered(phone: FlaskClient) -> None:
    for wish in ("de", "", "FR", "fr\x00"):
        answer = phone.get("/", query_string={"lang": wish}, headers=preferring("fr"))
        assert language_of(answer) == "fr"
        assert "Set-Cookie" not in answer.headers
    phone.set_cookie("lang", "tlh")
    assert language_of(phone.get("/")) == "en"


def test_scripts_remember_no_language(phone: FlaskClient) -> None:
    phone.get("/?lang=fr")
    for address, first in (("/api/games/x", "This"), ("/api/games/x?lang=fr", "Ce")):
        answer = phone.get(address, headers=preferring("en"))
        assert answer.json is not None
        assert answer.json["error"]["message"].startswith(first)
        assert "Set-Cookie" not in answer.headers


@pytest.fixture
def game(phone: FlaskClient) -> str:
    """Start a game and give its address."""
    return phone.post("/api/games", json=GAME).headers["Location"]


def test_every_page_leads_to_itself_in_the_other_language(phone: FlaskClient, game: str) -> None:
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
        phone.delete_cookie("lang")


def test_a_refused_form_leads_to_its_page_in_the_other_language(
    phone: FlaskClient, game: str
) -> None:
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
        phone.delete_cookie("lang")


def test_the_way_to_another_language_never_leaves_this_site(phone: FlaskClient) -> None:
    for address in ("//elsewhere.example/x", "/%2F/elsewhere.example", "///about", '/"><b>'):
        for answer in (phone.get(address), phone.post(address)):
            assert re.match(r"(/|/about)?\?lang=fr$", switch_of(answer))


def test_a_french_verb_and_its_pronoun_stay_in_one_line(phone: FlaskClient) -> None:
    page = phone.get("/rules/power-colours/stack-draw-two?lang=fr").text
    assert "puis-\N{WORD JOINER}je" in page
    assert not re.search(r"-(?:t-)?(?:je|il|elle|vous)\b", re.sub(r"<[^>]+>", " ", page))
