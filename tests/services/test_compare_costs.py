"""Bills of several vocabularies over one text."""

from __future__ import annotations

from datetime import date

import pytest

from app.catalog.prices import price_table
from app.services.compare_costs import compare_costs
from app.services.estimate_cost import CostQuestion
from app.tokenization.special_tokens import SpecialPolicy
from app.vocabularies.registry import Registry


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
    assert (bill.costs.measured.messages, bill.costs.measured.tokens) == (2, tokens)
