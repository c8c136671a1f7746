"""Writer of the files that describe the JSON API: `python -m tests.openapi`."""

import tempfile
from pathlib import Path

from tests.openapi.document import FOLDER, written
from tests.web.running import running

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as app:
        for name, text in written(app).items():
            (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
