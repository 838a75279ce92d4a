"""The same text and the same question for several vocabularies: bills, and answers cut at a limit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.analysis.text_length import count_words
from app.catalog.prices import PriceTable
from app.errors import BudgetExceeded
from app.services.cut_at_limit import CutText, cut_text
from app.services.estimate_cost import CostQuestion, Costs, Measured, estimate_costs, measure
from app.services.tokenize_text import Failed
from app.tokenization.budget import Budget
from app.tokenization.special_tokens import SpecialPolicy
from app.vocabularies.info import VocabularyInfo
from app.vocabularies.registry import Registry


@dataclass(frozen=True, slots=True)
class Compared:
    """One vocabulary's bills, and its cut when a limit was asked for."""

    info: VocabularyInfo
    costs: Costs
    cut: CutText | None


def compare_costs(
    registry: Registry,
    table: PriceTable,
    text: str,
    counts: Mapping[str, int],
    question: CostQuestion,
    *,
    message_a_line: bool = False,
    limit: int | None = None,
    specials: SpecialPolicy = SpecialPolicy.AS_TEXT,
    budget: Budget | None = None,
) -> list[Compared | Failed]:
    """In the order of `counts`: the tokens of the whole text by vocabulary, counted already.

    Counting lines and cutting at a limit go through the text again; a vocabulary that there is no
    time left for says so.
    """
    compared: list[Compared | Failed] = []
    words = count_words(text)
    for id, count in counts.items():
        tokenizer = registry.tokenizer(id)
        measured = Measured(words, count)
        cut = None
        try:
            if message_a_line:
                measured = measure(
                    tokenizer, text, message_a_line=True, specials=specials, budget=budget
                )
            if limit is not None:
                cut = cut_text(tokenizer, text, limit, specials, budget=budget)
        except BudgetExceeded as error:
            compared.append(Failed(registry.info(id), error))
            continue
        costs = estimate_costs(table, id, measured, question)
        compared.append(Compared(registry.info(id), costs, cut))
    return compared
