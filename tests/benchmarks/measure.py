"""Timing: best of n for work in this process, and how a ratio is written."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


def best_of(rounds: int, make: Callable[[], T], work: Callable[[T], object]) -> float:
    """Seconds of the fastest round of `work` on something made anew each time (no warm caches).

    >>> best_of(2, lambda: [3, 1, 2], sorted) < 1
    True
    """
    return min([_seconds(make(), work) for _ in range(rounds)])


def _seconds(made: T, work: Callable[[T], object]) -> float:
    with _without_collector():
        start = time.perf_counter()
        work(made)
        return time.perf_counter() - start


@contextmanager
def _without_collector() -> Iterator[None]:
    """As `timeit` does: the garbage of other rounds is not this round's time."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def seconds(value: float) -> str:
    """
    >>> seconds(1.234), seconds(0.0567), seconds(0.00012)
    ('1.23 s', '57 ms', '0.12 ms')
    """
    if value >= 0.9995:
        return f"{value:.2f} s"
    milliseconds = value * 1000
    return f"{milliseconds:.0f} ms" if milliseconds >= 9.95 else f"{milliseconds:.2g} ms"


def ratio(ours: float, theirs: float) -> str:
    """Our time as a multiple of theirs, with ours beside it.

    >>> ratio(3.0, 2.0), ratio(0.05, 1.0)
    ('1.5× (3.00 s)', '0.05× (50 ms)')
    """
    return f"{times(ours, theirs)} ({seconds(ours)})"


def times(ours: float, theirs: float) -> str:
    """
    >>> times(30.0, 2.0), times(1.0, 10.0), times(1.0, 400.0)
    ('15×', '0.1×', '0.0025×')
    """
    return f"{float(f'{ours / theirs:.2g}'):g}×"
