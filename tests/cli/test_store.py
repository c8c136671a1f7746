"""URL of the store, which may contain a password."""

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.config import Config

SECRET = "hush"


def list_games(url: str, monkeypatch: pytest.MonkeyPatch, *, by_variable: bool) -> tuple[int, str]:
    """Run `companion games` with a store, and return its exit status and output."""
    monkeypatch.setattr("companion.store.postgres.connections.PATIENCE", 0)
    chosen = [] if by_variable else ["--store", url]
    result = CliRunner().invoke(
        main, [*chosen, "games"], env={"COMPANION_STORE": url} if by_variable else {}
    )
    return result.exit_code, result.output


@pytest.mark.parametrize("by_variable", [False, True])
@pytest.mark.parametrize(
    ("url", "status", "says"),
    [
        (f"mysql://ana:{SECRET}@h/games", 2, "a store is sqlite:///PATH or postgresql://"),
        (f"postgresql://ana:{SECRET}@{SECRET}@h/games", 1, "in a password, write"),
        (f"postgresql://ana:{SECRET}@127.0.0.1:9/games", 1, "Error: 127.0.0.1:9/games: "),
    ],
)
def test_store_errors_do_not_show_the_password(
    monkeypatch: pytest.MonkeyPatch, url: str, status: int, says: str, *, by_variable: bool
) -> None:
    code, said = list_games(url, monkeypatch, by_variable=by_variable)
    assert (code, says in said) == (status, True)
    assert SECRET not in said
    assert "Traceback" not in said


def test_config_repr_hides_store_password(tmp_path_factory: pytest.TempPathFactory) -> None:
    config = Config(data=tmp_path_factory.mktemp("data"), store=f"postgresql://ana:{SECRET}@h/g")
    assert SECRET not in repr(config)
    assert not config.is_sqlite
