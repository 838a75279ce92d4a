"""A trained Unigram model as the `tokenizer.json` that Hugging Face tokenizers loads."""

from __future__ import annotations

from app.tokenization.tokenizer_json import Json, document, in_sequence, split_steps
from app.tokenization.unigram.model import UNKNOWN_ID, UNKNOWN_PIECE, UnigramModel
from app.tokenization.vocabulary import SPACE_MARK


def unigram_tokenizer_json(model: UnigramModel) -> Json:
    """A Unigram model as the content of a `tokenizer.json`, with `<unk>` as id 0 and the pieces after it; it encodes the same ids.

    One difference is Hugging Face's own: the text `<unk>` itself is read as that special token.

    >>> content = unigram_tokenizer_json(UnigramModel(("▁", "s", "▁s"), (-1.0, -2.0, -2.5)))
    >>> content["model"]["vocab"]
    [['<unk>', 0.0], ['▁', -1.0], ['s', -2.0], ['▁s', -2.5]]
    """
    metaspace = {
        "type": "Metaspace",
        "replacement": SPACE_MARK,
        "prepend_scheme": "always",
        "split": True,
    }
    steps = split_steps(model.split)
    unknown = {
        "id": UNKNOWN_ID,
        "content": UNKNOWN_PIECE,
        "single_word": False,
        "lstrip": False,
        "rstrip": False,
        "normalized": False,
        "special": True,
    }
    scored = zip(model.pieces, model.scores, strict=True)
    return document(
        added_tokens=[unknown],
        pre_tokenizer=in_sequence([*steps, metaspace] if model.marked else steps, "pretokenizers"),
        decoder=metaspace if model.marked else None,
        model={
            "type": "Unigram",
            "unk_id": UNKNOWN_ID,
            "vocab": [[UNKNOWN_PIECE, 0.0], *[[piece, score] for piece, score in scored]],
            "byte_fallback": False,
        },
    )
