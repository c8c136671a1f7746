"""Links from a game to its rematch."""

import pytest
from flask.testing import FlaskClient

from tests.web.script import Script


@pytest.fixture
def over(played: Script) -> Script:
    played.change(finish=True)
    return played


def rematch(phone: FlaskClient, key: str) -> str:
    """Start a rematch of the game with this score key, and return the new game's path."""
    answer = phone.post(f"/games/{key}/rematch")
    assert answer.status_code == 303
    return answer.headers["Location"]


def pages(played: Script) -> list[str]:
    return [f"/games/{played.score_key}", f"/watch/{played.watch_key}"]


def test_open_pages_of_old_game_get_a_link_to_the_rematch(over: Script) -> None:
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


def test_second_rematch_of_a_game_says_that_it_is_the_first_one(over: Script) -> None:
    new = rematch(over.client, over.score_key)
    assert "already has a rematch" not in over.client.get(new).text
    assert rematch(over.client, over.score_key) == new
    assert "This game already has a rematch" in over.client.get(new).text


def test_old_board_links_to_the_board_of_the_rematch(over: Script) -> None:
    new = rematch(over.client, over.score_key)
    board = over.client.get(f"/watch/{over.watch_key}").text
    link = board.partition('data-follows href="')[2].partition('"')[0]
    assert link.startswith("/watch/")
    assert link in over.client.get(f"{new}/share").text


def test_old_game_does_not_link_to_rematch_with_renewed_key(over: Script) -> None:
    new = rematch(over.client, over.score_key)
    over.client.post(f"{new}/share", data={"kind": "score"})
    for page in pages(over):
        assert "data-follows" not in over.client.get(page).text


def test_resumed_game_does_not_link_to_its_rematch(over: Script) -> None:
    rematch(over.client, over.score_key)
    over.change(finish=False)
    for page in pages(over):
        assert '"since": "4"' in over.client.get(page).text


def test_rematch_leaves_old_games_journal_and_state_unchanged(over: Script) -> None:
    before = [over.read(path).json for path in ("", "/journal")]
    rematch(over.client, over.score_key)
    assert [over.read(path).json for path in ("", "/journal")] == before
