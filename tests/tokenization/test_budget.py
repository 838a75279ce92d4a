"""Time that runs out stops work, between the items it goes through."""

from __future__ import annotations

import pytest

from app.errors import BudgetExceeded
from app.tokenization.budget import Budget
from tests.conftest import FakeClock


def test_items_come_for_as_long_as_there_is_time(clock: FakeClock) -> None:
    watched = Budget(seconds=2.0, clock=clock).watch("abc")
    assert next(watched) == "a"
    clock.advance(1.9)
    assert next(watched) == "b"
    clock.advance(0.1)
    with pytest.raises(BudgetExceeded) as raised:
        next(watched)
    assert raised.value.values == {"seconds": 2.0}


def test_a_budget_of_steps_alone_has_all_the_time_there_is() -> None:
    budget = Budget(max_steps=1)
    budget.check()
    assert list(budget.watch("abc")) == ["a", "b", "c"]
    assert budget.exhausted(1) == "steps"
