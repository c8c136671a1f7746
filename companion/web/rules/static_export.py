"""Export of the rules as static files, usable without a server."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from markupsafe import Markup, escape

from companion.datafiles.text import LANGUAGES
from companion.rulebook import Rulebook
from companion.rulings.search.trained import read_trained_trigrams
from companion.services.caches import BoundedCache
from companion.web.ui.registry import EXTENSION, Registry

_SITEMAP = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
{}</urlset>
"""


class RulesExport:
    """Exporter of an app's pages into a folder.

    Pages in the language `first` have addresses without a language. `public_url` is the future
    address of the folder, if known. The templates see the exporter as `export` and omit parts that
    need a server; `url_for` returns relative links between files.
    """

    def __init__(self, app: Flask, folder: Path, first: str, public_url: str | None = None) -> None:
        registry = app.extensions[EXTENSION]
        assert isinstance(registry, Registry)
        # Without cookies, in which a device remembers a side of the cards.
        self._app, self._client = app, app.test_client(use_cookies=False)
        self._folder, self._first, self._public_url = folder, first, public_url
        self._static_folder = Path(str(app.static_folder))
        self._static_files = set[str]()
        self._addresses = tuple(addresses_of(registry.rulebook))
        # The page being rendered.
        self._address, self._language = "/", first
        self._absolute_url_for = app.url_for
        app.url_for = self._url_for  # type: ignore[method-assign]
        app.jinja_env.globals.update(
            export=self,
            url_for=self._url_for,
            static=self._static,
            other_languages=self._other_languages,
        )
        # Disable the cache of fragments, because relative links differ between pages.
        app.extensions[EXTENSION] = replace(registry, fragments=BoundedCache(0))

    def write(self) -> int:
        """Write all files and return the number of pages."""
        # A script rather than JSON, because file:// pages may not fetch.
        weights = json.dumps(read_trained_trigrams().by_rule(), separators=(",", ":"))
        self._write("static/export/weights.js", f"const companionWeights={weights};\n".encode())
        for language in LANGUAGES:
            for address in self._addresses:
                self._address, self._language = address, language
                source = "/rules" if address == "/" else address  # a static site cannot start games
                asked = f"{source}{'&' if '?' in source else '?'}lang={language}"
                self._write(self._file(address, language), self._client.get(asked).data)
        for name in self._static_files:
            self._write(f"static/{name}", (self._static_folder / name).read_bytes())
        self._write_data()
        return len(LANGUAGES) * len(self._addresses)

    def _write_data(self) -> None:
        """Write the rulings as JSON, and the sitemap if there is a public address."""
        names = {f"rulings.{language}.json": f"rulings?lang={language}" for language in LANGUAGES}
        for name in (*names, "rulings.schema.json", "changes.json"):
            # Addresses in the JSON start with the path of the public address.
            base = f"http://localhost{urlsplit(self._public_url or '').path}/"
            with self._app.test_request_context(f"/api/{names.get(name, name)}", base):
                self._write(name, self._app.full_dispatch_request().get_data())
        if self._public_url:
            pages = (self._public(page, code) for code in LANGUAGES for page in self._addresses)
            urls = "".join(f"<url><loc>{escape(page)}</loc></url>\n" for page in pages)
            self._write("sitemap.xml", _SITEMAP.format(urls).encode())

    @property
    def canonical(self) -> str | None:
        """Public address of the page being rendered."""
        return self._public(self._address, self._language) if self._public_url else None

    def _public(self, address: str, language: str) -> str:
        """Return the public address of a page; in the first language that of the stickers."""
        of_language = "" if language == self._first else f"/{language}"
        return f"{self._public_url}{of_language}{_path(address)}"

    @property
    def data(self) -> str:
        """Relative path from the page being rendered to the rulings as JSON."""
        return f"{self.root}rulings.{self._language}.json"

    @property
    def root(self) -> str:
        """Relative path from the page being rendered to the export's root folder."""
        return "../" * self._file(self._address, self._language).count("/")

    @cached_property
    def signs(self) -> Markup:
        """SVG sprite to inline, because file:// pages cannot reference another file."""
        svg = (self._static_folder / "signs.svg").read_text(encoding="utf-8")
        return Markup(re.sub("<!--.*?-->", "", svg, flags=re.DOTALL))  # noqa: S704 - our own file

    def _write(self, name: str, content: bytes) -> None:
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def _file(self, address: str, language: str) -> str:
        """Return the file of a page, an index.html in its own folder."""
        path = _path(address)
        folder = path if language == self._first else f"{language}{path}"
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


def _path(address: str) -> str:
    """Return the path of a page; a side of the cards is a folder of its own in it."""
    return address.replace("?side=", "/side/")


def addresses_of(rulebook: Rulebook) -> Iterator[str]:
    yield from ("/", "/about")
    for topic in rulebook.rulings.topics:
        yield f"/rules/compare/{topic}"
    for edition, box in rulebook.editions.items():
        yield f"/rules/{edition}/source"
        yield from (f"/rules/{edition}/{topic}" for topic in rulebook.rulings.topics)
        shown = [f"/box/{edition}", f"/rules/{edition}"]
        shown += (f"/rules/{edition}/cards/{card}" for card in box.cards)
        yield from shown
        for side in box.deck.sides[1:]:  # pages show the first side by default
            yield from (f"{address}?side={side}" for address in shown)
