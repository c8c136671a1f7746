"""Pages of heats, without scripts: the organiser's, those of tables and players, the board."""

import re

import pytest
from flask import Flask

from tests.web.clock import Clock
from tests.web.heats import NINE, Heats
from tests.web.paper import Paper


def start(paper: Paper, players: list[str], **options: str) -> Paper:
    """Start heats with the form for a new game, and return the phone on the game's page."""
    names = [("players", name) for name in players[:10]]
    chosen = [("edition", "classic-108"), ("format", "heats"), *names]
    more = {"more_players": "\n".join(players[10:]), "rotations": "6", "target": "500"}
    return paper.open("/games/new").send("/games", chosen, **{**more, **options})


def play(heats: Heats, paper: Paper) -> Paper:
    heats.score_key = heats.watch_key = paper.game.rpartition("/")[2]
    heats.play_stage()
    return paper.open(paper.game)


@pytest.fixture
def heats(app: Flask) -> Heats:
    return Heats(app, "203.0.113.9")


def join_by_code(
    heats: Heats, paper: Paper, *names: str, **options: int
) -> tuple[str, dict[str, Paper]]:
    """Start heats of people who join by code; return the address to join and each one's phone."""
    asked = {"edition": "classic-108", "format": "heats", "open_seats": True, "table_size": 3}
    heats.use_game(heats.ask("POST", "/games", json={**asked, **options}))
    join = f"/join/{heats.last.json['join_key']}"
    phones = {name: paper.another_phone() for name in names}
    for name, phone in phones.items():
        phone.open(join).send(join, [("name", name)])
    heats.change(open_seats=False)
    return join, phones


def test_new_tournament_form_offers_heats_beside_partners(paper: Paper) -> None:
    paper.open("/games/new?format=tournament&open_seats=1")
    assert paper.has("Tournament: partners change", "Heats and a final", "How many at a table?")
    assert 'value="heats" data-options="advance final_rounds' in paper.page
    assert (paper.typed["table_size"], paper.typed["rounds_per_table"]) == ("4", "3")


def test_stages_are_said_in_words_before_the_first_round(paper: Paper) -> None:
    many = [f"P{number}" for number in range(23)]
    start(paper, many)
    assert paper.has("23 players · 6 tables, then 3, then 2, then the final; about 1 h 50 min")
    assert paper.has("Table 6", "Open table 6", "the best 2 of each table go on", "Stage 1")
    start(paper, many, table_size="6", advance="1", rounds_per_table="1", final_rounds="5")
    assert paper.has("4 tables, then the final; about 1 h · the best of each table goes on")
    assert start(paper, NINE[:6], table_size="6").has("only a final; about 30 min", "Final")
    assert start(paper, NINE[:5]).status == 422


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"more_players": "\n".join(NINE)}, "9 players: 3 tables, then 2, then the final; about"),
        ({"players": "Ana", "more_players": "Bo"}, "This is for 6 to 60 players; you have 2."),
        ({"more_players": "Ana, Bo, Cy, Dee, Eve, Ana"}, "Two players are called Ana"),
        ({"more_players": ""}, ""),
        ({"more_players": "\n".join(NINE), "format": "tournament"}, ""),
    ],
)
def test_stages_are_said_while_names_are_typed(
    paper: Paper, fields: dict[str, str], said: str
) -> None:
    form = {"edition": "classic-108", "format": "heats", "table_size": "3", "target": "500"}
    paper.press("/games/new", [*{**form, **fields}.items()])
    assert paper.page.startswith(said)
    assert said or not paper.page


def test_organiser_draws_next_heats_once_all_tables_are_done(paper: Paper, heats: Heats) -> None:
    start(paper, NINE, table_size="3", rounds_per_table="1")
    assert paper.has("The next heats are drawn when all tables are done.")
    assert 'value="next"' not in paper.page
    refused = paper.press(f"{paper.game}/stages", [("draw", "next")])
    assert refused.has("These tables still have rounds to play: 1, 2, 3.")
    play(heats, paper)
    assert paper.has("Stage 1 is over: next comes the draw", "All tables are done")
    assert paper.has("6 players go on: Ana, ")
    assert paper.page.index('value="next"') < paper.page.index("Find a name")
    assert not paper.has("; about")
    paper.press(f"{paper.game}/stages", [("draw", "next")])
    assert paper.has("Stage 2 was drawn: 2 tables.", "Stage 2")
    # Seen once, beside its undo; the other one is for screen readers.
    seen = re.sub('<p class="[^"]*visually-hidden.*?</p>', "", paper.page, flags=re.DOTALL)
    assert seen.count("Stage 2 was drawn: 2 tables") == 1
    assert not paper.has("Draw this stage again")
    drawn = heats.tables_of(2)
    went_on = heats.state["stages"][0]["tables"][0]["advanced"]
    (out,) = set(NINE[:3]) - set(went_on)
    heats.correct(1, out, **dict.fromkeys(went_on, 5))
    assert paper.open(paper.game).has("Stage 1 was corrected, so", "Draw this stage again")
    assert not paper.has("when all tables are done")
    assert heats.tables_of(2) == drawn
    paper.press(f"{paper.game}/stages", [("draw", "again")])
    assert heats.tables_of(2) != drawn
    assert not paper.has("was corrected")
    paper.press(f"{paper.game}/undo", [])
    assert paper.has("Undone: “Stage 2 was drawn again.”", "Draw this stage again")
    assert heats.tables_of(2) == drawn
    paper.press(f"{paper.game}/redo", [])
    assert heats.tables_of(2) != drawn
    assert paper.has("Stage 2 was drawn again")
    heats.play(1)
    assert not paper.open(paper.game).has("was corrected")
    (missing,) = set(NINE[:3]).difference(*heats.tables_of(2))
    heats.correct(1, missing, **dict.fromkeys({*NINE[:3]} - {missing}, 5))
    assert paper.open(paper.game).has("others would have gone on. The draw stays")
    assert not paper.has("Draw this stage again")
    heats.undo()
    play(heats, paper)
    assert paper.has("Draw the final")
    paper.press(f"{paper.game}/stages", [("draw", "next")])
    assert paper.has("The final was drawn.", "Final")
    play(heats, paper)
    assert paper.has("Round 1 (final)", "Round 1 (table 2, stage 2)")
    winner = heats.state["outcome"]["winners"][0]
    assert paper.has(f"{winner} wins!", "first in the final", "Rematch")
    assert not paper.open(f"{paper.game}/story").has("With the other scoring")
    paper.open(paper.game)
    assert "stages" not in re.findall(r'action="[^"]*/(\w+)"', paper.page)


def test_pages_name_no_leader_before_first_round_of_stage(paper: Paper, heats: Heats) -> None:
    heats.start(table_size=4, rounds_per_table=1).play_stage()
    pages = f"/games/{heats.score_key}", f"/watch/{heats.watch_key}", "/"
    heats.draw()
    for page in pages:
        assert not paper.open(page).has("leads")
        assert not paper.has("tied")
        assert 'class="leading"' not in paper.page
    assert paper.has("Stage 2") or paper.has("Final")
    heats.play(1)
    assert 'class="leading"' in paper.open(pages[0]).page
    assert paper.open("/").has("wins") or paper.has("leads by")


def test_clock_ends_stage_if_each_table_has_played(paper: Paper, heats: Heats) -> None:
    start(paper, NINE, table_size="3", rounds_per_table="2")
    heats.score_key = heats.watch_key = paper.game.rpartition("/")[2]
    for table in 1, 2:
        heats.play(table)
        assert not paper.open(paper.game).has("Time’s up")
    heats.play(3)
    paper.open(paper.game).press(f"{paper.game}/stages", [("draw", "by-time")])
    assert paper.has("Stage 2 was drawn: 2 tables.")


def test_stage_that_follows_the_clock_is_drawn_again(paper: Paper, heats: Heats) -> None:
    start(paper, NINE, table_size="3", rounds_per_table="2")
    heats.score_key = heats.watch_key = paper.game.rpartition("/")[2]
    for table in 1, 2, 3:
        heats.play(table)
    paper.open(paper.game).press(f"{paper.game}/stages", [("draw", "by-time")])
    heats.correct(1, "Cy", Ana=5, Bo=7)
    version = heats.state["version"]
    paper.open(paper.game).press(f"{paper.game}/stages", [("draw", "again")])
    assert paper.has("Stage 2 was drawn again.")
    assert "Cy" in {name for table in heats.tables_of(2) for name in table}
    assert heats.state["version"] == version + 1
    heats.change(finish=True)
    state = heats.state
    paper.press(f"{paper.game}/stages", [("draw", "again")])
    assert heats.state == state


def test_player_who_left_before_first_round_is_not_counted(paper: Paper, heats: Heats) -> None:
    join, phones = join_by_code(heats, paper, *NINE, rounds_per_table=1)
    heats.change(leave=["Flo"])
    heats.play_stage().draw()
    first = heats.state["stages"][0]["tables"]
    (out, *_) = [n for t in first for n in t["seats"] if n not in t["advanced"]]
    assert re.search("You’re out: [57]th of 8", phones[out].open(join).text)
    while not heats.state["outcome"]:
        heats.play_stage()
        heats.draw()
    assert [row["side"] for row in heats.state["standings"]][-1:] == [["Flo"]]
    people = heats.ask("GET", f"/groups/{heats.group_key}").json["people"]
    assert {each["name"] for each in people} == {*NINE} - {"Flo"}
    pages = [f"/games/{heats.score_key}{page}" for page in ("", "/story", "/picture.svg")]
    for page in (*pages, f"/watch/{heats.watch_key}"):
        assert paper.open(page).has("Ana")
        assert not paper.has("Flo")


def test_table_page_shows_places_and_where_its_players_sit_next(
    paper: Paper, heats: Heats, clock: Clock
) -> None:
    start(paper, NINE, table_size="3", rounds_per_table="1", scoring="keep-own")
    links = re.findall(r"/tables/[\w-]+", paper.open(f"{paper.game}/share").page)
    table = paper.another_phone()
    table.game = links[0]
    heats.score_key = heats.watch_key = paper.game.rpartition("/")[2]
    heats.record_round(table=1, went_out="Bo", hands={"Ana": {"points": 4}, "Cy": {"points": 9}})
    assert table.open(links[0]).has("Table 1: done for now", "At this table", "goes on")
    assert table.has("1 Bo goes on 0", "2 Ana goes on 4", "3 Cy 9")
    assert table.has("Still playing: Table 2, Table 3.", "(9)")
    clock.advance(minutes=30)
    play(heats, paper).press(f"{paper.game}/stages", [("draw", "next")])
    assert table.open(links[0]).has("Stage 1 is over: find your table", "Cy is out")
    assert paper.open(paper.board).has("Stage 1 is over: find your table", "Already out 7 Cy 9")
    assert not paper.has("per round")
    clock.advance(minutes=9)
    assert paper.open(paper.board).has("Stage 2: find your table", "2 tables are playing")
    assert not paper.has("Partners")
    plan = paper.open(f"{paper.game}/plan")
    assert plan.has("Who sits where", "Stage 1", "Stage 2", "Under each stage: the table.")
    assert not plan.has("Is it fair?")


def test_places_of_done_tables_are_shown_before_the_draw(paper: Paper, heats: Heats) -> None:
    start(paper, NINE, table_size="3", rounds_per_table="1", scoring="keep-own")
    assert paper.open(paper.board).has("Table 1 Ana Bo Cy")
    assert not paper.has("goes on")
    heats.score_key = heats.watch_key = paper.game.rpartition("/")[2]
    heats.record_round(table=1, went_out="Cy", hands={"Bo": {"points": 4}, "Ana": {"points": 9}})
    for page in paper.game, paper.board:
        assert paper.open(page).has("Cy ✓ goes on 0 Bo ✓ goes on 4 Ana 9")
    heats.play_stage()
    assert paper.open(paper.board).has("Stage 1 is over: next comes the draw")


def test_lot_is_said_wherever_it_decided_a_place(paper: Paper, heats: Heats) -> None:
    join, phones = join_by_code(heats, paper, *NINE[:6], lot=7)
    game = f"/games/{heats.score_key}"
    for table in 1, 2:
        heats.play(table)
    paper.open(game)
    assert not paper.has("lot")
    paper.press(f"{game}/stages", [("draw", "by-time")])
    out, _ = sorted({*phones} - {name for table in heats.tables_of(2) for name in table})
    assert phones[out].open(join).has("You’re out: 5th of 6", "(decided by lot)")
    assert paper.open(game).has("1 round (decided by lot)")
    heats.undo()
    for _ in range(2):
        heats.play(1)
        heats.play(2)
    assert paper.open(game).has("Equal, so a lot decided: Bo, Cy, Eve and Flo.")
    for name in "Bo", "Cy", "Eve", "Flo":
        assert phones[name].open(join).has("(decided by lot)")
    heats.draw()
    names = heats.tables_of(2)[0]
    for number in range(3):
        out, hands = names[number], {name: {"points": 10} for name in names}
        del hands[out]
        heats.record_round(table=1, rotation=2, went_out=out, hands=hands)
    assert paper.open(game).has("wins! first in the final, decided by lot")
    story = f"{game}/story"
    assert paper.open(story).has("Back to the tournament", "round 1 (final)", "round 3 (final)")


def test_empty_seat_of_next_stage_is_shown(paper: Paper, heats: Heats) -> None:
    start(paper, NINE, table_size="3", rounds_per_table="1")
    play(heats, paper)
    heats.draw()
    heats.change(leave=[left := heats.tables_of(2)[0][1]])
    for page in paper.game, paper.board, f"{paper.game}/plan":
        assert paper.open(page).has(f"{left} empty seat")
    assert paper.open(paper.game).has("9 players · 3 tables, then 2")
    share = paper.open(f"{paper.game}/share").page
    for link in set(re.findall(r"/tables/[\w-]+", share)):
        assert not paper.open(link).has(f"{left} Table")


def test_player_who_did_not_go_on_sees_own_place(paper: Paper, heats: Heats) -> None:
    join, phones = join_by_code(heats, paper, *NINE, rounds_per_table=1)
    assert phones["Cy"].open(join).has("You’re at table 1", "Against: Ana and Bo", "Stage 1")
    assert not phones["Cy"].has("Your partner")
    late = paper.another_phone().open(join)
    assert late.has("The tournament has begun", "you’re still in time for the first round")
    assert late.page.count('class="primary"') + late.page.count(" primary") == 1
    heats.play(1)
    assert late.open(join).has("It’s too late to join, but you can watch.", "Watch the game")
    places = heats.state["stages"][0]["tables"][0]["places"]
    for place, (name,) in zip(("1st", "2nd"), places, strict=False):
        assert phones[name].open(join).has(f"You’re through: {place} at table 1", "Stay on this")
        assert not phones[name].has("Count for table")
    assert phones[places[2][0]].open(join).has("You’re out: 3rd at table 1", "Watch the game")
    heats.play_stage().draw()
    out = set(NINE) - {name for table in heats.tables_of(2) for name in table}
    for name, phone in phones.items():
        phone.open(join)
        if name in out:
            assert phone.has("You’re out: 7th of 9", "Watch the game")
            assert not phone.has("Stage 2")
        else:
            assert phone.has("You’re at table", "Stage 2")


def test_settings_of_heats_take_late_players_before_first_round_only(
    paper: Paper, heats: Heats
) -> None:
    start(paper, NINE)
    settings = f"{paper.game}/settings"
    assert paper.open(settings).has("Somebody joins", "the tables are filled again without them")
    assert not paper.has("How many rotations?")
    assert not paper.has("Starting points")
    paper.press(settings, [("change", "join"), ("name", "Jo")])
    assert paper.has("Jo joined. The tables were filled again: check who sits where.")
    paper.open(settings).press(settings, [("change", "leave"), ("leave", "Jo")])
    assert paper.has("Jo left the table. The tables were filled again: check who sits where.")
    heats.score_key = heats.watch_key = paper.game.rpartition("/")[2]
    heats.play(1)
    paper.send(settings, [("change", "join"), ("name", "Kim")])  # by a page opened before
    assert paper.has("The first round has been played, so it’s too late to join.")
    assert not paper.open(settings).has("Somebody joins")
    assert paper.has("before the stage is over gets no place")
    assert not paper.open(f"{paper.game}/story").has("In the lead")
    for page in "history", "story", "share":
        assert paper.open(f"{paper.game}/{page}").status == 200
