"""Where one token of a vocabulary comes from: the merges that build it, or the pieces inside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from app.tokenization.bpe.encoder import ByteBpe, PieceBpe
from app.tokenization.bpe.printable import PrintableBpe
from app.tokenization.bpe.recover import MergeNode, merge_trees
from app.tokenization.byte_alphabet import from_printable, to_printable
from app.tokenization.pipeline import Tokenizer
from app.tokenization.types import TokenKind
from app.tokenization.unigram.encoder import Unigram
from app.tokenization.wordpiece.encoder import WordPiece

LONGEST_DRAWN = 128
"""Bytes of a token whose origin is worked out: what the longest tokens of real vocabularies have."""


@dataclass(frozen=True, slots=True)
class OriginNode:
    """A piece in a merge tree: `left` and `right` made it at `rank`; a leaf has neither."""

    written: str
    bytes: bytes
    id: int | None
    rank: int | None = None
    left: OriginNode | None = None
    right: OriginNode | None = None


class Contained(NamedTuple):
    """A piece of the vocabulary inside a token, at characters `start:end` of its text.

    `score` is its log-probability in a Unigram vocabulary.
    """

    written: str
    id: int
    start: int
    end: int
    score: float | None = None


@dataclass(frozen=True, slots=True)
class TokenOrigin:
    """One token and how it comes about.

    `trees` (BPE): one tree when the merges build the token; several when they stop short of it, so
    that it comes up only where a whole part of the text is looked up; none for a special token.
    `contained` (WordPiece, Unigram): the other pieces inside it, longest first. `score` is the
    token's own log-probability in a Unigram vocabulary.
    """

    id: int
    piece: str
    bytes: bytes
    kind: TokenKind
    trees: tuple[OriginNode, ...] = ()
    contained: tuple[Contained, ...] = ()
    score: float | None = None

    @property
    def reachable(self) -> bool | None:
        """Whether merges build the token; None where the vocabulary has no merges."""
        return len(self.trees) == 1 if self.trees else None


def token_origin(tokenizer: Tokenizer, id: int) -> TokenOrigin:
    """Where the token comes from. Raises IdOutOfRange.

    >>> from app.tokenization.decoders import ByteDecoder
    >>> from app.tokenization.pre_tokenizers import WholeText
    >>> from app.tokenization.vocabulary import ByteVocabulary
    >>> ranks = {b"a": 0, b"b": 1, b"ab": 2}
    >>> tokenizer = Tokenizer(
    ...     ByteVocabulary(ranks, {}), WholeText(), ByteBpe(ranks), ByteDecoder())
    >>> (tree,) = token_origin(tokenizer, 2).trees
    >>> tree.written, tree.rank, tree.left.written, tree.right.id
    ('ab', 2, 'a', 1)
    """
    vocabulary, segmenter = tokenizer.vocabulary, tokenizer.segmenter
    piece, data, kind = vocabulary.piece(id), vocabulary.bytes_of(id), vocabulary.kind(id)
    origin = TokenOrigin(id, piece, data, kind)
    if kind is not TokenKind.NORMAL or not piece or len(data) > LONGEST_DRAWN:
        return origin
    if isinstance(segmenter, ByteBpe):
        return TokenOrigin(id, piece, data, kind, trees=tuple(_byte_trees(segmenter, data)))
    if isinstance(segmenter, PieceBpe):
        trees = _letter_trees(segmenter, piece, lambda text: text.encode("utf-8"))
        return TokenOrigin(id, piece, data, kind, trees=tuple(trees))
    if isinstance(segmenter, PrintableBpe):
        trees = _letter_trees(segmenter.printable, piece, from_printable)
        return TokenOrigin(id, piece, data, kind, trees=tuple(trees))
    if isinstance(segmenter, WordPiece):
        contained = sorted(_inside_word(segmenter, piece), key=_longest_first)
        return TokenOrigin(id, piece, data, kind, contained=tuple(contained))
    if isinstance(segmenter, Unigram):
        arcs = sorted(_inside_unigram(segmenter, piece), key=_longest_first)
        score = next((arc.score for arc in arcs if arc.id == id), None)
        contained = [arc for arc in arcs if arc.id != id]
        return TokenOrigin(id, piece, data, kind, contained=tuple(contained), score=score)
    return origin


def _longest_first(contained: Contained) -> tuple[int, int]:
    return contained.start - contained.end, contained.start


def _byte_trees(segmenter: ByteBpe, data: bytes) -> Iterator[OriginNode]:
    def convert(node: MergeNode[bytes]) -> OriginNode:
        left = convert(node.left) if node.left else None
        right = convert(node.right) if node.right else None
        id = segmenter.ids.get(node.piece)
        return OriginNode(to_printable(node.piece), node.piece, id, node.rank, left, right)

    parts = [bytes((byte,)) for byte in data]
    return map(convert, merge_trees(parts, segmenter.rank_of))


def _letter_trees(
    segmenter: PieceBpe, piece: str, bytes_of: Callable[[str], bytes]
) -> Iterator[OriginNode]:
    prefix, suffix = segmenter.prefix, segmenter.suffix

    def convert(node: MergeNode[str]) -> OriginNode:
        left = convert(node.left) if node.left else None
        right = convert(node.right) if node.right else None
        covered = node.piece.removeprefix(prefix).removesuffix(suffix)
        return OriginNode(
            node.piece, bytes_of(covered), segmenter.ids.get(node.piece), node.rank, left, right
        )

    inner = bool(prefix) and piece.startswith(prefix) and piece != prefix
    ends = bool(suffix) and piece.endswith(suffix) and piece != suffix
    letters = piece[len(prefix) if inner else 0 : -len(suffix) if ends else None]
    if not letters:
        return iter(())
    parts = [prefix + letter for letter in letters]
    if not inner:
        parts[0] = letters[0]
    if ends:
        parts[-1] = f"{parts[-1]}{suffix}"
    return map(convert, merge_trees(parts, segmenter.rank_of, len(prefix)))


def _inside_word(segmenter: WordPiece, piece: str) -> Iterator[Contained]:
    """Pieces that WordPiece could find inside the token, were it not one itself."""
    inner = piece.startswith(segmenter.prefix) and piece != segmenter.prefix
    text = piece.removeprefix(segmenter.prefix) if inner else piece
    for start in range(len(text)):
        for end in range(start + 1, len(text) + 1):
            mark = segmenter.prefix if inner or start else ""
            written = mark + text[start:end]
            id = segmenter.pieces.get(written)
            if id is not None and written != piece:
                yield Contained(written, id, start, end)


def _inside_unigram(segmenter: Unigram, piece: str) -> Iterator[Contained]:
    for start in range(len(piece)):
        for length, id, score in segmenter.table.arcs(piece, start):
            if id != segmenter.table.unknown_id:
                yield Contained(piece[start : start + length], id, start, start + length, score)
