"""Moving a whole store into another one, in both directions and repeatedly."""

from collections.abc import Callable
from contextlib import closing
from itertools import product
from pathlib import Path
from unittest.mock import Mock

import pytest

from companion.store import archives, sqlite
from companion.store.archives import Relocation, StoredGame, relocate
from companion.store.errors import NotSavedError, StoreUnavailableError
from companion.store.rows.drafts import Draft
from companion.store.rows.groups import Group, group_row
from companion.store.rows.keys import AccessKey
from companion.store.urls import open_archives, open_store
from tests.rows import cases
from tests.store.full_store import fill, fill_at, run_raw, snapshot_of
from tests.store.table import at, change, play
from tests.store.versions.stores import restore

Urls = tuple[str, str]

ENGINES = ("sqlite", "postgres")


@pytest.fixture(
    params=[pair for pair in product(ENGINES, ENGINES) if pair != ("postgres", "postgres")],
    ids="-to-".join,
)
def urls(request: pytest.FixtureRequest, url_of: Callable[[str, str], str]) -> Urls:
    """Return the URLs of an empty source and a missing target, for each pair of engines."""
    old, new = map(url_of, request.param, ("old", "new"))
    open_store(old).close()
    return old, new


@pytest.fixture
def files(url_of: Callable[[str, str], str]) -> Urls:
    """Return the URLs of a source and a target in SQLite files, neither created yet."""
    return url_of("sqlite", "old"), url_of("sqlite", "new")


def names(urls: Urls) -> Urls:
    with open_archives(*urls) as (source, target):
        return source.name, target.name


def move(urls: Urls) -> Relocation:
    with open_archives(*urls) as (source, target):
        return relocate(source, target)


def test_move_copies_everything_unchanged(urls: Urls) -> None:
    with closing(open_store(urls[0])) as store:
        first, second, third, deleted, purged = fill(store)
        keys = store.keys.of_game(first)
    before = snapshot_of(urls[0])
    assert len(before.games) == 4
    assert all(before.other_rows)
    assert move(urls) == Relocation(copied=4)
    assert snapshot_of(urls[0]) == snapshot_of(urls[1]) == before
    with closing(open_store(urls[1])) as store:
        assert store.keys.of_game(first) == keys
        assert store.keys.find(keys[0].key) == keys[0]
        assert store.groups.following(first) == second
        assert [hand.text for hand in store.drafts.read(third, 1)] == ["7 ★ skip"]
        assert [summary.game for summary in store.trash.latest(9)] == [deleted]
        request = change("round 1", 0, request=("id 1", "f"))
        assert store.journals.request(first, "id 1")
        with pytest.raises(Exception, match="carried out as version 2"):
            store.journals.append(first, 4, request)
        play(store, first, 1)
        with pytest.raises(Exception, match=purged):
            store.journals.revive(purged, [change("sit down")], ())
        assert store.drafts.put(third, Draft(1, 4, 2, "9")) == 2


def test_interrupted_move_copies_rest_on_retry(urls: Urls, monkeypatch: pytest.MonkeyPatch) -> None:
    fill_at(urls[0])
    monkeypatch.setattr(archives, "_GAMES_PER_SAVE", 2)
    with open_archives(*urls) as (source, target):
        write = target.write

        def fail(games: list[StoredGame]) -> list[str]:
            monkeypatch.setattr(target, "write", Mock(side_effect=NotSavedError))
            return write(games)

        monkeypatch.setattr(target, "write", fail)
        with pytest.raises(NotSavedError):
            relocate(source, target)
    assert move(urls) == Relocation(copied=2, known=2)
    assert snapshot_of(urls[1]) == snapshot_of(urls[0])
    assert move(urls) == Relocation(known=4)


def test_move_reports_conflicting_games_and_copies_the_rest(urls: Urls) -> None:
    first, second, third, *_ = fill_at(urls[0])
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
    there = names(urls)[1]
    result = move(urls)
    assert (result.copied, result.known) == (1, 1)
    another = [f"game {each} is another in {there}" for each in (first, second)]
    more = (f"game {third} was deleted in {there}", f"a key of game lost is taken in {there}")
    assert sorted(result.refused) == sorted((*another, *more))
    with closing(open_store(urls[1])) as store:
        assert len(store.journals.read(first)) == 5
        assert store.journals.read(fresh)


def test_move_reports_group_whose_key_is_taken(files: Urls) -> None:
    for url in files:
        with closing(open_store(url)) as store:
            store.groups.begin(store.journals.create(change("sit down")))
    for url in files:
        group = Group(url[-20:], "the same key")
        seal = group_row(group)["seal"]
        assert isinstance(seal, bytes)
        named = f"id = '{group.id}', \"key\" = '{group.key}'"
        run_raw(url, f"UPDATE groups SET {named}, seal = x'{seal.hex()}'")
    (sentence,) = move(files).refused
    assert sentence.startswith("a key of one of the groups is taken")


def test_move_reports_games_that_read_back_differently(
    urls: Urls, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = fill_at(urls[0])
    with open_archives(*urls) as (source, target):
        write = target.write

        def forget_keys(games: list[StoredGame]) -> list[str]:
            return write([StoredGame(each.row, {**each.related, "keys": []}) for each in games])

        monkeypatch.setattr(target, "write", forget_keys)
        refused = relocate(source, target).refused
    assert len(refused) == len(games) - 1
    assert "does not read back" in refused[0]


def test_move_reports_game_purged_in_source_only(urls: Urls) -> None:
    first = fill_at(urls[0])[0]
    move(urls)
    with closing(open_store(urls[0])) as store:
        store.trash.delete(first, at(0))
        store.trash.purge(at(1))
    here, there = names(urls)
    sentence = f"game {first} was deleted in {here}, not in {there}"
    assert move(urls) == Relocation(known=3, refused=[sentence])


@cases("""damage
UPDATE lines SET body = 'x' WHERE version = 2
UPDATE games SET changed = 0
UPDATE keys SET kind = 'score'
UPDATE places SET follows = 'x'
UPDATE groups SET text = 'x'
""")
def test_move_reports_damaged_rows(files: Urls, damage: str) -> None:
    fill_at(files[0])
    run_raw(files[0], damage)
    result = move(files)
    assert all("damage" in sentence for sentence in result.refused)
    assert result.refused
    assert result.copied + len(result.refused) in {4, 5}


def test_move_and_open_stores_exclude_each_other(
    urls: Urls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0)
    for url in urls:
        with closing(open_store(url)), pytest.raises(StoreUnavailableError, match="in use"):
            move(urls)
    with open_archives(*urls):
        for url in urls:
            with pytest.raises(StoreUnavailableError, match="in use"):
                open_store(url)
    assert move(urls) == Relocation()


def test_move_onto_same_store_is_refused(urls: Urls) -> None:
    with pytest.raises(StoreUnavailableError, match="the same store"):
        move((urls[0], urls[0]))


def test_move_between_two_files_in_one_folder_works(files: Urls) -> None:
    fill_at(files[0])
    copy = files[0].replace("games.sqlite", "copy.sqlite")
    assert move((files[0], copy)).copied == 4


def test_move_does_not_change_source_file(files: Urls) -> None:
    fill_at(files[0])
    file = Path(files[0].removeprefix("sqlite:///"))
    before = file.read_bytes()
    move(files)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_move_refuses_source_with_older_schema_unchanged(files: Urls, tmp_path: Path) -> None:
    file = tmp_path / "of old.sqlite"
    restore("televisions.sqlite", f"sqlite:///{file}")
    before = file.read_bytes()
    with pytest.raises(StoreUnavailableError, match="of an older version"):
        move((f"sqlite:///{file}", files[1]))
    assert file.read_bytes() == before


def test_move_from_missing_file_is_refused(urls: Urls, tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailableError, match="there are no games"):
        move((f"sqlite:///{tmp_path / 'nothing.sqlite'}", urls[1]))
    assert not (tmp_path / "nothing.sqlite").exists()
