"""The rules as plain files: every link leads to a file, and a question to rulings on it."""

import json
import random
import re
from collections.abc import Iterator
from os.path import normpath
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect

from companion.cli import main
from companion.datafiles.text import LANGUAGES
from companion.rulebook import open_rulebook
from companion.rulings.search.questions import read_examples
from tests.rulings.search.recall import FIRST

DRAWN, LEAST_FOUND = 100, 95
# Types each question and returns the rules that are offered.
ASK_EACH = """questions => questions.map(question => {
  const field = document.querySelector("[type=search]");
  field.value = question;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const offered = document.querySelectorAll("#answers [data-rule]");
  return Array.from(offered, ({ dataset }) => dataset.rule);
})"""


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
    files = {str(path): path for path in written.rglob("*.*") if path.is_file()}
    texts = {file: path.read_text("utf-8") for file, path in files.items() if "html" in path.suffix}
    assert len(texts) > 700
    parts = {file: {*re.findall(r'id="([^"]*)"', text)} for file, text in texts.items()}
    for here, text in texts.items():
        for to in {*re.findall(r'(?:href|src)="([^"]*)"', text)}:
            file, _, part = to.partition("#")
            if not file.startswith("https:"):
                found = normpath(files[here].parent / file) if file else here
                assert found in files, f"{here}: {to}"
                assert not part or part in parts[found], f"{here}: {to}"


def test_nothing_that_needs_a_server_is_left(written: Path) -> None:
    for path in written.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(
            r"hx-|<script[^>]*htmx|htmx-config|action=|localhost|/games|\?lang", text
        ), path


def test_the_book_of_rulings_is_written_beside_them(written: Path) -> None:
    pages: dict[Path, str] = {}
    for language in LANGUAGES:
        book = json.loads((written / f"rulings.{language}.json").read_text("utf-8"))
        assert book["language"] == language
        for ruling in book["rulings"]:
            address, _, anchor = ruling["url"].partition("#")
            page = written / ("" if language == "en" else language) / address[1:] / "index.html"
            if page not in pages:
                pages[page] = page.read_text("utf-8")
            assert f'id="{anchor}"' in pages[page], ruling["url"]
    assert json.loads((written / "changes.json").read_bytes())[0]["day"] == book["published"]
    assert "Book" in (written / "rulings.schema.json").read_text("utf-8")
    # Where the folder will be found is not known.
    assert not (written / "sitemap.xml").exists()
    assert "canonical" not in (written / "index.html").read_text("utf-8")


def test_the_addresses_of_stickers_lead_there(written: Path) -> None:
    for box in open_rulebook().editions:
        assert (written / "box" / box / "index.html").is_file()
        assert 'lang="fr"' in (written / "fr/box" / box / "index.html").read_text("utf-8")


@pytest.mark.parametrize("box", open_rulebook().editions)
@pytest.mark.parametrize("language", LANGUAGES)
def test_most_of_what_people_asked_is_found(
    page: Page, written: Path, box: str, language: str
) -> None:
    here = open_rulebook().rulings.by_edition[box]
    taught = [each for each in read_examples(language) if here[each.rules[0]].is_here]
    drawn = random.Random(f"{box} {language}").sample(taught, DRAWN)
    page.goto((written / "box" / box / "index.html").as_uri())
    found = page.evaluate(ASK_EACH, [each.question for each in drawn])
    assert max(map(len, found)) == FIRST
    right = [bool({*rules} & {*each.rules}) for each, rules in zip(drawn, found, strict=True)]
    assert sum(right) >= LEAST_FOUND


def test_three_questions_are_offered_while_somebody_types(page: Page, written: Path) -> None:
    page.goto((written / "fr/box/hello-kitty/index.html").as_uri())
    answers = page.locator("#answers")
    expect(answers).to_be_empty()
    page.get_by_role("searchbox").fill("je peux mettre un +2 sur un +2")
    expect(answers.get_by_role("listitem")).to_have_count(FIRST)
    expect(answers).to_contain_text("L’appli")
    # However well a question is known, it may mean another one.
    expect(answers.locator(".verdict")).to_have_count(0)
    answers.get_by_role("link", name="par un +2 pour faire piocher").click()
    expect(page.locator("h1")).to_have_text("Répondre à un +2")
    expect(page.locator(".ruling:target .verdict")).to_have_text("Non")


@pytest.mark.parametrize(
    ("folder", "nothing"),
    [("", "We found no rule on this"), ("fr/", "Nous n’avons pas trouvé de règle là-dessus")],
)
def test_where_nothing_is_found_the_list_is_offered(
    page: Page, written: Path, folder: str, nothing: str
) -> None:
    page.goto((written / f"{folder}box/hello-kitty/index.html").as_uri())
    for strange in ("xyzzy", "hello", "grandma is late"):
        page.get_by_role("searchbox").fill(strange)
        expect(page.locator("#answers h2")).to_have_text(nothing)
    page.locator("#answers a").click()
    expect(page.locator("#topics")).to_be_in_viewport()
    page.get_by_role("searchbox").fill("")
    expect(page.locator("#answers")).to_be_empty()


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
    page.get_by_text("+2 and +4").click()
    page.get_by_role("link", name="Answering a +2").click()
    expect(page.locator(".verdict").first).to_have_text("No")
    context.close()


def test_french_may_stand_at_the_addresses_of_stickers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = ("/", "/box/hello-kitty", "/rules/hello-kitty", "/rules/hello-kitty/lotso")
    monkeypatch.setattr("companion.web.rules.static_export._addresses", lambda _: few)
    public = ["--public-url=https://example.org/cards", f"--data={tmp_path / 'data'}"]
    arguments = [*public, "export-rules", "--lang=fr", str(tmp_path / "out")]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    assert '<html lang="fr">' in (tmp_path / "out/box/hello-kitty/index.html").read_text("utf-8")
    assert '<html lang="en">' in (tmp_path / "out/en/index.html").read_text("utf-8")
    # With a public address every page says which it is, and a list names them all.
    listed = re.findall("<loc>(.*)</loc>", (tmp_path / "out/sitemap.xml").read_text("utf-8"))
    pages = {path: path.read_text("utf-8") for path in (tmp_path / "out").rglob("index.html")}
    assert len(listed) == len(pages)
    for address in listed:
        path = address.removeprefix("https://example.org/cards/")
        assert (
            f'<link rel="canonical" href="{address}">'
            in pages[tmp_path / "out" / path / "index.html"]
        )
    book = json.loads((tmp_path / "out/rulings.en.json").read_text("utf-8"))
    assert {ruling["url"].partition("/rules/")[0] for ruling in book["rulings"]} == {"/cards"}


def test_what_can_not_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("", encoding="utf-8")
    arguments = [f"--data={tmp_path / 'data'}", "export-rules", str(tmp_path / "out" / "in")]
    told = CliRunner().invoke(main, arguments)
    assert told.exit_code == 1
    assert len(told.stderr.splitlines()) == 1
