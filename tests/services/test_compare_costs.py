"""Bills of several vocabularies over one text."""

from __future__ import annotations

from datetime import date

import pytest

from app.catalog.prices import price_table
from app.services.compare_costs import Compared, compare_costs
from app.services.estimate_cost import CostQuestion
from app.services.tokenize_text import Failed
from app.tokenization.budget import Budget
from app.tokenization.special_tokens import SpecialPolicy
from app.vocabularies.registry import Registry
from tests.conftest import FakeClock


@pytest.mark.parametrize(("specials", "tokens"), [("special", 4), ("text", 16)])
def test_each_line_reads_special_tokens_as_asked(
    registry: Registry, specials: str, tokens: int
) -> None:
    text = "hola<|endoftext|>\nhola<|endoftext|>\n"
    policy = SpecialPolicy(specials)
    (bill,) = compare_costs(
        registry,
        price_table(date(2026, 11, 30)),
        text,
        {"o200k_base": registry.tokenizer("o200k_base").count(text, policy)},
        CostQuestion(),
        message_a_line=True,
        specials=policy,
    )
    assert isinstance(bill, Compared)
    assert (bill.costs.measured.messages, bill.costs.measured.tokens) == (2, tokens)


@pytest.mark.parametrize(
    ("a_line", "limit", "said"), [(True, None, 1), (False, 1, 1), (False, None, 0)]
)
def test_only_what_reads_the_text_again_needs_time(
    registry: Registry, clock: FakeClock, a_line: bool, limit: int | None, said: int
) -> None:
    budget = Budget(seconds=1.0, clock=clock)
    clock.advance(1.0)
    found = compare_costs(
        registry,
        price_table(date(2026, 11, 30)),
        "hola\nhola",
        {"gpt2": 5},
        CostQuestion(),
        message_a_line=a_line,
        limit=limit,
        budget=budget,
    )
    assert [each.info.id for each in found if isinstance(each, Failed)] == ["gpt2"] * said
    assert len(found) == 1
