"""BPE models of tokenizer.json: byte-level, SentencePiece-style, or over characters with marks."""

from __future__ import annotations

from app.errors import N_, VocabularyFileError
from app.tokenization.bpe.encoder import ByteBpe, PieceBpe
from app.tokenization.bpe.printable import PrintableBpe
from app.tokenization.byte_alphabet import from_printable
from app.tokenization.vocabulary import SPACE_MARK, PieceStyle, crosses_words
from app.vocabularies.info import Algorithm
from app.vocabularies.tokenizer_json.document import Node
from app.vocabularies.tokenizer_json.models import Model, byte_ids, read_pieces, require_unknown

Merges = dict[tuple[str, str], int]


def read_bpe(node: Node, max_pieces: int, *, byte_level: bool) -> Model:
    """The BPE model. Raises UnsupportedComponent for dropout, which makes encoding random."""
    if node.child("dropout") and node.child("dropout").number():
        raise node.unsupported("BPE dropout")
    pieces = read_pieces(node.child("vocab"), max_pieces)
    prefix = node.sign("continuing_subword_prefix", "")
    suffix = node.sign("end_of_word_suffix", "")
    merges = read_merges(node.child("merges"), pieces, len(prefix))
    whole = node.flag("ignore_merges", False)
    if byte_level and not (prefix or suffix):
        return _byte_level(node, pieces, merges, whole)
    unknown = require_unknown(node, "unk_token", pieces) if node.child("unk_token") else None
    fallback = node.flag("byte_fallback", False)
    segmenter = PieceBpe(
        pieces,
        rank_of=lambda left, right: merges.get((left, right)),
        unknown_id=None if unknown is None else pieces[unknown],
        byte_ids=byte_ids(node, pieces, fallback),
        fuse_unknown=node.flag("fuse_unk", False),
        prefix=prefix,
        suffix=suffix,
        whole_pieces=whole,
    )
    if byte_level:
        return Model(
            PrintableBpe(segmenter),
            Algorithm.BYTE_LEVEL_BPE,
            pieces,
            unknown,
            prefix=prefix,
            suffix=suffix,
            byte_level=True,
        )
    marked = any(piece.startswith(SPACE_MARK) for piece in pieces)
    # Where no merge crosses the start of a word, words may be cut apart first: the same, but fast.
    cuts_words = (
        SPACE_MARK in pieces
        and not (whole or prefix or suffix)
        and not any(crosses_words(left + right) for left, right in merges)
    )
    style = PieceStyle.METASPACE if marked else PieceStyle.PLAIN
    return Model(
        segmenter,
        Algorithm.SENTENCEPIECE_BPE if marked else Algorithm.CHARACTER_BPE,
        pieces,
        unknown,
        PieceStyle.WORDPIECE if prefix else style,
        prefix,
        suffix,
        byte_pieces=fallback,
        cuts_words=cuts_words,
    )


def _byte_level(node: Node, pieces: dict[str, int], merges: Merges, whole: bool) -> Model:
    """Pieces in GPT-2's alphabet are bytes; any other can come from no text.

    Bytes without a piece are left out when there is no unknown token. (Hugging Face then merges
    their neighbours with each other, as if they had never been there; we do not.)
    """
    as_bytes = {piece: _bytes(piece) for piece in pieces}
    ids = {data: pieces[piece] for piece, data in as_bytes.items() if data is not None}
    ranks = {
        (left_bytes, right_bytes): rank
        for (left, right), rank in merges.items()
        if (left_bytes := as_bytes[left]) is not None
        and (right_bytes := as_bytes[right]) is not None
    }
    unknown = None
    if any(bytes((byte,)) not in ids for byte in range(256)):
        unknown = require_unknown(node, "unk_token", pieces) if node.child("unk_token") else None
        if unknown is not None and node.flag("fuse_unk", False):
            raise node.unsupported("ByteLevel + fuse_unk")
    segmenter = ByteBpe(
        ids,
        rank_of=lambda left, right: ranks.get((left, right)),
        whole_pieces=whole,
        unknown_id=None if unknown is None else pieces[unknown],
    )
    return Model(segmenter, Algorithm.BYTE_LEVEL_BPE, pieces, unknown, byte_level=True)


def _bytes(piece: str) -> bytes | None:
    try:
        return from_printable(piece)
    except KeyError:
        return None


def read_merges(node: Node, pieces: dict[str, int], prefix: int) -> Merges:
    """`merges` in order of priority, as pairs or as two pieces with a space between.

    A merge of pieces that are not in the vocabulary, or that makes one that is not, is an error.
    """
    merges: Merges = {}
    for rank, value in enumerate(node.array()):
        pair = value.split(" ") if isinstance(value, str) else value
        if (
            not isinstance(pair, list)
            or len(pair) != 2
            or not all(isinstance(part, str) for part in pair)
        ):
            raise Node(value, f"{node.path}[{rank}]").wrong(
                N_("%(path)s must be a pair of pieces.")
            )
        left, right = pair
        for piece in (left, right, left + right[prefix:]):
            if piece not in pieces:
                raise VocabularyFileError(
                    N_(
                        "%(path)s merges “%(left)s” and “%(right)s”, but “%(piece)s” is not a "
                        "piece of the vocabulary."
                    ),
                    path=f"{node.path}[{rank}]",
                    left=left,
                    right=right,
                    piece=piece,
                )
        merges[left, right] = rank
    return merges
