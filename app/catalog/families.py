"""Which vocabulary a model uses, by its name: exact, then prefix, then pattern, then none.

OpenAI's own lists in `tiktoken.model` decide for its models; `families.toml` for the rest.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tiktoken.model import MODEL_PREFIX_TO_ENCODING, MODEL_TO_ENCODING

from app.tokenization.pricing import Match, Rule

FILE = Path(__file__).with_name("families.toml")
OPENAI_SOURCE = "openai/tiktoken, tiktoken/model.py"
NO_MATCH = Match(None, Rule.NONE)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A family whose names fit `expression`; `vocabulary` is None for one that is not here."""

    name: str
    expression: re.Pattern[str]
    vocabulary: str | None
    source: str


@dataclass(frozen=True, slots=True)
class Uncounted:
    """A family of models without a count here, and why, in both languages."""

    id: str
    title: str
    why: dict[str, str]
    source: str


@dataclass(frozen=True, slots=True)
class Families:
    """`families.toml` in parsed form."""

    encodings: dict[str, str]
    openai_sellers: frozenset[str]
    openai_name_prefixes: tuple[str, ...]
    open_weights: str
    resellers: frozenset[str]
    reseller_prefixes: tuple[str, ...]
    not_text: tuple[str, ...]
    retired: frozenset[tuple[str, str]]
    patterns: tuple[Pattern, ...]
    uncounted: tuple[Uncounted, ...]

    def resells(self, provider: str) -> bool:
        """Whether a seller only passes on what others sell."""
        return provider in self.resellers or provider.startswith(self.reseller_prefixes)

    def sells_text(self, model: str) -> bool:
        """Whether a model charges for text, as far as its name says.

        >>> families().sells_text("gpt-4o-mini"), families().sells_text("gpt-4o-mini-tts")
        (True, False)
        """
        words = re.split(r"[^a-z0-9]+", model.lower())
        return not any(word in self.not_text for word in words)

    def match(self, model: str, provider: str) -> Match:
        """The vocabulary of a seller's model.

        >>> families().match("gpt-4o", "openai").rule.value
        'exact'
        >>> found = families().match("openai/gpt-oss-120b", "groq")
        >>> found.vocabulary, found.encoding, found.rule.value, found.matched
        ('o200k_base', 'o200k_harmony', 'prefix', 'gpt-oss-')
        >>> found = families().match("@cf/meta/llama-3.1-8b-instruct", "cloudflare")
        >>> found.vocabulary, found.matched
        ('llama-3', 'Llama 3')
        >>> families().match("gpt-6-sol", "openai").vocabulary is None
        True
        """
        whose, _, name = model.lower().rpartition("/")
        for prefix in self.openai_name_prefixes:
            name = name.removeprefix(prefix)
        is_openai = provider in self.openai_sellers or whose.endswith("openai")
        if is_openai or name.startswith(self.open_weights):
            found = self._by_openai(name)
            if found.encoding:
                return found
        for pattern in self.patterns:
            if pattern.expression.search(name):
                rule = Rule.PATTERN if pattern.vocabulary else Rule.NONE
                return Match(pattern.vocabulary, rule, pattern.name, "", pattern.source)
        return NO_MATCH

    def _by_openai(self, name: str) -> Match:
        """As `tiktoken.encoding_name_for_model`, telling which entry decided."""
        rule, matched, encoding = Rule.EXACT, name, MODEL_TO_ENCODING.get(name)
        if encoding is None:
            rule = Rule.PREFIX
            for prefix, of_prefix in MODEL_PREFIX_TO_ENCODING.items():
                if name.startswith(prefix):
                    matched, encoding = prefix, of_prefix
                    break
        if encoding is None:
            return NO_MATCH
        vocabulary = self.encodings.get(encoding)
        if vocabulary is None:
            rule = Rule.NONE
        return Match(vocabulary, rule, matched, encoding, OPENAI_SOURCE)


def _pattern(entry: dict[str, Any]) -> Pattern:
    expression = re.compile(entry["expression"])
    return Pattern(entry["name"], expression, entry["vocabulary"] or None, entry["source"])


def _uncounted(entry: dict[str, Any]) -> Uncounted:
    why = {language: entry["why"][language] for language in ("es", "en")}
    return Uncounted(entry["id"], entry["title"], why, entry["source"])


@cache
def families() -> Families:
    """The parsed file, read once. Raises KeyError or re.error when the file is damaged."""
    parsed = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return Families(
        encodings=parsed["encodings"],
        openai_sellers=frozenset(parsed["openai"]["sellers"]),
        openai_name_prefixes=tuple(parsed["openai"]["name_prefixes"]),
        open_weights=parsed["openai"]["open_weights"],
        resellers=frozenset(parsed["resellers"]["ids"]),
        reseller_prefixes=tuple(parsed["resellers"]["prefixes"]),
        not_text=tuple(parsed["not_text"]["words"]),
        retired=frozenset(
            (seller, model)
            for entry in parsed["retired"]
            for seller in entry["sellers"]
            for model in entry["models"]
        ),
        patterns=tuple(_pattern(entry) for entry in parsed["pattern"]),
        uncounted=tuple(_uncounted(entry) for entry in parsed["uncounted"]),
    )
