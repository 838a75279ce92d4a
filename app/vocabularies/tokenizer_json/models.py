"""The `model` of tokenizer.json: its pieces and the segmenter that cuts with them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from app.errors import N_, VocabularyFileError
from app.tokenization.stages import Segmenter
from app.tokenization.unigram.encoder import Unigram
from app.tokenization.unigram.viterbi import DOUBLE
from app.tokenization.vocabulary import PieceStyle, PieceVocabulary
from app.tokenization.word_level import WordLevel
from app.tokenization.wordpiece.encoder import WordPiece
from app.vocabularies.info import Algorithm
from app.vocabularies.tokenizer_json.document import Node

LONGEST_PIECE = 100_000
"""Characters: a piece can be a whole text where nothing was cut before training."""
LONGEST_LOOKED_UP = 256
"""Characters of a WordPiece piece: at each place all lengths up to it are looked up."""


@dataclass(frozen=True, slots=True)
class Model:
    """What the model part of the file gives.

    `pieces`: piece -> id, as written. `style`, `prefix` and `suffix` say how pieces are written;
    `byte_level`: in GPT-2's byte alphabet. `cuts_words`: no token crosses the start of a `▁`.
    """

    segmenter: Segmenter
    algorithm: Algorithm
    pieces: dict[str, int]
    unknown: str | None = None
    style: PieceStyle = PieceStyle.PLAIN
    prefix: str = ""
    suffix: str = ""
    byte_pieces: bool = False
    byte_level: bool = False
    cuts_words: bool = False


def read_pieces(node: Node, max_pieces: int) -> dict[str, int]:
    """`vocab`: piece -> id. Every id is a whole number and stands for one piece."""
    vocab: dict[str, Any] = node.object()
    check_count(node, len(vocab), max_pieces)
    seen: dict[int, str] = {}
    for piece, id in vocab.items():
        if type(id) is not int or not 0 <= id < 2**32:
            raise Node(id, f"{node.path}.{piece}").wrong(
                N_("%(path)s must be a whole number from 0 to 4294967295.")
            )
        if seen.setdefault(id, piece) != piece:
            raise VocabularyFileError(
                N_("%(path)s gives the id %(id)d to two pieces: “%(first)s” and “%(second)s”."),
                path=node.path,
                id=id,
                first=seen[id],
                second=piece,
            )
    check_writable(node, "".join(vocab))
    check_lengths(node, vocab, LONGEST_PIECE)
    return vocab


def check_count(node: Node, count: int, limit: int) -> None:
    if count > limit:
        raise VocabularyFileError(
            N_("%(path)s has more than %(limit)d entries, the most that we read."),
            path=node.path,
            limit=limit,
        )


def check_lengths(node: Node, pieces: Iterable[str], limit: int) -> None:
    if max(map(len, pieces), default=0) > limit:
        raise node.wrong(
            N_("%(path)s has a piece of more than %(limit)d characters, the most that we read."),
            limit=limit,
        )


def check_writable(node: Node, text: str) -> None:
    """Lone surrogates can be in JSON but in no text."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise node.wrong(N_("%(path)s must be text that UTF-8 can write.")) from error


def require_unknown(node: Node, key: str, pieces: dict[str, int]) -> str:
    """The name of the unknown piece, which must be among the pieces."""
    unknown = node.text(key)
    if unknown not in pieces:
        raise VocabularyFileError(
            N_("%(path)s names “%(piece)s”, which is not a piece of the vocabulary."),
            path=node.child(key).path,
            piece=unknown,
        )
    return unknown


def read_word_piece(node: Node, max_pieces: int) -> Model:
    pieces = read_pieces(node.child("vocab"), max_pieces)
    unknown = require_unknown(node, "unk_token", pieces)
    check_lengths(node.child("vocab"), pieces, LONGEST_LOOKED_UP)
    prefix = node.sign("continuing_subword_prefix", "##")
    longest = node.whole_number("max_input_chars_per_word", 100)
    return Model(
        WordPiece(pieces, unknown, prefix, longest),
        Algorithm.WORDPIECE,
        pieces,
        unknown,
        PieceStyle.WORDPIECE,
        prefix,
    )


def read_word_level(node: Node, max_pieces: int) -> Model:
    pieces = read_pieces(node.child("vocab"), max_pieces)
    unknown = require_unknown(node, "unk_token", pieces)
    return Model(WordLevel(pieces, unknown), Algorithm.WORD_LEVEL, pieces, unknown)


def read_unigram(node: Node, max_pieces: int) -> Model:
    """Unigram: pieces with their log-probabilities; the id is the place in the list."""
    vocab = node.child("vocab")
    check_count(vocab, len(vocab.array()), max_pieces)
    scored: dict[str, tuple[int, float]] = {}
    for id, entry in enumerate(vocab.items()):
        pair = entry.array()
        if len(pair) != 2:
            raise entry.wrong(N_("%(path)s must be a piece and its score."))
        piece = Node(pair[0], entry.path).string()
        if not piece:
            raise entry.wrong(N_("%(path)s must be a piece that is not empty."))
        if scored.setdefault(piece, (id, Node(pair[1], entry.path).number()))[0] != id:
            raise VocabularyFileError(
                N_("%(path)s repeats the piece “%(piece)s”."), path=entry.path, piece=piece
            )
    pieces = {piece: id for piece, (id, _) in scored.items()}
    if not node.child("unk_id"):
        raise node.unsupported("Unigram unk_id null")
    unknown_id = node.whole_number("unk_id")
    if unknown_id >= len(pieces):
        raise node.child("unk_id").wrong(N_("%(path)s must be the id of a piece."))
    fallback = node.flag("byte_fallback", False)
    return Model(
        Unigram(scored, unknown_id, byte_ids=byte_ids(node, pieces, fallback), arithmetic=DOUBLE),
        Algorithm.UNIGRAM,
        pieces,
        list(pieces)[unknown_id],
        PieceStyle.METASPACE,
        byte_pieces=fallback,
    )


def byte_ids(node: Node, pieces: dict[str, int], fallback: bool) -> list[int] | None:
    """The ids of `<0x00>` to `<0xFF>` when the model falls back on them; none or all must be there."""
    if not fallback:
        return None
    found = PieceVocabulary(pieces, byte_pieces=True)
    if found.byte_ids is None and any(f"<0x{byte:02X}>" in pieces for byte in range(256)):
        raise node.unsupported("byte_fallback < 256")
    return found.byte_ids
