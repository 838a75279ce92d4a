"""Merges recovered from ranks: the whole of the real tables, and what no merge can reach."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.tokenization.bpe.encoder import drain
from app.tokenization.bpe.recover import RecoveredMerges, merge_trees, recover_merges
from app.vocabularies.rank_file import read_rank_file
from tests.shared import SHARED, needs_shared


@cache
def table(name: str) -> dict[bytes, int]:
    return read_rank_file((SHARED / "vocabularies" / f"{name}.tiktoken").read_bytes())


@cache
def recovered(name: str) -> RecoveredMerges:
    return recover_merges(table(name))


@needs_shared
@pytest.mark.parametrize(
    ("name", "merges", "unreachable"),
    [
        ("r50k_base", 50_000, 0),
        ("cl100k_base", 100_000, 0),
        ("o200k_base", 199_742, 0),
        ("llama-3", 127_156, 588),
    ],
)
def test_every_token_has_a_merge_or_is_said_unreachable(
    name: str, merges: int, unreachable: int
) -> None:
    found = recovered(name)
    assert (len(found.merges), len(found.unreachable)) == (merges, unreachable)
    assert merges + unreachable + 256 == len(table(name))


@needs_shared
def test_llama_3_tokens_out_of_reach_are_words_added_after_training() -> None:
    ranks = table("llama-3")
    added = recovered("llama-3").unreachable
    assert " việc".encode() in added
    assert min(ranks[token] for token in added) > 100_256


@needs_shared
def test_merges_come_after_their_parts() -> None:
    ranks = table("cl100k_base")
    for left, right in recovered("cl100k_base").merges:
        assert max(ranks[left], ranks[right]) < ranks[left + right]


@needs_shared
@settings(max_examples=200, deadline=None)
@given(st.text(max_size=30))
def test_pairs_recovered_cut_as_ranks_do(text: str) -> None:
    ranks = table("r50k_base")
    pairs = {pair: rank for rank, pair in enumerate(recovered("r50k_base").merges)}
    data = text.encode()

    def parts() -> list[bytes | None]:
        return [bytes((byte,)) for byte in data]

    by_rank = drain(parts(), lambda left, right: ranks.get(left + right))
    assert drain(parts(), lambda left, right: pairs.get((left, right))) == by_rank


@needs_shared
def test_the_tree_of_a_token_goes_down_to_bytes() -> None:
    ranks = table("cl100k_base")
    parts: list[bytes | None] = [bytes((byte,)) for byte in b"elo"]
    (tree,) = merge_trees(parts, lambda left, right: ranks.get(left + right))
    assert tree.rank == ranks[b"elo"]
    assert tree.left is not None and tree.right is not None
    assert (tree.left.piece, tree.right.piece) == (b"el", b"o")
    assert tree.left.left is not None and tree.left.left.rank is None


def test_a_token_out_of_reach_keeps_the_pieces_where_merging_stops() -> None:
    ranks = {b"bc": 0, b"abcd": 1}
    trees = merge_trees([b"a", b"b", b"c", b"d"], lambda left, right: ranks.get(left + right))
    assert [tree.piece for tree in trees] == [b"a", b"bc", b"d"]
