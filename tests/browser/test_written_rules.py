"""The rules as plain files: every link leads to a file, and questions are answered as ever."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect

from companion.cli import main
from companion.datafiles.text import LANGUAGES
from companion.rulebook import SearchOptions, open_rulebook
from tests.rulings.search.recall import Question, questions

ALIKE = 99  # of a hundred questions: a script may round its numbers another way


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("written")
    data = f"--data={tmp_path_factory.mktemp('data')}"
    told = CliRunner().invoke(main, [data, "export-rules", str(folder / "rules")])
    assert told.exit_code == 0, told.output
    assert re.match(r"\d{3} pages written; open ", told.stdout)
    return folder / "rules"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(offline=True, viewport={"width": 360, "height": 740})
    yield context.new_page()
    context.close()


def test_every_link_leads_to_a_file(written: Path) -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in written.rglob("*.html")}
    assert len(texts) > 700
    for path, text in texts.items():
        for to in re.findall(r'(?:href|src)="([^"]*)"', text):
            file, _, part = to.partition("#")
            if not file.startswith("https:"):
                found = (path.parent / file).resolve() if file else path
                assert found.is_file(), f"{path}: {to}"
                assert not part or f'id="{part}"' in texts[found], f"{path}: {to}"


def test_nothing_that_needs_a_server_is_left(written: Path) -> None:
    for path in written.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(
            r"hx-|<script[^>]*htmx|htmx-config|action=|localhost|/games|\?lang", text
        ), path


def test_the_addresses_of_stickers_lead_there(written: Path) -> None:
    for box in open_rulebook().editions:
        assert (written / "box" / box / "index.html").is_file()
        assert 'lang="fr"' in (written / "fr/box" / box / "index.html").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_are_answered_as_by_the_server(page: Page, written: Path, language: str) -> None:
    boxes = open_rulebook()
    by_box: dict[str, list[Question]] = {}
    for question in (*questions("blind", language), *questions("fresh", language)):
        by_box.setdefault(question.box, []).append(question)
    alike = every = 0
    for box, asked in by_box.items():
        page.goto((written / "box" / box / "index.html").as_uri())
        found = page.evaluate("asked => asked.map(each => find(each, 3))", [q.ask for q in asked])
        for question, told in zip(asked, found, strict=True):
            served = boxes.answer(box, question.ask, SearchOptions(limit=3))
            rules = [ruling.rule for ruling in served.rulings]
            alike += told == {"rules": rules, "sure": served.is_sure}
            every += 1
    assert every > 200
    assert 100 * alike / every >= ALIKE


def test_the_verdict_comes_while_somebody_types(page: Page, written: Path) -> None:
    page.goto((written / "fr/box/hello-kitty/index.html").as_uri())
    page.get_by_role("searchbox").fill("je peux mettre un +2 sur un +2")
    expect(page.locator("#answers .verdict")).to_have_text("Non")
    page.locator("#answers h2 a").click()
    expect(page.locator("h1")).to_have_text("Répondre à un +2")


def test_what_is_not_sure_is_asked_back(page: Page, written: Path) -> None:
    page.goto((written / "rules/hello-kitty/index.html").as_uri())
    look = open_rulebook()
    asked = ("grandma is late", "we want to stop", "uno")
    found = {question: look.answer("hello-kitty", question, SearchOptions()) for question in asked}
    unsure = next(question for question, each in found.items() if each.rulings and not each.is_sure)
    page.get_by_role("searchbox").fill(unsure)
    expect(page.locator("#answers h2")).to_have_text("Did you mean:")
    expect(page.locator("#answers .verdict")).to_have_count(0)
    page.get_by_role("searchbox").fill("xyzzy")
    expect(page.locator("#answers h2")).to_have_text("We found no rule on this")


def test_signs_are_drawn_from_a_stick(page: Page, written: Path) -> None:
    page.goto((written / "box/hello-kitty/index.html").as_uri())
    for symbol in ("skip", "badtz-maru"):
        box = page.locator(f'.key use[href="#sign-{symbol}"]').bounding_box()
        assert box
        assert box["width"] > 5


def test_without_a_script_the_topics_are_listed(browser: Browser, written: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((written / "index.html").as_uri())
    page.get_by_role("link", name="Hello Kitty").click()
    expect(page.get_by_role("searchbox")).to_be_hidden()
    page.get_by_role("link", name="All rules").click()
    page.get_by_role("link", name="Answering a +2").click()
    expect(page.locator(".verdict").first).to_have_text("No")
    context.close()


def test_french_may_stand_at_the_addresses_of_stickers(tmp_path: Path) -> None:
    arguments = [f"--data={tmp_path / 'data'}", "export-rules", "--lang=fr", str(tmp_path / "out")]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    assert '<html lang="fr">' in (tmp_path / "out/box/hello-kitty/index.html").read_text("utf-8")
    assert '<html lang="en">' in (tmp_path / "out/en/index.html").read_text("utf-8")


def test_what_can_not_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("", encoding="utf-8")
    arguments = [f"--data={tmp_path / 'data'}", "export-rules", str(tmp_path / "out" / "in")]
    told = CliRunner().invoke(main, arguments)
    assert told.exit_code == 1
    assert len(told.stderr.splitlines()) == 1
