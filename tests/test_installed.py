"""What is installed works from any folder: templates, static files and data came along."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
from starlette.testclient import TestClient
from app.main import create_app

with TestClient(create_app()) as client:
    page = client.get("/about")
    assert page.status_code == 200, page.status_code
    stylesheet = page.text.split('rel="stylesheet" href="')[1].split('"')[0]
    assert client.get(stylesheet).status_code == 200, stylesheet
    print("served")
"""


def test_the_application_runs_from_an_empty_folder(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=tmp_path,
        env={**os.environ, "TOKENARIO_LOG_LEVEL": "error"},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "served\n", done.stderr
    assert [path.name for path in tmp_path.iterdir() if "sqlite" not in path.name] == []


def test_the_command_is_there(tmp_path: Path) -> None:
    command = str(Path(sys.executable).with_name("tokenario"))
    done = subprocess.run([command, "--help"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "serve" in done.stdout
