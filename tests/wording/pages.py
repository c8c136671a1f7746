"""Crawler that follows links from page to page, and parser of texts and links in HTML."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import unescape

from flask.testing import FlaskClient

Texts = list[str]
TEXT_ATTRIBUTES = {
    "aria-label", "title", "placeholder", "alt", "content", "data-next", "data-gain", "data-read",
    "data-done", "data-no-answer", "data-waiting", "data-silent", "data-renewed", "data-label",
    "data-copied", "data-selected", "data-saved", "data-empty", "data-lifted", "data-moved",
}  # fmt: skip
# Elements without texts to check; score sheets and titles of sources are never translated.
TEXTLESS = {"script", "style", "svg", "pre", "cite"}
TEXTLESS_META = {"viewport", "color-scheme", "theme-color", "htmx-config", "robots", "refresh"}

# Addresses not crawled: rule pages of all boxes but one (they differ only in their rulings),
# files for scripts (no words), and games of a group (they have their own page).
NOT_CRAWLED = re.compile(
    r"/api/|^/tv$|\.(svg|toml)\b|\?rule=|^/rules/(?!hello-kitty(/|$)|[\w-]+$|compare/hand-secrecy)"
    r"|^/games/[^/]+/rules/|^/groups/[^/]+/games/"
)


# A regular expression suffices, as our pages close quotes and escape text. An HTML parser
# would take most of the time of these tests.
_TOKEN = re.compile(
    r"(?P<text>[^<]+)|</(?P<end>[a-z0-9-]+)>"
    r"|<(?:script|style)\b[^>]*>.*?</(?:script|style)>|<!--.*?-->|<![^>]*>"
    r"""|<(?P<tag>[a-z][a-z0-9-]*)(?P<given>(?:"[^"]*"|'[^']*'|[^>"'])*)>"""
    r"|(?P<stray><)",
    re.DOTALL | re.IGNORECASE,
)
_HAS_TEXT_OR_LINK = re.compile("|".join(["href", *TEXT_ATTRIBUTES]))
_ATTRIBUTE = re.compile(r"""([^\s"'=/]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")


class _Reader:
    """Parser of one HTML page, with its texts and the targets of its links."""

    def __init__(self, page: str) -> None:
        self.texts: Texts = []
        self.links: list[str] = []
        textless_depth = 0
        for token in _TOKEN.finditer(page):
            kind = token.lastgroup
            assert kind != "stray", page[token.start() :][:80]
            if kind == "text" and not textless_depth:
                self.texts.append(unescape(token["text"]))
            elif kind == "end":
                textless_depth -= token["end"] in TEXTLESS
            elif kind == "given":
                textless_depth += token["tag"] in TEXTLESS and not token["given"].endswith("/")
                if _HAS_TEXT_OR_LINK.search(token["given"]):
                    self._read(token["tag"], token["given"])

    def _read(self, tag: str, written: str) -> None:
        given = {
            each[1]: unescape(each[2] or each[3] or each[4] or "")
            for each in _ATTRIBUTE.finditer(written)
        }
        if given.get("name", given.get("http-equiv")) not in TEXTLESS_META:
            self.texts += [given[name] for name in sorted(TEXT_ATTRIBUTES & given.keys())]
        if tag == "a" and "href" in given:
            self.links.append(given["href"])


@lru_cache(maxsize=2)  # as texts and links of a page are read in succession
def _read(page: str) -> _Reader:
    return _Reader(page)


def text_on(page: str) -> Texts:
    """Return all texts of an HTML page, including those for screen readers and scripts."""
    plain = (text.replace("\u00ad", "") for text in _read(page).texts)  # without soft hyphens
    return [" ".join(text.split(" ")).strip() for text in plain if text.strip()]


def links_on(page: str) -> list[str]:
    """Return the local addresses that an HTML page links to, without those of NOT_CRAWLED."""
    pages = (link.partition("#")[0] for link in _read(page).links)
    return [page for page in pages if page.startswith("/") and not NOT_CRAWLED.search(page)]


def walk(phone: FlaskClient, starts: Sequence[str], seen: set[str]) -> Iterator[tuple[str, str]]:
    """Crawl pages from `starts`, yield address and HTML, and add addresses to `seen`."""
    waiting = list(starts)
    seen.update(starts)
    while waiting:
        address = waiting.pop()
        answer = phone.get(address)
        yield address, answer.text
        new = [link for link in links_on(answer.text) if link not in seen]
        seen.update(new)
        waiting += new
