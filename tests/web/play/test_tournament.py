"""Pages of a tournament, without scripts."""

import re

import pytest
from flask import Flask

from tests.web.clock import Clock
from tests.web.groups.phones import group_of
from tests.web.hall import EIGHT, form_of, save, seats_at
from tests.web.paper import Paper


def start(paper: Paper, players: list[str] = EIGHT, more: str = "", **options: str) -> Paper:
    """Start a tournament with the form for a new game, and return the phone on the game's page."""
    names = [("players", name) for name in players]
    chosen = [("edition", "classic-108"), ("format", "tournament"), ("more_players", more)]
    paper.open("/games/new")
    return paper.send("/games", [*chosen, *names], target="500", scoring="keep-own", **options)


@pytest.fixture
def organiser(paper: Paper) -> Paper:
    return start(paper)


def phone_at(organiser: Paper, table: int) -> Paper:
    """Return a new phone that has opened a table's link from the organiser's share page."""
    links = re.findall(r"/tables/[\w-]+", organiser.open(f"{organiser.game}/share").page)
    phone = organiser.another_phone()
    phone.game = links[table - 1]
    return phone.open(phone.game)


def test_tournament_page_explains_fairness_before_play(organiser: Paper) -> None:
    assert organiser.has("8 players · 7 rotations · 4 rounds with each partner")
    assert organiser.has("Is it fair? Everyone teams up with everyone once, and plays against")
    assert not organiser.has("sits out")
    start(organiser, [*EIGHT, "Ida"], rotations="2", by_average="1")
    assert organiser.has("Is it fair? Nobody gets the same partner twice.", "2 times at most")
    assert organiser.has("Some will never team up", "Some sit out more than others. So the ranking")


def test_tournament_page_lists_tables_first_with_qr_code_links(organiser: Paper) -> None:
    assert organiser.has("Table 1 0 rounds of 4", "Open table 1 QR code", "Table 2 0 rounds of 4")
    first, second = (organiser.text.index(f"Open table {number}") for number in (1, 2))
    assert first < second < organiser.text.index("Is it fair?")
    assert not organiser.has("Standings")  # no points yet
    code = re.findall(r'href="([^"]*shown=table-2[^"]*)"', organiser.page)[0]
    share = organiser.open(code.replace("&amp;", "&")).page
    assert re.findall(r'<details class="code[^>]* id="([^"]+)"[^>]* open>', share) == ["table-2"]


def test_finished_tables_come_last_and_all_players_are_listed_by_name(paper: Paper) -> None:
    organiser = start(paper, rounds_per_partnership="1")
    save(phone_at(organiser, 1))
    organiser.open(organiser.game)
    assert re.findall(r"<h2>Table (\d)", organiser.page) == ["2", "1"]
    found = re.findall(r"<bdi>(\w+)</bdi></span><b>Table (\d)</b>", organiser.page)
    assert [name for name, _ in found] == EIGHT
    assert sorted(table for _, table in found) == ["1"] * 4 + ["2"] * 4


def test_home_page_of_organiser_omits_tournament_board_and_table_links(organiser: Paper) -> None:
    share = organiser.open(f"{organiser.game}/share").page
    tables, boards = (
        sorted(set(re.findall(rf"/{kind}/[\w-]+", share))) for kind in ("tables", "watch")
    )
    guest = organiser.another_phone()
    for phone in (organiser, guest):
        for address in (*boards, *tables):
            phone.open(address)
        phone.open("/")
    listed = [address in organiser.page for address in (organiser.game, *boards, *tables)]
    assert listed == [True, False, False, False]
    assert [address in guest.page for address in (*boards, *tables)] == [False, True, True]


def test_available_time_determines_the_number_of_rotations(paper: Paper) -> None:
    paper.open("/games/new")
    assert paper.has("About 1 hour", "up to 2 rotations", "About 3 hours")
    assert re.search(r'name="rotations" value="6"[^>]* checked', paper.page)
    forty = "\r\n".join(f"P{n}" for n in range(40))
    assert start(paper, [""], forty, rotations="6").has("40 players · 6 rotations")
    assert start(paper, EIGHT[:4], rotations="6").has("4 players · 3 rotations")
    assert start(paper, rotations="0").status == 422
    assert paper.has("As long as it takes")


def test_invalid_names_in_the_multiline_field_are_refused(paper: Paper) -> None:
    organiser = start(paper, [f"P{n}" for n in range(10)], "Zoe\nP3\na|b")
    assert organiser.status == 422
    assert organiser.has("Two players are called P3", "can’t contain “|”")
    assert "Zoe\nP3\na|b" in organiser.page


def test_two_tables_play_a_whole_tournament(paper: Paper) -> None:
    organiser = start(paper, rounds_per_partnership="1", rotations="2")
    one, two = phone_at(organiser, 1), phone_at(organiser, 2)
    assert one.has("Table 1", "Rotation 1 of 2", "1 round left")
    save(one)
    assert one.has("Table 1: done for now", "starts when these have finished: Table 2.")
    organiser.open(organiser.game)
    assert organiser.has("Table 1 ✓ done", "Table 2 0 rounds of 1")
    save(two, 30)
    assert organiser.open(organiser.game).has("Rotation 2 of 2")
    assert not organiser.has("The next rotation starts")
    assert save(one.open(one.game)).has("The tournament ends when these have finished: Table 2.")
    save(two.open(two.game))
    assert two.has("most points after the last rotation")
    organiser.open(organiser.game)
    assert organiser.has("most points after the last rotation", "Rematch, same seats")


def test_all_pages_say_to_change_seats_after_a_rotation(paper: Paper) -> None:
    organiser = start(paper, rounds_per_partnership="2")
    one, two = phone_at(organiser, 1), phone_at(organiser, 2)
    board = organiser.board
    guest = organiser.another_phone()
    pages = [(one, one.game), (two, two.game), (organiser, organiser.game), (guest, board)]
    for _ in range(2):
        assert not any(phone.open(page).has("change seats") for phone, page in pages)
        save(one.open(one.game))
        save(two.open(two.game))
    assert all(phone.open(page).has("Rotation 1 is over: change seats") for phone, page in pages)
    assert one.has("Leaving this table", "Gus Table 2, with Cy")
    assert not one.has("Ana Table 1, with Hal")  # she stays at this table
    save(one)
    over = [phone.open(page).has("Rotation 1 is over") for phone, page in pages]
    assert over == [False, True, False, False]  # table 2 has not played yet
    (*_, opponent) = seats_at(two)
    two.send(f"{two.game}/hands/{opponent}", [(f"points-{opponent}", "7"), ("round", "3")])
    assert two.open(two.game).has("Table 2 Rotation 2 of 7")  # the next players have sat down
    assert not two.has("Rotation 1 is over")


def test_notice_to_change_seats_disappears_after_five_minutes(app: Flask, clock: Clock) -> None:
    organiser = start(Paper(app.test_client()), rounds_per_partnership="1")
    one, two = phone_at(organiser, 1), phone_at(organiser, 2)
    board = organiser.board
    save(one)
    save(two)
    pages = [one.game, two.game, organiser.game, board]
    shown = {}
    for page in pages:
        assert one.open(page).has("Rotation 1 is over: change seats")
        shown[page] = re.findall(r'"since": "([^"]+)"', one.page)[0]
    clock.advance(minutes=4)
    answers = [app.test_client().get(page, query_string={"since": shown[page]}) for page in pages]
    assert [answer.status_code for answer in answers] == [204] * 4
    clock.advance(minutes=1)
    for page in pages:  # the notice disappears from pages that poll, too
        asked = {"since": shown[page]}
        assert "is over" not in app.test_client().get(page, query_string=asked).text
        assert one.open(page).has("Rotation 2 of 7")
        assert not one.has("change seats")


def test_table_that_is_no_longer_used_shows_its_players_next_seats(paper: Paper) -> None:
    organiser = start(paper, rounds_per_partnership="1")
    tables = phone_at(organiser, 1), phone_at(organiser, 2)
    for phone in tables:
        save(phone)
    change(organiser, "leave", leave="Eve")
    two = tables[1].open(tables[1].game)
    assert two.has("Rotation 1 is over: change seats", "Next up", "sits out", "Dee")
    assert not two.has("Eve sits out")
    assert not two.has("The next rotation starts")


def test_second_phone_of_a_table_cannot_save_the_same_round(organiser: Paper) -> None:
    one, same = phone_at(organiser, 1), phone_at(organiser, 1)
    other = phone_at(organiser, 2)
    save(one)
    assert save(same, 33).status == 409
    assert same.has("What you entered is still here")
    assert "33" in same.typed.values()
    assert save(other).status == 200
    assert save(same).status == 200


def test_tournament_pages_use_the_pink_style_of_the_box(paper: Paper) -> None:
    paper.start("hello-kitty", *EIGHT, format="tournament")
    table = phone_at(paper, 1)
    board = paper.board
    for address in (paper.game, table.game, board):
        assert re.search(r'<body class="[^"]* pinkbox"', paper.open(address).page), address


def test_table_can_undo_its_last_round(organiser: Paper) -> None:
    one, two = phone_at(organiser, 1), phone_at(organiser, 2)
    save(one)
    save(two)
    page = organiser.open(organiser.game).page
    assert page.index('form="undo"') < page.index("Rotation 1 of 7")  # beside the saved round
    one.open(one.game).send(f"{one.game}/undo", form_of(one))
    assert one.has("4 rounds left")
    assert re.search(r"Round removed: \w+ \+10, \w+ \+10\.", one.text)
    assert organiser.open(organiser.game).has("Table 1 0 rounds of 4", "Table 2 1 round of 4")


def test_refused_round_at_a_table_keeps_typed_values(organiser: Paper) -> None:
    one = phone_at(organiser, 1)
    out, _, left, _ = seats_at(one)
    one.send(f"{one.game}/rounds", [*form_of(one), ("went_out", out), (f"points-{left}", "7")])
    assert one.status == 422
    assert one.has("is missing. If it’s worth nothing, enter 0")
    assert one.typed[f"points-{left}"] == "7"


def test_organiser_can_correct_and_remove_rounds(organiser: Paper) -> None:
    one = phone_at(organiser, 1)
    out, partner, left, right = seats_at(one)
    save(one)
    organiser.open(f"{organiser.game}/rounds/1")
    fields = [("went_out", partner), (f"points-{left}", "50"), (f"points-{right}", "0")]
    organiser.send_form(f"{organiser.game}/rounds/1", fields)
    assert organiser.has("Round 1 (table 1, rotation 1) corrected", "50 50.0 1")
    assert out
    organiser.open(f"{organiser.game}/rounds/1").send_form(f"{organiser.game}/rounds/1/remove", [])
    assert organiser.has("Round removed: ", "Table 1 0 rounds of 4")


def change(organiser: Paper, what: str, **fields: str) -> Paper:
    organiser.open(f"{organiser.game}/settings")
    hidden = re.findall(r'name="(version|request_id)" value="([^"]*)"', organiser.page)[:2]
    sent = [("request_id", f"{what} {fields}"), ("change", what)]
    sent += [("version", dict(hidden)["version"])]
    return organiser.send(f"{organiser.game}/settings", [*sent, *fields.items()])


def test_organiser_can_set_stand_in_leaver_and_fewer_rotations(organiser: Paper) -> None:
    save(phone_at(organiser, 1))
    change(organiser, "stand-in", seat="3", name="Zoe")
    assert organiser.has("Zoe takes over from Cy", "Cy / Zoe")
    change(organiser, "leave", leave="Bo")
    assert organiser.has("Bo left. A stand-in finishes the rotation that has begun")
    assert organiser.has("7 players · 7 rotations", "Is it fair?")
    change(organiser, "rotations", rotations="1")
    assert organiser.has("Rotations to be played: 1, not 7", "7 players · 1 rotation ·")
    assert change(organiser, "rotations", rotations="0").status == 422
    organiser.open(f"{organiser.game}/history")
    assert organiser.has("Round 1 (table 1, rotation 1)", "Zoe takes over from Cy")


def test_plan_page_has_printable_plan_and_table_cards(paper: Paper) -> None:
    organiser = start(paper, [*EIGHT, "Ida"])
    organiser.open(f"{organiser.game}/plan")
    assert organiser.status == 200
    assert organiser.has("9 rotations", "Sitting out", "Ida", "Table 2")
    assert organiser.page.count('class="tablecard"') == 2
    assert 'data-action="print"' in organiser.page
    assert "print.js" in organiser.page
    assert organiser.page.count('class="pairs"') == 2 * 9
    # In nine rotations of two tables, each of the nine players has one rest, shown as a dash.
    found = re.findall(r"<bdi>(\w+)</bdi></th>((?:<td>[12–]</td>)+)</tr>", organiser.page)
    assert [name for name, _ in found] == sorted([*EIGHT, "Ida"])
    assert all((seats.count("<td>"), seats.count("–")) == (9, 1) for _, seats in found)
    # Most people look up their seats, so these come first.
    assert organiser.page.index("Rotation 9") < organiser.page.index("Is it fair?")


def test_plan_page_does_not_exist_for_other_formats(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo")
    assert paper.open(f"{paper.game}/plan").status == 404


def test_guests_see_tournament_board_and_plan_but_no_table_links(organiser: Paper) -> None:
    save(phone_at(organiser, 1))
    watch = organiser.board
    guest = organiser.another_phone().open(watch)
    assert guest.has("Rotation 1 of 7: find your table", "Table 1 1 round of 4", "10.0 per round")
    assert not guest.has(" 0.0 per round")
    assert "/tables/" not in guest.page
    assert guest.open(f"{watch.replace('watch', 'games')}/plan").status == 200


def test_rounds_cannot_be_posted_to_the_tournament_page(organiser: Paper) -> None:
    assert organiser.send(f"{organiser.game}/rounds", [("went_out", "1")]).status == 404


def test_board_links_back_to_the_last_page_of_each_phone(organiser: Paper) -> None:
    one, two = phone_at(organiser, 1), phone_at(organiser, 2)
    board = re.findall(r"/watch/[\w-]+", one.page)[0]
    assert organiser.open(organiser.game).has("Board")
    assert board in organiser.page
    for phone, words in ((organiser, "Tournament"), (one, "Table 1"), (two, "Table 2")):
        assert shortcuts(phone.open(board)) == [(phone.game, words)]
        assert phone.has("Rotation 1 of 7: find your table", "Français")
    # A phone that opened several pages gets a link to the last one.
    organiser.open(one.game).open(board)
    assert shortcuts(organiser) == [(one.game, "Table 1")]
    for guest in (organiser.another_phone(), organiser.another_phone().open(board)):
        assert shortcuts(guest.open(board)) == []
        assert not any(page in guest.page for page in (organiser.game, one.game, two.game))


def test_board_on_television_has_no_link_back_to_the_game(organiser: Paper) -> None:
    television = organiser.another_phone()
    television.open("/tv")
    code = re.findall(r'tv-code"[^>]*>(\w+)<', television.page)[0]
    game = organiser.game
    television.open(game)  # it was used as a phone before
    organiser.send(f"{game}/tv", [("code", code)])
    answer = television.client.get("/tv", follow_redirects=True)
    assert answer.request.path.startswith("/watch/")
    assert game not in answer.text


def test_names_are_found_by_letters_without_accents(paper: Paper) -> None:
    sorted_names = ["Adam", "Élodie", "Émile", "Łukasz", "Œdipe", "Oscar", "Zoé", "Zora"]
    organiser = start(paper, sorted_names[::-1])
    found = re.findall(r"<bdi>(.*?)</bdi>", organiser.find(r"Find a name.*"))
    assert list(dict.fromkeys(found))[:8] == sorted_names
    plan = organiser.open(f"{organiser.game}/plan")
    assert re.findall(r'"row"><bdi>(.*?)</bdi>', plan.page) == sorted_names


def shortcuts(phone: Paper) -> list[tuple[str, str]]:
    """Return the address and text of each shortcut link at the top of a page."""
    above = re.findall(r'<nav aria-label="Shortcuts">(.*?)</nav>', phone.page, re.DOTALL)
    found = re.findall(r'href="([^"]+)".*?<span>(.*?)</span>', "".join(above), re.DOTALL)
    return [(address, words) for address, words in found]


@pytest.mark.parametrize(("chosen", "later", "expected"), [(1, 1, 1), (1, 2, 2), ("", 1, 1)])
def test_tournament_rematch_keeps_players_rotations_and_rounds_per_partner(
    paper: Paper, chosen: int, later: int, expected: int
) -> None:
    organiser = start(paper, EIGHT, rounds_per_partnership="1", rotations=str(chosen))
    if later != chosen:
        change(organiser, "rotations", rotations=str(later))
    for _ in range(later):
        for table in (1, 2):
            save(phone_at(organiser, table))
    organiser.open(organiser.game)
    organiser.send(f"{organiser.game}/rematch", [])
    assert organiser.has(
        f"8 players · {expected} rotation{'s' * (expected > 1)} · 1 round with each"
    )


def test_rematch_after_players_left_has_no_more_rotations_than_its_plan(paper: Paper) -> None:
    organiser = start(paper, [*EIGHT, "Ida"], rotations="9")
    change(organiser, "leave", leave="Ida")
    organiser.send(f"{organiser.game}/rematch", [])
    assert organiser.has("8 players · 7 rotations")


def test_groups_next_tournament_keeps_rotations(paper: Paper) -> None:
    organiser = start(paper, EIGHT, rotations="2")
    group = group_of(organiser.client, organiser.game)
    organiser.send(f"{group}/start", [("present", name) for name in EIGHT])
    assert organiser.has("8 players · 2 rotations")
    organiser.send(f"{group}/start", [("present", name) for name in EIGHT[:3]])
    assert organiser.has("Ana", "Round 1")
