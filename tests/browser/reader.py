"""Simulated screen reader: Chromium's accessibility tree, and keys of the keyboard."""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

MOST_KEYS = 40

Heard = tuple[str, str]  # role and accessible name


class Reader:
    """Blind user of a page, who hears its accessibility tree and presses keys."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def heard(self) -> list[Heard]:
        """Return role and accessible name of every node of the page, in reading order."""
        return [_heard(node) for node in self._tree()]

    def names(self, role: str) -> list[str]:
        return [name for each, name in self.heard() if each == role]

    @property
    def focus(self) -> Heard:
        """Role and name of the focused node, or two empty strings if none has the focus."""
        focused = [_heard(node) for node in self._tree() if _property(node, "focused")]
        return focused[-1] if focused else ("", "")

    def announced(self) -> list[str]:
        """Return the text of each live region that has any."""
        nodes = {node["nodeId"]: node for node in self._tree()}

        def texts(node: Any) -> Iterator[str]:  # noqa: ANN401 - a node of the tree
            if node["role"]["value"] == "StaticText":
                yield node["name"]["value"].replace("\xa0", " ")
            for child in node.get("childIds", ()):
                yield from texts(nodes[child]) if child in nodes else ()

        live = [node for node in nodes.values() if _property(node, "live")]
        return [" ".join(words) for node in live if (words := [*texts(node)])]

    def go_to(self, role: str, name: str, key: str = "Tab") -> None:
        """Press `key` until the focused node has this role and a name that starts with `name`."""
        passed: list[Heard] = []
        for _ in range(MOST_KEYS):
            self.page.keyboard.press(key)
            passed.append(self.focus)
            if passed[-1][0] == role and passed[-1][1].startswith(name):
                return
        raise AssertionError((role, name, passed))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def _tree(self) -> list[Any]:
        nodes = self.session.send("Accessibility.getFullAXTree")["nodes"]
        return [node for node in nodes if not node["ignored"]]


def _heard(node: Any) -> Heard:  # noqa: ANN401 - a node of the tree
    return node["role"]["value"], node.get("name", {}).get("value", "")


def _property(node: Any, name: str) -> object:  # noqa: ANN401 - a node of the tree
    values = {each["name"]: each["value"].get("value") for each in node["properties"]}
    return values.get(name)
