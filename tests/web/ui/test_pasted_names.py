"""Lists of names as people paste them, in the fields for several names."""

import pytest

from companion.web.ui.forms import pasted_names
from tests.rows import cases
from tests.web.paper import Paper


@cases(r"""text
"Ana\nBo\n\n  \nCy Dee\n"
"Ana, Bo, Cy Dee"
"Ana; Bo;Cy Dee;"
"Ana、Bo،Cy Dee"
"Ana\tBo\tCy Dee"
"Ana, Bo\r\nCy Dee\r\n"
"1. Ana\n2. Bo\n3. Cy Dee"
"1.Ana\n2.Bo\n3.Cy Dee"
"1) Ana\n2) Bo\n10) Cy Dee"
"(1) Ana\n(2) Bo\n(3) Cy Dee"
"1: Ana\n2: Bo\n3: Cy Dee"
"1 - Ana\n2 - Bo\n3 – Cy Dee"
"#1 Ana\n#2 Bo\n#3 Cy Dee"
"1 Ana\n2 Bo\n3 Cy Dee"
"Ana\vBo\u2028Cy Dee"
"a) Ana\nb) Bo\nc) Cy Dee"
"1\ufe0f\u20e3 Ana\n2\ufe0f\u20e3 Bo\n🔟 Cy Dee"
"① Ana\n② Bo\n③Cy Dee"
"1. Ana, 2. Bo, 3. Cy Dee"
"- Ana\n* Bo\n• Cy Dee"
"•\u2060  \u2060Ana\n•\tBo\n▪ Cy Dee"  # as WhatsApp writes bullets
"- [ ] Ana\n- [x] Bo\n☑️ Cy Dee"
"Ana\t12\nBo\t-3\nCy Dee\t7 points"
"1\tAna\t120\n2\tBo\t80\n3\tCy Dee\t0"
"Ana\t12,5\nBo\t3\nCy Dee"
"Ana,12\nBo,7\nCy Dee,0"
"1,Ana\n2,Bo\n3,Cy Dee"
"7;Ana;120\n12;Bo;80\n3;Cy Dee;0"
"Name\nAna\nBo\nCy Dee"
"\ufeffNo.,Name,Points\r\n1,Ana,120\r\n2,Bo,80\r\n3,Cy Dee,0"
"#\tJoueur\tTotal\n1\tAna\t120\n2\tBo\t80\n3\tCy Dee\t0"
'"Ana"\n"Bo"\n"Cy Dee"'
"'Ana', 'Bo', 'Cy Dee'"
"“Ana”\n„Bo“\n« Cy Dee »"
"\ufeffAna\n\u200eBo\u200e\n\u00a0Cy Dee"
""")
def test_names_are_found_in_pasted_lists(text: str) -> None:
    assert pasted_names(text) == ["Ana", "Bo", "Cy Dee"]


@pytest.mark.parametrize(
    "name",
    [
        *("Jean-Luc", "'t Hooft", "O’Brien", "Dr. No", "A. Dupont", "2 Unlimited", "2Pac", "7"),
        *("Bo 2", "Ana (mum)", "Nomi", "Player", "Nora Name"),
        *("x" * 40, "Ana\u200bBo", "علی\u200cرضا"),  # noqa: RUF001
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f Ana",
    ],
)
def test_names_like_numbers_or_bullets_are_not_changed(name: str) -> None:
    assert pasted_names(name) == [name]
    assert pasted_names(f"Ana\n{name}\nZoe") == ["Ana", name, "Zoe"]


@pytest.mark.parametrize("blank", ["", " \n\t\n", "1.\n2.", "-\n•", ",;", '""', "\u200e"])
def test_lists_without_names_are_empty(blank: str) -> None:
    assert pasted_names(blank) == []


def test_refused_form_shows_pasted_names_as_understood(paper: Paper) -> None:
    paper.open("/games/new")
    names = [("players", f"P{number}") for number in range(10)]
    pasted = "1. Ana\n2. Bo\n\n3. P1\t12; “Cy”"
    fields = [("edition", "classic-108"), ("format", "tournament"), ("more_players", pasted)]
    assert paper.send("/games", [*fields, *names]).has("Two players are called P1")
    assert ">Ana\nBo\nP1\nCy</textarea>" in paper.page


def test_group_start_reads_pasted_guests(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo")
    group = paper.find(r'href="(/groups/[^"/]+)"')
    paper.send(f"{group}/start", [("present", "Ana")], guests="1. Cy; “Dee”\tEve")
    assert paper.state["players"] == ["Ana", "Cy", "Dee", "Eve"]
