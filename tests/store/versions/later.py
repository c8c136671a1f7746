"""A version after this one, whose tables all have one more column.

It is made as a developer would do it, by edits of the sources and one more step of each engine. If
the checksums cover the column (`is_covered`), the step also computes them again.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile, copytree

from tests.serving import ROOT

# In the named file, the text after - is replaced by that after +, by that after ! if the checksums
# cover the column, or by that after ~ if they do not.
EDITS = """
rows/games.py
- "deleted", "heading")
+ "deleted", "heading", "tint")
- created, changed, deleted, heading"
+ created, changed, deleted, heading, tint"
- deleted: int | None) -> bytes:
! deleted: int | None, tint: str) -> bytes:
- checksum("heading", game, created, changed, deleted)
! checksum("heading", game, created, changed, deleted, tint)
- times = (game["created"], game["changed"], game["deleted"])
! times = (game["created"], game["changed"], game["deleted"], game["tint"])
rows/lines.py
- "fingerprint", "by")
! "fingerprint", "by", "colour")
- (*_COVERED, "seal")
~ (*_COVERED, "colour", "seal")
- "by": change.by,
+ "by": change.by, "colour": "blue",
- last["at"], None)
! last["at"], None, game["tint"])
rows/journals.py
- "version": 0, "seal": START,
+ "version": 0, "seal": START, "tint": "blue",
rows/trash.py
- row["changed"], deleted)
! row["changed"], deleted, row["tint"])
rows/keys.py
- "table", "seal"), covered=("key", "id", "kind", "table"))
! "table", "colour", "seal"), covered=("key", "id", "kind", "table", "colour"))
~ "table", "colour", "seal"), covered=("key", "id", "kind", "table"))
- keys."table", keys.seal AS seal
+ keys."table", keys.colour, keys.seal AS seal
- "table": table}
+ "table": table, "colour": "blue"}
rows/drafts.py
- "by", "count")
! "by", "count", "colour")
- (*_COVERED, "seal")
~ (*_COVERED, "colour", "seal")
- drafts.count, drafts.seal
+ drafts.count, colour, drafts.seal
- "by": draft.by,
+ "by": draft.by, "colour": "blue",
rows/groups.py
- _OF_GROUP = ("id", "key", "version", "text")
! _OF_GROUP = ("id", "key", "version", "text", "colour")
- (*_OF_GROUP, "seal")
~ (*_OF_GROUP, "colour", "seal")
- for column in _OF_GROUP}
~ for column in (*_OF_GROUP, "colour")}
- text: str = ""  # what
+ text: str = ""; colour: str = "blue"  # what
- row["version"], row["text"])
+ row["version"], row["text"], row["colour"])
- _OF_MEMBERSHIP = ("group", "follows", "is_counted")
! _OF_MEMBERSHIP = ("group", "follows", "is_counted", "colour")
- (*_OF_MEMBERSHIP, "seal")
~ (*_OF_MEMBERSHIP, "colour", "seal")
- "group", follows, is_counted,
+ "group", follows, is_counted, colour,
- "is_counted": int(membership.is_counted),
+ "is_counted": int(membership.is_counted), "colour": "blue",
rows/televisions.py
- "key", "at")
! "key", "at", "colour")
- (*_COVERED, "seal")
~ (*_COVERED, "colour", "seal")
- "address": address, "key": None}
+ "address": address, "key": None, "colour": "blue"}
archives.py
- ("digest",)
+ ("digest", "colour")
postgres/database.py
- fingerprint, "by", seal,
+ fingerprint, "by", colour, seal,
- :bys::bytea[], :seals::bytea[], :requests
+ :bys::bytea[], :colours::text[], :seals::bytea[], :requests
- "by", count, seal)
+ "by", count, colour, seal)
- :counts::integer[],
+ :counts::integer[], :colours::text[],
- seal = excluded.seal
+ colour = excluded.colour, seal = excluded.seal
"""

FILE_STEP = """
from companion.store.colours import colours

STEPS = (*STEPS, colours)
"""
DATABASE_STEP = """
from companion.store.colours import DATABASE_STEP

STEPS = {**STEPS, "colours": DATABASE_STEP}
"""


def make_later(folder: Path, *, is_covered: bool) -> Path:
    """Write the store of the later version into an empty folder, and return the folder."""
    package = folder / "companion"
    for name in ("game", "store"):
        copytree(ROOT / "companion" / name, package / name)
    for name in ("__init__", "config", "files", "keys"):
        copyfile(ROOT / "companion" / f"{name}.py", package / f"{name}.py")
    for file, old, new in _read_edits("!" if is_covered else "~"):
        path = package / "store" / file
        text = path.read_text("utf-8")
        assert text.count(old) == 1, f"{file} has not one {old}"
        path.write_text(text.replace(old, new), "utf-8")
    step = Path(__file__).with_name("colours.py").read_text("utf-8")
    step = step.replace("IS_COVERED = False", f"IS_COVERED = {is_covered}")
    (package / "store" / "colours.py").write_text(step, "utf-8")
    for engine, added in (("sqlite", FILE_STEP), ("postgres", DATABASE_STEP)):
        path = package / "store" / engine / "steps.py"
        path.write_text(path.read_text("utf-8") + added, "utf-8")
    return folder


def _read_edits(variant: str) -> Iterator[tuple[str, str, str]]:
    """Yield file, old and new text of each edit for one variant of the column (`!` or `~`)."""
    file = old = ""
    for line in EDITS.strip().splitlines():
        mark, text = line[0], line[2:]
        if mark == "-":
            old = text
        elif mark in {"+", variant}:
            yield file, old, text
        elif mark not in "!~":
            file = line


def visit_with(later: Path, *urls: str) -> list[list[str] | str]:
    """Return what `visit.py` finds in stores, run by the later version in a process of its own."""
    command = [sys.executable, "-m", "tests.store.versions.visit", *urls]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(later), str(ROOT)])}
    shown = subprocess.run(command, cwd=later, env=environment, capture_output=True, check=False)
    assert shown.returncode == 0, shown.stderr.decode()
    found: list[list[str] | str] = json.loads(shown.stdout)
    return found
