"""Output and errors of the subcommands."""

import json
import re
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click import ClickException
from click.testing import CliRunner, Result

from companion.cli import main
from companion.cli.errors import report_errors
from companion.datafiles.text import LANGUAGES
from companion.editions import load_boxes
from companion.game.faults import FaultCode
from companion.web.http.i18n import translated
from companion.web.ui.messages import FAULTS
from tests.rows import cases
from tests.store.sqlite import raw
from tests.table import BOXES
from tests.web.paper import Paper
from tests.web.running import registry_of, running

SHEET_FAULTS = (FaultCode.NO_HEADER, FaultCode.NOT_A_ROUND)
SHEET = """
edition: hello-kitty
players: Ana, Bo, Cy

Ana: Bo 7 skip wild; Cy = 8
Cy: Ana 9 9 +4; Bo = 20
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def run(data: Path, *words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["--data", str(data), *words], input=typed)


def play(data: Path, *players: str) -> None:
    """Start a game on a server with this data folder, and record one round."""
    with running(data) as app:
        Paper(app.test_client()).start("classic-108", *players).round("1", points_2="45")


def test_score_command_prints_standings_of_typed_score_sheet(data: Path) -> None:
    result = run(data, "score", "-", typed=SHEET)
    assert result.exit_code == 0
    shown = [line.split()[:3] for line in result.stdout.splitlines()]
    assert shown == [["1", "Cy", "88"], ["2", "Ana", "85"], ["3", "Bo", "0"]]


def test_score_command_reads_file_and_prints_winner(data: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "friday.txt"
    sheet.write_text(SHEET + "target: 88\n", encoding="utf-8-sig")
    assert run(data, "score", str(sheet)).stdout.endswith("winner: Cy (target-reached)\n")


@pytest.mark.parametrize(
    "content",
    [
        SHEET.encode("utf-16"),
        SHEET.encode("utf-8-sig"),
        SHEET.replace("\n", "\r\n").encode(),
        SHEET.replace("\n", "\r").encode(),
    ],
    ids=["utf-16", "utf-8 with a mark", "CRLF", "CR"],
)
def test_score_command_reads_files_of_other_systems(
    data: Path, tmp_path: Path, content: bytes
) -> None:
    sheet = tmp_path / "friday.txt"
    sheet.write_bytes(content)
    assert run(data, "score", str(sheet)).stdout == run(data, "score", "-", typed=SHEET).stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_that_refusals_of_score_sheets_recommend_are_understood_as_they_look(
    data: Path, language: str
) -> None:
    header, line = (translated(language, FAULTS[code]) for code in SHEET_FAULTS)
    quoted = re.compile("[“«]\\s?(.+?)\\s?[”»]")
    edition, players, round_ = quoted.findall(f"{header} {line}")
    result = run(data, "score", "-", typed=f"{edition}\n{players}\n{round_}\n")
    assert [each.split()[2] for each in result.stdout.splitlines()] == ["47", "0", "0"]


def test_score_command_reads_table_and_shows_score_sheet(data: Path) -> None:
    result = run(data, "score", "-", typed="Rd;Ana;Bo\n1;0;20\n2;15;0\n")
    assert result.stderr.startswith("Line 1, column 1: This column was left out.\n")
    assert [line.split()[:3] for line in result.stdout.splitlines()] == [
        ["1", "Bo", "20"],
        ["2", "Ana", "15"],
    ]
    assert "players: Ana, Bo\n\nBo: pile = 20\nAna: pile = 15\n" in result.stderr


def test_score_command_prints_whole_game_as_json(data: Path) -> None:
    result = json.loads(run(data, "score", "--json", "-", typed=SHEET).stdout)
    assert result["standings"][0] == {
        "rank": 1, "side": ["Cy"], "total": 88, "rounds_played": 2, "eliminated_in_round": None,
    }  # fmt: skip
    assert [round_["number"] for round_ in result["rounds"]] == [1, 2]


@cases(
    r"""typed | message
SHEET.replace("skip", "skpi") | line 5: “skpi”
SHEET.replace("Cy = 8", "Dee = 8") | "line 5: "
SHEET.replace("hello-kitty", "hello") | "line 2: "
"" | "line 1: A score sheet begins with “edition: classic-108”"
"Ana: Bo 7" | "line 1: A score sheet begins with"
"Ana,Bo\n0,5\n5,x\n5,0" | "line 3, column 2: This must be a whole number, such as 25."
SHEET + "who knows\n" | "line 7: "
SHEET + "who\nknows\n" | (and 1 more bad line)
SHEET + "who\nreally\nknows\n" | (and 2 more bad lines)
"x" * 1_000_001 | This is too long: at most 1000000 characters.
""",
    SHEET=SHEET,
)
def test_score_reports_bad_score_sheet_in_one_line(data: Path, typed: str, message: str) -> None:
    result = run(data, "score", "-", typed=typed)
    assert result.exit_code == 1
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", [["score", "nowhere.txt"], ["restore", "nowhere"]])
def test_score_and_restore_report_missing_file_in_one_line(data: Path, words: list[str]) -> None:
    result = run(data, *words)
    assert result.exit_code == 1
    assert "nowhere" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_full_disk_is_reported_in_words() -> None:
    message = "^the disk: No space left on device$"
    with pytest.raises(ClickException, match=message), report_errors():
        Path("/dev/full").write_bytes(b"rules")


def test_score_command_names_invalid_box_file(data: Path) -> None:
    (data / "boxes").mkdir(parents=True)
    (data / "boxes" / "mine.toml").write_text("name = 1")
    result = run(data, "score", "-", typed=SHEET)
    assert result.exit_code == 1
    assert "mine.toml" in result.stderr


def test_games_command_lists_latest_games_first(data: Path) -> None:
    assert "no games yet" in run(data, "games").stdout
    play(data, "Ana", "Bo")
    play(data, "Cy", "Dee")
    listed = run(data, "games").stdout.splitlines()
    assert re.search(r"1 .*Cy, Dee: 1 round,", listed[0])
    assert re.search(r"2 .*Ana, Bo", listed[1])


def test_games_command_prints_link_that_opens_the_game(data: Path) -> None:
    play(data, "Ana", "Bo")
    result = run(data, "--public-url", "https://cards.example.org", "games", "1")
    link = re.search(r"https://cards\.example\.org(/games/[\w-]{22})", result.stdout)
    assert link
    with running(data) as app:
        assert Paper(app.test_client()).open(link[1]).has("Ana leads by 45")


def test_games_command_reports_damaged_game_or_file_with_restore_hint(data: Path) -> None:
    play(data, "Ana", "Bo")
    play(data, "Cy", "Dee")
    with running(data) as app:
        registry_of(app).copies.make_if_due()
    file = data / "companion.sqlite"
    raw.run(file, "UPDATE lines SET body = '{}' WHERE game = 2 AND version = 2")
    listed = run(data, "games")
    assert listed.exit_code == 0
    assert "Ana, Bo" in listed.stdout
    assert "damaged: sound up to change 1" in listed.stdout
    (copy,) = (data / "copies").glob("*/companion.sqlite")
    hint = f"`companion --data {data} restore {copy}`"
    assert hint in listed.stderr
    file.write_bytes(bytes(4096))
    refused = run(data, "games")
    assert refused.exit_code == 1
    assert hint in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
    assert CliRunner().invoke(main, shlex.split(hint.strip("`"))[1:]).exit_code == 0
    assert run(data, "games").stderr == ""


def test_games_command_lists_and_restores_deleted_game(data: Path) -> None:
    assert "nothing to bring back" in run(data, "games", "--deleted").stdout
    play(data, "Ana", "Bo")
    with running(data) as app:
        store = registry_of(app).games.store
        (summary,) = store.journals.latest(9)
        store.trash.delete(summary.game, datetime.now(UTC))
    assert "no games yet" in run(data, "games").stdout
    assert re.search(r"1 .*Ana, Bo: 1 round", run(data, "games", "--deleted").stdout)
    assert run(data, "games", "--bring-back").exit_code == 2
    assert "`companion games --deleted`" in run(data, "games", "2", "--bring-back").stderr
    assert "/games/" in run(data, "games", "1", "--bring-back").stdout
    assert "Ana, Bo" in run(data, "games").stdout


def test_games_command_reports_unknown_game_number(data: Path) -> None:
    result = run(data, "games", "7")
    assert result.exit_code == 1
    assert "no game number 7" in result.stderr


def test_games_command_prints_same_group_link_each_time(data: Path) -> None:
    play(data, "Ana", "Bo")
    assert run(data, "games", "--group").exit_code == 2
    printed = [run(data, "games", "1", "--group").stdout for _ in range(2)]
    links = {link for text in printed for link in re.findall(r"/groups/[\w-]{22}", text)}
    assert len(links) == 1
    with running(data) as app:
        assert Paper(app.test_client()).open(links.pop()).has("Ana and Bo")


def test_move_command_copies_store_and_reports_games_not_copied(data: Path, tmp_path: Path) -> None:
    play(data, "Ana", "Bo")
    play(data, "Cy", "Dee")
    here, there = (f"sqlite:///{folder / 'companion.sqlite'}" for folder in (data, tmp_path))
    moved = run(data, "move", here, there)
    assert (moved.exit_code, moved.stdout) == (0, "2 of 2 games\n2 games copied.\n")
    assert "Cy, Dee" in run(tmp_path, "games").stdout
    again = run(data, "move", here, there)
    assert again.stdout.endswith("0 games copied, 2 were there already.\n")
    with running(data) as app:
        assert run(data, "move", here, there).exit_code == 1
        (last, _) = registry_of(app).games.store.journals.latest(9)
        registry_of(app).games.store.keys.add(last.game, "watch")
    other = run(data, "move", here, there)
    assert other.exit_code == 1
    assert other.stderr.splitlines() == [
        f"Not copied: game {last.game} is another in {tmp_path / 'companion.sqlite'}.",
        "Error: 1 could not be copied; the rest was.",
    ]


@pytest.mark.parametrize(("folder", "named"), [("labels", ["labels"]), ("stickers", [])])
def test_stickers_command_writes_svg_labels_to_folder(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, named: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(data, "--public-url", "https://x.example", "stickers", *named, "--lang", "fr")
    assert (done.exit_code, done.stderr) == (0, "")
    assert f"{folder}/toy-story-3.svg" in done.stdout.replace("\\", "/").splitlines()
    labels = tmp_path / folder
    known = {box.edition for box in load_boxes()[1].values() if box.cards or box.sources}
    assert {label.stem for label in labels.glob("*.svg")} == known
    assert known > {*BOXES, "attack"}
    assert "x.example/box/toy-story-3" in (labels / "toy-story-3.svg").read_text("utf-8")


def test_stickers_command_warns_about_local_address_and_refuses_file(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # In `companion.cli` the command hides the module of the same name.
    module = sys.modules["companion.cli.stickers"]
    for is_known, said in ((True, "while this machine is on"), (False, "Nothing on this network")):
        monkeypatch.setattr(module, "is_announced", lambda *_, is_known=is_known: is_known)
        assert said in run(data, "stickers", str(tmp_path)).stderr
    (tmp_path / "file").touch()
    assert run(data, "stickers", str(tmp_path / "file")).exit_code == 2


def test_stickers_command_refuses_a_port_that_only_a_server_can_pick(
    data: Path, tmp_path: Path
) -> None:
    refused = run(data, "--port", "0", "stickers", str(tmp_path / "labels"))
    assert (refused.exit_code, "name it by --port" in refused.stderr) == (2, True)
    assert not (tmp_path / "labels").exists()
    url = ("--public-url", "https://x.example")
    assert run(data, "--port", "0", *url, "stickers", str(tmp_path / "labels")).exit_code == 0
