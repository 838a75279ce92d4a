"""The splitting patterns of real vocabularies, each with its source, compiled once.

Written for the `regex` module. Alternatives are kept apart so that a page can name the one that
matched; `pattern(name)` joins them as the source does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import regex


@dataclass(frozen=True, slots=True)
class SplitPattern:
    """A named pattern: its alternatives in order (name, regex) and where it is published."""

    name: str
    alternatives: tuple[tuple[str, str], ...]
    source: str

    @property
    def regex(self) -> str:
        return "|".join(expression for _, expression in self.alternatives)


_UPPER = r"\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}"
_LOWER = r"\p{Ll}\p{Lm}\p{Lo}\p{M}"
_CONTRACTION = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"

SPLIT_PATTERNS: dict[str, SplitPattern] = {
    pattern.name: pattern
    for pattern in (
        SplitPattern(
            "gpt2",
            (
                ("contraction", r"'(?:[sdmt]|ll|ve|re)"),
                ("letters", r" ?\p{L}++"),
                ("digits", r" ?\p{N}++"),
                ("symbols", r" ?[^\s\p{L}\p{N}]++"),
                ("trailing_space", r"\s++$"),
                ("space_before", r"\s+(?!\S)"),
                ("space", r"\s"),
            ),
            "openai/tiktoken, tiktoken_ext/openai_public.py, r50k_pat_str",
        ),
        SplitPattern(
            "cl100k",
            (
                ("contraction", r"'(?i:[sdmt]|ll|ve|re)"),
                ("letters", r"[^\r\n\p{L}\p{N}]?+\p{L}++"),
                ("digits", r"\p{N}{1,3}+"),
                ("symbols", r" ?[^\s\p{L}\p{N}]++[\r\n]*+"),
                ("trailing_space", r"\s++$"),
                ("newlines", r"\s*[\r\n]"),
                ("space_before", r"\s+(?!\S)"),
                ("space", r"\s"),
            ),
            "openai/tiktoken, tiktoken_ext/openai_public.py, cl100k_base",
        ),
        SplitPattern(
            "o200k",
            (
                ("lower_word", rf"[^\r\n\p{{L}}\p{{N}}]?[{_UPPER}]*[{_LOWER}]+{_CONTRACTION}"),
                ("upper_word", rf"[^\r\n\p{{L}}\p{{N}}]?[{_UPPER}]+[{_LOWER}]*{_CONTRACTION}"),
                ("digits", r"\p{N}{1,3}"),
                ("symbols", r" ?[^\s\p{L}\p{N}]+[\r\n/]*"),
                ("newlines", r"\s*[\r\n]+"),
                ("space_before", r"\s+(?!\S)"),
                ("space", r"\s+"),
            ),
            "openai/tiktoken, tiktoken_ext/openai_public.py, o200k_base",
        ),
        SplitPattern(
            "llama3",
            (
                ("contraction", r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"),
                ("letters", r"[^\r\n\p{L}\p{N}]?\p{L}+"),
                ("digits", r"\p{N}{1,3}"),
                ("symbols", r" ?[^\s\p{L}\p{N}]+[\r\n]*"),
                ("newlines", r"\s*[\r\n]+"),
                ("space_before", r"\s+(?!\S)"),
                ("space", r"\s+"),
            ),
            "llama-models, llama_models/llama3/tokenizer.py, pat_str",
        ),
    )
}


@cache
def compiled(expression: str) -> regex.Pattern[str]:
    """Compile a splitting expression once per process.

    >>> compiled(SPLIT_PATTERNS["cl100k"].regex).findall("El niño, 12345")
    ['El', ' niño', ',', ' ', '123', '45']
    """
    return regex.compile(expression)
