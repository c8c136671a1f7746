"""The history page, the phone behind each change, undo, and stepping back to a version."""

import re

import pytest

from tests.web.clock import Clock
from tests.web.paper import Paper


@pytest.fixture
def played(paper: Paper, clock: Clock) -> Paper:
    """Return “Bo’s phone” after three rounds, of which the third was played four minutes later."""
    paper.send("/nickname", [("nickname", " Bo’s phone ")])
    paper.start("classic-108", "Ana", "Bo", "Cy")
    for points in ("45", "7"):
        paper.round("1", points_2=points, points_3="0")
    clock.advance(minutes=4)
    return paper.round("1", points_2="8", points_3="0")


def back(paper: Paper, version: str) -> Paper:
    address = f"{paper.game}/back"
    paper.open(f"{paper.game}/history")
    return paper.send(address, [("version", version_of(paper)), ("to", version)])


def version_of(paper: Paper) -> str:
    fields = paper.typed
    return fields.get("version", "")


def lines(played: Paper) -> list[str]:
    """Return the entries of the history page as text, with each time replaced by `now`."""
    page = played.open(f"{played.game}/history").page
    rows = re.findall(r'<tr.*?</tr>|<li class="item.*?</li>', page, re.DOTALL)
    texts = [
        " ".join(re.sub("<[^>]*>", " ", row).split()) for row in rows if 'scope="col"' not in row
    ]
    return [re.sub(r"[\d-]{10} [\d:]{5} UTC", "now", line) for line in texts]


def without_times(played: Paper) -> list[str]:
    return [re.sub(" now( ·)?( Bo’s phone)?", "", line) for line in lines(played)]


def correct(played: Paper, number: int, points: str) -> None:
    address = f"{played.game}/rounds/{number}"
    played.open(address)
    played.send_form(address, [("went_out", "1"), ("points-2", points), ("points-3", "0")])


def test_history_lists_rounds_with_their_times_and_phones(played: Paper) -> None:
    """A phone is named only if it differs from the one in the line above."""
    played.phone_in_same_game().round("2", points_1="5", points_3="6")
    assert lines(played) == [
        "Round 4 now (5) 5 left in hand +11 (6) 6 left in hand",
        "Round 3 now Bo’s phone +8 (8) 8 left in hand (0) 0 left in hand",
        "Round 2 now +7 (7) 7 left in hand (0) 0 left in hand",
        "Round 1 now +45 (45) 45 left in hand (0) 0 left in hand",
        "Game started. now · Bo’s phone",
    ]


def test_history_lists_corrections_below_their_round(played: Paper) -> None:
    correct(played, 1, "54")
    correct(played, 1, "55")
    played.send_form(f"{played.game}/undo", [])
    correct(played, 2, "9")
    played.open(f"{played.game}/rounds/3").send_form(f"{played.game}/rounds/3/remove", [])
    assert without_times(played)[:5] == [
        "Round 3 was removed.",
        "Undone: Round 1 corrected: Bo’s hand from 54 to 55.",  # 1 may be another round by now
        "Round 1 corrected: Bo’s hand from 54 to 55. (undone)",
        "Round 3: Ana went out. Bo 8, Cy 0.",
        "Round 2 +9 (9) 9 left in hand (0) 0 left in hand",
    ]
    played.open(played.game).send_form(f"{played.game}/undo", [])
    assert without_times(played)[2:] == [
        "Round 3 +8 (8) 8 left in hand (0) 0 left in hand",
        "Round 2 +9 (9) 9 left in hand (0) 0 left in hand",
        "Round 2 corrected: Bo’s hand from 7 to 9.",
        "Round 1 +54 (54) 54 left in hand (0) 0 left in hand",
        "Round 1 corrected: Bo’s hand from 45 to 54.",
        "Round 1 corrected: Bo’s hand from 54 to 55. (undone)",
        "Undone: Round 1 corrected: Bo’s hand from 54 to 55.",
        "Game started.",
    ]


def test_history_names_the_phones_player_instead_of_its_nickname(played: Paper) -> None:
    played.open(played.game).send(f"{played.game}/phone", [("seat", "3")])
    played.open(played.game).round("2", points_1="5", points_3="6")
    assert lines(played)[0].startswith("Round 4 now Cy (5)")


def test_phone_name_is_not_exported_with_the_game(played: Paper) -> None:
    key = played.game.rpartition("/")[2]
    for path in ("", "/score-sheet.txt", ".csv"):
        assert "phone" not in played.another_phone().client.get(f"/api/games/{key}{path}").text


def test_nickname_of_phone_can_be_changed_and_removed(played: Paper) -> None:
    address = f"{played.game}/nickname"
    assert played.open(f"{played.game}/history").typed["nickname"] == "Bo’s phone"
    played.send(address, [("nickname", "Zoé")])
    assert "This phone is now called Zoé." in played.text
    assert played.open("/?all=1").typed["nickname"] == "Zoé"
    played.send(address, [("nickname", " ")])
    assert "no longer has a name" in played.text
    assert played.open("/?all=1").typed["nickname"] == ""


@pytest.mark.parametrize("name", ["a,b", "x" * 25, "a\u200fb", "=1", "x" * 10_000])
def test_invalid_nickname_leaves_the_old_one(played: Paper, name: str) -> None:
    played.send("/nickname", [("nickname", name)])
    assert played.status == 200
    assert played.open("/?all=1").typed["nickname"] == "Bo’s phone"


def test_stepping_back_to_a_version_can_be_redone(played: Paper) -> None:
    assert back(played, "2").has("2 changes are undone.", "Ana leads by 45")
    history = played.open(f"{played.game}/history").text
    assert (
        "Undone: Round 2: Ana went out. Bo 7, Cy 0. Round 3: Ana went out. Bo 8, Cy 0." in history
    )
    played.open(played.game).send_form(f"{played.game}/redo", [])
    assert played.has("Ana leads by 60")
    assert back(played, "1").has("3 changes are undone.", "Round 1")


def test_undo_message_names_the_change_that_is_undone(played: Paper) -> None:
    def step(way: str) -> Paper:
        return played.send_form(f"{played.game}/{way}", [])

    last = f"{played.game}/rounds/2"
    assert step("undo").has("Round 3 (Ana +8) is undone. Enter it again, or tap Redo.")
    assert step("redo").has("Redone. Round 3: Ana +8.")
    played.open(last).send_form(f"{last}/remove", [])
    assert step("undo").has("Round 2 is back.")
    played.open(last).send_form(last, [("went_out", "1"), ("points-2", "9"), ("points-3", "9")])
    assert step("undo").has("The correction to round 2 is undone.")


def test_undo_message_in_keep_own_scoring_names_who_went_out(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo", scoring="keep-own").round("2", points_1="7")
    paper.send_form(f"{paper.game}/undo", [])
    assert paper.has("Round 1 (Bo went out) is undone.", "Game started")


CHANGES = [
    ({"change": "target", "target": "300"}, "Target: 300", "The target went from 500 to 300."),
    ({"change": "dealer", "dealer": "Cy"}, "Cy deals the next round", "Cy deals the next round."),
    ({"change": "leave", "leave": "Cy"}, "Cy left the table", "Cy left the table."),
    ({"change": "join", "name": "Zoe"}, "Zoe joined", "Zoe joined with a total of 0."),
    ({"change": "stop", "time": ""}, "no longer stopping", "You’re no longer stopping at a set"),
]


@pytest.mark.parametrize(("fields", "done", "undone"), CHANGES)
def test_settings_change_is_visible_once_on_game_page_and_named_after_undo(
    played: Paper, fields: dict[str, str], done: str, undone: str
) -> None:
    played.open(f"{played.game}/settings").send_form(f"{played.game}/settings", [*fields.items()])
    flash = re.compile(r'<p class="flash( visually-hidden)?">')
    line = re.compile(r'<div class="latest"><p>[^<]*' + re.escape(done))
    assert line.search(played.page)
    assert flash.findall(played.page) == [" visually-hidden"]
    played.send_form(f"{played.game}/undo", [])
    assert flash.findall(played.page) == [""]
    assert played.has(f"Undone: “{undone}")
    assert not line.search(played.page)


def test_house_rule_is_named_in_history_and_by_its_undo(played: Paper) -> None:
    game = played.game
    played.send(f"{game}/rules/settled", [("rule", "stack.2on2"), ("text", "Never")])
    rule = "House rule: Can I answer a +2 with a +2 so that the next player draws? – Never"
    assert played.open(f"{game}/history").has(rule)
    latest = played.open(game).page.partition('<div class="latest">')[2].partition("</div>")[0]
    assert ">House rule: Answering a +2</a>" in latest
    assert f'href="{game}/rules/stack-draw-two#stack.2on2"' in latest
    assert played.send_form(f"{game}/undo", []).has(f"Undone: “{rule}”")


def test_history_shows_custom_house_rule_without_its_question(played: Paper) -> None:
    game = played.game
    played.send(f"{game}/rules/settled", [("rule", "stack.2on2"), ("choice", "custom")])
    history = f"{game}/history"
    assert played.open(history).has("House rule: A +2 may be stacked on a +2;")
    assert played.open(f"{history}?lang=fr").has("Règle maison : On peut empiler les +2 ;")
    played.send(f"{game}/rules/settled", [("rule", "stack.2on2"), ("by_the_sheet", "1")])
    assert played.open(f"{history}?lang=en").has("House rule dropped: Can I answer a +2 with a +2")
    assert played.open(game).has("House rule dropped: Answering a +2")


@pytest.mark.parametrize("to", ["4", "5", "99", "", "x", "-", "9" * 400])
def test_stepping_to_current_or_invalid_version_is_refused(played: Paper, to: str) -> None:
    assert back(played, to).status == 422
    assert played.open(played.game).has("Ana leads by 60")


def test_stepping_to_a_negative_version_goes_to_the_start(played: Paper) -> None:
    assert back(played, "-5").has("3 changes are undone.")
    assert played.open(f"{played.game}/history").has("Game started.")


def test_stepping_back_from_a_stale_history_conflicts(played: Paper) -> None:
    other = played.phone_in_same_game()
    played.open(f"{played.game}/history")
    version = version_of(played)
    other.round("2", points_1="5", points_3="6")
    played.send(f"{played.game}/back", [("version", version), ("to", "2")])
    assert played.status == 409
    assert other.open(other.game).has("Ana leads by 49", "11")


def test_watcher_sees_the_history_but_cannot_step_back(played: Paper) -> None:
    watch = played.board.removeprefix("/watch/")
    guest = played.another_phone()
    assert guest.open(f"/games/{watch}/history").has("Bo’s phone", "Round 3")
    assert "<form" not in guest.page
    assert guest.send(f"/games/{watch}/back", [("to", "2")]).status == 404
    assert guest.send(f"/games/{watch}/nickname", [("nickname", "Zoe")]).status == 404


def test_request_ids_are_unique_across_forms_pages_and_phones(played: Paper) -> None:
    played.send_form(f"{played.game}/undo", [])
    other = played.another_phone()
    given: list[str] = []
    for path in ("", "/history", "/settings", "/share", "/rounds/1"):
        for phone in (played, other):  # also pages from the cache have new request ids
            phone.open(played.game + path)
            given += re.findall(r'name="request_id" value="([^"]+)"', phone.page)
    assert len(given) > 20
    assert len(set(given)) == len(given)
