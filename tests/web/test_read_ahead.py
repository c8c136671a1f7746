"""Rulings are read beside the start: neither who goes on with a game nor who asks waits."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Event, Thread
from time import sleep
from typing import Any

import pytest
from flask import Flask
from jinja2 import Environment, FileSystemLoader

import companion.rulebook
from companion.cli.server import make_index_beside
from companion.config import TEMPLATES
from companion.editions import load_boxes
from companion.rulebook import Rulebook
from companion.rulings import Rulings, load_rulings
from companion.rulings.search.index import RulingIndex
from companion.web import read_ahead
from tests.serving import give_index
from tests.web.paper import Paper
from tests.web.running import parts_of, running

ABOUT_RULES = (
    "/box/classic-108",
    "/rules/classic-108/stack-draw-two",
    "/rules/classic-108/search?q=can+I+stack",
    "/api/rulings/classic-108/stack.2on2",
)


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """Start a companion that has read no ruling yet, nor compiled a template."""
    monkeypatch.setattr("companion.rulebook._built_in", lambda: Rulebook(*load_boxes(None)))
    with running(tmp_path) as app:
        app.jinja_env.loader = FileSystemLoader(TEMPLATES)
        app.jinja_env.bytecode_cache = None
        yield app


def refuse(*_: object) -> None:
    raise AssertionError


def test_whoever_goes_on_with_a_game_waits_for_no_ruling(
    started: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The page of two, like that of a new game, shows a ruling.
    before = Paper(started.test_client()).start("classic-108", "Ana", "Bo", "Cy")
    before.round("1", points_2="30", points_3="7")
    monkeypatch.setattr(companion.rulebook, "load_rulings", refuse)
    with running(tmp_path) as app:
        phone = Paper(app.test_client())
        assert phone.open("/").status == phone.open("/games/new").status == 200
        phone.game = before.game
        assert phone.open(before.game).has("37")
        assert phone.round("1", points_2="12", points_3="0").has("49")


def test_whoever_asks_first_finds_all_of_it_read(
    started: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Paper(started.test_client())
    assert phone.open("/").status == 200
    give_index(parts_of(started).config.data)
    read_ahead(started).join()
    monkeypatch.setattr(companion.rulebook, "load_rulings", refuse)
    monkeypatch.setattr(companion.rulebook, "QuestionParser", refuse)
    compiled: list[str | None] = []
    work_out = Environment.compile

    def compile_(*args: object, **more: str) -> object:
        compiled.append(more.get("name") or str(args[2]))
        return work_out(*args, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Environment, "compile", compile_)
    assert [phone.open(address).status for address in ABOUT_RULES] == [200] * 4
    assert compiled == []


def test_a_page_that_all_ask_for_at_once_is_compiled_once(
    started: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[str] = []
    compile_ = Environment.compile

    def slowly(*args: Any, **more: Any) -> object:  # noqa: ANN401 - as Jinja takes them
        compiled.append(args[2])
        sleep(0.01)  # long enough for the others to come
        return compile_(*args, **more)

    monkeypatch.setattr(Environment, "compile", slowly)
    phones = [Thread(target=started.test_client().get, args=("/about",)) for _ in range(8)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert len(compiled) > 5
    assert sorted(compiled) == sorted({*compiled})


def test_whoever_asks_while_it_is_read_waits_for_it(
    started: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, times = Event(), []
    give_index(parts_of(started).config.data)

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


@pytest.mark.parametrize("has_process", [True, False])
def test_another_process_makes_the_index_of_questions_or_this_one_where_none_can(
    started: Flask, monkeypatch: pytest.MonkeyPatch, *, has_process: bool
) -> None:
    parts = parts_of(started)
    parts.boxes.make_index_file = partial(make_index_beside, parts.config)
    if has_process:
        monkeypatch.setattr(RulingIndex, "of", refuse)  # it is not made in this one
    else:
        monkeypatch.setattr("companion.cli.server.make_index", None)  # that process ends at once
    phone = Paper(started.test_client())
    assert phone.open("/rules/classic-108/search?q=can+I+stack").has("Each +2 costs 2 cards")
    assert parts.config.index.exists()
