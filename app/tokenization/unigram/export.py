"""A trained Unigram model as the `tokenizer.json` that Hugging Face tokenizers loads."""

from __future__ import annotations

from typing import Any

from app.errors import N_, InvalidInput
from app.tokenization.corpus import Split
from app.tokenization.unigram.model import UNKNOWN_ID, UNKNOWN_PIECE, UnigramModel
from app.tokenization.vocabulary import SPACE_MARK


def to_tokenizer_json(model: UnigramModel) -> dict[str, Any]:
    """The document, with `<unk>` as id 0 and the pieces after it; it encodes the same ids.

    One difference is Hugging Face's own: the text `<unk>` itself is read as that special token.
    Raises InvalidInput for a model whose words were not cut at whitespace.

    >>> document = to_tokenizer_json(UnigramModel(("▁", "s", "▁s"), (-1.0, -2.0, -2.5)))
    >>> document["model"]["vocab"]
    [['<unk>', 0.0], ['▁', -1.0], ['s', -2.0], ['▁s', -2.5]]
    """
    if model.split is not Split.WHITESPACE:
        raise InvalidInput(
            N_(
                "Only a Unigram trained on words cut at whitespace can be written as tokenizer.json."
            )
        )
    metaspace = {
        "type": "Metaspace",
        "replacement": SPACE_MARK,
        "prepend_scheme": "always",
        "split": True,
    }
    words: dict[str, Any] = {"type": "WhitespaceSplit"}
    marked = {"type": "Sequence", "pretokenizers": [words, metaspace]}
    vocabulary = zip(model.pieces, model.scores, strict=True)
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {
                "id": UNKNOWN_ID,
                "content": UNKNOWN_PIECE,
                "single_word": False,
                "lstrip": False,
                "rstrip": False,
                "normalized": False,
                "special": True,
            }
        ],
        "normalizer": None,
        "pre_tokenizer": marked if model.marked else words,
        "post_processor": None,
        "decoder": metaspace if model.marked else None,
        "model": {
            "type": "Unigram",
            "unk_id": UNKNOWN_ID,
            "vocab": [[UNKNOWN_PIECE, 0.0], *[[piece, score] for piece, score in vocabulary]],
            "byte_fallback": False,
        },
    }
