"""Bounded work: a limit on steps and on seconds, with the clock passed in so that tests own time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from app.errors import N_, BudgetExceeded

T = TypeVar("T")
Limit = Literal["steps", "seconds"]


@dataclass(slots=True)
class Budget:
    """How much work may be done. None means no limit.

    >>> now = iter([0.0, 1.0, 3.0]).__next__
    >>> budget = Budget(max_steps=10, seconds=2.0, clock=now)
    >>> budget.exhausted(steps=3), budget.exhausted(steps=4)
    (None, 'seconds')
    >>> Budget(max_steps=2).exhausted(steps=2)
    'steps'
    """

    max_steps: int | None = None
    seconds: float | None = None
    clock: Callable[[], float] = time.monotonic
    _deadline: float | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        if self.seconds is not None:
            self._deadline = self.clock() + self.seconds

    def exhausted(self, steps: int) -> Limit | None:
        """Which limit is met after `steps` steps ("steps" or "seconds"), or None."""
        if self.max_steps is not None and steps >= self.max_steps:
            return "steps"
        if self._deadline is not None and self.clock() >= self._deadline:
            return "seconds"
        return None

    def check(self) -> None:
        """Raise BudgetExceeded when the time is up: for work that is worth nothing by halves."""
        if self._deadline is not None and self.clock() >= self._deadline:
            raise BudgetExceeded(
                N_(
                    "The time for one request (%(seconds)s seconds) ran out before this was done. "
                    "Try a shorter text, or one vocabulary at a time."
                ),
                seconds=round(self.seconds or 0.0, 1),
            )

    def watch(self, items: Iterable[T]) -> Iterator[T]:
        """The items as they come, for as long as there is time. Raises BudgetExceeded."""
        for item in items:
            self.check()
            yield item
