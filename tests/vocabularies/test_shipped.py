from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from app.errors import VocabularyUnavailable
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.types import TokenKind
from app.vocabularies.hub import HubFiles
from app.vocabularies.info import HubSource
from app.vocabularies.registry import Registry
from app.vocabularies.shipped import build_registry
from tests.shared import needs_shared

SEVEN = (
    "gpt2",
    "cl100k_base",
    "o200k_base",
    "llama-3",
    "llama-2",
    "bert-base-multilingual-cased",
    "xlm-roberta-base",
)
SHIPPED = [id for id in SEVEN if not id.startswith("bert")]
FETCHED = "bert-base-multilingual-cased"


def offline(_: HubSource) -> bytes:
    raise ConnectionError("no network in this test")


def test_the_seven_in_their_order(registry: Registry) -> None:
    assert registry.ids() == SEVEN


@pytest.mark.parametrize("id", SHIPPED)
def test_a_vocabulary_has_the_ids_it_says(registry: Registry, id: str) -> None:
    info, vocabulary = registry.info(id), registry.tokenizer(id).vocabulary
    assert info.shipped
    assert registry.available(id)
    assert len(vocabulary) == info.size == len(list(vocabulary.ids()))


@needs_shared
def test_the_fetched_vocabulary_has_the_ids_it_says(registry: Registry) -> None:
    info, vocabulary = registry.info(FETCHED), registry.tokenizer(FETCHED).vocabulary
    assert not info.shipped
    assert registry.available(FETCHED)
    assert len(vocabulary) == info.size == len(list(vocabulary.ids()))


@pytest.mark.parametrize("id", SHIPPED)
def test_every_id_is_found_again_by_its_piece(registry: Registry, id: str) -> None:
    vocabulary = registry.tokenizer(id).vocabulary
    assert all(vocabulary.id_of(vocabulary.piece(one)) == one for one in vocabulary.ids())


@pytest.mark.parametrize(
    ("id", "special", "expected"),
    [
        ("gpt2", "<|endoftext|>", 50256),
        ("cl100k_base", "<|endofprompt|>", 100276),
        ("o200k_base", "<|endoftext|>", 199999),
        ("llama-3", "<|begin_of_text|>", 128000),
        ("llama-3", "<|eot_id|>", 128009),
        ("llama-3", "<|reserved_special_token_2|>", 128012),
        ("llama-3", "<|reserved_special_token_245|>", 128255),
        ("llama-2", "</s>", 2),
        ("xlm-roberta-base", "<mask>", 250001),
    ],
)
def test_special_tokens_are_where_they_should_be(
    registry: Registry, id: str, special: str, expected: int
) -> None:
    tokenizer = registry.tokenizer(id)
    assert tokenizer.ids(special, SpecialPolicy.AS_SPECIAL) == [expected]
    assert len(tokenizer.ids(special)) > 1
    assert tokenizer.vocabulary.kind(expected) is TokenKind.SPECIAL
    assert tokenizer.vocabulary.piece(expected) == special


@pytest.mark.parametrize(
    ("id", "before", "after"),
    [
        ("gpt2", [], []),
        ("llama-3", [128000], []),
        ("llama-2", [1], []),
        ("xlm-roberta-base", [0], [2]),
    ],
)
def test_special_tokens_around_a_text_when_asked(
    registry: Registry, id: str, before: list[int], after: list[int]
) -> None:
    tokenizer = registry.tokenizer(id)
    plain = tokenizer.ids("El niño")
    assert tokenizer.encode("El niño", add_special_tokens=True).ids == [*before, *plain, *after]


def test_without_the_fetched_file_the_others_work(tmp_path: Path) -> None:
    registry = build_registry(tmp_path, HubFiles(tmp_path, offline))
    assert not registry.available(FETCHED)
    for _ in range(2):
        with pytest.raises(VocabularyUnavailable, match=f"vocabularies fetch {FETCHED}") as failure:
            registry.tokenizer(FETCHED)
        assert f"{FETCHED}.vocab.txt" in str(failure.value)
    assert registry.tokenizer("gpt2").count("El niño juega en el jardín.") == 12


@needs_shared
def test_the_fetched_file_is_used_as_soon_as_it_is_there(
    tmp_path: Path, vocabulary_dir: Path
) -> None:
    registry = build_registry(tmp_path, HubFiles(tmp_path, offline))
    with pytest.raises(VocabularyUnavailable):
        registry.tokenizer(FETCHED)
    name = f"{FETCHED}.vocab.txt"
    (tmp_path / name).write_bytes((vocabulary_dir / name).read_bytes())
    assert registry.available(FETCHED)
    assert registry.fetch(FETCHED) == tmp_path / name
    assert registry.tokenizer(FETCHED).count("El niño juega en el jardín.") == 7


def test_a_shipped_vocabulary_needs_no_fetching(registry: Registry) -> None:
    assert registry.fetch("gpt2").name == "r50k_base.tiktoken.xz"
    assert registry.fetch("gpt2").is_file()


def test_a_registry_is_made_without_loading_anything(tmp_path: Path) -> None:
    """Nor is the hub's client imported, nor any other tokenizer, until somebody needs it."""
    code = f"""
import sys
from pathlib import Path
from app.vocabularies.shipped import build_registry
registry = build_registry(Path({str(tmp_path)!r}))
registry.tokenizer("gpt2").ids("hola")
loaded = {{"huggingface_hub", "tiktoken", "tokenizers", "sentencepiece", "fastapi"}} & sys.modules.keys()
sys.exit(", ".join(sorted(loaded)) or 0)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
