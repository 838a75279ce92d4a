"""Post-processors: the special tokens that a model wants around a text, as in [CLS] … [SEP].

Source: huggingface/tokenizers `src/processors` (TemplateProcessing, BertProcessing,
RobertaProcessing are all templates for a single text; ByteLevel adds nothing).
"""

from __future__ import annotations

from collections.abc import Sequence

from app.tokenization.stages import PostProcessor


class SpecialTokenTemplate(PostProcessor):
    """Ids before and after the text.

    >>> SpecialTokenTemplate([101], [102]).around()
    ((101,), (102,))
    """

    def __init__(self, before: Sequence[int] = (), after: Sequence[int] = ()) -> None:
        self._around = tuple(before), tuple(after)

    def around(self) -> tuple[Sequence[int], Sequence[int]]:
        return self._around
