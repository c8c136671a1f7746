"""Command `companion ask`."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from companion.cli import main
from tests.rows import cases


def ask(*words: str, data: str = "no folder") -> Result:
    return CliRunner(env={"COMPANION_DATA": data}).invoke(main, ["ask", *words])


def test_ask_command_prints_verdict_first_and_source_last() -> None:
    answer = ask("hello-kitty", "Can I answer a +2 with a +2 so that the next player draws?")
    assert answer.exit_code == 0
    verdict, question, *why = answer.stdout.splitlines()
    assert verdict == "No"
    assert question.startswith("Can I answer a +2")
    place = "«Fonctions des cartes Action», «Carte +2», 1st sentence"
    assert why[-1] == f"(This follows from the rules · {place})"


def test_ask_command_prints_answers_as_json() -> None:
    answer = ask("--json", "hello-kitty", "Can I answer a +2 with a +2?")
    found = json.loads(answer.stdout)
    assert found["sure"]
    results = found["results"]
    assert len(results) == 5
    assert (results[0]["rule"], results[0]["verdict"]) == ("stack.2on2", "No")
    assert {*results[0]["together"]} == {"stack.cumulate2", "stack.how_many2"}
    nothing = json.loads(ask("--json", "hello-kitty", "xyzzy").stdout)
    assert nothing == {"sure": False, "about": None, "why": "not-about-the-game", "results": []}
    about = json.loads(ask("--json", "hello-kitty", "uno flip").stdout)["about"]
    assert about == {"name": "UNO Flip!", "url": "/box/flip"}


def test_ask_command_names_other_game_that_a_question_is_about() -> None:
    (said,) = ask("hello-kitty", "how do you win at skip-bo").stdout.splitlines()
    assert said == "That’s Skip-Bo. You’re in the rules of another box."


def test_ask_command_answers_by_the_box_that_a_question_is_about() -> None:
    about, first, *_ = ask("hello-kitty", "in flip, what does a +5 do").stdout.splitlines()
    assert about == "In UNO Flip!:"
    assert first.startswith("What does a +5 do? The next player draws 5")


def test_ask_command_offers_several_questions_when_unsure() -> None:
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
def test_ask_command_reports_error_in_one_line(words: tuple[str, ...], message: str) -> None:
    answer = ask(*words)
    assert answer.exit_code == 1
    assert answer.stdout == ""
    (line,) = answer.stderr.splitlines()
    assert line.startswith(message)


def test_ask_writes_no_file(tmp_path: Path) -> None:
    assert ask("hello-kitty", "Can I answer a +2 with a +2?", data=str(tmp_path)).stdout
    assert list(tmp_path.iterdir()) == []
