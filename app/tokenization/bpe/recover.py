"""Where a token comes from: the merges that build it, also when a table has ranks only.

tiktoken's files list tokens by rank and never say which two pieces made one. They need not: cutting
the bytes of the token with the very merges of the table builds it again, and its last merge is its
rule (karpathy/minbpe `gpt4.py` recovers GPT-4's merges so). A token that its own merges do not
build can only come up where a whole part of the text is looked up in the vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from app.tokenization.bpe.merging import iter_merges

S = TypeVar("S", str, bytes)


@dataclass(frozen=True, slots=True)
class MergeNode(Generic[S]):
    """A piece in a merge tree: a leaf (a byte or a letter), or two pieces merged at a rank."""

    piece: S
    rank: int | None = None
    left: MergeNode[S] | None = None
    right: MergeNode[S] | None = None


def merge_trees(
    parts: Sequence[S], rank_of: Callable[[S, S], int | None], prefix: int = 0
) -> tuple[MergeNode[S], ...]:
    """The trees that merging builds over `parts`: one when the merges reach the whole token.

    >>> ranks = {b"ab": 1, b"bc": 0, b"abc": 2}
    >>> (tree,) = merge_trees([b"a", b"b", b"c"], lambda l, r: ranks.get(l + r))
    >>> tree.rank, tree.left, tree.right.rank
    (2, MergeNode(piece=b'a', rank=None, left=None, right=None), 0)
    """
    nodes: list[MergeNode[S] | None] = [MergeNode(part) for part in parts]
    for merge in iter_merges(list(parts), rank_of, prefix):
        merged = merge.left + merge.right[prefix:]
        nodes[merge.at] = MergeNode(merged, merge.rank, nodes[merge.at], nodes[merge.taken])
        nodes[merge.taken] = None
    return tuple(node for node in nodes if node is not None)
