"""Command `companion ask`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.editions import load_boxes
from companion.rulebook import Rulebook
from companion.rulings.search import questions
from companion.rulings.search.index import RulingIndex
from tests.rows import cases


def ask(*words: str, data: str = "no folder") -> Result:
    return CliRunner(env={"COMPANION_DATA": data}).invoke(main, ["ask", *words])


def test_ask_prints_verdict_first() -> None:
    answer = ask("hello-kitty", "Can I answer a +2 with a +2 so that the next player draws?")
    assert answer.exit_code == 0
    verdict, question, *why = answer.stdout.splitlines()
    assert verdict == "No"
    assert question.startswith("Can I answer a +2")
    place = "«Fonctions des cartes Action», «Carte +2», 1st sentence"
    assert why[-1] == f"(This follows from the rules · {place})"


def test_ask_prints_results_as_json() -> None:
    answer = ask("--json", "hello-kitty", "Can I answer a +2 with a +2?")
    found = json.loads(answer.stdout)
    assert found["sure"]
    results = found["results"]
    assert len(results) == 5
    assert (results[0]["rule"], results[0]["verdict"]) == ("stack.2on2", "No")
    assert {*results[0]["together"]} == {"stack.cumulate2", "stack.how_many2"}
    nothing = json.loads(ask("--json", "hello-kitty", "xyzzy").stdout)
    assert nothing == {"sure": False, "about": None, "results": []}
    about = json.loads(ask("--json", "hello-kitty", "uno flip").stdout)["about"]
    assert about == {"name": "UNO Flip!", "url": "/box/flip"}


def test_ask_shows_no_ruling_for_question_about_another_game() -> None:
    (said,) = ask("hello-kitty", "how do you win at skip-bo").stdout.splitlines()
    assert said == "That’s about Skip-Bo, and these are the rules of another box."


def test_ask_offers_questions_without_verdict_when_unsure() -> None:
    first, *questions = ask("hello-kitty", "the last card").stdout.splitlines()
    assert first == "Did you mean:"
    assert len(questions) > 1


@cases("""words | message
("hello-kity", "uno") | Error: hello-kity: there is no such box; did you mean hello-
("x", "uno") | Error: x: there is no such box; known: classic-108
("attack", "uno") | Error: attack: its rules were not read; known: classic-108
("hello-kitty", "xyzzy") | Error: 'xyzzy': no ruling was found
("hello-kitty", "") | Error: '': no ruling was found
""")
def test_ask_reports_error_in_one_line(words: tuple[str, ...], message: str) -> None:
    answer = ask(*words)
    assert answer.exit_code == 1
    assert answer.stdout == ""
    (line,) = answer.stderr.splitlines()
    assert line.startswith(message)


def test_ask_reuses_question_index_of_previous_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.rulebook._built_in", lambda: Rulebook(*load_boxes(None)))
    monkeypatch.setattr(questions, "LANGUAGES", {})  # a small index is built faster
    first = ask("hello-kitty", "Can I answer a +2 with a +2?", data=str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["questions.index"]
    monkeypatch.delattr(RulingIndex, "of")
    again = ask("hello-kitty", "Can I answer a +2 with a +2?", data=str(tmp_path))
    assert again.stdout == first.stdout
