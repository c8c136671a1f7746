"""Two servers with one store, each of which knows at once what happened on the other."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import cycle
from unittest.mock import Mock

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.services import games as service
from companion.services.caches import TRUSTED_FOR
from companion.store.errors import StoreUnavailableError
from tests.postgres import EMPTY, Server
from tests.web.clock import Clock, use_clock
from tests.web.conftest import Run
from tests.web.cookies import cookie_name
from tests.web.games.test_sharing import keys_on_page, renew
from tests.web.running import registry_of
from tests.web.script import Script, play_one_round

SECRET = "one secret for all of our servers"


@pytest.fixture(params=["sqlite", "postgres"])
def servers(request: pytest.FixtureRequest, run: Run) -> tuple[Flask, Flask]:
    if request.param == "sqlite":
        return run(secret=SECRET), run(secret=SECRET)
    server: Server = request.getfixturevalue("postgres")
    first, second = (run(name, secret=SECRET, store=server.url()) for name in ("one", "two"))
    server.run(EMPTY)
    return first, second


@pytest.fixture
def clock(servers: tuple[Flask, Flask]) -> Clock:
    """Return a clock that both apps use and the test advances."""
    clock = Clock()
    for each in servers:
        use_clock(each, clock)
    return clock


@pytest.fixture
def here(servers: tuple[Flask, Flask]) -> Script:
    """Return a script of the first server that has started a game and recorded one round."""
    return play_one_round(servers[0])


@pytest.fixture
def there(servers: tuple[Flask, Flask], here: Script) -> Script:
    """Return a script of the second server with the keys of the first server's game."""
    other = Script(servers[1], "203.0.113.2")
    other.score_key, other.watch_key = here.score_key, here.watch_key
    return other


def polled(phone: FlaskClient, page: str, since: int) -> int:
    return phone.get(page, query_string={"since": since, "every": 2}).status_code


def test_round_is_shown_on_other_server_at_next_poll(
    here: Script, there: Script, clock: Clock
) -> None:
    pages = [f"/games/{here.score_key}", f"/watch/{here.watch_key}"]
    for version in range(2, 6):
        for page in pages:
            there.client.get(page)
            assert polled(there.client, page, version) == 204
        assert (here, there)[version % 2].round("Bo", Ana=5, Cy=version).status_code == 201
        clock.advance(seconds=TRUSTED_FOR)
        assert [polled(there.client, page, version) for page in pages] == [200, 200]
        guests = [each.client.application.test_client() for each in (here, there)]
        assert len({guest.get(pages[1]).text for guest in guests}) == 1
        assert here.state == there.state


def test_request_repeated_on_other_server_is_one_round(here: Script, there: Script) -> None:
    round_ = {"went_out": "Bo", "hands": {"Ana": {"points": 5}, "Cy": {"points": 6}}}
    answers = [each.record_round(**round_, request_id="tap") for each in (here, there, here)]
    assert [answer.status_code for answer in answers] == [201, 200, 200]
    assert [answer.json["game"]["version"] for answer in answers] == [3, 3, 3]
    there.record_round(**round_, version=2)
    assert there.assert_refused(409, "stale") == {}


def test_hand_counted_on_one_server_is_shown_on_the_other(here: Script, there: Script) -> None:
    page = f"/games/{here.score_key}"
    there.client.get(page)
    counted = there.client.post(f"{page}/hands/2", data={"round": "2", "points-2": "7"})
    assert counted.status_code == 200
    shown = here.client.get(page, query_string={"since": 2, "counted": 0})
    assert 'name="points-2"' in shown.text


def test_renewal_on_one_server_invalidates_old_link_on_the_other(
    here: Script, there: Script
) -> None:
    for kind in ("watch", "score"):
        old = here.score_key if kind == "score" else here.watch_key
        for each in (here, there):
            each.client.get(f"/games/{here.score_key}")
        renew(here.client, here.score_key, kind)
        assert there.ask("GET", f"/games/{old}").status_code == 404
    assert here.client.get("/").text.count("/games/") > there.client.get("/").text.count("/games/")


@pytest.mark.parametrize("kind", ["score", "watch"])
def test_renewal_repeated_on_other_server_makes_one_link(
    here: Script, there: Script, kind: str
) -> None:
    page = here.client.get(f"/games/{here.score_key}/share").text
    digest = page.partition(f'value="{kind}">')[2].partition('value="')[2].partition('"')[0]
    tap = {"request_id": "tap", "renewed": digest}
    own = {renew(each.client, here.score_key, kind, **tap) for each in (here, there, here)}
    assert len(own) == 1
    (key,) = own
    made = keys_on_page(there.client, key)["games" if kind == "score" else kind]
    # After another renewal, sending the old form again restores no old link.
    renew(here.client, key, kind, request_id="other tap")
    there.client.post(f"/games/{here.score_key}/share", data={"kind": kind, **tap})
    assert there.ask("GET", f"/games/{made}").status_code == 404


def test_concurrent_rematches_on_both_servers_are_one_game(here: Script, there: Script) -> None:
    """Both servers find no rematch before either has started one."""
    games = [registry_of(each.app).games for each in (here, there)]
    keys = {each.rematch(each.open_game(here.score_key, "score")) for each in games}
    assert len(keys) == 1
    own = [each.client.post(f"/games/{here.score_key}/rematch") for each in (there, here)]
    assert {answer.headers["Location"] for answer in own} == {f"/games/{keys.pop()}"}
    assert len(games[0].store.journals.latest(9)) == 2


@pytest.mark.parametrize("which", ["deleted", "renewed", "half begun"])
def test_rematch_is_started_again_if_first_one_is_unusable(
    here: Script, there: Script, which: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/games/{here.score_key}/rematch"
    monkeypatch.setattr(service, "_PATIENCE", 0.01)
    if which == "half begun":  # a server failed before linking the rematch
        groups = registry_of(here.app).games.store.groups
        with monkeypatch.context() as patch:
            patch.setattr(groups, "put", Mock(side_effect=StoreUnavailableError))
            assert here.client.post(path).status_code == 503
    else:
        first = here.client.post(path).headers["Location"]
        form = {"kind": "score"} if which == "renewed" else {}
        here.client.post(f"{first}/{'share' if form else 'delete'}", data=form)
    second = there.client.post(path).headers["Location"]
    assert there.client.get(second).status_code == 200
    assert here.client.post(path).headers["Location"] == second


def test_game_is_deleted_and_restored_on_both_servers(here: Script, there: Script) -> None:
    page = f"/games/{here.score_key}"
    assert polled(there.client, page, 2) == 204
    here.client.post(f"{page}/delete")
    assert there.client.get(page).status_code == 404
    assert there.round("Bo", Ana=1, Cy=1).status_code == 404
    assert there.client.post("/undelete", data={"key": here.score_key}).status_code == 303
    assert here.client.get(page).status_code == 200
    assert here.state == there.state


def test_concurrent_purges_of_trash_erase_each_game_once(here: Script, there: Script) -> None:
    first, second = (registry_of(each.app).games.store for each in (here, there))
    deleted = [here.start().score_key for _ in range(30)]
    for key in deleted:
        here.client.post(f"/games/{key}/delete")
    later = datetime(2100, 1, 1, tzinfo=UTC)
    with ThreadPoolExecutor() as both:
        purged = list(both.map(lambda store: store.trash.purge(later), [first, second, first]))
    assert sum(purged) == len(deleted)
    assert there.state["version"] == 2


def test_board_can_be_sent_to_television_of_other_server(here: Script, there: Script) -> None:
    screen = here.app.test_client()
    code = re.search(r'"tv-code"[^>]*>(\w{4})<', screen.get("/tv").text)
    assert code
    sent = there.client.post(f"/games/{there.score_key}/tv", data={"code": code[1]})
    assert sent.status_code == 303
    board = screen.get("/tv").headers["Location"]
    assert board.startswith(f"/watch/{here.watch_key}")


def test_players_join_one_game_through_both_servers(here: Script, there: Script) -> None:
    here.start(open_seats=True, players=[])
    join, players = here.last.json["join_key"], ["Dee", "Eve", "Flo", "Gus"]
    for server, name in zip(cycle((here, there)), players, strict=False):
        taken = server.ask("POST", f"/join/{join}", json={"name": name})
        assert taken.status_code == 201, taken.text
    here.change(open_seats=False)
    there.score_key = here.score_key
    assert there.round("Dee", Eve=1, Flo=2, Gus=3).status_code == 201


def test_game_ended_on_one_server_counts_in_group_on_the_other(here: Script, there: Script) -> None:
    here.start()
    group, there.score_key = here.last.json["group_key"], here.score_key
    for finished in (0, 1):
        for each in (here, there):
            found = each.ask("GET", f"/groups/{group}").json
            assert sum(person["games"] for person in found["people"]) == 3 * finished
        there.change(finish=True)


def test_health_check_works_on_both_servers(here: Script, there: Script) -> None:
    for each in (here, there):
        assert "last_copy" in each.client.get("/healthz").text


def test_session_cookie_is_valid_on_both_servers(here: Script, there: Script) -> None:
    here.client.get(f"/games/{here.score_key}")
    cookie = here.client.get_cookie(cookie_name(here.app))
    assert cookie
    there.client.set_cookie(cookie.key, cookie.value)
    assert f"/games/{here.score_key}" in there.client.get("/").text
