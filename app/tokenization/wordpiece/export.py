"""A trained WordPiece vocabulary as the `tokenizer.json` that Hugging Face `tokenizers` loads."""

from __future__ import annotations

from app.tokenization.tokenizer_json import Json, document, in_sequence, split_steps, unknown_name
from app.tokenization.wordpiece.model import WordPieceModel

MAX_WORD_CHARACTERS = 100
"""A longer word becomes the unknown token as a whole, as in BERT."""


def wordpiece_tokenizer_json(model: WordPieceModel) -> Json:
    """A WordPiece model as the content of a `tokenizer.json`; `[UNK]` comes after the pieces.

    >>> wordpiece_tokenizer_json(WordPieceModel(("a", "##b")))["model"]["vocab"]
    {'a': 0, '##b': 1, '[UNK]': 2}
    """
    vocabulary = {piece: id for id, piece in enumerate(model.pieces)}
    unknown = unknown_name("[UNK]", vocabulary)
    vocabulary[unknown] = len(vocabulary)
    return document(
        pre_tokenizer=in_sequence(split_steps(model.split), "pretokenizers"),
        decoder={"type": "WordPiece", "prefix": model.prefix, "cleanup": False},
        model={
            "type": "WordPiece",
            "unk_token": unknown,
            "continuing_subword_prefix": model.prefix,
            "max_input_chars_per_word": MAX_WORD_CHARACTERS,
            "vocab": vocabulary,
        },
    )
