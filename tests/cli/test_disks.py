"""Startup warnings about the disk of the games."""

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
    assert warning.endswith(
        f"`companion restore {copy / 'companion.sqlite'}` puts the last copy back."
    )
