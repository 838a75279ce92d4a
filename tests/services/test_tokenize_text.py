"""One text through several vocabularies."""

from __future__ import annotations

import pytest

from app.errors import BudgetExceeded
from app.services.tokenize_text import Failed, Tokenized, count, count_each, tokenize, tokenize_each
from app.tokenization.budget import Budget
from app.tokenization.types import Segment
from app.vocabularies.registry import Registry
from tests.conftest import FakeClock


def test_a_vocabulary_named_twice_is_asked_once(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def segment(piece: str, _budget: Budget) -> tuple[Segment, ...]:
        asked.append(piece)
        return (Segment(0, 0, len(piece)),)

    monkeypatch.setattr(registry.tokenizer("gpt2").segmenter, "segment", segment)
    names = ["gpt2"] * 16
    assert [(one.info.id, one.count) for one in count(registry, "hola", names)] == [
        ("gpt2", 1)
    ] * 16
    assert [one.info.id for one in tokenize(registry, "hola", names)] == names
    assert asked == ["hola", "hola"]


def test_the_vocabularies_that_the_time_does_not_reach_say_so(
    registry: Registry, monkeypatch: pytest.MonkeyPatch, clock: FakeClock
) -> None:
    def segment(piece: str, _budget: Budget) -> tuple[Segment, ...]:
        clock.advance(1.0)
        return (Segment(0, 0, len(piece)),)

    monkeypatch.setattr(registry.tokenizer("gpt2").segmenter, "segment", segment)
    budget = Budget(seconds=1.0, clock=clock)
    first, second = tokenize_each(
        registry, "hola", ["gpt2", "o200k_base"], window=(0, 9), budget=budget
    )
    assert isinstance(first, Tokenized)
    assert first.encoding.count == 1
    assert isinstance(second, Failed)
    assert isinstance(second.error, BudgetExceeded)
    assert "(1.0 seconds)" in str(second.error)


def test_counts_and_api_answers_are_whole_or_an_error(registry: Registry, clock: FakeClock) -> None:
    budget = Budget(seconds=1.0, clock=clock)
    assert count(registry, "hola", ["gpt2"], budget=budget)[0].count == 2
    clock.advance(1.0)
    for of in (count, count_each, tokenize):
        with pytest.raises(BudgetExceeded):
            of(registry, "hola", ["gpt2"], budget=budget)


@pytest.mark.parametrize("id", ["gpt2", "llama-2", "xlm-roberta-base"])
def test_one_long_word_stops_half_way(registry: Registry, id: str, clock: FakeClock) -> None:
    """Each look at the clock takes a second: nobody waits for a word of 30,000 letters to end."""

    def later() -> float:
        clock.advance(1.0)
        return clock.now

    with pytest.raises(BudgetExceeded):
        registry.tokenizer(id).count("áé" * 15_000, budget=Budget(seconds=9.0, clock=later))
