"""What is timed, and how ratios are written."""

from __future__ import annotations

import pytest

from tests.benchmarks.measure import best_of, ratio, seconds, times


def test_each_round_works_on_something_made_anew() -> None:
    made: list[list[int]] = []

    def make() -> list[int]:
        made.append([])
        return made[-1]

    best_of(3, make, lambda fresh: fresh.append(1))
    assert made == [[1], [1], [1]]


def test_the_fastest_round_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([10.0, 13.0, 20.0, 21.5, 30.0, 32.0])
    monkeypatch.setattr("tests.benchmarks.measure.time.perf_counter", lambda: next(clock))
    assert best_of(3, lambda: None, lambda _: None) == 1.5


def test_two_figures_and_a_unit() -> None:
    assert [seconds(value) for value in (12.3456, 0.99951, 0.0099, 0.00001)] == [
        "12.35 s",
        "1.00 s",
        "9.9 ms",
        "0.01 ms",
    ]
    assert times(123.4, 1) == "120×"
    assert ratio(0.5, 0.25) == "2× (500 ms)"
