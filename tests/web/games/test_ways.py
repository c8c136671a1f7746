"""One game with both ends, points beside the rounds and remarks, kept in every way."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

import pytest
from flask import Flask

from tests.rows import cases
from tests.web.paper import Paper
from tests.web.script import Script

NAMES = ("Ana", "Bo", "Cy")
# Rounds as who went out, hands and remark; adjustments as player, points and why; in order.
PLAYED: dict[str, Sequence[tuple[str | None, Any, str]]] = {
    "hello-kitty": (
        ("Ana", -10, "forgot UNO"),
        ("Ana", {"Bo": 20, "Cy": 8}, "Grandpa cheated"),
        ("Bo", 5, ""),
        ("Cy", {"Ana": 7, "Bo": 0}, ""),
        ("Cy", 45, "drinks; # 2: “all”"),
        ("Ana", {"Bo": 1, "Cy": 2}, "the last one"),
    ),
    "just-points": (
        ("Cy", 30, "began late"),
        (None, {"Ana": -3, "Bo": 40, "Cy": 0}, ""),
        ("Ana", -1_000_000, "lost the box"),
        (None, {"Ana": 12, "Bo": 0, "Cy": -7}, "rain"),
        ("Bo", 1, ""),
        (None, {"Ana": 1, "Bo": 2, "Cy": 3}, ""),
    ),
}
OPTIONS = {
    "hello-kitty": {"scoring": "winner-collects"},
    "just-points": {"scoring": "each-scores", "title": "Skyjo"},
}


def play_by_form(paper: Paper, edition: str) -> Paper:
    ends = {"end": "both", "target": "900", "round_limit": "3"}
    paper.start(edition, *NAMES, **ends, **OPTIONS[edition])
    for name, points, words in PLAYED[edition]:
        if isinstance(points, int):
            sign, address = "-" if points < 0 else "", f"{paper.game}/adjustments"
            fields = [("player", name or ""), ("points", str(abs(points))), ("why", words)]
            paper.open(address).press(address, fields, sign=sign)
            continue
        hands = {f"points_{NAMES.index(each) + 1}": str(n) for each, n in points.items()}
        out = str(NAMES.index(name) + 1 if name else 0)
        paper.open(paper.game).round(out, remark=words, **hands)
    return paper


def play_by_script(script: Script, edition: str) -> Script:
    script.start(*NAMES, edition=edition, target=900, round_limit=3, **OPTIONS[edition])
    for name, points, words in PLAYED[edition]:
        if isinstance(points, int):
            script.write("POST", "/adjustments", player=name, points=points, why=words)
        else:
            hands = {each: {"points": n} for each, n in points.items()}
            script.record_round(went_out=name, hands=hands, remark=words)
        assert script.last.status_code == 201, script.last.text
    return script


@pytest.mark.parametrize("edition", PLAYED)
def test_form_json_and_score_sheet_give_the_same_state(app: Flask, edition: str) -> None:
    paper = play_by_form(Paper(app.test_client()), edition)
    script = play_by_script(Script(app, "203.0.113.7"), edition)
    state = script.state
    assert (len(state["adjustments"]), state["round_limit"], state["target"]) == (3, 3, 900)
    assert state["outcome"]["termination"] == "rounds-played"
    assert paper.state == state
    for text in (
        paper.client.get(f"/api{paper.game}/score-sheet.txt").text,
        script.read("/score-sheet.txt").text,
    ):
        again = Paper(app.test_client()).send("/games/import", [("sheet", text)])
        assert {**again.state, "version": 0} == {**state, "version": 0}
        assert again.client.get(f"/api{again.game}/score-sheet.txt").text == text


# what is refused, with the sentence in both languages

WHOLE = ("This must be a whole number, such as 25.", "Il faut un nombre entier, comme 25.")
TO_100 = ("This must be a number from 1 to 100.", "Il faut un nombre de 1 à 100.")
ZERO = (
    "0 points change nothing: enter how many to add or take away.",
    "0 point ne change rien : indiquez combien ajouter ou retirer.",
)
NO_ZOE = ("Nobody called “Zoe” is playing.", "Personne du nom de « Zoe » ne joue.")
MILLION = (
    "This must be a number from -1000000 to 1000000.",
    "Il faut un nombre de -1000000 à 1000000.",
)
TOO_LARGE = (
    "This is too large: send less at once. Nothing was changed.",
    "C’est trop gros : envoyez-en moins à la fois. Rien n’a changé.",
)


def assert_said(paper: Paper, said: tuple[str, str], language: str) -> None:
    text = paper.text.replace("\xa0", " ").replace("\u202f", " ")
    assert said[language == "fr"] in text, text[:600]


@pytest.fixture(params=["en", "fr"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@cases(
    """given | said
0 | TO_100
101 | TO_100
ten | WHOLE
2.5 | WHOLE
""",
    TO_100=TO_100,
    WHOLE=WHOLE,
)
def test_wrong_limit_is_explained_by_form_settings_and_json(
    app: Flask, language: str, given: object, said: tuple[str, str]
) -> None:
    paper = Paper(app.test_client()).open(f"/?lang={language}")
    for end in ("rounds", "both"):
        paper.start("hello-kitty", *NAMES, end=end, round_limit=str(given))
        assert paper.status == 422
        assert_said(paper, said, language)
    paper.start("hello-kitty", *NAMES)
    address = f"{paper.game}/settings"
    paper.open(address).send_form(address, [("change", "target"), ("round_limit", str(given))])
    assert paper.status == 422
    assert_said(paper, said, language)
    script = Script(app, "203.0.113.7").start()
    for method, path in (("POST", "/games"), ("PATCH", f"/games/{script.score_key}")):
        values = {"edition": "hello-kitty", "players": NAMES, "round_limit": given}
        script.ask(method, f"{path}?lang={language}", json=values)
        assert said[language == "fr"] in script.assert_refused()["/round_limit"].replace(
            "\xa0", " "
        )
    assert script.state["version"] == 1


@cases(
    """player | points | said
Ana | 0 | ZERO
Zoe | 5 | NO_ZOE
Ana | 1000001 | MILLION
Ana | -1000001 | MILLION
Ana | ten | WHOLE
""",
    ZERO=ZERO,
    NO_ZOE=NO_ZOE,
    MILLION=MILLION,
    WHOLE=WHOLE,
)
def test_wrong_adjustment_is_explained_by_form_and_json(
    app: Flask, language: str, player: str, points: object, said: tuple[str, str]
) -> None:
    paper = Paper(app.test_client()).open(f"/?lang={language}").start("hello-kitty", *NAMES)
    address = f"{paper.game}/adjustments"
    paper.open(address).press(address, [("player", player), ("points", str(points))], sign="")
    assert paper.status == 422
    assert_said(paper, said, language)
    values = {"player": player, "points": points}
    field = "/player" if said is NO_ZOE else "/points"
    script = Script(app, "203.0.113.7").start()
    script.write("POST", f"/adjustments?lang={language}", **values)
    assert said[language == "fr"] in script.assert_refused()[field].replace("\xa0", " ")
    assert script.state["adjustments"] == paper.state["adjustments"] == []


@cases(
    """table | said
"Ana,Bo\\n1,2,3" | RAGGED
"Ana,ana\\n0,5" | TWICE
MANY | TOO_MANY
""",
    MANY=",".join(f"P{n}" for n in range(41)) + "\n" + ",".join(["0"] * 40) + ",5",
    RAGGED=(
        "Line 2, column 3: This line has 3 columns and the first one 2: give it as many.",
        "Ligne 2, colonne 3 : Nombre de colonnes : 3 sur cette ligne, 2 sur la première.",
    ),
    TWICE=(
        "Line 1, column 2: Two players are called ana: give one of them another name.",
        "Ligne 1, colonne 2 : Deux joueurs s’appellent ana : changez l’un des deux noms.",
    ),
    TOO_MANY=(
        "Line 1: This is for 2 to 10 players; you have 41.",
        "Ligne 1 : Il faut de 2 à 10 joueurs ; vous êtes 41.",
    ),
)
def test_wrong_table_is_explained_with_its_place(
    app: Flask, language: str, table: str, said: tuple[str, str]
) -> None:
    paper = Paper(app.test_client())
    file: Mapping[str, Any] = {"file": (BytesIO(table.encode()), "scores.csv")}
    paper.shown(paper.client.post(f"/games/import?lang={language}", data=file))
    assert paper.status == 422
    assert_said(paper, said, language)


def test_table_of_four_mebibytes_is_refused(app: Flask, language: str) -> None:
    paper = Paper(app.test_client())
    table = b"Ana,Bo\n" + b"0,1\n" * 2**20
    body = b"--x\r\nContent-Disposition: form-data; name=file; filename=a.csv\r\n\r\n" + table
    sent: Any = {"data": body + b"\r\n--x--\r\n", "content_type": "multipart/form-data; boundary=x"}
    paper.shown(paper.client.post(f"/games/import?lang={language}", **sent))
    assert paper.status == 413
    assert_said(paper, TOO_LARGE, language)
