"""What is pasted elsewhere, read back by what will read it there."""

from __future__ import annotations

import re
import sys
from types import ModuleType

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from app.web import snippets

SRC = "https://t.example/embed/tokenize?v=1&model=gpt2&text=50%25%20%22a%22"
words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=30)


@given(words)
def test_the_frame_has_its_address_title_and_size(title: str) -> None:
    frame = BeautifulSoup(snippets.iframe(SRC, title, 300), "html.parser").iframe
    assert frame is not None
    assert (frame["src"], frame["title"]) == (SRC, title)
    assert (frame["width"], frame["height"], frame["loading"]) == ("100%", "300", "lazy")
    assert frame.text == ""


@given(words)
def test_markdown_is_one_picture_in_one_link(title: str) -> None:
    written = snippets.markdown("https://t.example/s/a", title, "https://t.example/s/a/picture.png")
    found = re.fullmatch(
        r"\[!\[((?:[^\\\]\[]|\\.)*)\]\(https://t\.example/s/a/picture\.png\)\]"
        r"\(https://t\.example/s/a\)",
        written,
    )
    assert found is not None
    assert re.sub(r"\\(.)", r"\1", found[1]) == title


def from_latex(written: str) -> str:
    """The text that LaTeX prints for what we write."""
    names = {"textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^"}
    read = re.sub(r"\\(text\w+)\{\}", lambda match: names[match[1]], written)
    return re.sub(r"\\([%#&_{}$])", r"\1", read)


@given(st.text(st.sampled_from("aé %#&_{}$~^ñ/"), max_size=20))
def test_latex_prints_the_title_and_opens_the_address(title: str) -> None:
    found = re.fullmatch(r"\\href\{((?:[^{}\\]|\\.)*)\}\{(.*)\}", snippets.latex(SRC, title), re.S)
    assert found is not None
    assert re.sub(r"\\(.)", r"\1", found[1]) == SRC
    assert from_latex(found[2]) == title
    assert not re.search(r"(?<!\\)[%#&_$]", found[1] + found[2])


def test_a_backslash_in_a_title_is_printed() -> None:
    assert snippets.latex("https://t.example/", "a\\b").endswith(r"{a\textbackslash{}b}")


def test_a_slide_of_beamer_holds_the_picture_as_a_link() -> None:
    slide = snippets.beamer("https://t.example/s/abc", "50 %")
    assert slide.startswith(r"\begin{frame}{50 \%}")
    assert slide.endswith(r"\end{frame}")
    assert r"\href{https://t.example/s/abc}{\includegraphics" in slide
    assert slide.count("{") == slide.count("}")


def test_the_cell_of_jupyter_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, object, object]] = []
    display = ModuleType("IPython.display")
    vars(display)["IFrame"] = lambda src, width, height: shown.append((src, width, height))
    monkeypatch.setitem(sys.modules, "IPython", ModuleType("IPython"))
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    exec(snippets.jupyter(SRC, 300), {})  # noqa: S102
    assert shown == [(SRC, "100%", 300)]


def test_quarto_and_reveal_hold_the_same_frame() -> None:
    frame = snippets.iframe(SRC, "a")
    assert snippets.quarto(SRC, "a") == f"```{{=html}}\n{frame}\n```"
    section = BeautifulSoup(snippets.reveal(SRC, "a", 420), "html.parser").section
    assert section is not None
    assert section.iframe is not None
    assert section.iframe["src"] == SRC


def test_the_listener_is_ten_lines_and_believes_one_origin() -> None:
    script = snippets.listener("https://t.example")
    assert len(script.splitlines()) == 10
    assert 'event.origin !== "https://t.example"' in script
    assert "frame.contentWindow === event.source" in script
