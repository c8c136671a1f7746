"""Pages, one after the other, and the words that stand on them."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import unescape

from flask.testing import FlaskClient

Said = list[str]
SHOWN = {
    "aria-label", "title", "placeholder", "alt", "content", "data-next", "data-gain", "data-read",
    "data-done", "data-no-answer", "data-waiting", "data-silent", "data-renewed", "data-again",
    "data-copied", "data-selected", "data-saved", "data-empty", "data-lifted", "data-moved",
}  # fmt: skip
# A score sheet is written alike in every language, and so is what a source is called.
SILENT = {"script", "style", "svg", "pre", "cite"}
NOT_WORDS = {"viewport", "color-scheme", "theme-color", "htmx-config", "robots", "refresh"}

# Thousands of rule pages differ in their rulings only: one box stands for all. What scripts are
# given has no words; a game of a group leads on to its own page.
LEFT_OUT = re.compile(
    r"/api/|^/tv$|\.(svg|toml)\b|\?rule=|^/rules/(?!hello-kitty(/|$)|[\w-]+$|compare/stack-draw-two)"
    r"|^/games/[^/]+/rules/|^/groups/[^/]+/games/"
)


# A page of ours closes its quotes and escapes its text, so that no parser is needed, which takes
# longer than all else that is done with it.
_PIECE = re.compile(
    r"(?P<text>[^<]+)|</(?P<end>[a-z0-9-]+)>"
    r"|<(?:script|style)\b[^>]*>.*?</(?:script|style)>|<!--.*?-->|<![^>]*>"
    r"""|<(?P<tag>[a-z][a-z0-9-]*)(?P<given>(?:"[^"]*"|'[^']*'|[^>"'])*)>"""
    r"|(?P<stray><)",
    re.DOTALL | re.IGNORECASE,
)
_TELLING = re.compile("|".join(["href", *SHOWN]))
_GIVEN = re.compile(r"""([^\s"'=/]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")


class _Reader:
    """Reads the words and the links of a page."""

    def __init__(self, page: str) -> None:
        self.said: Said = []
        self.links: list[str] = []
        silent = 0
        for piece in _PIECE.finditer(page):
            what = piece.lastgroup
            assert what != "stray", page[piece.start() :][:80]
            if what == "text" and not silent:
                self.said.append(unescape(piece["text"]))
            elif what == "end":
                silent -= piece["end"] in SILENT
            elif what == "given":
                silent += piece["tag"] in SILENT and not piece["given"].endswith("/")
                if _TELLING.search(piece["given"]):
                    self._read(piece["tag"], piece["given"])

    def _read(self, tag: str, written: str) -> None:
        given = {
            each[1]: unescape(each[2] or each[3] or each[4] or "")
            for each in _GIVEN.finditer(written)
        }
        if given.get("name", given.get("http-equiv")) not in NOT_WORDS:
            self.said += [given[name] for name in sorted(SHOWN & given.keys())]
        if tag == "a" and "href" in given:
            self.links.append(given["href"])


@lru_cache(maxsize=2)  # its words and its links are asked for one soon after the other
def _read(page: str) -> _Reader:
    return _Reader(page)


def said_on(page: str) -> Said:
    """List what a page says, in its texts and in what is read aloud or shown on touch."""
    return [" ".join(text.split(" ")).strip() for text in _read(page).said if text.strip()]


def links_on(page: str) -> list[str]:
    """List the pages that a page leads to."""
    pages = (link.partition("#")[0] for link in _read(page).links)
    return [page for page in pages if page.startswith("/") and not LEFT_OUT.search(page)]


def walked(phone: FlaskClient, starts: Sequence[str], seen: set[str]) -> Iterator[tuple[str, str]]:
    """Go through all pages that can be reached and were not seen before: address and page."""
    waiting = list(starts)
    seen.update(starts)
    while waiting:
        address = waiting.pop()
        answer = phone.get(address)
        yield address, answer.text
        new = [link for link in links_on(answer.text) if link not in seen]
        seen.update(new)
        waiting += new
