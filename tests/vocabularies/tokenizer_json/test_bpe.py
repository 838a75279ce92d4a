"""BPE models by themselves: both ways to write merges, whole pieces, where words may be cut."""

from __future__ import annotations

from typing import Any

from app.vocabularies.tokenizer_json.bpe import read_bpe, read_merges
from app.vocabularies.tokenizer_json.document import Node

PIECES = {"▁": 0, "a": 1, "b": 2, "ab": 3, "▁a": 4}


def model(**parts: Any) -> Node:
    return Node({"vocab": PIECES, "merges": [["a", "b"]], **parts}, "model")


def ids(node: Node, piece: str) -> list[int]:
    return [s.id for s in read_bpe(node, 100, byte_level=False).segmenter.segment(piece)]


def test_merges_as_pairs_or_as_text() -> None:
    pairs = read_merges(Node([["a", "b"], ["▁", "a"]], "merges"), PIECES, 0)
    assert pairs == read_merges(Node(["a b", "▁ a"], "merges"), PIECES, 0)
    assert pairs == {("a", "b"): 0, ("▁", "a"): 1}


def test_the_mark_of_the_right_piece_is_dropped() -> None:
    pieces = {"a": 0, "##b": 1, "ab": 2}
    assert read_merges(Node(["a ##b"], "merges"), pieces, 2) == {("a", "##b"): 0}


def test_whole_pieces_need_no_merge_when_merges_are_ignored() -> None:
    assert ids(model(), "▁a") == [0, 1]
    assert ids(model(ignore_merges=True), "▁a") == [4]


def test_words_are_cut_apart_only_where_no_merge_crosses() -> None:
    def cuts(**parts: Any) -> bool:
        return read_bpe(model(**parts), 100, byte_level=False).cuts_words

    assert cuts(merges=["▁ a", "a b"])
    assert not cuts(vocab={**PIECES, "a▁": 5}, merges=["a ▁"])
    assert not cuts(ignore_merges=True)
    assert not cuts(vocab={"a": 0}, merges=[])


def test_bytes_without_a_piece() -> None:
    byte_level = {"vocab": {"a": 0, "?": 1}, "merges": []}
    named = read_bpe(Node({**byte_level, "unk_token": "?"}, "model"), 9, byte_level=True)
    assert [s.id for s in named.segmenter.segment("añ")] == [0, 1, 1]
    left_out = read_bpe(Node(byte_level, "model"), 9, byte_level=True)
    assert [s.id for s in left_out.segmenter.segment("añ")] == [0]
