"""The rules as plain files: they need no server, not even a web, only a browser."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from flask import Flask
from markupsafe import Markup

from companion.datafiles.text import LANGUAGES
from companion.rulebook import Rulebook
from companion.rulings.search.export import look_up_data, parser_data
from companion.services.caches import BoundedCache
from companion.web.http.i18n import N_, translated
from companion.web.ui.registry import Registry, install

# What is said around the answers, as in rules/_answers.html.
ANSWER_WORDS = {
    "others": N_("Did you mean something else?"),
    "meant": N_("Did you mean:"),
    "unknown": N_(
        "None of these? If your rule sheet doesn’t say either, agree on a rule now, for this game."
    ),
    "nothing": N_("We found no rule on this"),
    "agree": N_("If your rule sheet has none either, agree on one now, for this game."),
}
# They answer where no server does, each with what those before it have.
SCRIPTS = ("export/question.js", "export/ask.js", "export/written.js")


class RulesExport:
    """Writes the pages of an app into a folder, `first` the language at their plain addresses.

    The pages are drawn by their own templates. These know it as `export` and leave out what only
    a server can answer; what makes their links makes them lead from file to file.
    """

    def __init__(self, app: Flask, folder: Path, first: str) -> None:
        parts = app.extensions["companion"]
        assert isinstance(parts, Registry)
        self._client = app.test_client()
        self._folder, self._first = folder, first
        self._boxes: Rulebook = parts.boxes
        self._static_folder = Path(str(app.static_folder))
        self._static_files = set(SCRIPTS)
        # The page that is being drawn.
        self._address, self._language = "/", first
        self._absolute_url_for = app.url_for
        app.url_for = self._url_for  # type: ignore[method-assign]
        app.jinja_env.globals.update(
            export=self,
            url_for=self._url_for,
            static=self._static,
            other_languages=self._other_languages,
        )
        # Addresses are relative here, so no part of a page is like that of another.
        install(app.extensions, replace(parts, fragments=BoundedCache(0)))

    def write(self) -> int:
        """Write everything; return the number of pages."""
        self._write("static/parser.js", _script("companionParser", parser_data(self._boxes.parser)))
        for language in LANGUAGES:
            for edition in self._boxes.editions:
                script = _script("companionBox", self._box(edition, language))
                self._write(f"static/{language}/{edition}.js", script)
            for address in _addresses(self._boxes):
                self._address, self._language = address, language
                source = "/rules" if address == "/" else address  # no game can be started there
                page = self._client.get(source, query_string={"lang": language}).data
                self._write(self._file(address, language), page)
        for name in self._static_files:
            self._write(f"static/{name}", (self._static_folder / name).read_bytes())
        return len(LANGUAGES) * len(list(_addresses(self._boxes)))

    @property
    def root(self) -> str:
        """The way from the page that is being drawn up to the folder of all pages."""
        return "../" * self._file(self._address, self._language).count("/")

    @cached_property
    def signs(self) -> Markup:
        """The drawings of the signs: a page from a memory stick may not use those of a file."""
        svg = (self._static_folder / "signs.svg").read_text(encoding="utf-8")
        return Markup(re.sub("<!--.*?-->", "", svg, flags=re.DOTALL))  # noqa: S704 - our own file

    def scripts(self, edition: str) -> list[str]:
        """Return what a page loads to answer questions about a box, in this order."""
        names = ("parser.js", f"{self._language}/{edition}.js", *SCRIPTS)
        return [f"{self.root}static/{name}" for name in names]

    def _write(self, name: str, content: bytes) -> None:
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def _file(self, address: str, language: str) -> str:
        """Return the file of a page: a folder with an index, as servers of plain files like it."""
        folder = address if language == self._first else f"{language}{address}"
        return f"{folder.strip('/')}/index.html".lstrip("/")

    def _url_for(self, endpoint: str, **values: Any) -> str:  # noqa: ANN401 - Flask's own signature
        address = self._absolute_url_for(endpoint, **values)
        return self.root + self._file(address, self._language)

    def _static(self, name: str) -> str:
        if name == "signs.svg":
            return ""  # see `signs`
        self._static_files.add(name)
        return f"{self.root}static/{name}"

    def _other_languages(self) -> tuple[tuple[str, str], ...]:
        others = (language for language in LANGUAGES if language != self._language)
        return tuple((other, self.root + self._file(self._address, other)) for other in others)

    def _box(self, edition: str, language: str) -> Mapping[str, Any]:
        """Return all that a script needs to answer questions about a box."""
        rulings = {
            rule: {
                "here": ruling.is_here,
                "verdict": ruling.verdict.localized(language),
                "question": ruling.question.localized(language),
                "text": ruling.text.localized(language),
                "url": self._file(f"/rules/{edition}/{ruling.topic}", language) + f"#{rule}",
            }
            for rule, ruling in self._boxes.rulings.by_edition[edition].items()
        }
        words = {key: translated(language, sentence) for key, sentence in ANSWER_WORDS.items()}
        data = look_up_data(self._boxes.look_ups[edition])
        return {**data, "rulings": rulings, "words": words}


def _script(name: str, values: Mapping[str, Any]) -> bytes:
    """Return values as a script: a page from a memory stick may fetch nothing."""
    return f"const {name}={json.dumps(values, ensure_ascii=False)};\n".encode()


def _addresses(boxes: Rulebook) -> Iterator[str]:
    """Return the addresses of all pages that are exported."""
    yield from ("/", "/about")
    for topic in boxes.rulings.topics:
        yield f"/rules/compare/{topic}"
    for edition, box in boxes.editions.items():
        yield from (f"/box/{edition}", f"/rules/{edition}", f"/rules/{edition}/source")
        yield from (f"/rules/{edition}/{topic}" for topic in boxes.rulings.topics)
        yield from (f"/rules/{edition}/cards/{card}" for card in box.cards)
