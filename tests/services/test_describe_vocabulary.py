"""Facts are worked out once for each tokenizer and go with it."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.analysis.vocabulary_facts import VocabularyFacts, vocabulary_facts
from app.services.describe_vocabulary import VocabularyDescriptions
from app.services.vocabulary_files import read_vocabulary_file
from app.tokenization.budget import Budget
from app.tokenization.pipeline import Tokenizer

PIECES = "[UNK]\nel\nniñ\n##o\n".encode()


def test_once_for_all_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Tokenizer] = []

    def counted(tokenizer: Tokenizer, budget: Budget | None = None) -> VocabularyFacts:
        asked.append(tokenizer)
        return vocabulary_facts(tokenizer, budget)

    monkeypatch.setattr("app.services.describe_vocabulary.vocabulary_facts", counted)
    tokenizer = read_vocabulary_file(PIECES, "vocab.txt", 1_000).tokenizer
    descriptions = VocabularyDescriptions()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(descriptions.facts, [tokenizer] * 8))
    assert len(asked) == 1 and all(facts is found[0] for facts in found)
    assert found[0].size == 4


def test_nothing_is_kept_of_a_vocabulary_that_is_gone() -> None:
    descriptions = VocabularyDescriptions()
    tokenizer = read_vocabulary_file(PIECES, "vocab.txt", 1_000).tokenizer
    descriptions.facts(tokenizer)
    assert len(descriptions) == 1
    del tokenizer
    gc.collect()
    assert len(descriptions) == 0
