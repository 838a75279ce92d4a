from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from app.web.assets import FOR_EVER, MOUNT, StaticAssets, content_version, resource_dir

VENDOR = resource_dir("static") / "vendor"


def test_vendored_files_are_what_the_table_says() -> None:
    table = (VENDOR / "VENDORED.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (\S+\.js) \|.*\| ([0-9a-f]{64}) \|$", table, re.MULTILINE))
    assert rows == {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in VENDOR.glob("*.js")
    }
    assert "0BSD" in table and (VENDOR / "LICENSE-htmx.txt").is_file()


def test_the_version_follows_names_and_contents(tmp_path: Path) -> None:
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "a.css").write_text("a{}")
    before = content_version(tmp_path)
    assert content_version(tmp_path) == before
    (tmp_path / "css" / "a.css").write_text("b{}")
    changed = content_version(tmp_path)
    (tmp_path / "css" / "a.css").rename(tmp_path / "css" / "b.css")
    assert len({before, changed, content_version(tmp_path)}) == 3


def test_files_are_kept_for_ever_under_their_version_only(client: TestClient) -> None:
    assets = StaticAssets(resource_dir("static"))
    now = client.get(assets.address("css/layout.css"))
    assert now.status_code == 200
    assert now.headers["Cache-Control"] == FOR_EVER
    assert now.headers["Content-Type"].startswith("text/css")
    old = client.get(f"{MOUNT}/0123456789/css/layout.css")
    assert (old.status_code, old.headers["Cache-Control"]) == (200, "no-cache")


def test_a_module_is_served_as_a_script(client: TestClient) -> None:
    address = StaticAssets(resource_dir("static")).address("js/shell.js")
    assert "javascript" in client.get(address).headers["Content-Type"]


@pytest.mark.parametrize("name", ["css/nothing.css", "css", ""])
def test_a_name_with_a_slip_stops_the_template(name: str) -> None:
    with pytest.raises(FileNotFoundError):
        StaticAssets(resource_dir("static")).address(name)


@pytest.mark.parametrize(
    "path", ["x/../../pyproject.toml", "x/%2e%2e/%2e%2e/README.md", "x/nothing", ""]
)
def test_nothing_outside_the_folder_is_served(path: str) -> None:
    app = Starlette()
    app.mount(MOUNT, StaticAssets(resource_dir("static")))
    assert TestClient(app).get(f"{MOUNT}/{path}").status_code == 404
