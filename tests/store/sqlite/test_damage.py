"""Damage to a SQLite file, which is reported on reading and never shown as a wrong total."""

import random
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.store.errors import (
    DamagedGameError,
    StoreError,
    StoreUnavailableError,
    UnknownGameError,
)
from companion.store.rows.drafts import Draft
from companion.store.rows.keys import AccessKey
from companion.store.rows.lines import Line
from companion.store.sqlite import open_store
from companion.store.store import Store
from tests.rows import cases
from tests.store.sqlite import raw
from tests.store.table import FIRST_KEYS, at, change, play


@pytest.fixture
def played(sqlite_store: Store) -> tuple[Store, str, list[Line]]:
    """Return a store of two games, with the id and lines of the first, played for six rounds."""
    game = sqlite_store.journals.create(change("sit down"), keys=FIRST_KEYS)
    play(sqlite_store, sqlite_store.journals.create(change("sit down elsewhere")), 2)
    play(sqlite_store, game, 6)
    return sqlite_store, game, sqlite_store.journals.read(game)


Played = tuple[Store, str, list[Line]]


def assert_damaged(played: Played, sound_version: int, *also_since: int) -> None:
    """Assert that reads from several versions all report damage after `sound_version`."""
    store, game, lines = played
    for since in (0, sound_version, *also_since):
        with pytest.raises(DamagedGameError) as error:
            store.journals.read(game, since)
        assert error.value.game == game
        assert error.value.intact_version == sound_version
        assert list(error.value.lines) == lines[:sound_version]


@pytest.mark.parametrize(
    "damage",
    [
        "version = 40",
        "version = -4",
        "at = at + 1",
        "body = body || ' '",
        "body = replace(body, '3', '4')",
        "body = CAST(x'ff' AS TEXT)",
        "request_id = NULL",
        "request_id = ''",
        "request_id = CAST(x'6964c32833' AS TEXT)",
        "fingerprint = NULL",
        "fingerprint = 'g'",
        "by = NULL",
        "by = 'Cy'",
        "seal = zeroblob(16)",
        "seal = x''",
        "seal = (SELECT seal FROM lines AS other WHERE other.game = lines.game AND version = 3)",
        "game = 2",
    ],
)
def test_changed_line_is_reported_as_damage(played: Played, file: Path, damage: str) -> None:
    # Game 2 loses its version 4, so that `game = 2` can move the line there.
    raw.run(file, "DELETE FROM lines WHERE game = 2 AND version = 4")
    raw.run(file, f"UPDATE lines SET {damage} WHERE game = 1 AND version = 4")
    assert_damaged(played, 3, 1)


@pytest.mark.parametrize(
    ("lost", "sound_version", "also_since"),
    [("= 1", 0, []), ("= 4", 3, []), ("= 7", 6, []), ("> 3", 3, [4, 7, 9]), ("> 0", 0, [7])],
)
def test_lost_lines_are_reported_as_damage(
    played: Played, file: Path, lost: str, sound_version: int, also_since: list[int]
) -> None:
    raw.run(file, f"DELETE FROM lines WHERE game = 1 AND version {lost}")
    assert_damaged(played, sound_version, *also_since)


@cases("""damage
version = 3
version = 8
version = 0
seal = zeroblob(16)
seal = x''
version = 6, seal = (SELECT seal FROM lines WHERE game = 1 AND version = 5)
""")
def test_damaged_last_version_or_checksum_in_row_of_game_is_reported(
    played: Played, file: Path, damage: str
) -> None:
    raw.run(file, f"UPDATE games SET {damage} WHERE number = 1")
    assert_damaged(played, 7, 2, 9)


@pytest.mark.parametrize("value", ["NULL", "'seven'", "x'07'", "6.5", "1e99"])
def test_game_version_of_wrong_type_is_damage(sqlite_store: Store, file: Path, value: str) -> None:
    game = sqlite_store.journals.create(change("sit down"))
    play(sqlite_store, game, 6)
    lines = sqlite_store.journals.read(game)
    sqlite_store.close()
    raw.run_untyped(file, "games", "version", f"UPDATE games SET version = {value}")
    with closing(open_store(file)) as store:
        assert raw.run(file, "SELECT typeof(version) FROM games") != [("integer",)]
        assert_damaged((store, game, lines), 7, 3)


def test_journal_moved_from_another_game_is_reported_as_damage(played: Played, file: Path) -> None:
    other = raw.run(file, "SELECT version, seal FROM games WHERE number = 2")[0]
    raw.run(file, "DELETE FROM lines WHERE game = 1")
    raw.run(file, "UPDATE lines SET game = 1 WHERE game = 2")
    raw.run(file, "UPDATE games SET version = ?, seal = ? WHERE number = 1", *other)
    assert_damaged(played, 0)


def test_appending_to_damaged_end_is_refused(played: Played, file: Path) -> None:
    store, game, _ = played
    raw.run(file, "UPDATE lines SET seal = zeroblob(16) WHERE game = 1 AND version = 7")
    before = file.read_bytes()
    with pytest.raises(DamagedGameError):
        store.journals.append(game, 7, change("Ana goes out"))
    assert file.read_bytes() == before


def test_repeated_request_is_refused_if_its_line_is_damaged(played: Played, file: Path) -> None:
    store, game, _ = played
    raw.run(file, "UPDATE lines SET fingerprint = 'g' WHERE request_id = 'id 3' AND game = 1")
    with pytest.raises(DamagedGameError):
        store.journals.append(game, 7, change("round 3", request=("id 3", "g")))


def test_damage_of_one_game_leaves_others_readable(played: Played, file: Path) -> None:
    store, game, lines = played
    raw.run(file, "DELETE FROM lines WHERE game = 2 AND version = 2")
    assert store.journals.read(game) == lines


@pytest.mark.parametrize(
    "damage", ["game = 2", "kind = 'score'", '"table" = 1', "seal = zeroblob(16)"]
)
def test_damaged_key_opens_no_game(played: Played, file: Path, damage: str) -> None:
    store, game, _ = played
    score, watch = store.keys.of_game(game)
    raw.run(file, f"UPDATE doors SET {damage} WHERE kind = 'watch'")
    with pytest.raises(StoreUnavailableError):
        store.keys.find(watch.key)
    assert store.keys.find(score.key) == score


@cases("""damage
UPDATE lines SET seal = zeroblob(16) WHERE game = 1 AND version = 7
UPDATE games SET seal = zeroblob(16) WHERE number = 1
UPDATE games SET version = 6 WHERE number = 1
DELETE FROM lines WHERE game = 1 AND version = 7
DELETE FROM lines
""")
def test_key_to_damaged_game_end_has_no_version(played: Played, file: Path, damage: str) -> None:
    store, game, _ = played
    access_key = store.keys.of_game(game)[0]
    assert access_key.version == 7
    raw.run(file, damage)
    found = store.keys.find(access_key.key)
    assert found == access_key
    assert found.version is None


@pytest.mark.parametrize(
    "damage", ["deleted = 7", "deleted = 7, changed = 0", "deleted = created", "heading = x''"]
)
def test_damaged_time_neither_hides_nor_purges_game(
    played: Played, file: Path, damage: str
) -> None:
    store, game, lines = played
    key = store.keys.of_game(game)[0]
    raw.run(file, f"UPDATE games SET {damage} WHERE number = 1")
    assert store.keys.find(key.key) == key
    assert store.trash.purge(at(99)) == 0
    assert store.journals.read(game) == lines
    store.journals.append(game, 7, change("Ana goes out"))
    assert game in {summary.game for summary in store.journals.latest(9)}


def test_damaged_times_in_list_of_games_are_none(played: Played, file: Path) -> None:
    store, game, _ = played
    raw.run(file, "UPDATE games SET changed = 9000000000000000000 WHERE number = 1")
    summary, other = store.journals.latest(9)
    assert (summary.game, summary.created, summary.changed) == (game, None, None)
    assert other.changed == at(1)


@pytest.mark.parametrize(
    "damage",
    ["text = '37'", "seat = 3", "round = 2", '"by" = NULL', "count = 9", "seal = zeroblob(16)"],
)
def test_damaged_draft_is_left_out(sqlite_store: Store, file: Path, damage: str) -> None:
    game = sqlite_store.journals.create(change("sit down"))
    for seat in (1, 2):
        sqlite_store.drafts.put(game, Draft(1, 1, seat, "33", by="Bo"))
    raw.run(file, f"UPDATE drafts SET {damage} WHERE seat = 2")
    assert [draft.seat for draft in sqlite_store.drafts.read(game, 1)] == [1]


@dataclass(frozen=True)
class IntactFile:
    """An intact file with its journals and keys."""

    content: bytes
    journals: Mapping[str, list[Line]]
    keys: Mapping[str, AccessKey]


@pytest.fixture(scope="module")
def intact_file(tmp_path_factory: pytest.TempPathFactory) -> IntactFile:
    file = tmp_path_factory.mktemp("sound") / "games.sqlite"
    with closing(open_store(file)) as store:
        games = [store.journals.create(change("sit down"), keys=FIRST_KEYS) for _ in range(5)]
        for game in games * 4:
            play(store, game, 3)
        journals = {game: store.journals.read(game) for game in games}
        keys = {
            access_key.key: access_key for game in games for access_key in store.keys.of_game(game)
        }
    return IntactFile(file.read_bytes(), journals, keys)


@pytest.mark.parametrize("seed", range(50))
@pytest.mark.parametrize("flips", [1, 3, 30])
def test_file_with_flipped_bits_never_yields_wrong_data(
    intact_file: IntactFile, file: Path, flips: int, seed: int
) -> None:
    rng, damaged = random.Random(seed), bytearray(intact_file.content)
    for _ in range(flips):
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
    file.write_bytes(damaged)
    with suppress(StoreError), closing(open_store(file)) as store:
        with suppress(StoreUnavailableError):
            assert len(store.journals.latest(9)) <= 9
        for game, lines in intact_file.journals.items():
            assert_right_or_reported(store, game, lines)
        for key, access_key in intact_file.keys.items():
            with suppress(StoreUnavailableError):
                found = store.keys.find(key)
                assert found in {access_key, None}
                assert found is None or found.version in {access_key.version, None}


def assert_right_or_reported(store: Store, game: str, lines: list[Line]) -> None:
    for since in (0, 5, len(lines)):
        with suppress(UnknownGameError, StoreUnavailableError):
            left, is_all = readable_lines(store, game, since)
            assert left == lines[since : None if is_all else since + len(left)]
    with suppress(StoreError):
        assert store.journals.request(game, "id 7") in {lines[7], None}


def readable_lines(store: Store, game: str, since: int) -> tuple[list[Line], bool]:
    """Return the lines reported as intact, and whether they are said to be complete."""
    try:
        return store.journals.read(game, since), True
    except DamagedGameError as damage:
        return list(damage.lines[since:]), False
