"""Actions of people at a table, and attacks by clients without a key that may write."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from random import Random
from typing import Any

from tests.world.invariants import Judge
from tests.world.network import Answer, Network, Request
from tests.world.phones import Phone, QueuedRequest
from tests.world.scores import SEATING
from tests.world.servers import Server

LABELS = ("Flo", "Gil", "Hal")
RULE = "stack.2on2"
LAST_ROUND = 10**6  # a round number after all existing rounds


class People:
    """Users of all phones, who type a unique number with everything they save."""

    def __init__(
        self,
        network: Network,
        judge: Judge,
        servers: Sequence[Server],
        phones: Sequence[Phone],
        new_key: Callable[[], str],
    ) -> None:
        self.network, self.judge, self.servers, self.phones = network, judge, servers, phones
        self.luck: Random = network.luck
        self.new_key = new_key
        self.hand_out: Callable[[str, str], None]  # gives a new phone a resource and its key
        self.seat_keys: dict[str, str] = {}  # name of a phone: key of its seat
        self._numbers = count(1)

    @property
    def scorers(self) -> list[Phone]:
        """Phones with a key to the whole game."""
        return [phone for phone in self.phones if phone.resource == "games"]

    def _enqueue(
        self,
        phone: Phone,
        method: str,
        path: str,
        on_answer: Callable[[Answer], None] = lambda _: None,
        **values: Any,  # noqa: ANN401
    ) -> None:
        """Queue a change request with a new request id."""
        values = {"request_id": f"#{next(self._numbers)}", **values}
        if method == "DELETE":
            path, values = f"{path}?{'&'.join(f'{k}={v}' for k, v in values.items())}", {}
            path = path.replace("#", "%23")
        address = f"/api/{phone.resource}/{{key}}{path}"
        phone.enqueue(
            QueuedRequest(Request(phone.name, method, address, values or None), on_answer)
        )

    def tap(self, phone: Phone) -> None:
        if not phone.is_out and (phone.shown or phone.resource == "join"):
            match phone.resource:
                case "join":
                    self._sit(phone)
                case "tables":
                    self._keep_table(phone)
                case _:
                    self._keep_score(phone)
            phone.wake()

    def _sit(self, phone: Phone) -> None:
        """Take a seat, or sometimes rename it or give it up."""
        own, (game, _) = self.seat_keys.get(phone.name), self.judge.opens[phone.key]
        name = f"Guest {next(self._numbers)}"

        def seated(answer: Answer) -> None:
            self.judge.note_saved(game, name, answer)
            if answer.status in {200, 201}:
                self.seat_keys[phone.name] = answer.values["seat_key"]

        def gone(answer: Answer) -> None:
            if answer.status == 200:
                del self.seat_keys[phone.name]

        if phone.waiting:
            return
        if not own:
            self._enqueue(phone, "POST", "", seated, name=name)
        elif self.luck.random() < 0.2:
            self._enqueue(phone, "DELETE", "", gone, seat_key=own)
        elif self.luck.random() < 0.2:
            self._enqueue(phone, "PUT", "", name=name, seat_key=own)

    def _keep_table(self, phone: Phone) -> None:
        assert phone.shown
        table = int(self.judge.opens[phone.key][1].split()[1])
        tables = phone.shown["next"]["tables"] if phone.shown["next"] else ()
        here = [each for each in tables if each["table"] == table]
        if here and not phone.waiting and self.luck.random() < 0.9:
            self._record(phone, here[0])
        elif not phone.waiting and ("stages" not in phone.shown or self.luck.random() < 0.1):
            self._enqueue(phone, "POST", "/undo")  # rarely where a table waits for the next stage

    def _begin(self, phone: Phone) -> None:
        """Close the seats, and give each table its own phone."""

        def on_answer(answer: Answer) -> None:
            for each in (answer.values or {}).get("tables", ()):
                self.hand_out("tables", each["key"])

        self._enqueue(phone, "PATCH", "", on_answer, open_seats=False)

    def _keep_score(self, phone: Phone) -> None:
        game = phone.shown
        assert game
        if game["status"] == SEATING:
            if not phone.waiting:
                self.luck.choice((self._begin, self._add, self._rename))(phone)
            return
        seen = {"version": game["version"]}
        rounds = game["rounds_total"]
        others: list[Callable[[], None]] = [
            partial(self._enqueue, phone, "POST", "/undo", **seen),
            partial(self._enqueue, phone, "POST", "/redo", **seen),
            partial(self._enqueue, phone, "PATCH", "", target=self.luck.choice((60, 300)), **seen),
            partial(self._rename, phone),
            partial(self._add, phone),
            partial(self._count, phone),
            partial(self.ask, Request(phone.name, "GET", f"/games/{phone.key}")),
        ]
        if rounds:
            number = self.luck.randint(1, rounds)
            others.append(partial(self._enqueue, phone, "DELETE", f"/rounds/{number}", **seen))
            others.append(partial(self._correct, phone, number))
        if "stages" in game:
            others = self._organise(phone) + others * bool(game["next"] and game["next"]["tables"])
        if game["status"] == "finished":
            others.append(partial(self._enqueue, phone, "PATCH", "", finish=False, **seen))
        if self.luck.random() < 0.6 and game["next"] and game["next"]["tables"]:
            self._record(phone, self.luck.choice(game["next"]["tables"]))
        elif not phone.waiting:
            self.luck.choice(others)()

    def _organise(self, phone: Phone) -> list[Callable[[], None]]:
        """Return the changes of heats: draw the next stage or the last one again, or leave."""
        assert phone.shown
        stages, seen = phone.shown["stages"], {"version": phone.shown["version"]}
        here = sorted({*phone.shown["players"]} - {*phone.shown["left"]})
        draw = partial(self._enqueue, phone, "POST", "/stages", **seen)
        return [
            *[draw] * 8,
            partial(draw, ended=True),
            *[partial(self._draw_again, phone)] * 4 * (len(stages) > 1),
            partial(self._enqueue, phone, "DELETE", f"/stages/{len(stages)}", **seen),
            partial(self._enqueue, phone, "PATCH", "", leave=[self.luck.choice(here)], **seen),
        ]

    def _draw_again(self, phone: Phone) -> None:
        """Correct a round of heats, and draw the last stage again by the form of the page."""
        assert phone.shown
        version = phone.shown["version"] + 1  # after the correction
        self._correct(phone, self.luck.randint(1, phone.shown["rounds_total"]))
        made = {"request_id": f"#{next(self._numbers)}", "version": f"{version}"}
        form = {"draw": "again", **made}
        phone.enqueue(QueuedRequest(Request(phone.name, "POST", "/games/{key}/stages", form=form)))

    def _played(self, sides: list[list[str]]) -> dict[str, Any]:
        out = self.luck.choice(sides)
        caught = [name for side in sides if side is not out for name in side]
        hands = {name: {"points": self.luck.randint(0, 60)} for name in caught}
        return {"went_out": self.luck.choice(out), "hands": hands}

    def _record(self, phone: Phone, table: dict[str, Any]) -> None:
        """Record the next round, with a unique note as its marker."""
        assert phone.shown
        marker, game = f"#{next(self._numbers)}", self.judge.opens[phone.key][0]
        waiting = sum(queued.round_number is not None for queued in phone.waiting)
        is_one_table = phone.shown["format"] not in {"tournament", "heats"}
        # Otherwise other tables also add rounds, so the number is unknown.
        number = phone.shown["rounds_total"] + waiting + 1 if is_one_table else None
        values = {
            **self._played(table["sides"]),
            "table": table["table"],
            "rotation": table["rotation"],
            "request_id": marker,
            "notes": [{"rule": RULE, "text": marker}],
        }
        path = f"/api/{phone.resource}/{{key}}/rounds"
        note_saved = partial(self.judge.note_saved, game, marker)

        def on_answer(answer: Answer) -> None:
            note_saved(answer)
            if answer.status == 409 and self.luck.random() < 0.5:  # half the users resend
                again = {**values, "request_id": f"{marker} again"}
                phone.enqueue(
                    QueuedRequest(Request(phone.name, "POST", path, again), note_saved, LAST_ROUND)
                )

        phone.enqueue(QueuedRequest(Request(phone.name, "POST", path, values), on_answer, number))

    def _correct(self, phone: Phone, number: int) -> None:
        assert phone.shown
        round_ = next((r for r in phone.shown["rounds"] if r["number"] == number), None)
        if round_:
            played = self._played(round_["sides"])
            version = phone.shown["version"]
            self._enqueue(phone, "PUT", f"/rounds/{number}", **played, version=version)

    def _rename(self, phone: Phone) -> None:
        assert phone.shown
        names = list(phone.shown["players"])
        if names and (new := [label for label in LABELS if label not in names]):
            names[self.luck.randrange(len(names))] = self.luck.choice(new)
        self._enqueue(phone, "PATCH", "", players=names, version=phone.shown["version"])

    def _add(self, phone: Phone) -> None:
        """Add a player without a phone."""
        assert phone.shown
        name, game = f"Guest {next(self._numbers)}", self.judge.opens[phone.key][0]
        self._enqueue(
            phone,
            "PATCH",
            "",
            partial(self.judge.note_saved, game, name),
            join=[{"name": name}],
            version=phone.shown["version"],
        )

    def _count(self, phone: Phone) -> None:
        """Count a hand of the next round, with unique points as its marker."""
        assert phone.shown
        seat = self.luck.randint(1, len(phone.shown["players"]))
        form = {
            "round": f"{phone.shown['rounds_total'] + 1}",
            f"points-{seat}": f"{7000 + next(self._numbers)}",
        }
        path = f"/games/{phone.key}/hands/{seat}"
        self.ask(Request(phone.name, "POST", path, form=form))

    def ask(self, request: Request, heard: Callable[[Answer], None] = lambda _: None) -> None:
        self.network.send(request, self.luck.choice(self.servers), heard)

    def renew(self) -> None:
        """Renew the scoring link and give it to most phones, which locks out the others."""
        phone = self.luck.choice(self.scorers)
        if not phone.is_out and not phone.waiting:
            form = {"kind": "score", "request_id": f"tap {next(self._numbers)}"}
            old = phone.key

            def on_answer(answer: Answer) -> None:
                if answer.status == 303:
                    new = answer.headers["Location"].split("/")[2]
                    for other in self.phones:
                        if other.key == old and (other is phone or self.luck.random() < 0.7):
                            other.learn(new)

            path = f"/games/{old}/share"
            phone.enqueue(QueuedRequest(Request(phone.name, "POST", path, form=form), on_answer))

    def try_forbidden_request(self) -> None:
        """Try a forbidden request: with a weaker key, a forged key or a stolen journal."""
        luck = self.luck
        opens = self.judge.opens.items()
        key = luck.choice([key for key, (_, kind) in opens if kind == "watch"])
        other = luck.choice([key for key, (_, kind) in opens if kind != "score"])
        score = luck.choice(self.scorers).key
        place = luck.randrange(len(score))
        forged = f"{score[:place]}{luck.choice('aZ9-_')}{score[place + 1 :]}"
        tried = luck.choice((key, other, forged)) if forged != score else other
        ways: list[Request] = [
            Request("an intruder", "POST", f"/api/games/{tried}/undo", {}),
            Request("an intruder", "PATCH", f"/api/games/{tried}", {"finish": True}),
            Request("an intruder", "POST", f"/games/{tried}/share", form={"kind": "score"}),
            Request("an intruder", "POST", f"/games/{tried}/delete", form={}),
            Request("an intruder", "GET", f"/api/games/{tried}"),
            Request("an intruder", "GET", f"/api/groups/{tried}"),
            Request(
                "an intruder", "POST", f"/api/{luck.choice(('tables', 'join'))}/{key}/undo", {}
            ),
        ]

        def heard(answer: Answer) -> None:
            if answer.status != 200:
                return
            entries = answer.values["entries"]
            own = {"id": self.new_key(), "score_key": self.new_key(), "watch_key": key}
            path, values = luck.choice((("/api/games/import", {}), ("/api/games/restore", own)))
            self.ask(Request("an intruder", "POST", path, {**values, "entries": entries}))

        if luck.random() < 0.5:
            self.ask(luck.choice(ways))
        else:
            self.ask(Request("an intruder", "GET", f"/api/games/{key}/journal"), heard)
