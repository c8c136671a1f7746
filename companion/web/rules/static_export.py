"""The rules as plain files: they need no server, not even a web, only a browser."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from flask import Flask
from markupsafe import Markup

from companion.datafiles.text import LANGUAGES
from companion.rulebook import Rulebook
from companion.rulings.search.export import trigram_weights
from companion.services.caches import BoundedCache
from companion.web.ui.registry import Registry, install


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
        self._static_files = set[str]()
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
        # As a script: a page from a memory stick may fetch nothing.
        weights = json.dumps(trigram_weights(self._boxes.parser.examples), separators=(",", ":"))
        self._write("static/export/weights.js", f"const companionWeights={weights};\n".encode())
        for language in LANGUAGES:
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


def _addresses(boxes: Rulebook) -> Iterator[str]:
    yield from ("/", "/about")
    for topic in boxes.rulings.topics:
        yield f"/rules/compare/{topic}"
    for edition, box in boxes.editions.items():
        yield from (f"/box/{edition}", f"/rules/{edition}", f"/rules/{edition}/source")
        yield from (f"/rules/{edition}/{topic}" for topic in boxes.rulings.topics)
        yield from (f"/rules/{edition}/cards/{card}" for card in box.cards)
