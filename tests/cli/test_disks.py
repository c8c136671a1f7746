"""Startup warnings about the disk of the games."""

import shlex
import sys
from pathlib import Path

import pytest

from companion.cli import disks
from companion.config import Config
from tests.rows import cases

MOUNTED = """\
/dev/sda1 / ext4 rw 0 0
server:/home /srv/our\\040games nfs4 rw 0 0
/dev/sdb1 /srv/our\\040games/here ext4 rw 0 0
//nas/share /mnt/nas cifs rw 0 0
me@host: /mnt/ssh fuse.sshfs rw 0 0
/dev/sdc1 /mnt/usb fuseblk rw 0 0
"""


@pytest.fixture
def mounts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "mounts"
    path.write_text(MOUNTED)
    monkeypatch.setattr(disks, "MOUNTS", path)
    return path


@cases("""folder | kind
/home/ana | None
/srv/our games/cards | nfs4
/srv/our games/here/cards | None
/mnt/nas | cifs
/mnt/nasty | None
/mnt/ssh/x | fuse.sshfs
/mnt/usb/x | None
""")
@pytest.mark.usefixtures("mounts")
def test_network_file_systems_are_recognised(folder: str, kind: str | None) -> None:
    assert disks.remote_disk(Path(folder)) == kind


@pytest.mark.usefixtures("mounts")
def test_games_on_network_disk_give_warning() -> None:
    (warning,) = disks.warnings(Config(data=Path("/mnt/nas/cards")))
    assert "network disk (cifs)" in warning


def test_no_disk_is_remote_without_list_of_mounts(mounts: Path) -> None:
    mounts.unlink()
    assert disks.remote_disk(Path("/mnt/nas")) is None


@pytest.mark.parametrize("is_emptied", [False, True])
def test_missing_file_of_games_gives_warning_with_restore_hint(
    tmp_path: Path, *, is_emptied: bool
) -> None:
    config = Config(data=tmp_path)
    assert list(disks.warnings(config)) == []
    (tmp_path / "secret").write_bytes(b"x" * 32)
    if is_emptied:
        config.database.touch()
    (warning,) = disks.warnings(config)
    assert warning == f"There are no games in {config.database}, though it was used before."
    copy = config.copies_folder / "2026-11-22T120000Z"
    copy.mkdir(parents=True)
    (warning,) = disks.warnings(config)
    command = f"companion --data {tmp_path} restore {copy / 'companion.sqlite'}"
    assert warning.endswith(f"`{command}` puts the last copy back.")


def test_restore_hint_names_the_store_and_quotes_paths_with_spaces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "Ana's games"
    (data / "copies" / "2026-11-22T120000Z").mkdir(parents=True)
    config = Config(data=data, store=f"sqlite:///{data}/a b.sqlite")
    meant = ["companion", "--data", str(data), "--store", str(config.store), "restore"]
    meant.append(f"{data}/copies/2026-11-22T120000Z/a b.sqlite")
    assert shlex.split(disks.restore_hint(config).split("`")[1]) == meant
    monkeypatch.setattr(sys, "platform", "win32")
    hint = disks.restore_hint(Config(data=Path(tmp_path / "Ana's games")))
    assert f'companion --data "{data}" restore "{data}/copies/' in hint
