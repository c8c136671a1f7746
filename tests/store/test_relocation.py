"""Everything of one store is copied into another, both ways, as often as it takes."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.store.archives import BESIDE, StoredGame
from companion.store.errors import NotSavedError, StoreUnavailableError
from companion.store.protocols import AccessKey, Draft, Place, Store
from companion.store.relocation import Relocation, relocate
from companion.store.sqlite.connections import connect
from companion.store.sqlite.migrations import MIGRATIONS
from companion.store.urls import open_archive, open_archives, open_store
from tests.store.sqlite import raw
from tests.store.table import FIRST_KEYS, NOON, at, change, play

Urls = tuple[str, str]


@pytest.fixture
def urls(tmp_path: Path) -> Urls:
    """Say where games are, and where they are to be."""
    old, new = (f"sqlite:///{tmp_path / name / 'games.sqlite'}" for name in ("old", "new"))
    open_store(old).close()
    return old, new


@pytest.fixture
def old(urls: Urls) -> Iterator[Store]:
    with closing(open_store(urls[0])) as store:
        yield store


def fill(store: Store) -> list[str]:
    """Play some games of every kind, and return them in order."""
    games = [store.journals.create(change(f"sit down {n}"), keys=FIRST_KEYS) for n in range(5)]
    first, second, third, deleted, purged = games
    for game in games:
        play(store, game, 3)
    store.keys.add(first, "table", 7)
    store.keys.renew(second, "watch")
    store.drafts.put(third, Draft(1, 4, 2, "7 ★ skip", "Bo"))
    store.drafts.put(third, Draft(2, 4, 1, ""))
    group = store.groups.begin(first)
    store.groups.write(group.id, 0, '{"people": ["Ana"]}')
    store.groups.put(second, Place(group.id, follows=first, is_counted=False))
    store.televisions.send(
        str(store.televisions.offer_code("tv", "203.0.113.1", NOON).code), "k", NOON
    )
    store.trash.delete(deleted, at(9))
    store.trash.delete(purged, at(2))
    store.trash.purge(at(5))
    return games


@dataclass(frozen=True)
class Everything:
    """All that a store holds, as one compares it."""

    games: list[StoredGame | None]
    beside: list[object]


def everything(url: str) -> Everything:
    with open_archive(url) as archive:
        return Everything(
            [archive.read(game) for game in archive.games()],
            [archive.rows(part) for part in BESIDE],
        )


def move(urls: Urls) -> Relocation:
    with open_archives(*urls) as (source, target):
        return relocate(source, target)


def test_everything_arrives_as_it_was(urls: Urls) -> None:
    with closing(open_store(urls[0])) as store:
        first, second, third, deleted, purged = fill(store)
        keys = store.keys.of_game(first)
    before = everything(urls[0])
    assert len(before.games) == 4
    assert all(before.beside)
    assert move(urls) == Relocation(copied=4)
    assert everything(urls[0]) == everything(urls[1]) == before
    with closing(open_store(urls[1])) as store:
        assert store.keys.of_game(first) == keys
        assert store.keys.find(keys[0].key) == keys[0]
        assert store.groups.following(first) == second
        assert [hand.text for hand in store.drafts.read(third, 1)] == ["7 ★ skip"]
        assert [heading.game for heading in store.trash.latest(9)] == [deleted]
        request = change("round 1", 0, request=("id 1", "f"))
        assert store.journals.request(first, "id 1")
        with pytest.raises(Exception, match="carried out as version 2"):
            store.journals.append(first, 4, request)
        play(store, first, 1)
        with pytest.raises(Exception, match=purged):
            store.journals.revive(purged, [change("sit down")], ())
        assert store.drafts.put(third, Draft(1, 4, 2, "9")) == 2


def test_back_again(urls: Urls) -> None:
    with closing(open_store(urls[0])) as store:
        fill(store)
    move(urls)
    back = (urls[1], urls[0].replace("old", "older"))
    assert move(back).copied == 4
    assert everything(back[1]) == everything(urls[0])


def test_it_goes_on_where_it_stopped(urls: Urls, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(open_store(urls[0])) as store:
        fill(store)
    with open_archives(*urls) as (source, target):
        write = target.write
        written: list[StoredGame] = []

        def fail(game: StoredGame) -> None:
            if len(written) == 2:
                raise NotSavedError
            write(game)
            written.append(game)

        monkeypatch.setattr(target, "write", fail)
        with pytest.raises(NotSavedError):
            relocate(source, target)
    assert move(urls) == Relocation(copied=2, known=2)
    assert everything(urls[1]) == everything(urls[0])
    assert move(urls) == Relocation(known=4)


def test_what_differs_is_named_and_stays_and_the_rest_is_copied(urls: Urls) -> None:
    with closing(open_store(urls[0])) as store:
        first, second, third, *_ = fill(store)
    move(urls)
    with closing(open_store(urls[0])) as store:
        fresh = store.journals.create(change("sit down"))
        store.journals.revive("lost", [change("sit down")], [AccessKey("k" * 22, "lost", "score")])
        store.trash.delete(third, at(1))
    with closing(open_store(urls[1])) as store:
        play(store, first, 1)
        store.keys.renew(second, "score")
        store.journals.revive(
            "other", [change("sit down")], [AccessKey("k" * 22, "other", "score")]
        )
        store.trash.delete(third, at(0))
        store.trash.purge(at(1))
    there = urls[1].removeprefix("sqlite:///")
    result = move(urls)
    assert (result.copied, result.known) == (1, 1)
    assert sorted(result.refused) == sorted(
        [
            f"game {first} is another in {there}",
            f"game {second} is another in {there}",
            f"game {third} was deleted in {there}",
            f"a key of game lost is taken in {there}",
        ]
    )
    with closing(open_store(urls[1])) as store:
        assert len(store.journals.read(first)) == 5
        assert store.journals.read(fresh)


def test_what_was_deleted_for_good_and_lives_on_there_is_named(urls: Urls) -> None:
    with closing(open_store(urls[0])) as store:
        first = fill(store)[0]
    move(urls)
    with closing(open_store(urls[0])) as store:
        store.trash.delete(first, at(0))
        store.trash.purge(at(1))
    here, there = (url.removeprefix("sqlite:///") for url in urls)
    sentence = f"game {first} was deleted in {here}, not in {there}"
    assert move(urls) == Relocation(known=3, refused=[sentence])


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE lines SET body = 'x' WHERE version = 2",
        "UPDATE games SET changed = 0",
        "UPDATE doors SET kind = 'score'",
        "UPDATE places SET follows = 'x'",
        "UPDATE groups SET text = 'x'",
    ],
)
def test_what_is_damaged_is_named(urls: Urls, damage: str) -> None:
    with closing(open_store(urls[0])) as store:
        fill(store)
    raw.run(Path(urls[0].removeprefix("sqlite:///")), damage)
    result = move(urls)
    assert all("damage" in sentence for sentence in result.refused)
    assert result.refused
    assert result.copied + len(result.refused) in {4, 5}


def test_nobody_may_have_either_open(urls: Urls) -> None:
    for url in urls:
        with closing(open_store(url)), pytest.raises(StoreUnavailableError, match="in use"):
            move(urls)
    with open_archives(*urls):
        for url in urls:
            with pytest.raises(StoreUnavailableError, match="in use"):
                open_store(url)
    assert move(urls) == Relocation()


def test_a_store_is_not_moved_onto_itself(urls: Urls) -> None:
    with pytest.raises(StoreUnavailableError, match="the same store"):
        move((urls[0], urls[0]))


def test_two_files_in_one_folder(urls: Urls) -> None:
    with closing(open_store(urls[0])) as store:
        fill(store)
    beside = urls[0].replace("games.sqlite", "copy.sqlite")
    assert move((urls[0], beside)).copied == 4


def test_what_it_comes_from_is_only_read(urls: Urls) -> None:
    with closing(open_store(urls[0])) as store:
        fill(store)
    file = Path(urls[0].removeprefix("sqlite:///"))
    before = file.read_bytes()
    move(urls)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_an_older_file_is_not_brought_up_to_date_unasked(urls: Urls, tmp_path: Path) -> None:
    file = tmp_path / "of old.sqlite"
    file.touch()
    with connect(file) as db:
        MIGRATIONS.apply(db, stop_before="groups")
    before = file.read_bytes()
    with pytest.raises(StoreUnavailableError, match="of an older version"):
        move((f"sqlite:///{file}", urls[1]))
    assert file.read_bytes() == before


def test_there_must_be_something_to_move(urls: Urls, tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailableError, match="there are no games"):
        move((f"sqlite:///{tmp_path / 'nothing.sqlite'}", urls[1]))
    assert not (tmp_path / "nothing.sqlite").exists()
