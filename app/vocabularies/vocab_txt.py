"""Own reader of BERT's `vocab.txt`: one WordPiece piece a line, its id the number of the line from 0.

The file does not say whether its text is lowercased first; that is guessed from its pieces unless
told. Format: google-research/bert `tokenization.py`, load_vocab.
"""

from __future__ import annotations

from app.errors import N_, VocabularyFileError
from app.tokenization.bert_clean import BertClean
from app.tokenization.decoders import WordPieceDecoder
from app.tokenization.pipeline import Tokenizer
from app.tokenization.post_processors import SpecialTokenTemplate
from app.tokenization.pre_tokenizers import BertSplit
from app.tokenization.special_tokens import AddedToken
from app.tokenization.vocabulary import PieceStyle, PieceVocabulary
from app.tokenization.wordpiece.encoder import WordPiece
from app.vocabularies.info import Algorithm
from app.vocabularies.integrity import MAX_FILE_BYTES, check_size
from app.vocabularies.loaded import LoadedVocabulary, Note

MAX_PIECES = 2_000_000
"""Ten times the largest vocabulary in use."""
UNKNOWN = "[UNK]"
SPECIAL = ("[PAD]", UNKNOWN, "[CLS]", "[SEP]", "[MASK]")


def read_vocab_txt(
    data: bytes,
    *,
    cased: bool | None = None,
    max_bytes: int = MAX_FILE_BYTES,
    max_pieces: int = MAX_PIECES,
) -> LoadedVocabulary:
    """The tokenizer that BERT makes of these pieces.

    `cased` False lowercases the text and strips accents; None guesses: a vocabulary with an upper
    case letter in a piece is cased. A note says what was guessed.

    Raises VocabularyFileError when the file is too large, is not UTF-8, has an empty or a repeated
    line, or lacks `[UNK]`.

    >>> loaded = read_vocab_txt("[UNK]\\nel\\nniñ\\n##o\\nEl\\n".encode())
    >>> loaded.tokenizer.ids("El niño"), [str(note) for note in loaded.notes]
    ([4, 2, 3], ['Read as a cased vocabulary, because it has pieces with capital letters.'])
    """
    check_size(len(data), "vocab.txt", max_bytes)
    pieces = _pieces(data, max_pieces)
    if UNKNOWN not in pieces:
        raise VocabularyFileError(
            N_(
                "The vocabulary has no %(unknown)s piece, which stands for the words that it "
                "cannot write. Add a line with %(unknown)s, or check that this is a vocab.txt file."
            ),
            unknown=UNKNOWN,
        )
    notes: tuple[Note, ...] = ()
    if cased is None:
        cased = _looks_cased(pieces)
        notes = (Note(_CASED if cased else _UNCASED, {}),)
    special = [piece for piece in SPECIAL if piece in pieces]
    around = None
    if "[CLS]" in pieces and "[SEP]" in pieces:
        around = SpecialTokenTemplate([pieces["[CLS]"]], [pieces["[SEP]"]])
    tokenizer = Tokenizer(
        vocabulary=PieceVocabulary(pieces, PieceStyle.WORDPIECE, special=special, unknown=UNKNOWN),
        pre_tokenizer=BertSplit(),
        segmenter=WordPiece(pieces, UNKNOWN),
        decoder=WordPieceDecoder(),
        normalizers=(BertClean(lowercase=not cased),),
        post_processor=around,
        added_tokens=tuple(AddedToken(piece, pieces[piece]) for piece in special),
    )
    return LoadedVocabulary(tokenizer, Algorithm.WORDPIECE, notes)


_CASED = N_("Read as a cased vocabulary, because it has pieces with capital letters.")
_UNCASED = N_(
    "Read as an uncased vocabulary, because no piece has a capital letter: text is lowercased "
    "and loses its accents first."
)


def _pieces(data: bytes, max_pieces: int) -> dict[str, int]:
    """Piece -> id. Lines end in LF or CR LF; empty lines at the end do not count."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise VocabularyFileError(
            N_("The vocabulary is not UTF-8 text: byte %(at)d cannot be read."), at=error.start
        ) from error
    lines = text.rstrip("\r\n").split("\n")
    if len(lines) > max_pieces:
        raise VocabularyFileError(
            N_("The vocabulary has more than %(limit)d lines, the most that we read."),
            limit=max_pieces,
        )
    pieces: dict[str, int] = {}
    for id, line in enumerate(lines):
        piece = line.removesuffix("\r")
        if not piece:
            raise VocabularyFileError(
                N_("Line %(line)d of the vocabulary is empty: each line is a piece."), line=id + 1
            )
        if pieces.setdefault(piece, id) != id:
            raise VocabularyFileError(
                N_("Line %(line)d of the vocabulary repeats line %(first)d, “%(piece)s”."),
                line=id + 1,
                first=pieces[piece] + 1,
                piece=piece,
            )
    return pieces


def _looks_cased(pieces: dict[str, int]) -> bool:
    """Whether a piece has a capital letter; names in brackets such as `[unused1]` say nothing.

    >>> _looks_cased({"[UNK]": 0, "niño": 1}), _looks_cased({"Ñu": 0})
    (False, True)
    """
    return any(piece != piece.lower() for piece in pieces if not piece.startswith("["))
