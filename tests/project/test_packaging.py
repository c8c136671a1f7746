"""Tests of the wheel's and sdist's contents, and of the declared dependencies."""

import ast
import re
import subprocess
import sys
import tarfile
import tomllib
import urllib.request
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from companion.version import __version__
from tests.serving import COMPANION, ROOT, serving

FOLDERS = ("templates", "static")


def files_of(*folders: str) -> set[str]:
    """Return the paths of all files below folders of the checkout, except compiled Python."""
    files = {path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()}
    return {path.relative_to(ROOT).as_posix() for path in files if path.suffix != ".pyc"}


def build(source: Path, into: Path, kind: str) -> Path:
    """Build a `wheel` or an `sdist` offline into an empty folder, and return its path."""
    command = [sys.executable, "-m", "build", "--no-isolation", f"--{kind}", f"--outdir={into}"]
    subprocess.run([*command, str(source)], check=True, capture_output=True)
    (built,) = into.iterdir()
    return built


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("sdist"), "sdist")


@pytest.fixture(scope="module")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return folder / sdist.name.removesuffix(".tar.gz")


@pytest.fixture(scope="module", params=["the checkout", "the sdist"])
def wheel(
    request: pytest.FixtureRequest, unpacked: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    source = ROOT if request.param == "the checkout" else unpacked
    return build(source, tmp_path_factory.mktemp("wheel"), "wheel")


def test_sdist_contains_code_templates_static_files_and_tests(sdist: Path, unpacked: Path) -> None:
    assert sdist.name == f"table_companion-{__version__}.tar.gz"
    held = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*")}
    assert files_of("companion", "tests", *FOLDERS) <= held


def test_wheel_contains_code_templates_and_static_files_but_no_tests(wheel: Path) -> None:
    assert wheel.name == f"table_companion-{__version__}-py3-none-any.whl"
    held = set(zipfile.ZipFile(wheel).namelist())
    assert files_of("companion") | {f"companion/{name}" for name in files_of(*FOLDERS)} <= held
    assert {name.split("/")[0] for name in held} == {
        "companion",
        f"table_companion-{__version__}.dist-info",
    }


def test_distributions_have_licence_and_changelog(sdist: Path, unpacked: Path, wheel: Path) -> None:
    del sdist
    held = zipfile.ZipFile(wheel)
    metadata = held.read(f"table_companion-{__version__}.dist-info/METADATA").decode()
    assert "License-Expression: MIT\n" in metadata
    assert "License-File: companion/LICENSE\n" in metadata
    assert "Classifier: Natural Language :: French\n" in metadata
    assert "http" not in metadata.partition("\n\n")[0]  # no link, as none would work
    licence = (ROOT / "companion" / "LICENSE").read_bytes()
    for name in (
        "companion/LICENSE",
        f"table_companion-{__version__}.dist-info/licenses/companion/LICENSE",
    ):
        assert held.read(name) == licence
    assert (unpacked / "companion" / "LICENSE").read_bytes() == licence
    assert "companion/CHANGELOG.md" in held.namelist()


def test_app_unpacked_from_wheel_serves_its_own_static_files(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    with (
        serving(*COMPANION, "--port=0", f"--data={tmp_path / 'games'}", folder=tmp_path) as running,
        urllib.request.urlopen(f"{running.url}/static/icon.svg") as icon,
    ):
        assert icon.read() == (ROOT / "static" / "icon.svg").read_bytes()


def test_imported_libraries_equal_declared_dependencies() -> None:
    """Each import must be declared, as a transitive dependency may disappear in an update."""
    imported = {
        name.partition(".")[0]
        for path in (ROOT / "companion").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    foreign = imported - set(sys.stdlib_module_names) - {"companion", "_typeshed"}
    providers = packages_distributions()
    needed = {
        provider.lower().replace("_", "-") for name in foreign for provider in providers[name]
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extra = project["optional-dependencies"]["postgres"]
    asked = (*project["dependencies"], *extra)
    # Dependencies with a marker (for some systems only) are skipped, as no code imports them.
    names = (re.split(r"[\[<>=]", each)[0] for each in asked if ";" not in each)
    declared = {name.replace("_", "-") for name in names}
    assert needed == declared
