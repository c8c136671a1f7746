"""The rules written out as plain files: they need no server, not even a web, only a browser."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from flask import Flask

from companion.datafiles.text import LANGUAGES
from companion.rulebook import Rulebook
from companion.rulings.search.export import look_up_data, parser_data
from companion.web.ui.registry import Registry

SCRIPTS = ("export/ask.js", "export/written.js")  # they answer where no server does
_SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.DOTALL)
_ADDRESS = re.compile(r'\b(href|src|action)="([^"]*)"')
# What only a server can answer: its scripts, and links to what is not written out.
_SERVED = re.compile(
    r'<script[^>]*></script>|<meta name="htmx-config"[^>]*>|<link rel="alternate"[^>]*>'
    r'|<link rel="manifest"[^>]*>|\s*hx-[\w-]+="[^"]*"'
    r'|(?<=<form class="ask") role="search" action="[^"]*"'
)
_LINK = re.compile(r'<a [^>]*href="(/[^"#?]*)[^"]*"[^>]*>.*?</a>\n?', re.DOTALL)


class Written:
    """Writes the pages of an app into a folder, `first` the language at their plain addresses."""

    def __init__(self, app: Flask, folder: Path, first: str) -> None:
        self._app, self._folder, self._first = app, folder, first
        parts = app.extensions["companion"]
        assert isinstance(parts, Registry)
        self._boxes: Rulebook = parts.boxes
        self._addresses = frozenset(_addresses(parts.boxes))
        self._static = Path(str(app.static_folder))
        self._used = set(SCRIPTS)
        signs = (self._static / "signs.svg").read_text(encoding="utf-8")
        self._symbols = {found[1]: found[0] for found in _SYMBOL.finditer(signs)}

    def write(self) -> int:
        """Write everything; give the number of pages."""
        parser = parser_data(self._boxes.parser)
        self._put("static/parser.js", _data("companionParser", parser))
        for language in LANGUAGES:
            for edition in self._boxes.editions:
                box = _data("companionBox", self._box(edition, language))
                self._put(f"static/{language}/{edition}.js", box)
            for address in self._addresses:
                self._put(self._place(address, language), self._page(address, language).encode())
        for name in self._used:
            self._put(f"static/{name}", (self._static / name).read_bytes())
        return len(LANGUAGES) * len(self._addresses)

    def _put(self, place: str, content: bytes) -> None:
        path = self._folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def _place(self, address: str, language: str) -> str:
        """Give the file of a page: a folder with an index, as servers of plain files like it."""
        folder = address.strip("/") if language == self._first else f"{language}{address}"
        return f"{folder.strip('/')}/index.html".lstrip("/")

    def _page(self, address: str, language: str) -> str:
        asked = "/rules" if address == "/" else address  # no game can be started there
        page = self._app.test_client().get(f"{asked}?lang={language}").text
        return self._alone(page, address, language)

    def _alone(self, page: str, address: str, language: str) -> str:
        """Take from a page what needs a server, and make its links lead from file to file."""
        up = "../" * (len(PurePosixPath(self._place(address, language)).parts) - 1)
        page = _LINK.sub(lambda link: link[0] if link[1] in self._addresses else "", page)
        page = _SERVED.sub("", page).replace(
            '<form class="ask"', '<form class="ask" role="search" hidden'
        )

        def to_file(found: re.Match[str]) -> str:
            return f'{found[1]}="{self._file(found[2], address, language, up)}"'

        page = _ADDRESS.sub(to_file, page)
        used = sorted(set(re.findall(r'<use href="#([\w-]+)"', page)) & self._symbols.keys())
        drawn = "".join(self._symbols[symbol] for symbol in used)
        page = page.replace(
            "</body>", f'<svg class="visually-hidden" aria-hidden="true">{drawn}</svg></body>'
        )
        return page.replace("</head>", f"{self._scripts(page, address, language, up)}</head>")

    def _file(self, to: str, address: str, language: str, up: str) -> str:
        """Give the file that a link of a page leads to."""
        path, _, part = to.partition("#")
        if path.startswith("/static/"):
            name = path.removeprefix("/static/").partition("/")[2]  # without the version
            if name == "signs.svg":
                return f"#{part}"
            self._used.add(name)
            return f"{up}static/{name}"
        if path.startswith("?lang="):
            return up + self._place(address, path.removeprefix("?lang="))
        if path in self._addresses:
            return f"{up}{self._place(path, language)}{f'#{part}' if part else ''}"
        return to

    def _scripts(self, page: str, address: str, language: str, up: str) -> str:
        """Load what answers questions, where a page asks for them."""
        if 'class="ask"' not in page:
            return ""
        edition = address.split("/")[2]
        names = ("parser.js", f"{language}/{edition}.js", *SCRIPTS)
        scripts = (f'<script src="{up}static/{name}" defer></script>' for name in names)
        return f'<meta name="companion-root" content="{up}">' + "".join(scripts)

    def _box(self, edition: str, language: str) -> Mapping[str, Any]:
        """Say all that a script needs to answer questions about a box."""
        rulings = self._boxes.rulings.by_edition[edition]
        told = {
            rule: {
                "here": ruling.is_here,
                "verdict": ruling.verdict.localized(language),
                "question": ruling.question.localized(language),
                "text": ruling.text.localized(language),
                "url": self._place(f"/rules/{edition}/{ruling.topic}", language) + f"#{rule}",
            }
            for rule, ruling in rulings.items()
        }
        return {**look_up_data(self._boxes.look_ups[edition]), "rulings": told}


def _data(name: str, values: Mapping[str, Any]) -> bytes:
    """Write values so that a page which may fetch nothing can load them."""
    return f"const {name}={json.dumps(values, ensure_ascii=False)};\n".encode()


def _addresses(boxes: Rulebook) -> Iterator[str]:
    """Go through all pages that are written out."""
    yield from ("/", "/about")
    for topic in boxes.rulings.topics:
        yield f"/rules/compare/{topic}"
    for edition, box in boxes.editions.items():
        yield from (f"/box/{edition}", f"/rules/{edition}")
        yield from (f"/rules/{edition}/{topic}" for topic in boxes.rulings.topics)
        yield from (f"/rules/{edition}/cards/{card}" for card in box.cards)
