"""The secret that signs the cookies: made to last, and looked at before it is used."""

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


def test_a_secret_is_made_once_and_is_nobody_elses_to_read(path: Path) -> None:
    secret = read_secret(path)
    assert len(secret) == LENGTH
    assert read_secret(path) == secret
    assert mode(path) == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["secret"]


def test_it_is_on_the_disk_before_it_has_its_name(
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
    assert done == ["synced", "named", "synced"]  # the file, its name, the folder with the name


@pytest.mark.parametrize("lost", [b"", bytes(LENGTH), bytes(4096)])
def test_what_a_power_cut_has_emptied_is_made_anew(path: Path, lost: bytes) -> None:
    path.write_bytes(lost)
    secret = read_secret(path)
    assert any(secret)
    assert read_secret(path) == secret


def test_two_servers_that_start_at_once_have_one_secret(
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


def test_a_disk_without_links_will_do(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "hardlink_to", refuse)
    assert read_secret(path) == read_secret(path)
    assert [each.name for each in path.parent.iterdir()] == ["secret"]


@pytest.mark.parametrize("content", [b"x", b"x" * 31, b"x" * 33])
def test_a_secret_of_another_length_is_refused_in_words(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(SecretError, match=rf"secret has {len(content)} bytes instead of 32"):
        read_secret(path)
    assert path.read_bytes() == content


def test_a_secret_that_others_can_read_is_closed_to_them(path: Path) -> None:
    secret = read_secret(path)
    path.chmod(0o644)
    assert read_secret(path) == secret
    assert mode(path) == 0o600


def test_on_a_file_of_somebody_else_the_owner_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    read_secret(path)
    path.chmod(0o640)

    monkeypatch.setattr(Path, "chmod", refuse)
    read_secret(path)
    assert "Others on this computer can read" in caplog.text


def test_a_full_disk_leaves_nothing_behind_and_names_the_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space left") as refused:
        read_secret(path)
    assert refused.value.filename == str(path)
    assert list(path.parent.iterdir()) == []
