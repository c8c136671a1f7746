"""A rematch: every phone of the table finds it."""

import pytest
from flask.testing import FlaskClient

from tests.web.script import Script


@pytest.fixture
def over(played: Script) -> Script:
    """End the game."""
    played.change(finish=True)
    return played


def rematch(phone: FlaskClient, key: str) -> str:
    """Play again, and give the address of the new game."""
    answer = phone.post(f"/games/{key}/rematch")
    assert answer.status_code == 303
    return answer.headers["Location"]


def pages(played: Script) -> list[str]:
    return [f"/games/{played.score_key}", f"/watch/{played.watch_key}"]


def test_open_pages_of_the_old_game_lead_on(over: Script) -> None:
    for page in pages(over):
        assert over.app.test_client().get(f"{page}?since=3").status_code == 204
    new = rematch(over.client, over.score_key)
    shown = [over.app.test_client().get(f"{page}?since=3").text for page in pages(over)]
    assert f'data-follows href="{new}"' in shown[0]
    assert "Watch the rematch" in shown[1]
    assert new.rpartition("/")[2] not in shown[1]
    for page in pages(over):
        assert over.app.test_client().get(f"{page}?since=3r").status_code == 204
        assert '"since": "3r"' in over.app.test_client().get(page).text


def test_the_watching_link_leads_to_the_watching_page(over: Script) -> None:
    new = rematch(over.client, over.score_key)
    board = over.client.get(f"/watch/{over.watch_key}").text
    link = board.partition('data-follows href="')[2].partition('"')[0]
    assert link.startswith("/watch/")
    assert link in over.client.get(f"{new}/share").text


def test_an_old_link_does_not_lead_to_a_renewed_one(over: Script) -> None:
    new = rematch(over.client, over.score_key)
    over.client.post(f"{new}/share", data={"kind": "score"})
    for page in pages(over):
        assert "data-follows" not in over.client.get(page).text


def test_a_game_that_goes_on_leads_nowhere(over: Script) -> None:
    rematch(over.client, over.score_key)
    over.change(finish=False)
    for page in pages(over):
        assert '"since": "4"' in over.client.get(page).text


def test_the_journal_and_the_state_know_nothing_of_it(over: Script) -> None:
    before = [over.read(path).json for path in ("", "/journal")]
    rematch(over.client, over.score_key)
    assert [over.read(path).json for path in ("", "/journal")] == before
