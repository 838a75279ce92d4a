"""The whole of tokenizer.json, composed into a tokenizer."""

from __future__ import annotations

from collections.abc import Iterable

from app.errors import N_, VocabularyFileError
from app.tokenization.bpe.printable import PrintableVocabulary
from app.tokenization.byte_alphabet import from_printable
from app.tokenization.pipeline import Tokenizer
from app.tokenization.pre_tokenizers import MarkerSplit
from app.tokenization.special_tokens import AddedToken
from app.tokenization.stages import Vocabulary
from app.tokenization.vocabulary import ByteVocabulary, PieceVocabulary
from app.vocabularies.integrity import MAX_FILE_BYTES
from app.vocabularies.loaded import LoadedVocabulary, Note
from app.vocabularies.tokenizer_json.added_tokens import read_added_tokens
from app.vocabularies.tokenizer_json.bpe import read_bpe
from app.vocabularies.tokenizer_json.decoders import read_decoder
from app.vocabularies.tokenizer_json.document import Node, parse
from app.vocabularies.tokenizer_json.models import (
    Model,
    read_unigram,
    read_word_level,
    read_word_piece,
)
from app.vocabularies.tokenizer_json.normalizers import read_normalizers
from app.vocabularies.tokenizer_json.post_processors import read_post_processor
from app.vocabularies.tokenizer_json.pre_tokenizers import read_cutting

MAX_PIECES = 2_000_000
"""Eight times the largest vocabulary in use."""


def load_tokenizer_json(
    data: bytes, *, max_bytes: int = MAX_FILE_BYTES, max_pieces: int = MAX_PIECES
) -> LoadedVocabulary:
    """The tokenizer in a `tokenizer.json`, giving the ids that huggingface/tokenizers gives.

    Raises VocabularyFileError for a damaged or hostile file, saying where, and
    UnsupportedComponent, naming it, for a part that we do not have.

    >>> words = '{"model": {"type": "WordLevel", "vocab": {"?": 0, "sol": 1}, "unk_token": "?"}}'
    >>> load_tokenizer_json(words.encode()).tokenizer.ids("sol")
    [1]
    """
    document = parse(data, max_bytes)
    cutting = read_cutting(document.child("pre_tokenizer"))
    model = _model(document.child("model"), max_pieces, cutting.byte_level)
    normalizers = read_normalizers(document.child("normalizer"))
    added, notes = read_added_tokens(document.child("added_tokens"), normalizers)
    vocabulary = _vocabulary(model, added)
    if model.cuts_words:
        cutting = cutting.then(MarkerSplit())
    around = read_post_processor(document.child("post_processor"))
    if around and not {*around.around()[0], *around.around()[1]} <= set(vocabulary.ids()):
        raise document.child("post_processor").wrong(
            N_("%(path)s must be made of ids that the vocabulary has.")
        )
    tokenizer = Tokenizer(
        vocabulary=vocabulary,
        pre_tokenizer=cutting.pre_tokenizer,
        segmenter=model.segmenter,
        decoder=read_decoder(document.child("decoder")),
        normalizers=normalizers + cutting.rewrites,
        post_processor=around,
        added_tokens=added,
        inner_normalizers=(
            None
            if cutting.inner_rewrites == cutting.rewrites
            else normalizers + cutting.inner_rewrites
        ),
    )
    return LoadedVocabulary(tokenizer, model.algorithm, notes + tuple(_notes(document)))


def _model(node: Node, max_pieces: int, byte_level: bool) -> Model:
    kind = node.text("type", _type_of_old_file(node))
    if byte_level and kind != "BPE":
        raise node.unsupported(f"ByteLevel + {kind}")
    match kind:
        case "BPE":
            return read_bpe(node, max_pieces, byte_level=byte_level)
        case "WordPiece":
            return read_word_piece(node, max_pieces)
        case "Unigram":
            return read_unigram(node, max_pieces)
        case "WordLevel":
            return read_word_level(node, max_pieces)
    raise node.unsupported()


def _type_of_old_file(node: Node) -> str:
    """Files from before 2021 do not name the type; it shows in the parts."""
    parts = node.object()
    if "merges" in parts:
        return "BPE"
    if "max_input_chars_per_word" in parts:
        return "WordPiece"
    return "Unigram" if "unk_id" in parts else "WordLevel"


def _vocabulary(model: Model, added: Iterable[AddedToken]) -> Vocabulary:
    """The pieces of the model and the added tokens together."""
    ids = dict(model.pieces)
    taken = {id: piece for piece, id in ids.items()}
    for token in added:
        if ids.setdefault(token.content, token.id) != token.id:
            raise VocabularyFileError(
                N_(
                    "The added token “%(token)s” has the id %(id)d, but as a piece it has %(other)d."
                ),
                token=token.content,
                id=token.id,
                other=ids[token.content],
            )
        if taken.setdefault(token.id, token.content) != token.content:
            raise VocabularyFileError(
                N_("The added token “%(token)s” has the id %(id)d of the piece “%(piece)s”."),
                token=token.content,
                id=token.id,
                piece=taken[token.id],
            )
    marked = bool(model.prefix or model.suffix)
    if marked or not model.byte_level:
        return (PrintableVocabulary if model.byte_level else PieceVocabulary)(
            ids,
            model.style,
            special=[token.content for token in added if token.special],
            unknown=model.unknown,
            byte_pieces=model.byte_pieces,
            prefix=model.prefix,
            suffix=model.suffix,
        )
    named = {token.content for token in added}
    as_bytes: dict[bytes, int] = {}
    as_text: dict[str, int] = {}
    for piece, id in ids.items():
        try:
            data = None if piece in named else from_printable(piece)
        except KeyError:
            data = None
        if data is None:
            as_text[piece] = id
        else:
            as_bytes[data] = id
    return ByteVocabulary(as_bytes, as_text)


def _notes(document: Node) -> Iterable[Note]:
    truncation = document.child("truncation")
    if truncation:
        yield Note(_TRUNCATION, {"limit": truncation.whole_number("max_length")})


_TRUNCATION = N_("The file cuts texts after %(limit)d tokens; here they are encoded whole.")
