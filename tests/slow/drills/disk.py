"""Simulated content of a disk after a power cut, from a trace of system calls.

Each unflushed block of 512 bytes may have reached the disk or not. The same holds for changes of
names in a folder, in their order.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

CALLS = (
    "openat,write,pwrite64,fsync,fdatasync,ftruncate,rename,renameat2,unlink,unlinkat,link,linkat"
    ",mkdir,rmdir"
)
_CALL = re.compile(r"^(?:\d+ +)?(\w+)\((.*)\) += (-?\d+)")
_BLOCK = 512
_HEX = re.compile(r"\\x([0-9a-f]{2})")


class Call(NamedTuple):
    """Successful system call, with its arguments as one string as printed by strace."""

    name: str
    arguments: str


def read_calls(trace: str) -> Iterator[Call]:
    """Yield the successful system calls in the output of `strace -y -xx`."""
    for line in trace.splitlines():
        found = _CALL.match(line)
        if found and int(found[3]) >= 0:
            yield Call(found[1], found[2])


def strings(arguments: str) -> list[bytes]:
    """Return the hex-quoted strings among the arguments of a traced system call, decoded."""
    quoted = re.findall(r'"((?:\\x[0-9a-f]{2})*)"', arguments)
    return [bytes.fromhex(each.replace("\\x", "")) for each in quoted]


def file_of(arguments: str) -> str:
    """Return the path that strace prints for the descriptor in the first argument, else ""."""
    found = re.match(r"\d+<([^>]*)>", arguments)
    name = found[1] if found else ""
    return _HEX.sub(lambda each: chr(int(each[1], 16)), name)


@dataclass
class File:
    """Written and flushed content of a file, with the position of its next write."""

    content: bytearray = field(default_factory=bytearray)
    flushed: bytes = b""
    at: int = 0

    def survives(self, luck: random.Random) -> bytes:
        """Return random content after a power cut, each block and the size flushed or current."""
        size = len(luck.choice((self.content, self.flushed)))
        blocks = []
        for start in range(0, size, _BLOCK):
            source = luck.choice((self.content, self.flushed))
            blocks.append(bytes(source[start : start + _BLOCK]).ljust(_BLOCK, b"\0"))
        return b"".join(blocks)[:size]


Names = dict[str, File]


class Disk:
    """Simulated files below a folder, changed by traced system calls."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.names: Names = {}
        self.folders: set[str] = set()
        self._moved: dict[str, str] = {}  # unflushed renames of folders, new -> old name
        self._flushed: Names = {}
        self._pending: list[Names] = []  # all names after each change of names since the last flush

    def apply(self, call: Call) -> bool:
        """Apply a system call and return whether it changed or flushed a file of this disk."""
        paths = [each.decode(errors="replace") for each in strings(call.arguments)]
        path = file_of(call.arguments)
        if call.name in {"fsync", "fdatasync"}:
            return self._flush(path)
        if call.name in {"write", "pwrite64", "ftruncate"}:
            return path in self.names and self._write(call, self.names[path])
        paths = [each for each in paths if each.startswith(self.folder)]
        return bool(paths) and self._rename(call, paths)

    def _write(self, call: Call, file: File) -> bool:
        *_, last = call.arguments.rpartition(", ")
        if call.name == "ftruncate":
            size = int(last)
            file.content = (file.content + bytes(max(0, size - len(file.content))))[:size]
            return True
        (data,) = strings(call.arguments)
        start = int(last) if call.name == "pwrite64" else file.at
        file.at = start + len(data) if call.name == "write" else file.at
        file.content += bytes(max(0, start - len(file.content)))
        file.content[start : start + len(data)] = data
        return True

    def _flush(self, path: str) -> bool:
        if path in self.names:
            file = self.names[path]
            file.flushed = bytes(file.content)
            return True
        if path in self.folders or path == self.folder:
            for new in [each for each in self._moved if _parent(each) == path]:
                old = self._moved.pop(new)
                # Flushed names in the renamed folder now appear below its new name.
                self._flushed = {
                    new + name.removeprefix(old) if name.startswith(f"{old}/") else name: file
                    for name, file in self._flushed.items()
                }
            here = {name for name in {**self.names, **self._flushed} if _parent(name) == path}
            elsewhere = {k: v for k, v in self._flushed.items() if k not in here}
            self._flushed = elsewhere | {k: v for k, v in self.names.items() if k in here}
            self._pending = []
            return True
        return False

    def _rename(self, call: Call, paths: list[str]) -> bool:
        names = dict(self.names)
        if call.name == "openat":
            is_new = "O_CREAT" in call.arguments and paths[0] not in names
            if "O_TRUNC" in call.arguments and paths[0] in names:
                names[paths[0]].content.clear()
            if paths[0] in names:
                names[paths[0]].at = 0
            if not is_new:
                return False
            names[paths[0]] = File()
        elif call.name == "mkdir":
            self.folders.add(paths[0])
            return False
        elif call.name.startswith("unlink") or call.name == "rmdir":
            names.pop(paths[0], None)
        elif call.name.startswith("link"):
            names[paths[1]] = names[paths[0]]
        else:  # a rename of a file or a folder
            old, new = paths
            if old in self.folders:
                self.folders.add(new)
                self._moved[new] = old
            moved = {k: v for k, v in names.items() if k == old or k.startswith(f"{old}/")}
            names = {k: v for k, v in names.items() if k not in moved}
            names |= {new + k.removeprefix(old): v for k, v in moved.items()}
        self.names = names
        self._pending.append(names)
        return True

    def states(self, luck: random.Random, times: int) -> Iterator[dict[str, bytes]]:
        """Yield possible contents after a power cut now: all, only flushed, or `times` random."""
        yield {name: bytes(file.content) for name, file in self.names.items()}
        for names in (self.names, self._flushed):
            yield {name: file.flushed for name, file in names.items()}
        for _ in range(times):
            names = luck.choice([self._flushed, *self._pending])
            yield {name: file.survives(luck) for name, file in names.items()}


def _parent(name: str) -> str:
    return name.rpartition("/")[0]
