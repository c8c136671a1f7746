"""Tests of rules exported as files: links, JSON, addresses, and search without a server."""

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
from tests.rulings.search.recall import FIRST, each_language
from tests.train.examples import read_examples

DRAWN, LEAST_FOUND = 100, 95
# Script: type each question, and return the ids of the rules suggested for it.
ASK_EACH = """questions => questions.map(question => {
  const field = document.querySelector("[type=search]");
  field.value = question;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const offered = document.querySelectorAll("#answers [data-rule]");
  return Array.from(offered, ({ dataset }) => dataset.rule);
})"""


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("written")
    data = f"--data={tmp_path_factory.mktemp('data')}"
    result = CliRunner().invoke(main, [data, "export-rules", str(folder / "rules")])
    assert result.exit_code == 0, result.output
    assert re.match(r"\d{3,4} pages written; open ", result.stdout)
    return folder / "rules"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(offline=True, viewport={"width": 360, "height": 740})
    yield context.new_page()
    context.close()


def test_every_link_of_exported_rules_has_its_target(exported: Path) -> None:
    files = {str(path): path for path in exported.rglob("*.*") if path.is_file()}
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


def test_exported_pages_contain_no_htmx_forms_or_server_addresses(exported: Path) -> None:
    for path in exported.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(
            r"hx-|<script[^>]*htmx|htmx-config|action=|localhost|/games|\?lang", text
        ), path


def test_rulings_are_exported_as_json_with_valid_urls(exported: Path) -> None:
    pages: dict[Path, str] = {}
    for language in LANGUAGES:
        book = json.loads((exported / f"rulings.{language}.json").read_text("utf-8"))
        assert book["language"] == language
        for ruling in book["rulings"]:
            address, _, anchor = ruling["url"].partition("#")
            page = exported / ("" if language == "en" else language) / address[1:] / "index.html"
            if page not in pages:
                pages[page] = page.read_text("utf-8")
            assert f'id="{anchor}"' in pages[page], ruling["url"]
    assert json.loads((exported / "changes.json").read_bytes())[0]["day"] == book["published"]
    assert "Book" in (exported / "rulings.schema.json").read_text("utf-8")
    # Without --public-url there is no sitemap and no canonical link.
    assert not (exported / "sitemap.xml").exists()
    assert "canonical" not in (exported / "index.html").read_text("utf-8")


def test_every_box_is_exported_at_the_address_printed_on_its_sticker(exported: Path) -> None:
    for box in open_rulebook().editions:
        assert (exported / "box" / box / "index.html").is_file()
        assert 'lang="fr"' in (exported / "fr/box" / box / "index.html").read_text("utf-8")


@pytest.mark.parametrize("box", open_rulebook().editions)
@each_language
def test_exported_search_finds_rule_of_95_percent_of_examples(
    page: Page, exported: Path, box: str, language: str
) -> None:
    here = open_rulebook().rulings.by_edition[box]
    examples = [each for each in read_examples(language) if here[each.rules[0]].applies]
    drawn = random.Random(f"{box} {language}").sample(examples, DRAWN)
    page.goto((exported / "box" / box / "index.html").as_uri())
    found = page.evaluate(ASK_EACH, [each.question for each in drawn])
    assert max(map(len, found)) == FIRST
    right = [bool({*rules} & {*each.rules}) for each, rules in zip(drawn, found, strict=True)]
    assert sum(right) >= LEAST_FOUND


def test_exported_search_suggests_three_questions_while_typing(page: Page, exported: Path) -> None:
    page.goto((exported / "fr/box/hello-kitty/index.html").as_uri())
    answers = page.locator("#answers")
    expect(answers).to_be_empty()
    page.get_by_role("searchbox").fill("je peux mettre un +2 sur un +2")
    expect(answers.get_by_role("listitem")).to_have_count(FIRST)
    expect(answers).to_contain_text("L’appli")
    # Suggestions show no verdict, as the user may mean another question.
    expect(answers.locator(".verdict")).to_have_count(0)
    answers.get_by_role("link", name="par un +2 pour faire piocher").click()
    expect(page.locator("h1")).to_have_text("Répondre à un +2")
    expect(page.locator(".ruling:target .verdict")).to_have_text("Non")


@pytest.mark.parametrize(
    ("folder", "nothing"),
    [("", "We found no rule on this"), ("fr/", "Nous n’avons pas trouvé de règle là-dessus")],
)
def test_exported_search_without_result_links_to_list_of_topics(
    page: Page, exported: Path, folder: str, nothing: str
) -> None:
    page.goto((exported / f"{folder}box/hello-kitty/index.html").as_uri())
    for strange in ("xyzzy", "hello", "grandma is late"):
        page.get_by_role("searchbox").fill(strange)
        expect(page.locator("#answers h2")).to_have_text(nothing)
    page.locator("#answers a").click()
    expect(page.locator("#topics")).to_be_in_viewport()
    page.get_by_role("searchbox").fill("")
    expect(page.locator("#answers")).to_be_empty()


def test_card_symbols_are_drawn_in_exported_files(page: Page, exported: Path) -> None:
    page.goto((exported / "box/hello-kitty/index.html").as_uri())
    for symbol in ("skip", "badtz-maru"):
        box = page.locator(f'.key use[href="#sign-{symbol}"]').bounding_box()
        assert box
        assert box["width"] > 5


def test_exported_topics_can_be_browsed_without_scripts(browser: Browser, exported: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((exported / "index.html").as_uri())
    page.get_by_role("link", name="Hello Kitty").click()
    expect(page.get_by_role("searchbox")).to_be_hidden()
    page.get_by_role("link", name="All rules").click()
    page.get_by_text("+2 and +4").click()
    page.get_by_role("link", name="Answering a +2").click()
    expect(page.locator(".verdict").first).to_have_text("No")
    context.close()


def test_export_in_french_has_french_at_box_addresses_and_sitemap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = ("/", "/box/hello-kitty", "/rules/hello-kitty", "/rules/hello-kitty/lotso")
    monkeypatch.setattr("companion.web.rules.static_export.addresses_of", lambda _: few)
    public = ["--public-url=https://example.org/cards", f"--data={tmp_path / 'data'}"]
    arguments = [*public, "export-rules", "--lang=fr", str(tmp_path / "out")]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    assert '<html lang="fr">' in (tmp_path / "out/box/hello-kitty/index.html").read_text("utf-8")
    assert '<html lang="en">' in (tmp_path / "out/en/index.html").read_text("utf-8")
    # With --public-url each page has a canonical link, and the sitemap lists all pages.
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


def test_failed_export_of_rules_prints_one_line_and_exits_with_1(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("", encoding="utf-8")
    arguments = [f"--data={tmp_path / 'data'}", "export-rules", str(tmp_path / "out" / "in")]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1
