"""The maker of own boxes: typed in, copied from another box, or read from a file."""

import json
import re
from io import BytesIO
from typing import Any

import pytest

from companion.editions.own_boxes import write_file
from companion.game.requests.box import read_box
from tests.game.boxes import KNOCK_OUT_BOX, NEGATIVE_POINTS, NO_CARDS, TWO_SIDED
from tests.rows import cases
from tests.web.cookies import cookie_name
from tests.web.paper import Fields, Paper
from tests.web.script import Script

NEW = "/boxes/new"
ARABIC = "بدّل اللون"


def add(paper: Paper, name: str, points: object = "", **more: str) -> Paper:
    worth: Fields = [("new-other", str(points))] if points != "" else []
    return paper.press(NEW, [("new-name", name), *worth], do="add", **more)


def use(paper: Paper, name: str = "Ours") -> Paper:
    return paper.press(NEW, [], name=name, do="use")


def play(paper: Paper, *players: str, **more: str) -> dict[str, Any]:
    """Start a game with the own box of the open page, and return its state as JSON values."""
    names = [("players", name) for name in players or ("Ana", "Bo", "Cy")]
    paper.press("/games", names, edition="own", **more)
    assert paper.game.startswith("/games/"), paper.text
    return paper.state


def opened(paper: Paper, content: bytes) -> Paper:
    return paper.shown(paper.client.post(NEW, data={"file": (BytesIO(content), "ours.toml")}))


def file_of(box: dict[str, Any]) -> str:
    return write_file(read_box(box, ("flip", "hello-kitty")))


def names(state: dict[str, Any]) -> list[str]:
    return [card["name"] for card in state["box"]["cards"]]


def test_typed_in_box_is_used_for_a_game(paper: Paper) -> None:
    paper.open(NEW).press(NEW, [], do="1-9", two_sided="1", sides="day")
    paper.press(NEW, [("sides", "day"), ("sides", "night")], do="0-9")
    assert not paper.has("is in the box.")
    assert add(paper, "Skip", 20, **{"new-side": "1"}).has("Skip is in the box.")
    add(paper, "Skip Everyone", 30, **{"new-side": "2"})
    add(paper, ARABIC, 60)
    assert paper.typed["new-side"] == "2"
    assert ("new-points", "20") in paper.typed.items()
    use(paper.press(NEW, [], do="add", **{"new-name": "Wild", "new-side": ""}), "Chez nous")
    state = play(paper)
    assert names(state) == [*"1234567890", "Skip", "Skip Everyone", ARABIC, "Wild"]
    assert state["box"]["cards"][12] == {
        "name": ARABIC, "card": "card-13", "points": 60, "count": None, "side": "night",
    }  # fmt: skip
    assert (state["box"]["name"], state["box"]["sides"]) == ("Chez nous", ["day", "night"])
    assert state["box"]["cards"][-1]["points"] == 20


def test_crossed_out_cards_are_not_in_the_box(paper: Paper) -> None:
    paper.open(f"{NEW}?from=no-mercy")
    struck = [("struck", str(place)) for place in (0, 10, 11)]
    add(paper.press(NEW, struck, do="add", **{"new-name": "Skip"}), "Zap", 5)
    use(paper, "Mercy")
    state = play(paper)
    assert (state["box"]["like"], state["box"]["knock_out"]) == ("no-mercy", {"bonus": 250})
    assert names(state) == [
        *"123456789", "+2", "Coloured +4", "Discard All", "Skip Everyone",
        "Wild Reverse +4", "Wild +6", "Wild +10", "Wild Colour Roulette", "Skip", "Zap",
    ]  # fmt: skip
    assert state["box"]["cards"][9]["count"] == 12


def test_number_cards_are_added_without_duplicates(paper: Paper) -> None:
    paper.open(NEW)
    for press in ("1-9", "0-9", "0-9"):
        paper.press(NEW, [], do=press)
    use(paper)
    assert names(play(paper)) == [*"1234567890"]
    paper.open(NEW).press(NEW, [], do="1-9", two_sided="1", **{"new-side": "1"})
    paper.press(NEW, [("sides", "day"), ("sides", "night")], do="1-9", **{"new-side": "2"})
    use(paper)
    assert names(play(paper)) == [*"123456789"] * 2


def test_typed_card_is_added_when_box_is_used(paper: Paper) -> None:
    paper.open(NEW).press(NEW, [], do="use", name="Ours", **{"new-name": "Zap"})
    assert names(play(paper)) == ["Zap"]


def test_switched_off_sides_and_counts_are_not_in_the_box(paper: Paper) -> None:
    paper.open(f"{NEW}?from=flip")
    dark = [str(place) for place, side in enumerate(_column(paper, "side")) if side == "2"]
    left = [f for f in _fields(paper) if f[0] not in {"two_sided", "counted", "name"}]
    paper.send(NEW, [*left, *(("struck", place) for place in dark)], name="Ours", do="use")
    box = play(paper)["box"]
    assert (box["sides"], {card["count"] for card in box["cards"]}) == (None, {None})
    assert {card["side"] for card in box["cards"]} == {None}


def test_number_cards_with_rows_are_folded_unless_faulty(paper: Paper) -> None:
    folded = "<summary>1–9"
    assert folded in paper.open(f"{NEW}?from=flip").page
    assert _column(paper, "name")[:10] == [*"123456789", "+1"]
    # Rows with faults are unfolded, and a few number cards need no fold.
    fields = [(name, value) for name, value in _fields(paper) if name != "name"]
    assert paper.send(NEW, fields, name="", do="use").has("Give the box a name.")
    assert folded in paper.page
    counts = [(name, "x" if name == "card-count" else value) for name, value in fields]
    assert paper.send(NEW, counts, name="Ours", do="use").has("How many of 1: This must be")
    assert folded not in paper.page
    assert folded not in paper.open(f"{NEW}?from=mau-mau").page


def _fields(paper: Paper) -> Fields:
    return [(name, value) for form, name, value in paper.fields if form == NEW]


def _column(paper: Paper, part: str) -> list[str]:
    return [value for name, value in _fields(paper) if name == f"card-{part}"]


@cases("""name | points | said
skip | "30" | “skip” is already there
"" | "30" | Give the card a name
skip | "30" | "Name of the card: “skip”"
a,b | "30" | can’t contain “,”
"x" * 25 | "30" | At most 24 characters
Zap | "1001" | from -100 to 1000
Zap | much | a whole number
""")
def test_invalid_card_is_rejected_with_message_and_kept_in_form(
    paper: Paper, name: str, points: str, said: str
) -> None:
    add(paper.open(NEW), "Skip", 20)
    assert add(paper, name, points).status == 422
    assert paper.has(said)
    assert (paper.typed["new-name"], paper.typed["new-other"]) == (name, points)
    assert _column(paper, "name") == ["Skip"]
    assert add(paper, "Flip", 20).status == 200
    assert _column(paper, "name") == ["Skip", "Flip"]


def test_invalid_points_or_count_is_reported_with_card_name(paper: Paper) -> None:
    add(paper.open(NEW), "Skip", 20)
    paper.press(NEW, [("card-points", "much"), ("card-count", "x")], do="use", counted="1")
    assert paper.has("Points of Skip: This must be", "How many of Skip: This must be")


def test_use_button_is_primary_once_box_has_name_and_card(paper: Paper) -> None:
    def is_primary() -> bool:
        return '<button class="primary" name="do" value="use">' in paper.page

    paper.open(NEW)
    assert not is_primary()
    add(paper, "Skip", 20)
    assert not is_primary()
    paper.press(NEW, [("name", "Ours")], do="add", **{"new-name": "Wild"})
    assert is_primary()


def test_form_for_next_card_is_folded_in_copied_box(paper: Paper) -> None:
    folded = '<details class="fold add" id="add">'
    assert folded in paper.open(f"{NEW}?from=flip").page
    assert folded not in add(paper, "Zap", 5).page
    assert folded not in paper.open(NEW).page
    assert 'value="1-9"' in paper.page
    assert 'value="1-9"' not in paper.open(f"{NEW}?from=mau-mau").page


def test_invalid_box_is_rejected_with_all_faults(paper: Paper) -> None:
    paper.open(f"{NEW}?from=no-mercy")
    paper.press(NEW, [], do="use", name=" ", bonus="x", **{"new-name": "Zap", "new-other": ""})
    assert paper.status == 422
    assert paper.has("Give the box a name.", "Points for each one: This must be a whole number")
    assert {"fault-name", "fault-knock_out-bonus"} <= paper.ids
    assert _column(paper, "name")[-1] == "Zap"  # the valid card was added
    worth = [(n, "9999" if v == "50" else v) for n, v in _fields(paper) if n == "card-points"]
    paper.press(NEW, [*worth, ("struck", "16")], do="use", name="Ours", bonus="0")
    assert {"fault-cards-17-points", "fault-cards-19-points"} <= paper.ids
    assert "fault-cards-16-points" not in paper.ids
    assert paper.open("/").has("The rules of your box")
    assert not paper.has("Playing now")


def test_box_has_at_most_sixty_cards(paper: Paper) -> None:
    cards = [{"name": f"c{number}", "points": number} for number in range(60)]
    opened(paper, file_of({"name": "Ours", "cards": cards}).encode())
    state = play(paper)
    key = paper.game.rpartition("/")[2]
    add(paper.open(f"{NEW}?from={key}"), "Zap")
    assert paper.status == 422
    assert paper.has("60 different cards at most")
    assert paper.typed["new-name"] == "Zap"
    assert len(_column(paper, "name")) == len(state["box"]["cards"]) == 60
    paper.press(NEW, [("struck", "7")], do="use", **{"new-name": "Zap"})
    assert names(play(paper))[-1] == "Zap"


@pytest.mark.parametrize("box", [TWO_SIDED, KNOCK_OUT_BOX, NEGATIVE_POINTS, NO_CARDS], ids=str)
def test_box_file_saved_from_game_starts_another_game(script: Script, box: dict[str, Any]) -> None:
    script.start(box=box)
    saved = script.client.get(f"/games/{script.score_key}/box.toml")
    assert saved.mimetype == "application/toml"
    assert saved.headers["Content-Disposition"].startswith('attachment; filename="')
    paper = opened(Paper(script.client), saved.data)
    assert paper.has("New game", box["name"], "Your own box")
    assert play(paper)["box"] == script.state["box"]
    assert script.client.get(f"/games/{script.watch_key}/box.toml").status_code == 404


def test_game_with_built_in_box_has_no_box_file(table: Script) -> None:
    assert table.client.get(f"/games/{table.score_key}/box.toml").status_code == 404
    assert table.client.get(f"{NEW}?from={table.score_key}").status_code == 404
    assert table.client.get(f"{NEW}?from=nobodys").status_code == 404


@pytest.mark.parametrize("content", [b"", b"name = ", b"\xff\xfe", b"<html>"])
def test_file_that_is_not_a_box_is_rejected_with_message(paper: Paper, content: bytes) -> None:
    assert opened(paper, content).status == 422
    assert paper.has("This isn’t the file of a box")


def test_faulty_box_file_can_be_corrected_in_the_maker(paper: Paper) -> None:
    text = file_of(TWO_SIDED).replace("points = 30", "points = 3000").replace("Wild +2", "SKIP")
    assert opened(paper, text.encode()).status == 422
    assert {"fault-cards-12-points", "fault-cards-13-name"} <= paper.ids
    assert "3000" in _column(paper, "points")
    worth = [("card-points", "30" if p == "3000" else p) for p in _column(paper, "points")]
    use(paper.press(NEW, [*worth, ("struck", "13")], do="add", **{"new-name": "Wild"}))
    assert play(paper)["box"]["cards"][12]["points"] == 30
    nonsense = 'name = "<b>"\ncards = [1, {name = 3, points = {}, side = [1]}]\nsides = 5\nx = 1'
    assert opened(paper, f"{nonsense}\nknock_out = 250".encode()).status == 422
    assert paper.has("Choose one of these: name, cards, sides, knock_out, like, rulings_like.")


def test_names_are_escaped_in_any_script(paper: Paper) -> None:
    for name in ("<b>Zap</b>", "“\" ' & \\", ARABIC, "🔥", "{{ 7*7 }}"):
        assert add(paper.open(NEW), name, 7).status == 200
        assert add(paper, "Wild", 7).has(name)
        use(paper, name)
        assert paper.has(name)
        state = play(paper, "Ana", "Bo", "Cy")
        assert (state["box"]["name"], names(state)) == (name, [name, "Wild"])
        assert paper.has(name)
        key = paper.game.rpartition("/")[2]
        assert paper.open(f"{NEW}?from={key}").has(name)
        assert paper.open(NEW).has(name)


def test_other_phones_of_game_can_reuse_its_own_box(paper: Paper) -> None:
    box = play(opened(paper, file_of(KNOCK_OUT_BOX).encode()))["box"]
    other = paper.another_phone()
    other.open(paper.game)
    for each in (paper, other):
        each.open("/games/new")
        assert each.has("No way out", "Your own box")
        assert play(each)["box"] == box
    cookie = other.client.get_cookie(cookie_name(other.client.application))
    assert cookie
    assert "No way" not in str(cookie)
    other.press("/games", [("players", "Ana")], edition="own").open("/games/new")
    other.press("/games", [("players", "Ana"), ("players", "ana")], edition="own")
    assert other.status == 422
    assert play(other)["box"] == box


def test_own_box_of_earlier_game_can_be_chosen(paper: Paper) -> None:
    box = play(opened(paper, file_of(KNOCK_OUT_BOX).encode()))["box"]
    key = paper.game.rpartition("/")[2]
    paper.start("classic-108", "Ana", "Bo")
    assert paper.open("/games/new").has("UNO, 108 cards", "No way out")
    assert paper.typed["edition"] == "classic-108"
    assert f'<option value="{key}">No way out' in paper.open(NEW).page
    assert play(paper.open(f"/games/new?box={key}"))["box"] == box
    assert paper.open("/games/new?box=nobodys").status == 404


def test_start_form_with_own_box_can_switch_to_built_in_box(paper: Paper) -> None:
    opened(paper, file_of(KNOCK_OUT_BOX).encode())
    paper.press("/games", [("players", "Ana")], edition="classic-108", seats="5")
    assert paper.has("No way out")
    paper.press("/games", [("players", "Ana"), ("players", "Bo")], edition="classic-108")
    assert paper.state["edition"] == "classic-108"


@pytest.mark.parametrize("box", ["[]", "{", '{"name": "x", "cards": [{"points": "<b>"}]}', '"x"'])
def test_own_box_sent_with_start_form_is_validated_again(paper: Paper, box: str) -> None:
    paper.send("/games", [("players", "Ana"), ("players", "Bo")], edition="own", box=box)
    assert paper.status in {400, 422}
    paper.send("/games", [("players", "Ana"), ("players", "Bo")], edition="own")
    assert paper.status == 422
    assert not paper.open("/").has("Playing now")


def test_card_can_be_added_to_own_box_during_game(paper: Paper) -> None:
    play(opened(paper, file_of(TWO_SIDED).encode()))
    settings = f"{paper.game}/settings"
    new = [("change", "card"), ("side", "dark")]
    paper.open(settings).send_form(settings, [*new, ("name", "Skip")])
    assert paper.status == 422
    assert {"fault-card-name", "fault-card-points"} >= {i for i in paper.ids if "fault-" in i}
    paper.send_form(settings, [*new, ("name", "Flop"), ("points", "25")])
    assert paper.has("New card: Flop, 25")
    cards = paper.state["box"]["cards"]
    assert cards[-1] == {
        "name": "Flop", "card": "flop", "points": 25, "count": None, "side": "dark",
    }  # fmt: skip
    paper.send_form(f"{paper.game}/undo", [])
    assert "flop" not in json.dumps(paper.state["box"])


def test_changing_language_keeps_typed_values(paper: Paper) -> None:
    add(paper.open(NEW), "Penguin", 40)
    languages = paper.find(r'form="maker" name="do" value="" formaction="([^"]+)"')
    typed = [(n, v) for form, n, v in paper.fields if form == NEW and n not in {"do", "new-name"}]
    paper.send(languages, [*typed, ("new-name", "Not yet"), ("do", "")])
    assert paper.has("Créer votre boîte", "Penguin")
    assert paper.typed["new-name"] == "Not yet"
    assert paper.typed["card-points"] == "40"
    assert paper.page.count("Not yet") == 1  # only in the field, not among the cards


def test_fields_of_card_values_accept_a_minus_on_iphones(paper: Paper) -> None:
    """The iPhone's pad for `inputmode=numeric` has digits only."""
    add(paper.open(NEW), "Joker", -2)
    use(paper.press(NEW, [("new-name", "Ace"), ("new-other", "-1")], do="add"))
    maker = paper.page
    play(paper)
    settings = paper.open(f"{paper.game}/settings").page
    fields = {
        name: field
        for page in (maker, settings, paper.open(f"{NEW}?from=no-mercy").page)
        for field in re.findall(r"<input [^>]*>", page)
        for name in re.findall(r' name="([\w-]*points|new-other|total|bonus)"', field)
    }
    assert fields.keys() >= {"card-points", "new-other", "points", "total", "bonus"}
    assert {name for name, field in fields.items() if 'inputmode="numeric"' in field} == {"bonus"}
    # The pad for telephone numbers has a plus and no minus, so it is for games that need none.
    assert 'inputmode="tel"' not in str(fields)
    settings = paper.start("classic-108", "Ana", "Bo").open(f"{paper.game}/settings").page
    assert re.search(r'<input name="total"[^>]* inputmode="tel"', settings)
