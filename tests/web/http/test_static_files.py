"""Scripts and style sheets: as written, and bundled with what they import."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.config import BUNDLES, STATIC
from companion.web.http import static_files
from tests.serving import ROOT

OWN = re.compile(r'(?:src|href)="(/static/\w{10}/[^"#]+)')
NOT_COUNTED = re.compile("icon-|manifest|fallback")  # not loaded, or only if the CDN fails
MOST = 9 - 3  # three more: the page's copy, the journal, and the script that stores it
SCRIPTS = [file for file in STATIC.rglob("*.js") if "vendor" not in file.parts]
COMMAND = re.compile(r"(?m)^npx ((?:.+\\\n)*.+)")
# By export form that was once bundled to a syntax error: a module, its import, the value printed.
EXPORTS = {
    "list": ("const seven = 7;\nexport { seven };", "{ seven }", "seven"),
    "let": ("export let seven = 7;", "{ seven }", "seven"),
    "generator": ("export function* sevens() {\n  yield 7;\n}", "{ sevens }", "...sevens()"),
    "default": ("export default 7;", "seven", "seven"),
}


@pytest.fixture
def files(phone: FlaskClient) -> list[str]:
    """Return the sorted addresses of style sheets and scripts that the page of a game loads."""
    values = {"edition": "hello-kitty", "players": ["Ana", "Bo"]}
    page = phone.get(phone.post("/api/games", json=values).headers["Location"]).text
    return sorted({file for file in OWN.findall(page) if not NOT_COUNTED.search(file)})


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run CONTRIBUTING's esbuild command on a copy of `static/` with `EXPORTS` in a new folder."""
    (command,) = COMMAND.findall((ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8"))
    package, *options = shlex.split(command.replace("\\\n", " "))
    npx = shutil.which("npx") or pytest.skip("Node is not installed")
    esbuild = (npx, "--yes", "--fetch-retries=0", package)
    if subprocess.run([*esbuild, "--version"], capture_output=True, check=False).returncode:
        pytest.skip(f"{package} cannot be fetched")
    folder = tmp_path_factory.mktemp("built")
    shutil.copytree(STATIC, folder / "static")
    for form, (module, names, value) in EXPORTS.items():
        (folder / "static" / f"{form}-module.js").write_text(f"{module}\n")
        page = f'import {names} from "./{form}-module.js";\n\nconsole.log({value});\n'
        (folder / "static" / f"{form}.js").write_text(page)
    subprocess.run([*esbuild, *options], cwd=folder, check=True)
    return folder


def test_bundles_match_their_sources(built: Path) -> None:
    folder = built / BUNDLES.relative_to(ROOT)
    fresh = {file.relative_to(folder): file.read_text("utf-8") for file in _files(folder)}
    committed = {file.relative_to(BUNDLES): file.read_text("utf-8") for file in _files(BUNDLES)}
    for form in EXPORTS:
        del fresh[Path(f"{form}.js")], fresh[Path(f"{form}-module.js")]
    assert committed == fresh, "run the command of CONTRIBUTING, and delete what has no source"


def _files(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.is_file()]


@pytest.mark.parametrize("form", EXPORTS)
def test_script_may_import_any_form_of_export(
    built: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static_files, "BUNDLES", built / BUNDLES.relative_to(ROOT))
    app = Flask(__name__, static_folder=built / "static")
    static_files.init_app(app, "")
    address = app.jinja_env.globals["static"](f"{form}.js")  # type: ignore[operator]
    script = app.test_client().get(address, buffered=True).data
    node = (shutil.which("node") or "", "--input-type=module")
    printed = subprocess.run(node, input=script, capture_output=True, check=True).stdout
    assert printed == b"7\n"


def test_game_page_loads_few_files(files: list[str]) -> None:
    htmx = 1
    assert len(files) + htmx <= MOST


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.stem)
def test_versioned_script_needs_no_other_file_at_once(phone: FlaskClient, file: Path) -> None:
    version = OWN.findall(phone.get("/").text)[0].rpartition("/")[0]
    path = file.relative_to(STATIC).as_posix()
    bundle = phone.get(f"{version}/{path}", buffered=True).text
    assert not bundle.startswith("import")
    # Without a version, the file is sent unchanged.
    assert phone.get(f"/static/{path}", buffered=True).text == file.read_text("utf-8")


def test_versioned_style_sheet_contains_its_imports(phone: FlaskClient, files: list[str]) -> None:
    (address,) = (file for file in files if file.endswith("game.css"))
    bundle = phone.get(address, buffered=True).text
    assert "@import" not in bundle
    for name in ("table", "pad"):
        assert (BUNDLES / f"{name}.css").read_text("utf-8").strip() in bundle


def test_bundle_with_matching_etag_gives_304(phone: FlaskClient, files: list[str]) -> None:
    for address in (file for file in files if "game" in file):
        first = phone.get(address, buffered=True)
        assert "immutable" in first.headers["Cache-Control"]
        again = phone.get(address, headers={"If-None-Match": first.headers["ETag"]}, buffered=True)
        assert again.status_code == 304
