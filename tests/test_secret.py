"""Secret that signs the cookies: creation, durability and validation."""

import errno
import os
import sys
from pathlib import Path

import pytest

from companion.secret import LENGTH, SecretError, read_secret

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no modes of files")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "secret"


def refuse(*_: object) -> None:
    raise PermissionError(errno.EPERM, "Operation not permitted")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_secret_is_created_once_and_readable_only_by_owner(path: Path) -> None:
    secret = read_secret(path)
    assert len(secret) == LENGTH
    assert read_secret(path) == secret
    assert mode(path) == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["secret"]


def test_secret_file_is_synced_before_it_gets_its_name(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    link = Path.hardlink_to

    def name(path: Path, target: Path) -> None:
        done.append("named")
        link(path, target)

    monkeypatch.setattr(os, "fsync", lambda _: done.append("synced"))
    monkeypatch.setattr(Path, "hardlink_to", name)
    read_secret(path)
    assert done == ["synced", "named", "synced"]  # first the file and last the folder


@pytest.mark.parametrize("lost", [b"", bytes(LENGTH), bytes(4096)])
def test_empty_or_zeroed_secret_file_is_replaced(path: Path, lost: bytes) -> None:
    path.write_bytes(lost)
    secret = read_secret(path)
    assert any(secret)
    assert read_secret(path) == secret


def test_servers_started_at_once_share_one_secret(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first: list[bytes] = []
    link = Path.hardlink_to

    def be_slower(path: Path, target: Path) -> None:
        monkeypatch.setattr(Path, "hardlink_to", link)
        first.append(read_secret(path))
        link(path, target)

    monkeypatch.setattr(Path, "hardlink_to", be_slower)
    assert [read_secret(path)] == first
    assert [each.name for each in path.parent.iterdir()] == ["secret"]


def test_secret_is_stored_without_hard_links(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "hardlink_to", refuse)
    assert read_secret(path) == read_secret(path)
    assert [each.name for each in path.parent.iterdir()] == ["secret"]


@pytest.mark.parametrize("content", [b"x", b"x" * 31, b"x" * 33])
def test_secret_file_of_wrong_length_is_refused_with_message(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(SecretError, match=rf"secret has {len(content)} bytes instead of 32"):
        read_secret(path)
    assert path.read_bytes() == content


def test_secret_readable_by_others_gets_mode_600(path: Path) -> None:
    secret = read_secret(path)
    path.chmod(0o644)
    assert read_secret(path) == secret
    assert mode(path) == 0o600


def test_secret_whose_mode_cannot_be_changed_logs_warning(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    read_secret(path)
    path.chmod(0o640)

    monkeypatch.setattr(Path, "chmod", refuse)
    read_secret(path)
    assert "Others on this computer can read" in caplog.text


def test_secret_on_full_disk_raises_error_with_path_and_leaves_no_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space left") as refused:
        read_secret(path)
    assert refused.value.filename == str(path)
    assert list(path.parent.iterdir()) == []
