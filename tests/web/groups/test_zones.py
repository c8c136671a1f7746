"""Seasons of a group in the time zone of a phone."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from flask import Flask

from tests.web.clock import Clock, use_clock
from tests.web.groups.phones import group_of
from tests.web.paper import Paper

pytestmark = pytest.mark.skipif(
    not hasattr(time, "tzset"), reason="a process on Windows has no zone"
)

NEW_YORK = "America/New_York"


@pytest.fixture
def utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture
def group(app: Flask, utc: None) -> Paper:  # noqa: ARG001 - for its effect
    """Return a phone on the page of a group, whose first game of five ended at New Year's Eve.

    In New York it was 21:30 on 31 December 2025, in UTC (the server's time zone) 2:30 on 1 January.
    """
    clock = Clock()
    use_clock(app, clock)
    paper = Paper(app.test_client())
    clock.wall = datetime(2026, 1, 1, 2, 30, tzinfo=UTC)
    paper.start("hello-kitty", "Ana", "Bo", target="5").round("1", points_2="9")
    address = group_of(paper.client, paper.game)
    for _ in range(4):
        clock.advance(days=3)
        paper.send(f"{address}/start", [("present", "Ana"), ("present", "Bo")])
        paper.round("1", points_2="9")
    assert address
    return paper.open(address)


def seasons(paper: Paper) -> list[str]:
    return [words for words in ("2025", "2026") if f">{words}</a>" in paper.page]


def test_years_are_those_of_the_servers_zone_until_phone_has_said_its_own(group: Paper) -> None:
    address = group_of(group.client, group.game)
    assert 'data-zone=""' in group.page
    assert group.has("by this server’s clock", "2026, 5 games")
    assert seasons(group) == []
    assert seasons(group.open(f"{address}?tz={NEW_YORK}")) == ["2025", "2026"]
    assert group.has("by this phone’s clock", "2025–2026, 5 games")
    # From now on every page is in the phone's zone.
    assert seasons(group.open(f"{address}")) == ["2025", "2026"]
    assert f'data-zone="{NEW_YORK}"' in group.page
    for year, games in (("2025", 1), ("2026", 4)):
        span = f"from={year}-01-01&to={year}-12-31"
        assert group.open(f"{address}?{span}").has(f"Ana {games} / {games}")
        assert group.open(f"{address}/games?{span}").has(f"{games} game")
        assert f"({year}, {games} game" in group.open(f"{address}/picture.svg?{span}").page
    assert seasons(group.open(f"{address}?tz=Europe/Paris")) == []
    assert seasons(group.another_phone().open(f"{address}")) == []


@pytest.mark.parametrize("zone", ["", "Mars/Base", "../../etc/passwd", "x" * 200, "Europe", "\0"])
def test_unknown_zones_are_ignored(group: Paper, zone: str) -> None:
    address = group_of(group.client, group.game)
    answer = group.client.get(f"{address}", query_string={"tz": zone})
    assert answer.status_code == 200
    assert 'data-zone=""' in answer.text
    assert 'class="fault"' not in answer.text
    group.open(f"{address}?tz={NEW_YORK}")
    group.client.get(f"{address}", query_string={"tz": zone})
    assert f'data-zone="{NEW_YORK}"' in group.open(f"{address}").page
