"""A table that is heard: what Chromium gives a screen reader, and a keyboard."""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

MOST_KEYS = 40

Heard = tuple[str, str]  # its role, and the name that is read


class Reader:
    """Somebody who sees nothing: what is done goes by what has the focus in the tree."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def heard(self) -> list[Heard]:
        """Read the whole page."""
        return [_heard(node) for node in self._tree()]

    def names(self, role: str) -> list[str]:
        return [name for each, name in self.heard() if each == role]

    @property
    def at(self) -> Heard:
        """What has the focus; nothing where the focus has left the page."""
        focused = [_heard(node) for node in self._tree() if _property(node, "focused")]
        return focused[-1] if focused else ("", "")

    def said(self) -> list[str]:
        """Give what stands in parts that are read as soon as they change."""
        nodes = {node["nodeId"]: node for node in self._tree()}

        def texts(node: Any) -> Iterator[str]:  # noqa: ANN401 - a node of the tree
            if node["role"]["value"] == "StaticText":
                yield node["name"]["value"].replace("\xa0", " ")
            for child in node.get("childIds", ()):
                yield from texts(nodes[child]) if child in nodes else ()

        live = [node for node in nodes.values() if _property(node, "live")]
        return [" ".join(told) for node in live if (told := [*texts(node)])]

    def go(self, role: str, name: str, key: str = "Tab") -> None:
        """Press this key until something of this role, whose name begins so, has the focus."""
        way: list[Heard] = []
        for _ in range(MOST_KEYS):
            self.page.keyboard.press(key)
            way.append(self.at)
            if way[-1][0] == role and way[-1][1].startswith(name):
                return
        raise AssertionError((role, name, way))

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
