"""Groups of many games and people: the work and the bytes of their pages."""

import tracemalloc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date

import pytest

from companion.game import players
from companion.game.reports import rivalry
from companion.services.groups import group as groups
from companion.services.groups import overview
from companion.services.groups.overview import GroupGame
from companion.store.store import Store
from companion.web.api import groups as in_json
from companion.web.groups import fragments
from companion.web.groups import games as list_of_games
from companion.web.ui import pages
from tests.web.paper import Paper
from tests.web.running import registry_of
from tests.web.script import Script

GAMES, PLAYERS = 8, 40
LARGEST = 2**20  # bytes of a page


@pytest.fixture
def hall(script: Script) -> str:
    """Start and end 8 tournaments of 40 different people in one group, and return its path."""
    group: dict[str, str] = {}
    for number in range(GAMES):
        names = [f"guest {number} of {seat}" for seat in range(PLAYERS)]
        script.start(*names, format="tournament", **group)
        script.change(finish=True)
        group = {"group": script.group_key}
    return f"/groups/{script.group_key}"


@contextmanager
def counted_keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Yield a list that collects the names for which the block computes a comparison key."""
    names: list[str] = []
    clean = players.clean

    def counted(name: str) -> str:
        names.append(name)
        return clean(name)

    with monkeypatch.context() as patch:
        patch.setattr(players, "clean", counted)
        yield names


def test_group_pages_normalise_only_shown_names_and_those_of_changed_games(
    script: Script, hall: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with counted_keys(monkeypatch) as names:
        script.client.get(f"/api{hall}")
    assert len(names) <= 4 * GAMES * PLAYERS  # the games were replayed for the first time
    for page in (hall, f"{hall}?from=2000-01-01", f"{hall}/people", f"{hall}/games"):
        with counted_keys(monkeypatch) as names:
            assert script.client.get(page).status_code == 200
        assert len(names) <= 4 * pages.SLICE_SIZE, page
    script.change(finish=False)
    with counted_keys(monkeypatch) as names:
        script.client.get(f"/api{hall}")
    assert len(names) <= 4 * PLAYERS


def test_group_statistics_are_recomputed_only_for_people_of_changed_game(
    script: Script, hall: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = []
    figures = rivalry._figures  # noqa: SLF001

    def count(person: str, games: Sequence[rivalry.Played]) -> rivalry.Record:
        counted.append(person)
        return figures(person, games)

    monkeypatch.setattr(rivalry, "_figures", count)
    people = []
    for finish in (True, False, True):
        script.change(finish=finish)
        script.client.get(f"/api{hall}")
        people.append(len(counted))
    assert people == [GAMES * PLAYERS, GAMES * PLAYERS, (GAMES + 1) * PLAYERS]


def test_result_read_meanwhile_by_another_request_is_not_read_again(
    script: Script, hall: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = registry_of(script.app).groups.open(hall.rpartition("/")[2])
    read: list[str] = []

    def read_result(store: Store, game_id: str) -> GroupGame | None:
        read.append(game_id)
        if len(read) == 1:
            group.results(group.members)  # as another request does
        return overview.read_result(store, game_id)

    monkeypatch.setattr(groups, "read_result", read_result)
    assert len(group.results(group.members)) == GAMES
    assert len(read) == GAMES + 1


def test_cached_season_weighs_as_many_bytes_as_it_takes(script: Script, hall: str) -> None:
    group = registry_of(script.app).groups.open(hall.rpartition("/")[2])
    group.overview()
    tracemalloc.start()
    weight = group.overview(overview.Season(last=date(2200, 1, 1))).weight
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert GAMES * PLAYERS * 1000 < taken < 100 * weight


def test_group_pages_of_many_people_have_limited_size(script: Script, hall: str) -> None:
    page = script.client.get(hall).text
    assert "Only the first 200 people are shown." in page
    assert "Only the first 400 pairs are shown." in page
    for address in (hall, f"{hall}/people", f"{hall}/games", f"/api{hall}"):
        assert len(script.client.get(address).data) < LARGEST
    first = script.client.get(f"{hall}/people").text
    assert "guest 7 of 39" in first
    assert "guest 0 of 0<" not in first
    assert "guest 0 of 0<" in script.client.get(f"{hall}/people?until=120").text
    pairs = script.ask("GET", hall).json["pairs"]
    assert len(pairs) == 40 * 39 // 2 + 24 * 23 // 2  # of the first `MOST_RIVALS` people


def test_group_json_over_size_limit_leaves_out_earliest_games(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    script.start()
    group = script.group_key
    for _ in range(3):
        script.start(group=group)
    whole = script.ask("GET", f"/groups/{group}").json
    assert "earlier" not in whole
    monkeypatch.setattr(in_json, "LARGEST", 900)
    script.start(group=group)
    limited = script.ask("GET", f"/groups/{group}")
    assert len(limited.data) <= 900 + len('"earlier": 2, ')
    games = [game["id"] for game in whole["games"]]
    left_out = limited.json["earlier"]
    assert 0 < left_out < 4
    assert [game["id"] for game in limited.json["games"]][:-1] == games[left_out:]


def test_list_of_games_is_split_into_linked_pages(
    table: Paper, group: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (pages, list_of_games, fragments):
        monkeypatch.setattr(module, "SLICE_SIZE", 2)
    for target in ("50", "60"):
        key = group.rpartition("/")[2]
        table.start("hello-kitty", "Ana", "Bo", target=target, group=key)
    found = f"{group}/games"
    latest = table.client.get(found).text
    assert latest.count('class="item"') == 2
    assert f'href="{found}?until=1"' in latest
    earliest = table.client.get(f"{found}?until=1").text
    assert earliest.count('class="item"') == 1
    assert "Ana won" in earliest


def test_season_page_works_if_a_name_was_spelled_differently_later(script: Script) -> None:
    script.start("ANA", "Bo", target=5).round("ANA", Bo=9)
    group = script.group_key
    script.start("Ana", "Bo", edition="classic-108", group=group)
    page = f"/groups/{group}?edition=hello-kitty"
    assert script.client.get(page).status_code == 200
