"""Tests that no script or style needs what iOS 15.4, Chrome 105 or Firefox 121 lack.

Older ones lack `:has()`, so plain.js stops every script, and show pages as without scripts.
"""

import re

import pytest

from tests.serving import ROOT

STATIC = ROOT / "static"
# By file type: features that one of these browsers lacks or does differently, with patterns.
LACKING = {
    "js": {
        "AbortSignal.timeout before Safari 16.0": r"AbortSignal\.(timeout|any)\b",
        "requestSubmit before Safari 16.0": r"\brequestSubmit\b",
        "arrays that are copied, before Chrome 110": r"\.(toSorted|toReversed|toSpliced|with)\(",
        "groups, promises, before Safari 17.4": r"\b(groupBy|withResolvers|fromAsync)\b",
        "sets that are joined, before Safari 17.0": r"\.(union|intersection|difference)\(",
        "lookbehind before Safari 16.4": r"\(\?<[=!]",
        "static blocks before Safari 16.4": r"\bstatic \{",
        "checkVisibility before Safari 17.4": r"\bcheckVisibility\b",
        "an address that can be parsed, before Safari 17.0": r"\bcanParse\b",
        "popovers before Safari 17.0": r"\b(show|hide|toggle)Popover\b",
        "inert before Safari 15.5": r"\binert\b",
        "idle callbacks in any Safari": r"\brequestIdleCallback\b",
        "iterators with methods before Safari 18.4": (
            r"\.(values|keys|entries)\(\)\.(map|filter|some|every|find|reduce|toArray)\("
        ),
        "addresses that parse without a throw before Safari 18.0": r"\bURL\.parse\b",
        "the end of a scroll before Safari 26.2": r"\bscrollend\b",
        "what only https has": r"\brandomUUID\b|\bcrypto\.subtle\b",
    },
    "css": {
        "ranges in queries of the screen, before Safari 16.4": r"@media[^{]*[<>]",
        "nesting before Safari 16.5": r"(?m)^\s*&",
        "light-dark() before Safari 17.5": r"light-dark\(",
        "scopes and first styles before Safari 17.4": r"@(scope|starting-style|property)\b",
        "100vw, which counts the scroll bar": r"(margin|padding)[^;:{}]*:[^;}]*\d\dvw",
        "select without prefix in any Safari": r"(?<!-webkit-user-select: all; )(?<!-)user-select",
        "dvh with no vh before it, before Chrome 108": (
            r"(\{|[^h)];|[^v]h;)\s+[\w-]+: [^;]*\d[dls]vh"
        ),
        "hyphens without prefix before Safari 17.0": (
            r"(?<!-webkit-hyphens: auto; )(?<!-)hyphens: auto"
        ),
        "nth-child of some before Chrome 111": r"nth-(last-)?child\([^)]* of ",
        "directions as a class before Chrome 120": r":dir\(",
        "subgrids before Chrome 117": r"\bsubgrid\b",
        "the height of a line before Chrome 109": r"\d(lh|rlh)\b",
        "fields as large as their text before Chrome 123": r"\bfield-sizing\b",
        "anchors before Chrome 125": r"\b(anchor|position-area|position-anchor)\b\s*[(:]",
        "colours from others before Safari 16.4": r"\((from|in \w+ from) ",
        "content that has only an alternative, before Safari 17.4": (
            r'(?<!content: "."; )content: "[^"]*" /'
        ),
    },
}
SCRIPTING = re.compile(r"(?ms)^@media \(scripting[^{]*\{\n(.*?)^\}")


def lacking(text: str, kind: str) -> list[str]:
    """Return the names of features used in a script or style that an oldest browser lacks."""
    code = re.sub(r"(?ms)/\*.*?\*/|^\s*//.*?$", "", text)
    return [name for name, pattern in LACKING[kind].items() if re.search(pattern, code)]


@pytest.mark.parametrize("kind", ["js", "css"])
def test_scripts_and_styles_use_no_feature_missing_in_oldest_browsers(kind: str) -> None:
    found = {
        file.name: names
        for file in STATIC.rglob(f"*.{kind}")
        if "vendor" not in file.parts and (names := lacking(file.read_text("utf-8"), kind))
    }
    # `AbortSignal.timeout` may be used, as database.js defines it before it is used.
    assert "\nAbortSignal.timeout ??= " in (STATIC / "copies" / "database.js").read_text("utf-8")
    helped = [next(iter(LACKING["js"]))]
    timeouts = {"database.js": helped, "journal.js": helped, "rounds.js": helped}
    assert found == (timeouts if kind == "js" else {})


def test_scripting_media_queries_only_hide_or_reserve_space() -> None:
    """Safari before 17.0 ignores `@media (scripting)`, so pages must work without its rules."""
    for file in STATIC.glob("*.css"):
        for block in SCRIPTING.findall(file.read_text("utf-8")):
            for rule in re.findall(r"\{([^}]*display: (?!none)[^}]*)\}", block):
                assert "visibility: hidden" in rule, (file.name, rule)
