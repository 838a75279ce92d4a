"""Merges recovered from ranks: the whole of the real tables, and what no merge can reach."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.tokenization.bpe.recover import MergeNode, merge_trees
from app.vocabularies.rank_file import read_rank_file
from tests.shared import SHARED, needs_shared


@cache
def table(name: str) -> dict[bytes, int]:
    return read_rank_file((SHARED / "vocabularies" / f"{name}.tiktoken").read_bytes())


def trees(name: str, token: bytes) -> tuple[MergeNode[bytes], ...]:
    ranks = table(name)
    parts = [bytes((byte,)) for byte in token]
    return merge_trees(parts, lambda left, right: ranks.get(left + right))


@cache
def out_of_reach(name: str) -> list[bytes]:
    return [token for token in table(name) if len(trees(name, token)) > 1]


@needs_shared
@pytest.mark.parametrize(
    ("name", "unreachable"),
    [("r50k_base", 0), ("cl100k_base", 0), ("llama-3", 588)],
)
def test_every_token_has_a_tree_or_is_out_of_reach(name: str, unreachable: int) -> None:
    assert len(out_of_reach(name)) == unreachable


@needs_shared
def test_llama_3_tokens_out_of_reach_are_words_added_after_training() -> None:
    ranks = table("llama-3")
    added = out_of_reach("llama-3")
    assert " việc".encode() in added
    assert min(ranks[token] for token in added) > 100_256


@needs_shared
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_merge_comes_after_its_parts_and_makes_the_token(data: st.DataObject) -> None:
    ranks = table("r50k_base")
    tree = trees("r50k_base", data.draw(st.sampled_from(sorted(ranks))))[0]

    def check(node: MergeNode[bytes]) -> None:
        if node.left is None or node.right is None:
            assert len(node.piece) == 1 and node.rank is None
            return
        assert node.left.piece + node.right.piece == node.piece
        assert node.rank == ranks[node.piece] > max(ranks[p.piece] for p in (node.left, node.right))
        check(node.left)
        check(node.right)

    check(tree)


@needs_shared
def test_the_tree_of_a_token_goes_down_to_bytes() -> None:
    (tree,) = trees("cl100k_base", b"elo")
    assert tree.rank == table("cl100k_base")[b"elo"]
    assert tree.left is not None and tree.right is not None
    assert (tree.left.piece, tree.right.piece) == (b"el", b"o")
    assert tree.left.left is not None and tree.left.left.rank is None


def test_a_token_out_of_reach_keeps_the_pieces_where_merging_stops() -> None:
    ranks = {b"bc": 0, b"abcd": 1}
    trees = merge_trees([b"a", b"b", b"c", b"d"], lambda left, right: ranks.get(left + right))
    assert [tree.piece for tree in trees] == [b"a", b"bc", b"d"]
