"""Edits with alignment, against the obvious way to do them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.tokenization.rewriting import Edit, rewrite


@st.composite
def texts_and_edits(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    text = draw(st.text(alphabet="añ🙂 ", max_size=12))
    bounds = sorted(draw(st.lists(st.integers(0, len(text)), max_size=6)))
    spans = list(zip(bounds[::2], bounds[1::2], strict=False))
    return text, [Edit(s, e, draw(st.text(alphabet="xyz", max_size=3))) for s, e in spans]


def slowly(text: str, edits: list[Edit]) -> list[tuple[str, int, int]]:
    """Each new character with its span, one by one."""
    found: list[tuple[str, int, int]] = []
    at = 0
    for edit in edits:
        found += [(text[i], i, i + 1) for i in range(at, edit.start)]
        found += [(char, edit.start, edit.end) for char in edit.replacement]
        at = edit.end
    return found + [(text[i], i, i + 1) for i in range(at, len(text))]


@given(texts_and_edits())
def test_every_character_knows_where_it_came_from(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    result = rewrite(text, edits)
    wanted = slowly(text, edits)
    assert result.text == "".join(char for char, _, _ in wanted)
    assert [result.origin(i, i + 1) for i in range(len(result.text))] == [
        (start, end) for _, start, end in wanted
    ]


def test_nothing_changed_costs_no_alignment() -> None:
    assert rewrite("niño", []).starts is None
    assert rewrite("a b", [Edit(1, 2, "_")]).starts is None
