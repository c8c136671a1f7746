"""Rulings are loaded in the background at start, so that few requests wait for them."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from time import sleep
from typing import Any

import pytest
from flask import Flask
from jinja2 import Environment, FileSystemLoader

import companion.rulebook
from companion.config import TEMPLATES
from companion.editions import load_boxes
from companion.rulebook import Rulebook
from companion.rulings import Rulings
from companion.rulings.loader import load_rulings
from companion.web import read_ahead
from tests.web.paper import Paper
from tests.web.running import running

ABOUT_RULES = (
    "/box/classic-108",
    "/rules/classic-108/stack-draw-two",
    "/rules/classic-108/search?q=can+I+stack",
    "/api/rulings/classic-108/stack.2on2",
)


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """Yield an app that has loaded no rulings and compiled no templates."""
    monkeypatch.setattr("companion.rulebook._built_in", lambda: Rulebook(*load_boxes(None)))
    with running(tmp_path) as app:
        app.jinja_env.loader = FileSystemLoader(TEMPLATES)
        app.jinja_env.bytecode_cache = None
        yield app


def refuse(*_: object) -> None:
    raise AssertionError


def test_game_pages_do_not_load_rulings(
    started: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Three players and a round, because pages of two players or of a new game show a ruling.
    before = Paper(started.test_client()).start("classic-108", "Ana", "Bo", "Cy")
    before.round("1", points_2="30", points_3="7")
    monkeypatch.setattr(companion.rulebook, "load_rulings", refuse)
    with running(tmp_path) as app:
        phone = Paper(app.test_client())
        assert phone.open("/").status == phone.open("/games/new").status == 200
        phone.game = before.game
        assert phone.open(before.game).has("37")
        assert phone.round("1", points_2="12", points_3="0").has("49")


def test_rule_pages_load_nothing_after_read_ahead(
    started: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Paper(started.test_client())
    assert phone.open("/").status == 200
    read_ahead(started).join()
    monkeypatch.setattr(companion.rulebook, "load_rulings", refuse)
    monkeypatch.setattr(companion.rulebook, "QuestionParser", refuse)
    compiled: list[str | None] = []
    original = Environment.compile

    def compile_(*args: object, **more: str) -> object:
        compiled.append(more.get("name") or str(args[2]))
        return original(*args, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Environment, "compile", compile_)
    assert [phone.open(address).status for address in ABOUT_RULES] == [200] * 4
    assert compiled == []


def test_concurrent_requests_compile_each_template_once(
    started: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[str] = []
    compile_ = Environment.compile

    def slowly(*args: Any, **more: Any) -> object:  # noqa: ANN401 - as Jinja takes them
        compiled.append(args[2])
        sleep(0.01)  # long enough for the other threads
        return compile_(*args, **more)

    monkeypatch.setattr(Environment, "compile", slowly)
    phones = [Thread(target=started.test_client().get, args=("/about",)) for _ in range(8)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert len(compiled) > 5
    assert sorted(compiled) == sorted({*compiled})


def test_request_during_read_ahead_waits_instead_of_loading_again(
    started: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, times = Event(), []

    def read(*args: object) -> Rulings:
        times.append(asked.wait(10))
        return load_rulings(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(companion.rulebook, "load_rulings", read)
    reading = read_ahead(started)
    statuses: list[int] = []
    phones = [Paper(started.test_client()) for _ in range(2)]
    asking = [
        Thread(target=lambda phone=phone: statuses.append(phone.open(ABOUT_RULES[1]).status))
        for phone in phones
    ]
    for thread in asking:
        thread.start()
    asked.set()
    for thread in (*asking, reading):
        thread.join()
    assert (statuses, times) == ([200, 200], [True])


@pytest.mark.parametrize("is_removable", [True, False])
def test_start_ignores_and_removes_index_cached_by_older_version(
    tmp_path: Path, *, is_removable: bool
) -> None:
    cached = tmp_path / "questions.index"
    if is_removable:
        cached.write_bytes(b"old")
    else:
        cached.mkdir()
    with running(tmp_path) as app:
        phone = Paper(app.test_client())
        assert phone.open("/rules/classic-108/search?q=do+two+%2B2+add+up").has(
            "Each +2 costs 2 cards"
        )
    assert cached.exists() == (not is_removable)
