"""Output of the commands in the encodings of other systems."""

import errno
import io
import os
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.cli.output import accept_all_letters, print_in_background
from tests.web.paper import Paper
from tests.web.running import running

ENCODINGS = ["ascii", "cp1252", "cp850", "cp932", "utf-16", "utf-8"]
NAMES = ("Łukasz", "Zoé 🃏")
SHEET = "edition: hello-kitty\nplayers: Łukasz, Zoé 🃏\n\nŁukasz: Zoé 🃏 = 7\n"


class ClosedOutput(io.StringIO):
    def write(self, _: str) -> int:
        raise BrokenPipeError


def run(encoding: str, data: Path, *words: str) -> Result:
    return CliRunner(charset=encoding).invoke(main, ["--data", str(data), *words])


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_command_prints_in_any_encoding(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = ("/", "/box/hello-kitty")  # pages to export, each in both languages
    monkeypatch.setattr("companion.web.rules.static_export.addresses_of", lambda _: few)
    data, sheet, copy = (tmp_path / name for name in ("data", "sheet.txt", "copy.sqlite"))
    sheet.write_text(SHEET, encoding="utf-8")
    with running(data) as app:
        Paper(app.test_client()).start("classic-108", *NAMES).round("1", points_2="45")
    there = f"sqlite:///{tmp_path / 'there.sqlite'}"
    for words in (
        ("ask", "classic-108", "qui commence", "--lang", "fr"),
        ("ask", "--json", "classic-108", "qui commence", "--lang", "fr"),
        ("ask", "nowhere", "où ça ?"),
        ("score", str(sheet)),
        ("score", "--json", str(sheet)),
        ("games",),
        ("games", "1"),
        ("games", "--deleted"),
        ("backup", str(copy)),
        ("restore", str(copy)),
        ("move", f"sqlite:///{data / 'companion.sqlite'}", there),
        ("export-rules", str(tmp_path / "ŝ")),
        ("stickers", str(tmp_path / "ŝtickers.html")),
        ("--help",),
    ):
        result = run(encoding, data, *words)
        assert result.exit_code == (words[1:2] == ("nowhere",)), (words, result.exception)
        assert result.stdout or result.stderr or words[0] in {"export-rules", "stickers"}


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EPIPE])
def test_output_that_cannot_be_written_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int
) -> None:
    def fail(_: object = "", *, err: bool = False, **__: object) -> None:
        if not err:
            raise OSError(number, os.strerror(number))

    sheet, copy = tmp_path / "sheet.txt", tmp_path / "copy.sqlite"
    sheet.write_text(SHEET, encoding="utf-8")
    with running(tmp_path):
        monkeypatch.setattr(click, "echo", fail)
        monkeypatch.setattr("click.decorators.echo", fail, raising=False)
    said = "" if number == errno.EPIPE else f"Error: the disk: {os.strerror(number)}\n"
    store = f"sqlite:///{tmp_path / 'companion.sqlite'}"
    for words in (
        ("--version",),
        ("score", str(sheet)),
        ("games",),
        ("backup", str(copy)),
        ("restore", str(copy)),
        ("move", store, f"sqlite:///{tmp_path}/there/x.sqlite"),
        ("stickers", str(tmp_path / "stickers")),
    ):
        result = run("utf-8", tmp_path, *words)
        assert (result.exit_code, result.stderr) == (1, said), words


def test_server_goes_on_if_its_output_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in (ClosedOutput(), None):
        monkeypatch.setattr(sys, "stdout", stream)
        accept_all_letters()
        shown = print_in_background(lambda: click.echo("Serving"))
        shown.start()
        shown.join()  # an exception in it would fail this test
    click.echo(sys.stdout.encoding)


def test_letters_that_cannot_be_shown_are_replaced_by_similar_ones(tmp_path: Path) -> None:
    with running(tmp_path) as app:
        Paper(app.test_client()).start("classic-108", "Łukász", "Zoě ’x’ 🃏")
    assert "Luk" not in run("cp1252", tmp_path, "games").stdout  # no letter is left out in silence
    assert "?ukász, Zoe ’x’ ?" in run("cp1252", tmp_path, "games").stdout
    assert "?ukász, Zoe 'x' ?" in run("cp850", tmp_path, "games").stdout
    assert NAMES[0] not in run("cp850", tmp_path, "games").stdout
