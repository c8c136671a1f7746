"""Sharing and renewal of a game's links."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.rows import cases
from tests.web.cookies import cookie_name
from tests.web.hall import EIGHT
from tests.web.paper import Paper
from tests.web.running import registry_of
from tests.web.script import Script

RENEWED = "This link has been replaced"


def keys_on_page(phone: FlaskClient, key: str) -> dict[str, str]:
    """Return the share page's access keys by path segment (`games`), of tables by position."""
    page = phone.get(f"/games/{key}/share").text
    found = re.findall(r'class="address">http://localhost/(\w+)/([\w-]+)<', page)
    kinds = [kind if kind != "tables" else str(number) for number, (kind, _) in enumerate(found, 1)]
    return dict(zip(kinds, [key for _, key in found], strict=True))


def renew(phone: FlaskClient, key: str, kind: str, **more: object) -> str:
    """Renew a game's link of a kind, and return the access key in the address it redirects to."""
    answer = phone.post(f"/games/{key}/share", data={"kind": kind, **more})
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"].split("/")[2]


def test_share_page_says_what_each_link_allows(played: Script) -> None:
    page = played.client.get(f"/games/{played.score_key}/share").text
    score, _, watch = page.partition("To watch only")
    assert "For players: enter and fix scores" in score
    assert f"/games/{played.score_key}<" in score
    assert f"/watch/{played.watch_key}<" in watch
    assert played.score_key not in watch.partition("<form")[0]
    assert page.count('class="qr"') == 2


def test_game_page_shows_qr_code_only_until_first_round(table: Script) -> None:
    page = table.client.get(f"/games/{table.score_key}").text
    assert page.count('class="qr"') == 1
    assert f"/watch/{table.watch_key}<" in page
    table.round("Ana", Bo=7, Cy=8)
    assert 'class="qr"' not in table.client.get(f"/games/{table.score_key}").text


def test_renewed_watch_link_replaces_the_old_one(played: Script) -> None:
    assert renew(played.client, played.score_key, "watch") == played.score_key
    old, new = played.watch_key, keys_on_page(played.client, played.score_key)["watch"]
    assert old != new
    for path in (f"/watch/{old}", f"/watch/{old}?since=2", f"/games/{old}/history"):
        page = played.client.get(path)
        assert (page.status_code, RENEWED in page.text) == (404, True)
    answer = played.ask("GET", f"/games/{old}")
    assert RENEWED in answer.json["error"]["message"]
    assert played.client.get(f"/watch/{new}").status_code == 200
    assert played.round("Bo", Ana=1, Cy=1).status_code == 201


def test_renewed_score_link_is_given_to_the_renewing_phone_only(played: Script) -> None:
    other = played.app.test_client()
    other.get(f"/games/{played.score_key}")
    new = renew(played.client, played.score_key, "score")
    assert new != played.score_key
    played.round("Bo", Ana=1, Cy=1)
    played.assert_refused(404, "not-found")
    assert RENEWED in other.get(f"/games/{played.score_key}").text
    assert "Ana, Bo, Cy" not in other.get("/").text
    assert f"/games/{new}" in played.client.get("/").text
    played.score_key = new
    assert played.round("Bo", Ana=1, Cy=1).status_code == 201
    assert played.read().status_code == 200


def test_polls_of_open_pages_get_404_right_after_renewal(played: Script) -> None:
    open_page = played.app.test_client()
    for page in (f"/games/{played.score_key}", f"/watch/{played.watch_key}"):
        assert open_page.get(page, query_string={"since": 2}).status_code == 204
    new = renew(played.client, played.score_key, "watch")
    renew(played.client, new, "score")
    for page in (f"/games/{played.score_key}", f"/watch/{played.watch_key}"):
        assert open_page.get(page, query_string={"since": 2}).status_code == 404


def test_repeated_renewal_request_gives_the_same_key(played: Script) -> None:
    first = renew(played.client, played.score_key, "score", request_id="tap")
    assert renew(played.client, played.score_key, "score", request_id="tap") == first
    assert played.client.get(f"/games/{first}").status_code == 200
    other = played.app.test_client()
    answer = other.post(f"/games/{played.score_key}/share", data={"kind": "score"})
    assert answer.status_code == 404


@pytest.mark.parametrize("kind", ["game", "group"])
def test_phone_whose_renewal_got_no_answer_is_led_to_the_new_link(app: Flask, kind: str) -> None:
    phone = Paper(app.test_client()).start("hello-kitty", "Ana", "Bo")
    group = phone.find(r'href="(/groups/[^"/]+)"')
    page, action = f"{phone.game}/share", f"{phone.game}/share"
    if kind == "group":
        page, action = f"{group}/link", f"{group}/renew"
    own = phone.open(page).find(rf'action="{action}">(<input[^>]*name="request_id"[^>]*>)')
    before = phone.client.get_cookie(cookie_name(app))
    assert before
    sent = {"kind": "score", "request_id": own.split('value="')[1].rstrip('">')}
    new = phone.client.post(action, data=sent).location.rpartition("/")[0]
    phone.client.set_cookie(cookie_name(app), before.value)
    old = phone.game if kind == "game" else group
    for address in (page, old):
        assert Paper(app.test_client()).open(address).status == 404
        answer = phone.client.get(address)
        assert (answer.status_code, answer.location) == (303, address.replace(old, new))
    assert phone.open(new).status == 200


def test_link_of_one_tournament_table_can_be_renewed(script: Script) -> None:
    hall = script.start(*EIGHT, format="tournament")
    one, two = (table["key"] for table in hall.last.json["tables"])
    renew(hall.client, hall.score_key, "table", table="1")
    keys = keys_on_page(hall.client, hall.score_key)
    assert (keys["2"], keys["1"] != one) == (two, True)
    statuses = [hall.client.get(f"/tables/{k}").status_code for k in (one, two, keys["1"])]
    assert statuses == [404, 200, 200]


@cases("""form
{}
{"kind": ""}
{"kind": "table"}
{"kind": "table", "table": "1"}
{"kind": "x"}
{"kind": "table", "table": "9" * 400}
{"kind": "score", "table": "1"}
""")
def test_nonexistent_links_cannot_be_renewed(played: Script, form: dict[str, str]) -> None:
    assert played.client.post(f"/games/{played.score_key}/share", data=form).status_code == 404
    assert played.state["version"] == 2
    assert played.client.get(f"/games/{played.score_key}").status_code == 200


def test_watch_key_cannot_renew_links(played: Script) -> None:
    for kind in ("score", "watch"):
        answer = played.client.post(f"/games/{played.watch_key}/share", data={"kind": kind})
        assert answer.status_code == 404
    assert played.client.get(f"/games/{played.watch_key}/share").status_code == 404


def test_requests_with_a_renewed_link_do_not_hit_the_rate_limit(played: Script) -> None:
    renew(played.client, played.score_key, "watch")
    for _ in range(100):
        assert played.client.get(f"/watch/{played.watch_key}?since=2").status_code == 404
    assert played.ask("GET", "/games/wrong").status_code == 404
    assert registry_of(played.app).games.former.get(played.watch_key) == "renewed"
