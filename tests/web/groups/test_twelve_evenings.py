"""Twelve evenings of five people by script, held against a plain count of what was written down.

The count knows nothing of journals: it is made of the games as JSON tells them, after everything
that was corrected, removed, taken back, left out, deleted, joined and parted.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import pytest
from flask import Flask

from companion.game.players import key
from tests.web.clock import Clock
from tests.web.groups.phones import Phone
from tests.web.script import Script

FIVE = ("Ana", "Marie-Louise", "Bo", "Chloé", "Tom")
SPELLINGS = {"Tom": ("Tom", "TOM", "Tommy"), "Chloé": ("Chloé", "chloe\u0301")}
BOXES = ("hello-kitty", "classic-108")
Game = dict[str, Any]
Told = dict[str, Any]


class Evenings:
    """Five people, their scripts and their games."""

    def __init__(self, app: Flask, clock: Clock, seed: int) -> None:
        self.app = app
        self.clock = clock
        self.lots = random.Random(seed)
        self.script = Script(app, "203.0.113.9")
        self.keys: list[str] = []  # to write, of the games that count
        self.ends: dict[str, str] = {}  # the day on which each ended

    def play(self) -> None:
        """Play twelve evenings, of two to four games each."""
        for _ in range(12):
            self.clock.passes(days=self.lots.randint(6, 40))
            for _ in range(self.lots.randint(2, 4)):
                self.play_game()

    def play_game(self) -> None:
        lots = self.lots
        who = lots.sample(FIVE, lots.randint(2, 5))
        names = [lots.choice(SPELLINGS.get(name, (name,))) for name in who]
        teams = len(names) == 4 and lots.random() < 0.4
        wishes: dict[str, object] = {"format": "teams"} if teams else {}
        if not teams and lots.random() < 0.3:
            wishes["scoring"] = "keep-own"
        group = {"group": self.script.group_key} if self.script.group_key else {}
        self.script.start(*names, edition=lots.choice(BOXES), target=200, **wishes, **group)
        self.keys.append(self.script.score_key)
        while self.script.state["status"] == "playing":
            self.clock.passes(minutes=4)
            self.script.asked_round(**self.a_round())
            assert self.script.last.status_code == 201
        self.ends[self.script.score_key] = self.clock.wall.date().isoformat()

    def a_round(self) -> dict[str, object]:
        state = self.script.state
        sides = (state["next"] or {"tables": [state["rounds"][0]]})["tables"][0]["sides"]
        out = self.lots.choice(sides)
        # Of partners only the opponents' hands are asked for.
        held = (name for side in sides if side != out for name in side)
        hands = {name: {"points": self.lots.randint(0, 60)} for name in held}
        return {"went_out": self.lots.choice(out), "hands": hands}

    def change_the_past(self) -> None:
        """Correct, remove, undo and rename in old games; leave out and delete some."""
        for score_key in self.lots.sample(self.keys, 12):
            self.script.score_key = score_key
            game = self.state(score_key)
            self.script.write("PUT", "/rounds/1", **self.round_of(game))
            assert self.script.last.status_code == 200
        for score_key in self.lots.sample(self.keys, 3):
            self.script.score_key = score_key
            self.script.remove(1)
            self.script.undo()
            self.script.remove(1)
        for score_key in self.lots.sample(self.keys, 2):
            self.script.client.post(f"/games/{score_key}/delete")
            self.keys.remove(score_key)

    def round_of(self, game: Game) -> dict[str, object]:
        first = game["rounds"][0]
        out = self.lots.choice([first["went_out"], *first["hands"]])
        side = next(side for side in first["sides"] if out in side)
        held = (name for each in first["sides"] if each != side for name in each)
        return {"went_out": out, "hands": {n: {"points": self.lots.randint(0, 90)} for n in held}}

    def state(self, score_key: str) -> Game:
        game: Game = self.script.ask("GET", f"/games/{score_key}").json["game"]
        return game

    def finished(self) -> Iterator[tuple[str, Game]]:
        """Go through the games that are over: the day each ended, and how it stands."""
        for score_key in self.keys:
            game = self.state(score_key)
            if game["status"] == "finished":
                yield self.ends[score_key], game

    def told(self, **season: str) -> Told:
        answer = self.script.ask("GET", f"/groups/{self.script.group_key}", query_string=season)
        told: Told = answer.json
        return told


def person(name: str, same: Mapping[str, str]) -> str:
    return same.get(key(name), key(name))


def counted(games: list[Game], same: Mapping[str, str]) -> dict[str, Counter[str]]:
    """Count everybody's games, wins, rounds and points; and for each two who ended ahead."""
    people: dict[str, Counter[str]] = {}
    for game in games:
        for name in game["players"]:
            mine = people.setdefault(person(name, same), Counter())
            mine["games"] += 1
            mine["won"] += name in game["outcome"]["winners"]
        for round_ in game["rounds"]:
            if round_["after_end"]:
                continue
            people[person(round_["went_out"], same)]["rounds_won"] += 1
            for credit in round_["points"]:
                for name in credit["side"]:
                    people[person(name, same)][game["scoring"]] += credit["points"]
        for one, other in combinations(game["standings"], 2):
            for a in one["side"]:
                for b in other["side"]:
                    people[person(a, same)][f"ahead of {person(b, same)}"] += (
                        one["rank"] < other["rank"]
                    )
                    people[person(b, same)][f"ahead of {person(a, same)}"] += (
                        other["rank"] < one["rank"]
                    )
    return people


def as_told(told: Told) -> dict[str, Counter[str]]:
    people = {}
    for each in told["people"]:
        values = {name: each[name] for name in ("games", "won", "rounds_won")}
        people[key(each["name"])] = Counter(values | each["points"])
    for pair in told["pairs"]:
        one, other = map(key, pair["between"])
        people[one][f"ahead of {other}"] += pair["ahead"][0]
        people[other][f"ahead of {one}"] += pair["ahead"][1]
    return people


def assert_same(evenings: Evenings, same: Mapping[str, str], **season: str) -> int:
    """Hold what is told against the plain count; give how many games counted."""
    first, last = season.get("from", ""), season.get("to", "9999")
    games = [game for day, game in evenings.finished() if first <= day <= last]
    if "edition" in season:
        games = [game for game in games if game["edition"] == season["edition"]]
    plain, told = counted(games, same), as_told(evenings.told(**season))
    assert {n: +c for n, c in told.items()} == {n: +c for n, c in plain.items()}
    return len(games)


@pytest.mark.parametrize("seed", [12])
def test_the_figures_are_those_of_a_plain_count(app: Flask, clock: Clock, seed: int) -> None:
    evenings = Evenings(app, clock, seed)
    evenings.play()
    phone: Phone = app.test_client()
    group = f"/groups/{evenings.script.group_key}"
    assert assert_same(evenings, {}) >= 24
    evenings.change_the_past()
    played = assert_same(evenings, {})
    # Tommy is Tom: made one, a game more, parted again.
    phone.post(f"{group}/people", data={"change": "join", "name": "Tommy", "other": "Tom"})
    assert assert_same(evenings, {"tommy": "tom"}) == played
    evenings.play_game()
    assert assert_same(evenings, {"tommy": "tom"}) == played + 1
    days = sorted(evenings.ends.values())
    middle = days[len(days) // 2]
    before = assert_same(evenings, {"tommy": "tom"}, to=middle, tz="UTC")
    since = assert_same(evenings, {"tommy": "tom"}, **{"from": middle}, tz="UTC")
    assert before + since > played + 1 > max(before, since)
    assert assert_same(evenings, {"tommy": "tom"}, edition=BOXES[0]) < played
    phone.post(f"{group}/people", data={"change": "part", "name": "tommy"})
    # One game is left out, and counted again.
    ids = {game["id"] for game in evenings.told()["games"]}
    lot = min(ids)
    phone.post(f"{group}/games/{lot}", data={"change": "leave-out"})
    assert {game["id"] for game in evenings.told()["games"]} == ids - {lot}
    phone.post(f"{group}/games/{lot}", data={"change": "count"})
    assert assert_same(evenings, {}) == played + 1
    # Bo's name is taken out; of the others' figures nothing changes but those with Bo.
    phone.post(f"{group}/people", data={"change": "remove", "name": "Bo"})
    games = [game for _, game in evenings.finished()]
    assert not any(key(name) == "bo" for game in games for name in game["players"])
    plain = {n: c for n, c in counted(games, {}).items() if not n.startswith("player ")}
    for counts in plain.values():
        for name in [each for each in counts if each.startswith("ahead of player ")]:
            del counts[name]
    told = as_told(evenings.told())
    assert {n: +c for n, c in told.items()} == {n: +c for n, c in plain.items()}
