"""Files on disks and shared folders that cannot do everything."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.files import write_durably
from tests.web.paper import Paper
from tests.web.running import registry_of, running

BOX = 'name = "Attic"\n[[cards]]\nname = "Trap"\npoints = 5\n'
REFUSED = {
    "fsync": (errno.EINVAL, errno.ENOTSUP, errno.EPERM, errno.EISDIR, errno.ENOTTY),
    "open": (errno.EACCES, errno.EISDIR),
    "rmdir": (errno.ENOTEMPTY, errno.EBUSY),
    "chmod": (errno.EPERM, errno.ENOTSUP),
    "link": (errno.EPERM, errno.EMLINK, errno.ENOTSUP),
    "utime": (errno.EPERM,),
}


def refusing(done: Callable[..., Any], number: int, *, only_folders: bool) -> Callable[..., Any]:
    def refuse(path: Any, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - as `os` has it
        if only_folders and not Path(path).is_dir():
            return done(path, *arguments, **options)
        raise OSError(number, os.strerror(number))

    return refuse


@pytest.mark.parametrize(
    ("name", "number"), [(name, number) for name, numbers in REFUSED.items() for number in numbers]
)
def test_games_are_kept_copied_and_restored_though_disk_refuses(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, number: int
) -> None:
    refuse = refusing(getattr(os, name), number, only_folders=name == "open")
    monkeypatch.setattr(os, name, refuse)
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"
    (data / "boxes").mkdir(parents=True)
    (data / "boxes" / "attic.toml").write_text(BOX)

    def run(*words: str) -> str:
        result = CliRunner().invoke(main, ["--data", str(data), *words])
        assert result.exit_code == 0, result.output
        return result.output

    with running(data) as app:
        Paper(app.test_client()).start("classic-108", "Ana", "Bo").round("1", points_2="45")
        registry_of(app).copies.make_if_due()
    assert len([*data.glob("copies/*/companion.sqlite")]) == 1
    assert len([*data.glob("copies/*/boxes/attic.toml")]) == 1
    assert run("backup", str(copy)) == f"1 game copied to {copy}\n"
    assert "The games are back." in run("restore", str(copy))
    assert "Ana, Bo: 1 round" in run("games")
    assert (data / "secret").stat().st_size > 0


def test_linked_file_of_games_is_locked_and_restored_where_it_is(tmp_path: Path) -> None:
    data, disk, copy = (tmp_path / name for name in ("data", "disk", "copy.sqlite"))
    data.mkdir()
    disk.mkdir()
    (data / "companion.sqlite").symlink_to(disk / "games.sqlite")
    runner = CliRunner()
    with running(data) as app:
        Paper(app.test_client()).start("classic-108", "Ana", "Bo")
        assert runner.invoke(main, ["--data", str(data), "backup", str(copy)]).exit_code == 0
        for store in (data / "companion.sqlite", disk / "games.sqlite"):
            words = ["--store", f"sqlite:///{store}", "restore", str(copy)]
            assert "are in use" in runner.invoke(main, words).output
    assert runner.invoke(main, ["--data", str(data), "restore", str(copy)]).exit_code == 0
    assert (data / "companion.sqlite").is_symlink()
    assert (disk / "games.sqlite.1").exists()
    assert "Ana, Bo" in runner.invoke(main, ["--data", str(data), "games"]).output


def test_folder_that_is_a_link_to_nothing_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "data").symlink_to(tmp_path / "unplugged")
    for words in (["games"], ["stickers", str(tmp_path / "data")]):
        result = CliRunner().invoke(main, ["--data", str(tmp_path / "data"), *words])
        assert (result.exit_code, "a link to nothing" in result.output) == (1, True)


def test_file_that_cannot_be_synced_is_not_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(_: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="Input/output error"):
        write_durably(tmp_path / "secret", b"x")
    assert not [*tmp_path.iterdir()]
