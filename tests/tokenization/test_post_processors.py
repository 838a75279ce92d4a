"""Special tokens around a text."""

from __future__ import annotations

from app.tokenization.post_processors import SpecialTokenTemplate


def test_the_ids_are_kept_as_given() -> None:
    ids = [101]
    template = SpecialTokenTemplate(ids, [102])
    ids.append(7)
    assert template.around() == ((101,), (102,))
    assert SpecialTokenTemplate().around() == ((), ())
