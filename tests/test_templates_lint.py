"""What a template may not hold: nothing unescaped, nothing evaluated, nothing inline, nobody else.

The content security policy would drop most of these without a word; the lint says it beforehand.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from app.web.assets import resource_dir

TEMPLATES = resource_dir("templates")
FILES = sorted(path for path in TEMPLATES.rglob("*") if path.is_file())

FORBIDDEN = {
    "an hx-on attribute (evaluated)": r"\bhx-on\b",
    "a filter in a trigger (evaluated)": r"hx-trigger=\"[^\"]*\[",
    "js: or javascript: (evaluated)": r"\b(?:js|javascript):",
    "an inline style": r"\sstyle\s*=|<style\b",
    "unescaped output": r"\|\s*safe\b|\bMarkup\b|autoescape\s+false",
    "an event attribute": r"<[^>]*\son[a-z]+\s*=",
    "an address of another site": r"(?:src|href|action|hx-(?:get|post|put|delete))\s*=\s*[\"'](?:https?:)?//",
    "hx-live (evaluated)": r"\bhx-live\b",
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(TEMPLATES).as_posix())
def test_a_template_holds_nothing_forbidden(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    found = [name for name, pattern in FORBIDDEN.items() if re.search(pattern, source)]
    assert found == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(TEMPLATES).as_posix())
def test_every_script_is_a_file(path: Path) -> None:
    soup = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
    assert [script for script in soup.find_all("script") if not script.get("src")] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(TEMPLATES).as_posix())
def test_every_htmx_form_works_without_script(path: Path) -> None:
    soup = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
    forms = [form for form in soup.find_all("form") if form.get("hx-post") or form.get("hx-get")]
    assert [form for form in forms if not (form.get("action") and form.get("method"))] == []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ('<p hx-on:click="x()">', "an hx-on attribute (evaluated)"),
        ("<input hx-trigger=\"keyup[key=='Enter']\">", "a filter in a trigger (evaluated)"),
        ("<a hx-vals='js:{a: 1}'>", "js: or javascript: (evaluated)"),
        ('<p style="color: red">', "an inline style"),
        ("{{ text|safe }}", "unescaped output"),
        ('<img src="x" onerror="alert(1)">', "an event attribute"),
        ('<script src="https://cdn.example/x.js">', "an address of another site"),
    ],
)
def test_the_lint_sees_each_fault(source: str, fault: str) -> None:
    assert re.search(FORBIDDEN[fault], source)
