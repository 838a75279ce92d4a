"""The published list against the vocabulary it was published for."""

from __future__ import annotations

from app.analysis.glitch_tokens import GLITCH_TEXTS, glitch_tokens
from tests.analysis.vocabularies import real


def test_every_text_is_one_token_of_gpt2() -> None:
    found = glitch_tokens(real("gpt2"))
    assert tuple(glitch.text for glitch in found) == GLITCH_TEXTS
    assert len(set(GLITCH_TEXTS)) == len(GLITCH_TEXTS)


def test_cl100k_kept_one_of_the_names_and_o200k_none() -> None:
    cl100k = {glitch.text for glitch in glitch_tokens(real("cl100k_base"))}
    assert " davidjl" in cl100k and " SolidGoldMagikarp" not in cl100k
    assert glitch_tokens(real("o200k_base")) == ()
