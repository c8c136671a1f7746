# /// script
# requires-python = ">=3.9"
# dependencies = []
# ///
"""Print a ruling and its place in the leaflet, using only the published rulings.

curl -o rulings.en.json http://localhost:8000/api/rulings?lang=en
python3 read_rulings.py rulings.en.json hello-kitty stack.2on2
"""

import json
import sys
from pathlib import Path


def main(file: str, edition: str, rule: str) -> str:
    """Return a ruling of a box as lines of text."""
    book = json.loads(Path(file).read_text(encoding="utf-8"))
    by_key = {(ruling["edition"], ruling["rule"]): ruling for ruling in book["rulings"]}
    ruling = by_key[edition, rule]
    # If the leaflet contradicts itself, each reading has its own place.
    readings = [f"- {said['text']} ({said['sheet']['place']})" for said in ruling["readings"]]
    heard = [f"{said['date']}, {said['who']}: {said['says']}" for said in ruling["elsewhere"]]
    related = [by_key[edition, other]["question"] for other in ruling["related"]]
    why = f"{ruling['basis']}: {ruling['sheet']['place']}"
    answer = [ruling["question"], ruling["verdict"], ruling["text"], *readings, why]
    source = f"{book['published']} – {book['licence']}"
    return "\n".join([*answer, *heard, *related, source])


if __name__ == "__main__":
    sys.stdout.write(f"{main(*sys.argv[1:])}\n")
