"""README, the guide for contributors and .ci/run say what is so."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.secret import VARIABLE
from tests.serving import ROOT

README = (ROOT / "README.md").read_text("utf-8")
GUIDE = (ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8")
CI = ROOT / ".ci" / "run"
WORKFLOW = ROOT / ".github" / "workflows" / "tests.yml"
NETWORKS, INSTALL = (ROOT / ".github" / name for name in ("NETWORKS.md", "INSTALL.md"))
FENCED = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#]+)")


def code() -> Iterator[str]:
    """Give every line of code, those within sentences too."""
    for block in FENCED.findall(README):
        yield from block.splitlines()
    yield from INLINE.findall(FENCED.sub("", README))


def typed() -> Iterator[tuple[str, ...]]:
    """Give what follows each `companion` that is to be typed."""
    for line in code():
        words = line.split()
        for at, word in enumerate(words):
            if re.fullmatch(r"(.*(/bin/|\\Scripts\\))?companion", word):
                yield tuple(words[at + 1 :])


def parameters() -> Iterator[click.Parameter]:
    yield from main.params
    for command in main.commands.values():
        yield from command.params


def options() -> set[str]:
    return {flag for each in parameters() for flag in each.opts if flag.startswith("--")}


def test_the_service_may_do_little_else(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("there is no systemd-analyze on this machine")
    (unit,) = (block for block in FENCED.findall(README) if block.startswith("[Unit]"))
    file = tmp_path / "table-companion.service"
    file.write_text(unit)
    rate = [analyze, "security", "--offline=true", "--threshold=30", "--no-pager", str(file)]
    rated = subprocess.run(rate, capture_output=True, text=True, check=False)
    assert rated.returncode == 0, rated.stdout[-200:]


def test_the_two_commands_stand_there() -> None:
    install = "python3 -m venv .venv && .venv/bin/pip install --quiet -e"
    lines = set(code())
    assert f"{install} . && .venv/bin/companion" in lines
    assert f"{install} '.[test]' && .venv/bin/pytest" in lines


def test_ci_runs_the_test_command_as_it_stands() -> None:
    *_, strict, folder, last = CI.read_text("utf-8").splitlines()
    assert strict == "set -euo pipefail"
    assert folder == 'cd "$(dirname "$0")/.."'
    assert [line for line in code() if line.endswith("/pytest")] == [last]


def test_every_system_runs_it_with_the_oldest_and_the_newest_python() -> None:
    workflow = WORKFLOW.read_text("utf-8")
    lines = [line.strip() for line in workflow.splitlines()]
    (posix,) = (line for line in code() if line.endswith(".venv/bin/pytest"))
    windows = next(block for block in FENCED.findall(README) if r"Scripts\pytest" in block)
    create, *others = windows.splitlines()
    assert create == "py -m venv .venv"
    assert {posix, "python -m venv .venv", *others} <= set(lines)
    for system in ("ubuntu-latest", "macos-latest", "windows-latest"):
        assert system in workflow
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    assert f'python: ["{oldest}", "3.x"]' in workflow


def test_the_guides_tell_only_options_that_exist() -> None:
    guides = "".join(path.read_text("utf-8") for path in (NETWORKS, INSTALL))
    told = {span.split()[0] for span in INLINE.findall(guides) if span.startswith("--")}
    assert told <= options() | {"--permanent", "--unblockapp"}
    known = {each.envvar for each in parameters() if each.envvar}
    assert set(re.findall(r"COMPANION_[A-Z_]+", guides)) <= known
    compose = (ROOT / ".docker" / "compose.yaml").read_text("utf-8")
    assert set(re.findall(r"COMPANION_[A-Z_]+", compose)) <= known


def test_the_container_has_what_the_package_is_built_of_and_no_rights() -> None:
    kept = (ROOT / ".docker" / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    assert {"*", "!companion", "!templates", "!static", "!pyproject.toml", "!README.md"} <= set(
        kept
    )
    compose = (ROOT / ".docker" / "compose.yaml").read_text("utf-8")
    for line in ("read_only: true", "no-new-privileges:true", "- ALL", "games:/data"):
        assert line in compose
    dockerfile = (ROOT / ".docker" / "Dockerfile").read_text("utf-8")
    assert "USER 10001" in dockerfile
    assert "/healthz" in dockerfile


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such right")
def test_ci_may_be_run() -> None:
    assert os.access(CI, os.X_OK)


@pytest.mark.parametrize("words", sorted(set(typed())), ids=" ".join)
def test_every_command_is_understood(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [*words, "--help"])
    assert result.exit_code == 0, result.output


def test_every_command_is_told() -> None:
    told = {word for words in typed() for word in words}
    assert set(main.commands) <= told


def test_every_option_that_is_told_exists_and_the_other_way_round() -> None:
    told = {span.split()[0] for span in INLINE.findall(README) if span.startswith("--")}
    told |= {word for words in typed() for word in words if word.startswith("--")}
    assert told - {"--help"} == options()


def test_every_variable_that_is_told_exists() -> None:
    known = {VARIABLE} | {each.envvar for each in parameters() if each.envvar}
    assert set(re.findall(r"COMPANION_[A-Z_]+", README)) <= known


def test_every_file_it_links_exists() -> None:
    links = [link for link in LINK.findall(README) if "://" not in link]
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_room_it_names_exists() -> None:
    spans = INLINE.findall(FENCED.sub("", README + GUIDE))
    rooms = [span for span in spans if re.match(r"(companion|tests|static)/\S*$", span)]
    assert rooms
    assert [room for room in rooms if not (ROOT / room).exists()] == []


def test_it_says_whose_the_names_are() -> None:
    assert "unofficial" in README
    assert "trademark" in README


@pytest.mark.parametrize("stray", [r"/(home|root|tmp|Users|work)/", r"pypi|pythonhosted|npmjs"])
def test_it_speaks_of_no_machine_and_no_registry(stray: str) -> None:
    assert re.findall(stray, README + GUIDE + CI.read_text("utf-8")) == []
