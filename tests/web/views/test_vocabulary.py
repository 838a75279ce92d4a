"""The page of a vocabulary: its bar is whole, every label there is, notes in the reader's language."""

from __future__ import annotations

import pytest

from app.analysis import scripts
from app.analysis.ghost_tokens import Obstacle
from app.analysis.vocabulary_facts import Part, vocabulary_facts
from app.locales import Language, locale_of
from app.vocabularies.info import Algorithm
from app.vocabularies.registry import Registry
from app.web.reader import Reader
from app.web.views.vocabulary import facts_view, rows_view
from app.web.views.vocabulary_words import EVIDENCE, OBSTACLES, PART_LABELS, SCRIPT_LABELS

READER = Reader(locale_of(Language.EN), None, True, "/vocabularies/gpt2", ())


@pytest.mark.parametrize("vocabulary", ["gpt2", "llama-2"])
def test_the_bar_of_the_size_is_filled(registry: Registry, vocabulary: str) -> None:
    info = registry.info(vocabulary)
    facts = facts_view(info, vocabulary_facts(registry.tokenizer(vocabulary)), READER)
    assert sum(part.count for part in facts.parts) == facts.size == info.size
    assert facts.parts[0].left == 0
    assert facts.parts[-1].left + facts.parts[-1].width == pytest.approx(100, abs=0.1)
    assert min(part.width for part in facts.parts) >= 0.4
    shares = [line.share for line in (*facts.scripts, *facts.more_scripts)]
    assert sum(shares) == pytest.approx(1) and shares == sorted(shares, reverse=True)
    assert (
        facts.longest[0].href == f"/vocabularies/{vocabulary}/tokens/{facts.longest[0].id}?lang=en"
    )


def test_nothing_is_without_a_label() -> None:
    assert set(EVIDENCE) == set(Algorithm)
    assert set(PART_LABELS) == set(Part)
    assert set(OBSTACLES) == set(Obstacle)
    special = {scripts.OTHER, scripts.DIGITS, scripts.SIGNS, scripts.PARTIAL}
    assert set(SCRIPT_LABELS) == {*scripts.SCRIPTS, *special}


def test_rows_of_two_tables() -> None:
    view = rows_view(50_257, 768)
    assert view.numbers == 2 * 50_257 * 768 and view.problem == ""
