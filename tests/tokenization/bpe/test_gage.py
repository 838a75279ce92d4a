"""Gage's compressor: what it replaces, when it ends, and the way back."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import InputTooLarge, InvalidInput
from app.tokenization.bpe.gage import GageConfig, GageStep, compress, decompress
from app.tokenization.budget import Budget
from app.tokenization.training import StopReason, drain


def naive_compress(data: bytes, min_count: int) -> tuple[bytes, dict[int, tuple[int, int]]]:
    """Count all pairs anew before each replacement."""
    free = [value for value in range(256) if value not in data]
    table: dict[int, tuple[int, int]] = {}
    while len(data) > 1 and free:
        counts: dict[tuple[int, int], int] = {}
        for pair in pairwise(data):
            counts[pair] = counts.get(pair, 0) + 1
        best = max(counts, key=lambda pair: counts[pair])
        if counts[best] < min_count:
            break
        code = free.pop()
        table[code] = best
        data = data.replace(bytes(best), bytes((code,)))
    return data, table


binary = st.one_of(
    st.binary(min_size=1, max_size=200),
    st.lists(st.sampled_from(b"abc"), min_size=1, max_size=120).map(bytes),
)


@settings(max_examples=150, deadline=None)
@given(data=binary, min_count=st.integers(2, 4))
def test_equals_counting_anew_and_comes_back(data: bytes, min_count: int) -> None:
    steps, archive = drain(compress(data, GageConfig(min_count=min_count)))
    assert (archive.data, dict(archive.table)) == naive_compress(data, min_count)
    assert decompress(archive.data, archive.table) == data
    sizes = [len(archive.after(number)) for number in range(len(steps) + 1)]
    assert sizes == [len(data), *[step.size for step in steps]]
    assert archive.after(0) == data
    for step in steps:
        assert decompress(bytes((step.code,)), archive.table) == step.expansion


def test_the_textbook_example() -> None:
    steps, archive = drain(compress(b"aaabdaaabac"))
    assert steps[0] == GageStep(1, 255, 97, 97, 4, 2, b"aa", 9, 12)
    assert [step.expansion for step in steps] == [b"aa", b"aaa", b"aaab"]
    assert archive.data == b"\xfdd\xfdac"
    assert archive.total == 5 + 9
    assert archive.stop_reason is StopReason.BELOW_MIN_FREQUENCY


def test_text_is_read_as_bytes() -> None:
    data = "ñandú, ñandú 😀\0".encode()
    steps, archive = drain(compress(data))
    assert (steps[0].left, steps[0].right) == tuple("ñ".encode())
    assert decompress(archive.data, archive.table) == data


def test_every_reason_to_stop() -> None:
    every_value = bytes(range(256)) * 2
    assert drain(compress(every_value))[1].stop_reason is StopReason.NO_UNUSED_BYTE
    assert drain(compress(b"a"))[1].stop_reason is StopReason.NOTHING_LEFT
    assert drain(compress(b"abab", GageConfig(replacements=1)))[1].stop_reason is (
        StopReason.TARGET_REACHED
    )
    data = b"abcabcabc"
    assert drain(compress(data, budget=Budget(max_steps=1)))[1].stop_reason is (
        StopReason.BUDGET_STEPS
    )
    steps, archive = drain(compress(data), lambda: True)
    assert archive.stop_reason is StopReason.CANCELLED
    assert len(steps) == 1 and decompress(archive.data, archive.table) == data


def test_impossible_requests_are_refused() -> None:
    with pytest.raises(InvalidInput, match="nothing to compress"):
        drain(compress(b""))
    with pytest.raises(InvalidInput, match="at least twice"):
        GageConfig(min_count=1)
    with pytest.raises(InvalidInput, match="cannot be negative"):
        GageConfig(replacements=-1)
    with pytest.raises(InvalidInput, match="in a circle: code 1 "):
        decompress(b"\1", {1: (2, 65), 2: (1, 65)})


def test_a_small_table_cannot_ask_for_a_huge_result() -> None:
    doubling = {code: (code + 1, code + 1) for code in range(200)}
    with pytest.raises(InputTooLarge, match="more than 1000 bytes"):
        decompress(b"\0", doubling, max_bytes=1000)
    with pytest.raises(InputTooLarge):
        decompress(b"aaaa", {97: (98, 98)}, max_bytes=7)
