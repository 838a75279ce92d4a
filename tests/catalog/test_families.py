"""Names to vocabularies."""

from __future__ import annotations

from importlib import import_module

import pytest
from tiktoken import encoding_name_for_model
from tiktoken.model import MODEL_PREFIX_TO_ENCODING, MODEL_TO_ENCODING

from app.catalog.families import families
from app.tokenization.pricing import Rule


@pytest.mark.parametrize("model", [*MODEL_TO_ENCODING, *MODEL_PREFIX_TO_ENCODING])
def test_agrees_with_tiktoken_on_every_name_it_lists(model: str) -> None:
    found = families().match(model, "openai")
    encoding = encoding_name_for_model(model)
    assert found.encoding == encoding
    assert found.vocabulary == families().encodings.get(encoding)
    assert (found.rule is Rule.NONE) == (found.vocabulary is None)


@pytest.mark.parametrize(
    ("model", "provider", "vocabulary"),
    [
        ("openai.gpt-oss-20b-1:0", "aws", "o200k_base"),
        ("databricks-gpt-oss-120b", "databricks", "o200k_base"),
        ("meta.llama3-1-8b-instruct-v1:0", "aws", "llama-3"),
        ("llama-v3p1-8b-instruct", "fireworks", "llama-3"),
        ("Meta-Llama-3_3-70B-Instruct", "ovhcloud", "llama-3"),
        ("llama-guard-3-8b", "groq", "llama-3"),
        ("deepseek-r1-distill-llama-70b", "groq", "llama-3"),
        ("codellama/CodeLlama-7b-Instruct-hf", "together", "llama-2"),
        ("llama2-70b-4096", "groq", "llama-2"),
        ("meta.llama4-scout-17b-instruct-v1:0", "aws", None),
        ("meta-llama/llama-guard-4-12b", "groq", None),
        ("meta-llama/llama-prompt-guard-2-22m", "groq", None),
        ("gpt-6-luna", "openai", None),
        ("claude-opus-4-5", "anthropic", None),
        ("gpt-4o", "somebody-else", None),
        ("", "openai", None),
    ],
)
def test_names(model: str, provider: str, vocabulary: str | None) -> None:
    assert families().match(model, provider).vocabulary == vocabulary


def test_harmony_has_the_ranks_and_the_pattern_of_o200k(monkeypatch: pytest.MonkeyPatch) -> None:
    openai_public = import_module("tiktoken_ext.openai_public")
    ranks = {b"a": 0}
    monkeypatch.setattr(openai_public, "load_tiktoken_bpe", lambda *_, **__: ranks)
    base, harmony = openai_public.o200k_base(), openai_public.o200k_harmony()
    assert harmony["mergeable_ranks"] is ranks and base["mergeable_ranks"] is ranks
    assert harmony["pat_str"] == base["pat_str"]
    assert base["special_tokens"].items() <= harmony["special_tokens"].items()


def test_every_uncounted_family_says_why_in_both_languages() -> None:
    known = families().uncounted
    assert {"claude", "gemini"} <= {family.id for family in known}
    for family in known:
        assert set(family.why) == {"es", "en"}
        assert all(len(why) > 40 for why in family.why.values())
        assert family.source


def test_every_pattern_says_its_source() -> None:
    assert all(pattern.source for pattern in families().patterns)
