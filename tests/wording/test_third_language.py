"""Tests of a companion to which data files alone add a made-up language."""

import json
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo

from tests.rows import cases
from tests.serving import COMPANION, ROOT, Served, environment, serving

SENTENCES = {
    "Rules: %(box)s": "Zulmi: %(box)s",
    "Ask": "Flim",
    "This follows from the rules": "Brondel",
}
# Texts added to the companion's files, as (file, text before the addition, addition).
ADDED = [
    (
        "translations/languages.toml",
        'name = "Français"\ndecimal_mark = ","\n',
        '\n[xx]\nname = "Xixi"\ndecimal_mark = "·"\n',
    ),
    ("editions/hello-kitty.toml", "hand draw.\nname = { ", 'xx = "Kitrix", '),
    ("rulings/topics/stack-draw-four.toml", 'name.en = "Answering a +4"\n', 'name.xx = "Blimo"\n'),
    (
        "rulings/topics/stack-draw-four.toml",
        'question.en = "Can I answer a +4 with a +2?"\n',
        'question.xx = "Zorp +4 blim +2?"\nverdict.xx = "Nix"\ntext.xx = "Dorg {points:wild}."\n',
    ),
    ("rulings/search/vocabulary.toml", "\n[dealer]\n", 'xx = "quorbel"\n'),
]
# Only the index, without the judged questions (all in other languages) that set its certainty.
TRAIN = """
from dataclasses import replace
from companion.rulebook import open_rulebook
from companion.rulings.search.trained import INDEX_FILE, read_trained_index
from tests.train.examples import examples_of
from tests.train.index import train
rulebook, shipped = open_rulebook(), read_trained_index()
trained = train(rulebook.card_names, examples_of(rulebook))
INDEX_FILE.write_bytes(replace(trained, certainty=shipped.certainty).to_bytes())
"""
QUESTIONS = "# Made up.\n" + 2 * "uno.penalty | snorb flimko zilma kraveltu\n"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the companion with the language `xx` added by data files."""
    folder = tmp_path_factory.mktemp("copy")
    for name in ("companion", "templates", "static", "tests/train"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    companion = folder / "companion"
    for file, before, text in ADDED:
        path = companion / file
        known = path.read_text(encoding="utf-8")
        assert known.count(before) == 1, before
        path.write_text(known.replace(before, before + text), encoding="utf-8")
    catalog = Catalog("en")
    for message, translation in SENTENCES.items():
        catalog.add(message, translation)
    translated = companion / "translations/xx/LC_MESSAGES"
    translated.mkdir(parents=True)
    with (translated / "messages.mo").open("wb") as compiled:
        write_mo(compiled, catalog)
    (folder / "tests/train/questions-xx.txt").write_text(QUESTIONS, encoding="utf-8")
    train = (sys.executable, "-c", TRAIN)
    subprocess.run(train, cwd=folder, env=environment(PYTHONPATH=str(ROOT)), check=True)
    return folder


@pytest.fixture(scope="module")
def server(copy: Path) -> Iterator[Served]:
    with serving(*COMPANION, "--port=0", f"--data={copy / 'games'}", folder=copy) as running:
        yield running


def get(server: Served, path: str, **query: str) -> str:
    with urllib.request.urlopen(f"{server.url}{path}?{urlencode({'lang': 'xx', **query})}") as page:
        return str(page.read().decode())


def test_pages_offer_new_language_by_its_own_name(server: Served) -> None:
    page = get(server, "/about", lang="fr")
    assert '<a hreflang="xx" lang="xx" href="?lang=xx">Xixi</a>' in page
    assert '<html lang="xx">' in get(server, "/about")


def test_page_in_new_language_shows_its_translations(server: Served) -> None:
    page = get(server, "/rules/hello-kitty")
    assert "<h1>Zulmi: Kitrix</h1>" in page
    assert '<span class="visually-hidden">Flim</span></button>' in page
    assert "<b>Blimo</b>" in page


def test_untranslated_text_is_english_with_lang_attribute(server: Served) -> None:
    page = get(server, "/rules/hello-kitty")
    assert '<b><span lang="en">Challenging a +4</span></b>' in page
    assert 'lang="fr">Contester' not in page
    page = get(server, "/rules/toy-story-3")
    assert '<h1>Zulmi: <span lang="en">UNO Toy Story 3</span></h1>' in page
    assert '<span lang="en">' not in get(server, "/rules/hello-kitty", lang="fr")
    assert '<span lang="en">' not in get(server, "/rules/hello-kitty", lang="en")


def test_ruling_falls_back_to_english_text_by_text(server: Served) -> None:
    page = get(server, "/rules/hello-kitty/stack-draw-four")
    assert "<h2>Zorp +4 blim +2?</h2>" in page
    assert '<p class="verdict">Nix</p>' in page
    assert "<p>Dorg 50.</p>" in page
    assert "Brondel" in page
    # classic-112 has a text of its own, which is not translated.
    page = get(server, "/rules/classic-112/stack-draw-four")
    assert "<h2>Zorp +4 blim +2?</h2>" in page
    assert '<p><span lang="en">The rules name this very case' in page


def test_api_returns_rulings_in_new_language(server: Served) -> None:
    ruling = json.loads(get(server, "/api/rulings/hello-kitty/stack.2on4"))
    assert (ruling["verdict"], ruling["text"]) == ("Nix", "Dorg 50.")
    other = json.loads(get(server, "/api/rulings/hello-kitty/stack.4on4"))
    assert other["verdict"] == "No"


@cases("""question | answer
flimko snorb kraveltu zilma | uno.penalty
zorp blim +4 +2 | stack.2on4
quorbel | deal.who
""")
def test_question_in_new_language_finds_ruling(server: Served, question: str, answer: str) -> None:
    found = json.loads(get(server, "/api/rulings/hello-kitty", q=question))
    assert answer in [ruling["rule"] for ruling in found["results"][:3]]


def test_ask_command_accepts_new_language(copy: Path) -> None:
    command = (*COMPANION, "ask", "hello-kitty", "a +2 on a +4", "--lang", "xx")
    answer = subprocess.run(
        command, cwd=copy, env=environment(), capture_output=True, encoding="utf-8", check=True
    )
    assert answer.stdout.splitlines()[:2] == ["Nix", "Zorp +4 blim +2?"]
