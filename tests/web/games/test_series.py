"""A rematch: every phone of the table finds it, and together the games are a series."""

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


def test_the_whole_table_taps_and_gets_one_game(over: Script) -> None:
    first = rematch(over.client, over.score_key)
    assert rematch(over.app.test_client(), over.score_key) == first
    over.client.post(f"{first}/delete")
    assert rematch(over.client, over.score_key) != first


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


def test_the_series(over: Script) -> None:
    assert "Series" not in over.client.get(f"/games/{over.score_key}").text
    new = rematch(over.client, over.score_key)
    key = new.rpartition("/")[2]
    assert "Series" in over.client.get(new).text
    other = Script(over.app, "203.0.113.9")
    other.score_key = key
    other.round("Bo", Ana=20, Cy=1)
    for page in (
        f"/games/{over.score_key}/series",
        f"{new}/series",
        f"/games/{over.watch_key}/series",
    ):
        text = over.client.get(page).text
        assert "2 games at this table" in text
        row = '<th scope="row"><bdi>Ana</bdi></th><td><b>1</b> / 1</td>'
        assert f"{row}<td>15.0</td><td>–</td><td>–</td>" in text
        assert "Games won: Ana 1, Bo 0, Cy 0" in text
        assert text.count('role="img"') == 3


def test_a_series_is_written_as_the_language_does_and_leads_back(over: Script) -> None:
    for key, back in ((over.score_key, "Retour à la table"), (over.watch_key, "Retour au tableau")):
        text = over.client.get(f"/games/{key}/series?lang=fr").text
        assert "<td>15,0</td>" in text
        assert "Ana 15,0" in text
        assert back in text


def test_a_watching_key_finds_no_scoring_key_in_a_series(over: Script) -> None:
    new = rematch(over.client, over.score_key)
    text = over.client.get(f"/games/{over.watch_key}/series").text
    for key in (over.score_key, new.rpartition("/")[2]):
        assert key not in text


def test_a_game_alone_is_a_series_too(played: Script) -> None:
    assert "1 game at this table" in played.client.get(f"/games/{played.score_key}/series").text


def test_the_journal_and_the_state_know_nothing_of_it(over: Script) -> None:
    before = [over.read(path).json for path in ("", "/journal")]
    rematch(over.client, over.score_key)
    assert [over.read(path).json for path in ("", "/journal")] == before
