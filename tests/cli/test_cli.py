"""Options and environment variables of the `companion` command."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner
from platformdirs import user_data_path

from companion import cli
from companion.config import Config
from companion.store.urls import path_of
from companion.version import __version__
from tests.rows import cases

SETTINGS = {
    "--host": "192.0.2.9",
    "--port": "9000",
    "--data": "games",
    "--public-url": "https://Cards.example.org/",
    "--htmx": "local",
    "--proxy": "2",
    "--contact": "mailto:rules@example.org",
    "--host-name": "NAS.lan",
    "--frame-ancestors": "https://club.example.org",
}
CONFIG = Config(
    host="192.0.2.9",
    port=9000,
    data=Path("games"),
    public_url="https://cards.example.org",
    htmx="local",
    proxy=2,
    contact="mailto:rules@example.org",
    host_names=("nas.lan",),
    frame_ancestors=("https://club.example.org",),
)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Config]:
    """Replace `serve` by a stub that collects its configs."""
    for variable in map(variable_of, SETTINGS):
        monkeypatch.delenv(variable, raising=False)
    configs: list[Config] = []
    monkeypatch.setattr(cli, "serve", configs.append)
    return configs


def variable_of(flag: str) -> str:
    return "COMPANION_" + flag.removeprefix("--").upper().replace("-", "_")


def typed(*arguments: str, env: Mapping[str, str] | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(cli.main, arguments, env=env)
    return result.exit_code, result.output


def test_command_without_arguments_serves_with_defaults(served: list[Config]) -> None:
    assert typed() == (0, "")
    assert served == [Config(data=user_data_path("table-companion", appauthor=False))]


def test_command_line_options_set_config(served: list[Config]) -> None:
    assert typed(*(f"{flag}={value}" for flag, value in SETTINGS.items())) == (0, "")
    assert served == [CONFIG]


def test_environment_variables_set_config(served: list[Config]) -> None:
    env = {variable_of(flag): value for flag, value in SETTINGS.items()}
    assert typed(env=env) == (0, "")
    assert served == [CONFIG]


@cases("""arguments
("--port=65536",)
("--port=-1",)
("--port=eighty",)
("--htmx=none",)
("--proxy=-1",)
("--data=pyproject.toml",)
("--contact=javascript:alert(1)",)
("--public-url=cards.example.org",)
("--public-url=ftp://cards.example.org",)
("--public-url=https://",)
("--public-url=https://cards.example.org//score",)
("--public-url=https://cards.example.org/../score",)
("--public-url=https://cards.example.org/score?",)
("--public-url=https://cards.example.org:port",)
("--host-name=http://nas.lan",)
("--host-name=nas.lan:8000",)
("--host-name=my_nas",)
("--host-name=" + 64 * "a",)
("--data=~nobody-of-that-name/uno",)
("--frame-ancestors=*",)
("--frame-ancestors=https://club.example.org/page",)
("--frame-ancestors=https://a.example; script-src *",)
("--public-url=https://me@cards.example.org",)
("--public-url=https://cards example.org",)
("--public-url=https://ß..example",)
("--public-url=https://nas..example",)
("--public-url=https://my_nas",)
("--public-url=https://nas.example:99999",)
("--public-url=https://nas.example:0",)
("--public-url=https://" + 64 * "a",)
("--public-url=http://[2001:db8]",)
("--host-name=" + 64 * "ß",)
("--frame-ancestors=https://ß_.example",)
("--nothing",)
("nothing",)
""")
def test_invalid_option_is_usage_error(served: list[Config], arguments: tuple[str, ...]) -> None:
    status, output = typed(*arguments)
    assert status == 2
    assert "Error: " in output
    assert not served


@cases("""given | meant
https://Cards.example.org/ | https://cards.example.org
https://cards.example.org/cards/ | https://cards.example.org/cards
http://[2001:db8::1]:8000/a/b-c | http://[2001:db8::1]:8000/a/b-c
http://192.0.2.1:8000 | http://192.0.2.1:8000
https://Straße.example/cards | https://xn--strae-oqa.example/cards
https://München.example:8443 | https://xn--mnchen-3ya.example:8443
https://XN--strae-oqa.example | https://xn--strae-oqa.example
https://cards.example.org. | https://cards.example.org
http://[2001:DB8:0::1] | http://[2001:db8::1]
""")
def test_public_url_is_normalised_and_may_have_path(
    served: list[Config], given: str, meant: str
) -> None:
    assert typed(f"--public-url={given}") == (0, "")
    assert served[0].public_url == meant


def test_host_names_and_frame_ancestors_are_repeatable(served: list[Config]) -> None:
    env = {"COMPANION_HOST_NAME": "nas.lan bücher.lan straße.lan"}
    sites = ("https://a.example", "http://b.example:8123", "https://straße.example")
    assert typed(*(f"--frame-ancestors={site}" for site in sites), env=env) == (0, "")
    assert served[0].host_names == ("nas.lan", "xn--bcher-kva.lan", "xn--strae-oqa.lan")
    assert served[0].frame_ancestors == (*sites[:2], "https://xn--strae-oqa.example")


@cases("""flag | value | meant
--host-name | nas.lan, games.lan, | nas.lan games.lan
--host-name | "nas.lan;games.lan" | nas.lan games.lan
--host-name | "\\n nas.lan\\n games.lan\\n" | nas.lan games.lan
--frame-ancestors | https://a.example,https://b.example | https://a.example https://b.example
--port | " 9000 " | 9000
--port | '"9000"' | 9000
--port | "'9000'" | 9000
--proxy | "2\\n" | 2
--htmx | " local" | local
--public-url | '"https://cards.example.org" ' | https://cards.example.org
--contact | ' "mailto:me@example.org"' | mailto:me@example.org
--host | [::1] | ::1
--data | "~/uno" | /home/ana/uno
--data | "$HOME/uno" | /home/ana/uno
--data | '"${HOME}/uno"' | /home/ana/uno
--copies | ~/copies | /home/ana/copies
--store | sqlite:///~/uno.sqlite | sqlite:///~/uno.sqlite
""")
def test_variables_may_be_written_as_in_files_for_docker_and_systemd(
    served: list[Config], flag: str, value: str, meant: str
) -> None:
    assert typed(env={variable_of(flag): value, "HOME": "/home/ana"}) == (0, "")
    name = "host_names" if flag == "--host-name" else flag[2:].replace("-", "_")
    found = getattr(served[0], name)
    assert (" ".join(found) if isinstance(found, tuple) else str(found)) == str(meant)


def test_file_of_store_may_be_in_home(
    served: list[Config], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/ana")
    assert typed("--store=sqlite:///~/uno.sqlite") == (0, "")
    assert served[0].database == path_of("sqlite:///~/uno.sqlite") == Path("/home/ana/uno.sqlite")


def test_port_variable_of_another_service_is_ignored_and_said(served: list[Config]) -> None:
    status, output = typed(env={"COMPANION_PORT": "tcp://10.43.0.1:8000"})
    assert (status, served[0].port) == (0, 8000)
    assert output == "COMPANION_PORT=tcp://10.43.0.1:8000 is no port, so it is ignored.\n"


def test_version_option_prints_version(served: list[Config]) -> None:
    status, output = typed("--version")
    assert (status, __version__ in output) == (0, True)
    assert not served
