"""Sample changes, games and calls for the tests of stores."""

from datetime import UTC, datetime, timedelta

from companion.store.rows.drafts import Draft
from companion.store.rows.groups import GroupMembership
from companion.store.rows.keys import Kind
from companion.store.rows.lines import Change, Line
from companion.store.store import Store

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
FIRST_KEYS: tuple[tuple[Kind, int | None], ...] = (("score", None), ("watch", None))


def at(minutes: float) -> datetime:
    """Return the time that many minutes after noon."""
    return NOON + timedelta(minutes=minutes)


def change(body: str, minutes: float = 0, *, request: tuple[str, str] | None = None) -> Change:
    """Return a change, optionally with a `request` of an id and a fingerprint."""
    request_id, fingerprint = request or (None, None)
    return Change(
        at=at(minutes), body=body, request_id=request_id, fingerprint=fingerprint, by="Bo"
    )


def play(store: Store, game: str, rounds: int) -> list[Line]:
    """Append rounds to a game one by one, each with its own request id."""
    version = len(store.journals.read(game))
    return [
        store.journals.append(
            game, version + n, change(f"round {version + n}", n, request=(f"id {version + n}", "f"))
        )
        for n in range(rounds)
    ]


def bodies(lines: list[Line]) -> list[str]:
    return [line.body for line in lines]


def make_every_call(store: Store) -> None:
    """Make every kind of call of a store for which people wait, with sample values."""
    game = store.journals.create(change("sit down"), keys=FIRST_KEYS)
    play(store, game, 2)
    store.journals.read(game, since=1)
    store.journals.request(game, "id 1")
    store.journals.latest(9)
    store.keys.find(store.keys.renew(game, "score"))
    store.keys.of_game(game)
    store.drafts.put(game, Draft(1, 1, 1, "9"))
    store.drafts.read(game, 1)
    store.drafts.clear(game, 1)
    group = store.groups.begin(game)
    store.groups.put(
        store.journals.create(change("sit down")), GroupMembership(group.id, follows=game)
    )
    store.groups.find(store.groups.renew(group.id).key)
    store.groups.games(group.id)
    store.groups.state(group.id)
    store.groups.following(game)
    code = store.televisions.offer_code("tv", "192.0.2.1", NOON).code or ""
    store.televisions.find_code(code, NOON)
    store.televisions.send(code, "key", NOON)
    store.televisions.showing("key")
    store.trash.delete(game, at(1))
    store.trash.latest(9)
    store.trash.undelete(game)
    store.trash.delete(game, at(1))
    store.trash.purge(before=at(2))
