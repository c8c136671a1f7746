"""A disk is lost, and a phone brings the game back; nobody can do more than with a key."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from companion.keys import public_id
from companion.web.http.rate_limits import Queue
from tests.web.hall import Hall
from tests.web.running import parts_of
from tests.web.script import Script

Kept = dict[str, Any]


def kept_by_phone(table: Script) -> Kept:
    """Return what a phone with the scoring key keeps of a game."""
    kept: Kept = table.client.get(f"/api/games/{table.score_key}/journal?keys=1").get_json()
    return kept


def bring_back(app: Flask, kept: Kept) -> Script:
    script = Script(app, "203.0.113.7")
    script.ask("POST", "/games/restore", json=kept)
    script.score_key, script.watch_key = kept["score_key"], kept["watch_key"]
    return script


@pytest.fixture
def table(app: Flask) -> Script:
    """Play two rounds, one of them corrected."""
    table = Script(app, "203.0.113.1").start()
    table.round("Ana", Bo=7, Cy=8)
    table.round("Bo", Ana="7, skip", Cy=9)
    table.correct(1, "Ana", Bo=70, Cy=8)
    return table


def test_only_who_may_score_and_asks_for_the_keys_is_given_them(table: Script) -> None:
    read = table.client.get
    assert "watch_key" not in read(f"/api/games/{table.score_key}/journal").get_json()
    assert read(f"/api/games/{table.watch_key}/journal?keys=1").get_json().keys() == {"entries"}
    assert read(f"/games/{table.watch_key}/copy").status_code == 404


def test_the_drill(table: Script, new_disk: Flask) -> None:
    """Old links work again, on a server that has never heard of the game."""
    state = table.state
    back = bring_back(new_disk, kept_by_phone(table))
    assert back.last.status_code == 201
    assert back.last.json["score_key"] == table.score_key
    assert back.state == state
    assert back.read("/journal").json == table.read("/journal").json
    assert kept_by_phone(back) == kept_by_phone(table)
    assert back.round("Cy", Ana=1, Bo=1).status_code == 201
    assert back.client.get(f"/games/{table.score_key}").status_code == 200


def test_a_request_that_was_answered_before_the_disk_was_lost_is_not_done_twice(
    table: Script, new_disk: Flask
) -> None:
    round_ = {"went_out": "Ana", "hands": {"Bo": {"points": 1}, "Cy": {"points": 1}}}
    assert table.asked_round(**round_, request_id="again").status_code == 201
    back = bring_back(new_disk, kept_by_phone(table))
    assert back.asked_round(**round_, request_id="again").status_code == 200
    assert back.state["version"] == table.state["version"]


def test_every_table_of_a_tournament_has_its_key_again(app: Flask, new_disk: Flask) -> None:
    hall = Hall(app, "203.0.113.1").start()
    back = bring_back(new_disk, kept_by_phone(hall))
    assert back.last.status_code == 201
    assert hall.tables.items() <= {t["table"]: t["key"] for t in back.last.json["tables"]}.items()
    assert back.client.get(f"/tables/{hall.tables[2]}").status_code == 200


def test_games_come_back_into_their_group(table: Script, new_disk: Flask) -> None:
    address = f"/groups/{table.group_key}"
    assert "group" not in kept_by_phone(table)
    table.client.get(address)  # now the phone knows its link
    first = kept_by_phone(table)
    second = Script(table.app, "203.0.113.1")
    second.client = table.client
    second.start("Ana", "Bo", group=table.group_key)
    for kept in (first, kept_by_phone(second)):
        assert bring_back(new_disk, kept).last.status_code == 201
    games = new_disk.test_client().get(f"/api{address}").get_json()["games"]
    assert [game["players"] for game in games] == [["Ana", "Bo", "Cy"], ["Ana", "Bo"]]


def test_nobody_comes_back_into_a_group_whose_link_was_renewed(
    table: Script, new_disk: Flask
) -> None:
    table.client.get(f"/groups/{table.group_key}")
    kept = kept_by_phone(table)
    bring_back(new_disk, kept)
    groups = parts_of(new_disk).games.store.groups
    groups.renew(kept["group"]["id"])
    back = bring_back(new_disk, {**kept, "id": "A" * 22})
    assert back.last.status_code == 201
    assert len(groups.games(kept["group"]["id"])) == 1


def test_an_older_copy_is_lengthened_and_never_shortened(table: Script, new_disk: Flask) -> None:
    older = kept_by_phone(table)
    bring_back(new_disk, older)
    table.round("Cy", Ana=3, Bo=4)
    table.undo()
    for kept in (kept_by_phone(table), older):
        back = bring_back(new_disk, kept)
        assert back.last.status_code == 200
        assert back.state == table.state


def test_a_journal_that_parts_changes_nothing(table: Script, new_disk: Flask) -> None:
    other = bring_back(new_disk, kept_by_phone(table))
    other.round("Ana", Bo=9, Cy=9)
    table.round("Cy", Ana=3, Bo=4)
    before = other.state
    refused = bring_back(new_disk, kept_by_phone(table))
    assert refused.refused(409, "diverged") == {}
    assert refused.last.json["common"] == 4
    assert "game" not in refused.last.json
    assert other.state == before


def test_a_renewed_link_shows_and_changes_nothing(table: Script) -> None:
    old = kept_by_phone(table)
    table.client.post(f"/games/{table.score_key}/share", data={"kind": "score"})
    games = parts_of(table.app).games
    (game_id,) = (heading.game for heading in games.store.journals.latest(1))
    (new_key,) = (k.key for k in games.store.keys.of_game(game_id) if k.kind == "score")
    table.score_key = new_key
    table.round("Cy", Ana=3, Bo=4)
    script = bring_back(table.app, old)
    assert script.last.status_code == 200
    assert new_key not in script.last.text
    assert len(script.last.json["game"]["rounds"]) == 2
    error = script.ask("GET", f"/games/{old['score_key']}").json["error"]
    assert (error["code"], error["why"]) == ("not-found", "renewed")
    page = f"/games/{old['score_key']}"
    assert f'data-forgotten="{old["score_key"]}"' in script.client.get(page).text
    assert script.client.get(f"/games/{old['score_key']}").status_code == 404


def test_a_game_that_was_deleted_stays_deleted(table: Script) -> None:
    kept = kept_by_phone(table)
    table.client.post(f"/games/{table.score_key}/delete")
    assert bring_back(table.app, kept).last.json["error"]["why"] == "deleted"
    assert table.read().json["error"]["why"] == "deleted"
    assert "why" not in table.ask("GET", f"/games/{'x' * 22}").json["error"]


def test_a_watcher_is_given_nothing_to_bring_it_back_with(table: Script) -> None:
    journal = table.client.get(f"/api/games/{table.watch_key}/journal").get_json()
    assert "id" not in journal
    assert not {"request_id", "fingerprint", "by"} & journal["entries"][1].keys()
    forged = {**kept_by_phone(table), "score_key": table.watch_key, "watch_key": table.score_key}
    forged["entries"] = forged["entries"][:1]
    before = table.state
    assert bring_back(table.app, forged).last.status_code == 200
    assert table.state == before


def test_what_watchers_and_groups_are_told_brings_nothing_back(
    table: Script, new_disk: Flask
) -> None:
    kept = kept_by_phone(table)
    (game,) = table.ask("GET", f"/groups/{table.group_key}").json["games"]
    assert game["id"] == public_id(kept["id"]) != kept["id"]
    table.change(finish=True)
    pages = (f"/games/{table.watch_key}/story", f"/groups/{table.group_key}")
    for page in (*pages, f"/groups/{table.group_key}/games", f"/api{pages[1]}.csv"):
        told = table.client.get(page).text
        assert public_id(kept["id"]) in told, page
        assert kept["id"] not in told, page
    # Whoever takes that for its id has a game of their own, and the table its own as well.
    thief = {**kept, "id": game["id"], "score_key": "T" * 22}
    assert bring_back(new_disk, thief).last.status_code == 201
    back = bring_back(new_disk, kept)
    assert back.last.status_code == 201
    assert back.last.json["score_key"] == table.score_key
    assert back.round("Cy", Ana=1, Bo=1).status_code == 201


def test_a_watching_key_in_a_foreign_journal_never_takes_over_a_board(table: Script) -> None:
    state = table.state
    other = Script(table.app, "203.0.113.8").start("Zoe", "Max")
    thief = {**kept_by_phone(other), "id": "A" * 22, "score_key": "T" * 22}
    script = bring_back(table.app, {**thief, "watch_key": table.watch_key})
    assert script.last.status_code == 201
    assert script.last.json["watch_key"] != table.watch_key
    assert table.state == state


def test_a_key_of_another_game_is_not_taken_away(table: Script) -> None:
    other = Script(table.app, "203.0.113.8").start("Zoe", "Max")
    state = other.state
    thief = {**kept_by_phone(table), "id": "A" * 22, "watch_key": "B" * 22}
    thief["score_key"] = other.score_key
    script = bring_back(table.app, thief)
    assert script.last.status_code == 201
    assert script.last.json["score_key"] != other.score_key
    assert other.state == state


def test_a_box_that_is_not_known_here_is_no_hindrance(table: Script, new_disk: Flask) -> None:
    kept = kept_by_phone(table)
    kept["entries"][0]["edition"] = "grandmas-box"
    back = bring_back(new_disk, kept)
    assert back.last.status_code == 201
    assert back.last.json["game"]["rounds"][1]["hands"]["Ana"]["cards"] == ["7", "skip"]
    assert back.client.get(f"/games/{table.score_key}").status_code == 200


@pytest.mark.parametrize(
    ("place", "wrong"),
    [
        ("/id", lambda kept: kept.update(id="short")),
        ("/id", lambda kept: kept.pop("id")),
        ("/score_key", lambda kept: kept.update(score_key=7)),
        ("/watch_key", lambda kept: kept.update(watch_key=kept["score_key"])),
        ("/tables/0/key", lambda kept: kept.update(tables=[{"table": 1, "key": "x"}])),
        ("/tables/0/table", lambda kept: kept.update(tables=[{"table": 0, "key": "C" * 22}])),
        ("/join_key", lambda kept: kept.update(join_key="x")),
        ("/group", lambda kept: kept.update(group="x")),
        ("/group/key", lambda kept: kept.update(group={"id": "C" * 22, "key": 7})),
        ("/entries", lambda kept: kept.update(entries=[])),
        ("/entries/1", lambda kept: kept["entries"][1].update(request_id="x" * 65)),
        ("/entries/1", lambda kept: kept["entries"][1].update(fingerprint="?")),
        ("/entries/2", lambda kept: kept["entries"][2].update(by="x" * 61)),
        ("/entries/3", lambda kept: kept["entries"][3].update(number=99)),
        ("/entries/2", lambda kept: [e.update(request_id="a") for e in kept["entries"][1:3]]),
    ],
)
def test_what_no_phone_of_ours_has_kept(
    table: Script, new_disk: Flask, place: str, wrong: Callable[[Kept], object]
) -> None:
    kept = copy.deepcopy(kept_by_phone(table))
    wrong(kept)
    assert place in bring_back(new_disk, kept).refused()
    assert parts_of(new_disk).games.store.journals.latest(9) == []


def test_only_what_came_since(table: Script) -> None:
    whole = kept_by_phone(table)["entries"]
    path = f"/api/games/{table.score_key}/journal"
    assert table.client.get(f"{path}?since=2").get_json()["entries"] == whole[2:]
    assert table.client.get(f"{path}?since=x").status_code == 422


def test_who_brings_a_game_back_waits_for_nobody_who_imports(
    table: Script, new_disk: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Queue, "PATIENCE", 0.01)
    kept, limits = kept_by_phone(table), parts_of(new_disk).limits
    with limits.restores.turn():
        busy = bring_back(new_disk, kept).last
        assert (busy.status_code, "Retry-After" in busy.headers) == (503, True)
    with limits.imports.turn(), limits.whole_games.turn():
        assert bring_back(new_disk, kept).last.status_code == 201


def test_each_scoring_link_is_kept_by_the_phone_that_has_it(table: Script, run: Any) -> None:  # noqa: ANN401
    games = parts_of(table.app).games
    game_id = kept_by_phone(table)["id"]
    games.store.keys.add(game_id, "score")
    for number, key in enumerate([k.key for k in games.keys(game_id) if k.kind == "score"]):
        kept = table.client.get(f"/api/games/{key}/journal?keys=1").get_json()
        assert kept["score_key"] == key
        back = bring_back(run(f"disk {number}"), kept)
        assert back.client.get(f"/games/{key}").status_code == 200


def test_a_tournament_has_keys_for_its_tables_and_no_other_game_has(
    app: Flask, new_disk: Flask, table: Script
) -> None:
    hand = {"table": 1, "key": "H" * 22}
    back = bring_back(new_disk, {**kept_by_phone(table), "tables": [hand]})
    assert back.last.status_code == 201
    assert back.client.get(f"/tables/{hand['key']}").status_code == 404
    hall = Hall(app, "203.0.113.1").start()
    kept = kept_by_phone(hall)
    assert hall.tables.items() <= {t["table"]: t["key"] for t in kept["tables"]}.items()
    del kept["tables"]
    back = bring_back(new_disk, kept)
    (_, second, *_) = back.last.json["tables"]
    assert back.client.get(f"/tables/{second['key']}").status_code == 200


def test_the_first_page_says_that_the_file_of_games_is_gone(table: Script, new_disk: Flask) -> None:
    words = "file of games is empty or missing"
    phone = new_disk.test_client()
    assert words in phone.get("/").text  # shown where this phone has kept a game
    assert words not in table.app.test_client().get("/").text
    bring_back(new_disk, kept_by_phone(table))
    assert words not in phone.get("/").text
