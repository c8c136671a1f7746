"""Pages, and the parts of them that htmx asks for."""

from collections.abc import Mapping

from flask import render_template

from companion.web import htmx

NOTHING_MORE: Mapping[str, object] = {
    "faults": {},
    "shown": {},
    "conflict": None,
    "meanwhile": None,
    "is_impossible": False,
}
"""What a page of rounds shows beside the rounds, as long as nothing is wrong."""


def show(page: str, **values: object) -> str:
    """Draw a page; where htmx asks, only its partial: `games/_table.html` of `games/table.html`.

    `said` is what was just done; beside a partial it goes to the place that is read aloud.
    """
    if not htmx.wants_partial():
        return render_template(page, **values)
    folder, _, name = page.rpartition("/")
    said = render_template("_said.html", said=values.get("said"))
    return render_template(f"{folder}/_{name}", **values) + said
