"""Tests that README and guides agree with commands, options, files and CI."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.secret import VARIABLE
from tests.serving import ROOT

README = (ROOT / "README.md").read_text("utf-8")
HOSTING = (ROOT / ".github" / "HOSTING.md").read_text("utf-8")
MANUAL = README + HOSTING  # each option must be in README or HOSTING
CI = ROOT / ".ci" / "run"
# Documents that are checked for variables only, as they also name other programs' options.
GUIDES = [*(ROOT / ".github").glob("*.md"), ROOT / ".docker" / "compose.yaml"]
FENCED = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#]+)")


def code() -> Iterator[str]:
    """Yield every line of fenced code and every inline code span of README and HOSTING."""
    for block in FENCED.findall(MANUAL):
        yield from block.splitlines()
    yield from INLINE.findall(FENCED.sub("", MANUAL))


def typed() -> Iterator[tuple[str, ...]]:
    """Yield the arguments of every `companion` command in README and HOSTING."""
    for line in code():
        words = line.split()
        for at, word in enumerate(words):
            if re.fullmatch(r"(.*(/bin/|\\Scripts\\))?companion", word):
                yield tuple(words[at + 1 :])


def parameters() -> Iterator[click.Parameter]:
    yield from main.params
    for command in main.commands.values():
        yield from command.params


def test_readme_has_at_most_180_lines() -> None:
    assert README.count("\n") <= 180  # lines; details belong in the guides


def test_documented_systemd_service_is_rated_as_well_sandboxed(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("there is no systemd-analyze on this machine")
    (unit,) = (block for block in FENCED.findall(HOSTING) if block.startswith("[Unit]"))
    file = tmp_path / "table-companion.service"
    file.write_text(unit)
    rate = [analyze, "security", "--offline=true", "--threshold=30", "--no-pager", str(file)]
    rated = subprocess.run(rate, capture_output=True, text=True, check=False)
    assert rated.returncode == 0, rated.stdout[-200:]


def test_ci_runs_the_documented_test_commands_on_every_system() -> None:
    *_, last = CI.read_text("utf-8").splitlines()
    assert [line for line in code() if line.endswith("/pytest")] == [last]
    assert sys.platform == "win32" or os.access(CI, os.X_OK)
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8")
    (_, *windows) = next(
        block.splitlines() for block in FENCED.findall(README) if r"Scripts\pytest" in block
    )
    assert {last, *windows} <= {line.strip() for line in workflow.splitlines()}


@pytest.mark.parametrize("words", sorted(set(typed())), ids=" ".join)
def test_documented_commands_are_valid(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [*words, "--help"])
    assert result.exit_code == 0, result.output


def test_docs_name_all_commands_and_options_and_only_known_variables() -> None:
    words = {word for words in typed() for word in words}
    assert set(main.commands) <= words
    listed = {span.split()[0] for span in INLINE.findall(MANUAL)} | words
    listed = {word for word in listed if word.startswith("--")} - {"--help"}
    assert listed == {flag for each in parameters() for flag in each.opts if flag.startswith("--")}
    known = {VARIABLE} | {each.envvar for each in parameters() if each.envvar}
    for text in (README, *(path.read_text("utf-8") for path in GUIDES)):
        assert set(re.findall(r"COMPANION_[A-Z_]+", text)) <= known


def test_links_and_paths_in_docs_exist() -> None:
    for text in (ROOT / "README.md", *(ROOT / ".github").glob("*.md")):
        links = [link for link in LINK.findall(text.read_text("utf-8")) if "://" not in link]
        assert [link for link in links if not (text.parent / link).exists()] == []
    guide = (ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8")
    spans = INLINE.findall(FENCED.sub("", MANUAL + guide))
    paths = [span for span in spans if re.match(r"(companion|tests|static)/\S*$", span)]
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert re.findall(r"/(home|root|tmp|Users|work)/", MANUAL + guide) == []  # no personal paths


def test_docker_files_drop_privileges_and_use_read_only_root() -> None:
    compose = (ROOT / ".docker" / "compose.yaml").read_text("utf-8")
    for line in ("read_only: true", "no-new-privileges:true", "- ALL", "games:/data"):
        assert line in compose
    assert "USER 10001" in (ROOT / ".docker" / "Dockerfile").read_text("utf-8")
