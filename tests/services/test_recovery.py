"""Recovery of a lost game from a phone's copy, without gaining further rights."""

import copy
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from flask import Flask

from companion.keys import public_id
from companion.web.http.rate_limits import Queue
from companion.web.ui import access
from tests.web.hall import Hall
from tests.web.running import registry_of, wait_in
from tests.web.script import Script

PhoneCopy = dict[str, Any]


def phone_copy_of(table: Script) -> PhoneCopy:
    """Return the copy of a game that a phone with the scoring key stores, with its keys."""
    kept: PhoneCopy = table.client.get(f"/api/games/{table.score_key}/journal?keys=1").get_json()
    return kept


def restore(app: Flask, kept: PhoneCopy) -> Script:
    script = Script(app, "203.0.113.7")
    script.ask("POST", "/games/restore", json=kept)
    script.score_key, script.watch_key = kept["score_key"], kept["watch_key"]
    return script


@pytest.fixture
def table(app: Flask) -> Script:
    """Start a game with two rounds, one of them corrected."""
    table = Script(app, "203.0.113.1").start()
    table.round("Ana", Bo=7, Cy=8)
    table.round("Bo", Ana="7, skip", Cy=9)
    table.correct(1, "Ana", Bo=70, Cy=8)
    return table


def test_journal_has_keys_only_for_scoring_key_and_on_request(table: Script) -> None:
    read = table.client.get
    assert "watch_key" not in read(f"/api/games/{table.score_key}/journal").get_json()
    assert read(f"/api/games/{table.watch_key}/journal?keys=1").get_json().keys() == {"entries"}
    assert read(f"/games/{table.watch_key}/copy").status_code == 404


def test_lost_game_is_restored_with_its_links(table: Script, empty_app: Flask) -> None:
    state = table.state
    back = restore(empty_app, phone_copy_of(table))
    assert back.last.status_code == 201
    assert back.last.json["score_key"] == table.score_key
    assert back.state == state
    assert back.read("/journal").json == table.read("/journal").json
    assert phone_copy_of(back) == phone_copy_of(table)
    assert back.round("Cy", Ana=1, Bo=1).status_code == 201
    assert back.client.get(f"/games/{table.score_key}").status_code == 200


def test_request_repeated_after_restore_is_not_applied_twice(
    table: Script, empty_app: Flask
) -> None:
    round_ = {"went_out": "Ana", "hands": {"Bo": {"points": 1}, "Cy": {"points": 1}}}
    assert table.record_round(**round_, request_id="again").status_code == 201
    back = restore(empty_app, phone_copy_of(table))
    assert back.record_round(**round_, request_id="again").status_code == 200
    assert back.state["version"] == table.state["version"]


def test_restored_tournament_has_its_table_keys(app: Flask, empty_app: Flask) -> None:
    hall = Hall(app, "203.0.113.1").start()
    back = restore(empty_app, phone_copy_of(hall))
    assert back.last.status_code == 201
    assert hall.tables.items() <= {t["table"]: t["key"] for t in back.last.json["tables"]}.items()
    assert back.client.get(f"/tables/{hall.tables[2]}").status_code == 200


def test_games_are_restored_into_their_group(table: Script, empty_app: Flask) -> None:
    address = f"/groups/{table.group_key}"
    assert "group" not in phone_copy_of(table)
    table.client.get(address)  # now the phone knows the group's link
    first = phone_copy_of(table)
    second = Script(table.app, "203.0.113.1")
    second.client = table.client
    second.start("Ana", "Bo", group=table.group_key)
    for kept in (first, phone_copy_of(second)):
        assert restore(empty_app, kept).last.status_code == 201
    games = empty_app.test_client().get(f"/api{address}").get_json()["games"]
    assert [game["players"] for game in games] == [["Ana", "Bo", "Cy"], ["Ana", "Bo"]]


def test_game_is_not_restored_into_group_with_renewed_link(table: Script, empty_app: Flask) -> None:
    table.client.get(f"/groups/{table.group_key}")
    kept = phone_copy_of(table)
    restore(empty_app, kept)
    groups = registry_of(empty_app).games.store.groups
    groups.renew(kept["group"]["id"])
    back = restore(empty_app, {**kept, "id": "A" * 22})
    assert back.last.status_code == 201
    assert len(groups.games(kept["group"]["id"])) == 1


@pytest.mark.parametrize("other_id", [None, "G" * 22])
def test_deleted_group_is_not_begun_again_by_restored_game(
    table: Script, empty_app: Flask, other_id: str | None
) -> None:
    table.client.get(f"/groups/{table.group_key}")
    kept = phone_copy_of(table)
    restore(empty_app, kept)
    groups = registry_of(empty_app).games.store.groups
    groups.delete(kept["group"]["id"])
    group = kept["group"] | ({"id": other_id} if other_id else {})
    back = restore(empty_app, {**kept, "id": "A" * 22, "group": group})
    assert back.last.status_code == 201
    assert groups.find(table.group_key) is None


def test_restore_extends_journal_but_never_shortens_it(table: Script, empty_app: Flask) -> None:
    older = phone_copy_of(table)
    restore(empty_app, older)
    table.round("Cy", Ana=3, Bo=4)
    table.undo()
    for kept in (phone_copy_of(table), older):
        back = restore(empty_app, kept)
        assert back.last.status_code == 200
        assert back.state == table.state


def test_diverged_journal_is_refused_and_changes_nothing(table: Script, empty_app: Flask) -> None:
    other = restore(empty_app, phone_copy_of(table))
    other.round("Ana", Bo=9, Cy=9)
    table.round("Cy", Ana=3, Bo=4)
    before = other.state
    refused = restore(empty_app, phone_copy_of(table))
    assert refused.assert_refused(409, "diverged") == {}
    assert refused.last.json["common"] == 4
    assert "game" not in refused.last.json
    assert other.state == before


def test_restore_with_renewed_key_changes_nothing_and_hides_new_rounds(table: Script) -> None:
    old = phone_copy_of(table)
    table.client.post(f"/games/{table.score_key}/share", data={"kind": "score"})
    games = registry_of(table.app).games
    (game_id,) = (summary.game for summary in games.store.journals.latest(1))
    (new_key,) = (k.key for k in games.store.keys.of_game(game_id) if k.kind == "score")
    table.score_key = new_key
    table.round("Cy", Ana=3, Bo=4)
    script = restore(table.app, old)
    assert script.last.status_code == 200
    assert new_key not in script.last.text
    assert len(script.last.json["game"]["rounds"]) == 2
    error = script.ask("GET", f"/games/{old['score_key']}").json["error"]
    assert (error["code"], error["why"]) == ("not-found", "renewed")
    page = f"/games/{old['score_key']}"
    assert f'data-forgotten="{old["score_key"]}"' in script.client.get(page).text
    assert script.client.get(f"/games/{old['score_key']}").status_code == 404


def test_deleted_game_cannot_be_restored_from_phone(table: Script) -> None:
    kept = phone_copy_of(table)
    table.client.post(f"/games/{table.score_key}/delete")
    assert restore(table.app, kept).last.json["error"]["why"] == "deleted"
    assert table.read().json["error"]["why"] == "deleted"
    assert "why" not in table.ask("GET", f"/games/{'x' * 22}").json["error"]


def test_watching_key_cannot_be_used_to_restore_game(table: Script) -> None:
    journal = table.client.get(f"/api/games/{table.watch_key}/journal").get_json()
    assert "id" not in journal
    assert not {"request_id", "fingerprint", "by"} & journal["entries"][1].keys()
    forged = {**phone_copy_of(table), "score_key": table.watch_key, "watch_key": table.score_key}
    forged["entries"] = forged["entries"][:1]
    before = table.state
    assert restore(table.app, forged).last.status_code == 200
    assert table.state == before


def test_public_id_cannot_be_used_to_restore_game(table: Script, empty_app: Flask) -> None:
    kept = phone_copy_of(table)
    (game,) = table.ask("GET", f"/groups/{table.group_key}").json["games"]
    assert game["id"] == public_id(kept["id"]) != kept["id"]
    table.change(finish=True)
    pages = (f"/games/{table.watch_key}/story", f"/groups/{table.group_key}")
    for page in (*pages, f"/groups/{table.group_key}/games", f"/api{pages[1]}.csv"):
        text = table.client.get(page).text
        assert public_id(kept["id"]) in text, page
        assert kept["id"] not in text, page
    # Restoring with the public id as the id creates another game and does not block the real one.
    thief = {**kept, "id": game["id"], "score_key": "T" * 22}
    assert restore(empty_app, thief).last.status_code == 201
    back = restore(empty_app, kept)
    assert back.last.status_code == 201
    assert back.last.json["score_key"] == table.score_key
    assert back.round("Cy", Ana=1, Bo=1).status_code == 201


@pytest.mark.parametrize("taken", ["score_key", "watch_key"])
def test_restore_cannot_take_over_key_of_another_game(table: Script, taken: str) -> None:
    state, key = table.state, phone_copy_of(table)[taken]
    other = Script(table.app, "203.0.113.8").start("Zoe", "Max")
    thief = {**phone_copy_of(other), "id": "A" * 22, "score_key": "T" * 22, "watch_key": "B" * 22}
    script = restore(table.app, {**thief, taken: key})
    assert script.last.status_code == 201
    assert script.last.json[taken] != key
    assert table.state == state


def test_game_with_unknown_box_is_restored(table: Script, empty_app: Flask) -> None:
    kept = phone_copy_of(table)
    kept["entries"][0]["edition"] = "grandmas-box"
    back = restore(empty_app, kept)
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
def test_invalid_copy_is_refused_and_nothing_is_stored(
    table: Script, empty_app: Flask, place: str, wrong: Callable[[PhoneCopy], object]
) -> None:
    kept = copy.deepcopy(phone_copy_of(table))
    wrong(kept)
    assert place in restore(empty_app, kept).assert_refused()
    assert registry_of(empty_app).games.store.journals.latest(9) == []


def test_journal_since_version_returns_only_later_entries(table: Script) -> None:
    whole = phone_copy_of(table)["entries"]
    path = f"/api/games/{table.score_key}/journal"
    assert table.client.get(f"{path}?since=2").get_json()["entries"] == whole[2:]
    assert table.client.get(f"{path}?since=x").status_code == 422


def test_restores_do_not_wait_for_imports(
    table: Script, empty_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Queue, "PATIENCE", 0.01)
    monkeypatch.setattr(access, "LONGEST_SHORT_JOURNAL", 0)
    kept, queues = phone_copy_of(table), registry_of(empty_app).limits.queues
    with queues.restores.slot():
        busy = restore(empty_app, kept).last
        assert (busy.status_code, "Retry-After" in busy.headers) == (503, True)
    with queues.imports.slot(), queues.whole_games.slot():
        assert restore(empty_app, kept).last.status_code == 201


def test_seven_phones_at_once_may_restore_their_games(table: Script, empty_app: Flask) -> None:
    kept, queues = phone_copy_of(table), registry_of(empty_app).limits.queues
    with ExitStack() as others:
        others.enter_context(queues.restores.slot())
        for _ in range(5):
            wait_in(queues.short_restores, others)
        assert restore(empty_app, kept).last.status_code == 201
        wait_in(queues.short_restores, others)
        busy = restore(empty_app, kept).last
        assert (busy.status_code, busy.headers["Retry-After"]) == (503, "1")


def test_journal_and_restore_return_the_scoring_key_that_was_used(table: Script, run: Any) -> None:  # noqa: ANN401
    games = registry_of(table.app).games
    game_id = phone_copy_of(table)["id"]
    games.store.keys.add(game_id, "score")
    for number, key in enumerate([k.key for k in games.keys(game_id) if k.kind == "score"]):
        kept = table.client.get(f"/api/games/{key}/journal?keys=1").get_json()
        assert kept["score_key"] == key
        back = restore(run(f"disk {number}"), kept)
        assert back.client.get(f"/games/{key}").status_code == 200


def test_restore_gives_table_keys_to_tournaments_only(
    app: Flask, empty_app: Flask, table: Script
) -> None:
    hand = {"table": 1, "key": "H" * 22}
    back = restore(empty_app, {**phone_copy_of(table), "tables": [hand]})
    assert back.last.status_code == 201
    assert back.client.get(f"/tables/{hand['key']}").status_code == 404
    hall = Hall(app, "203.0.113.1").start()
    kept = phone_copy_of(hall)
    assert hall.tables.items() <= {t["table"]: t["key"] for t in kept["tables"]}.items()
    del kept["tables"]
    back = restore(empty_app, kept)
    (_, second, *_) = back.last.json["tables"]
    assert back.client.get(f"/tables/{second['key']}").status_code == 200


def test_home_page_warns_about_lost_games_until_one_is_restored(
    table: Script, empty_app: Flask
) -> None:
    words = "file of games is empty or missing"
    phone = empty_app.test_client()
    assert words in phone.get("/").text  # hidden until a script shows it on phones with a copy
    assert words not in table.app.test_client().get("/").text
    restore(empty_app, phone_copy_of(table))
    assert words not in phone.get("/").text
