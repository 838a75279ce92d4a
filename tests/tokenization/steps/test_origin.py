"""Where tokens come from, over the real vocabularies."""

from __future__ import annotations

import pytest

from app.errors import IdOutOfRange
from app.tokenization.bpe.encoder import PieceBpe
from app.tokenization.decoders import ByteDecoder
from app.tokenization.pipeline import Tokenizer
from app.tokenization.pre_tokenizers import WholeText
from app.tokenization.steps.origin import OriginNode, token_origin
from app.tokenization.types import TokenKind
from app.tokenization.vocabulary import PieceVocabulary
from app.vocabularies.registry import Registry
from tests.shared import needs_shared


def drawn(node: OriginNode | None) -> object:
    """A tree as nested pairs of what is written."""
    if node is None or node.left is None:
        return node.written if node else None
    return (drawn(node.left), drawn(node.right))


def test_a_byte_level_token_goes_down_to_bytes(registry: Registry) -> None:
    tokenizer = registry.tokenizer("cl100k_base")
    origin = token_origin(tokenizer, 13080)
    assert (origin.piece, origin.bytes, origin.reachable) == ("Ġni", b" ni", True)
    (tree,) = origin.trees
    assert tree.rank == tree.id == 13080
    assert drawn(tree) == (("Ġ", "n"), "i")
    assert tree.left is not None and tree.left.rank == tree.left.id == 308


def test_a_glitch_token_has_a_tree_like_any_other(registry: Registry) -> None:
    tokenizer = registry.tokenizer("gpt2")
    (id,) = tokenizer.ids(" SolidGoldMagikarp")
    (tree,) = token_origin(tokenizer, id).trees
    assert tree.bytes == b" SolidGoldMagikarp" and tree.rank == id
    assert tree.left is not None and tree.right is not None
    assert (tree.left.written, tree.right.written) == ("ĠSolid", "GoldMagikarp")


def test_a_token_that_merges_never_reach_is_said_so(registry: Registry) -> None:
    tokenizer = registry.tokenizer("llama-3")
    (id,) = tokenizer.ids(" việc")
    origin = token_origin(tokenizer, id)
    assert origin.reachable is False
    assert b"".join(tree.bytes for tree in origin.trees) == " việc".encode()


def test_every_llama_2_piece_is_reached_by_merges(registry: Registry) -> None:
    tokenizer = registry.tokenizer("llama-2")
    vocabulary = tokenizer.vocabulary
    normal = [id for id in vocabulary.ids() if vocabulary.kind(id) is TokenKind.NORMAL]
    out_of_reach = [id for id in normal if not token_origin(tokenizer, id).reachable]
    assert (len(normal), out_of_reach) == (31_741, [])


def test_marks_stay_on_the_pieces_of_a_tree() -> None:
    ids = {"s": 0, "##o": 1, "##l</w>": 2, "##ol</w>": 3, "##l": 4}
    merges = {("##o", "##l</w>"): 0}
    bpe = PieceBpe(
        ids, rank_of=lambda left, right: merges.get((left, right)), prefix="##", suffix="</w>"
    )
    tokenizer = Tokenizer(PieceVocabulary(ids), WholeText(), bpe, ByteDecoder())
    (tree,) = token_origin(tokenizer, 3).trees
    assert (drawn(tree), tree.bytes, tree.rank) == (("##o", "##l</w>"), b"ol", 0)


@needs_shared
def test_a_wordpiece_token_holds_other_pieces(registry: Registry) -> None:
    tokenizer = registry.tokenizer("bert-base-multilingual-cased")
    id = tokenizer.vocabulary.id_of("##mel")
    assert id is not None
    origin = token_origin(tokenizer, id)
    inside = [piece.written for piece in origin.contained]
    assert inside[:2] == ["##me", "##el"] and "##m" in inside and "##mel" not in inside
    assert origin.reachable is None


def test_a_unigram_token_holds_other_pieces_with_their_scores(registry: Registry) -> None:
    tokenizer = registry.tokenizer("xlm-roberta-base")
    id = tokenizer.vocabulary.id_of("▁niño")
    assert id is not None
    origin = token_origin(tokenizer, id)
    assert origin.score is not None and round(origin.score, 2) == -13.22
    assert {"▁ni", "ño", "▁"} <= {piece.written for piece in origin.contained}
    assert all(piece.score is not None for piece in origin.contained)


def test_special_and_byte_tokens_come_from_nowhere(registry: Registry) -> None:
    llama_2 = registry.tokenizer("llama-2")
    for id, kind in ((1, TokenKind.SPECIAL), (0, TokenKind.UNKNOWN), (200, TokenKind.BYTE)):
        origin = token_origin(llama_2, id)
        assert (origin.kind, origin.trees, origin.contained) == (kind, (), ())


def test_an_id_that_does_not_exist(registry: Registry) -> None:
    with pytest.raises(IdOutOfRange):
        token_origin(registry.tokenizer("gpt2"), 60_000)
