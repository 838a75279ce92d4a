"""The frame of a `tokenizer.json` (Hugging Face `tokenizers`) around a trained vocabulary.

Pure: gives the content as a dict and writes nothing. Each algorithm's `export` fills it; loaded there,
the file gives the ids we give (the tests load each).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from app.tokenization.corpus import Split

Json = dict[str, Any]


def unknown_name(wanted: str, pieces: Collection[str]) -> str:
    """The unknown token's name, made longer while a learned piece already reads so.

    >>> unknown_name("<unk>", {"a"}), unknown_name("<unk>", {"<unk>"})
    ('<unk>', '<unk>_')
    """
    while wanted in pieces:
        wanted += "_"
    return wanted


def document(
    *,
    pre_tokenizer: Json | None,
    decoder: Json | None,
    model: Json,
    normalizer: Json | None = None,
    added_tokens: Sequence[Json] = (),
) -> Json:
    """The whole content, given its parts.

    >>> found = document(pre_tokenizer=None, decoder=None, model={"type": "BPE"})
    >>> [name for name, part in found.items() if part]
    ['version', 'model']
    """
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": list(added_tokens),
        "normalizer": normalizer,
        "pre_tokenizer": pre_tokenizer,
        "post_processor": None,
        "decoder": decoder,
        "model": model,
    }


def split_steps(split: Split) -> list[Json]:
    """The pre-tokenizer that cuts a text as training did; none for a text that is not cut.

    >>> split_steps(Split.WHITESPACE), split_steps(Split.NONE)
    ([{'type': 'WhitespaceSplit'}], [])
    """
    if split is Split.WHITESPACE:
        return [{"type": "WhitespaceSplit"}]
    if split.pattern is None:
        return []
    # `tokenizers` runs Oniguruma, where {1,3}+ repeats the repetition instead of forbidding to
    # give back; plain {1,3} matches the same here, since nothing follows it.
    pattern = split.pattern.replace("{1,3}+", "{1,3}")
    return [
        {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
    ]


def in_sequence(parts: Sequence[Json], name: str) -> Json | None:
    """Several parts under the name that a sequence of them has; a single one alone, none as None.

    >>> in_sequence([{"type": "Fuse"}], "decoders")
    {'type': 'Fuse'}
    """
    if len(parts) > 1:
        return {"type": "Sequence", name: list(parts)}
    return parts[0] if parts else None
