"""Facts of real vocabularies: their sizes add up, and they say what is published of them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from app.analysis.vocabulary_facts import Part, embedding_numbers, vocabulary_facts
from app.tokenization.budget import Budget
from app.vocabularies.shipped import build_registry
from tests.analysis.vocabularies import real
from tests.services.small_tokenizer import byte_tokenizer
from tests.shared import SHARED, needs_shared


@pytest.mark.parametrize(
    ("vocabulary", "parts"),
    [
        ("gpt2", {Part.BYTES: 256, Part.MERGES: 50_000, Part.SPECIAL: 1}),
        ("cl100k_base", {Part.BYTES: 256, Part.MERGES: 100_000, Part.SPECIAL: 5}),
        ("o200k_base", {Part.BYTES: 256, Part.MERGES: 199_742, Part.SPECIAL: 2}),
        ("llama-3", {Part.BYTES: 256, Part.MERGES: 127_744, Part.SPECIAL: 256}),
        (
            "llama-2",
            {
                Part.BYTES: 256,
                Part.CHARACTERS: 2_129,
                Part.MERGES: 29_612,
                Part.UNKNOWN: 1,
                Part.SPECIAL: 2,
            },
        ),
    ],
)
def test_the_size_adds_up(vocabulary: str, parts: dict[Part, int]) -> None:
    facts = vocabulary_facts(real(vocabulary))
    assert {addend.part: addend.count for addend in facts.size_parts} == parts
    assert sum(parts.values()) == facts.size == len(real(vocabulary).vocabulary)
    assert facts.largest_id + 1 - facts.unused_ids == facts.size
    assert facts.byte_fallback
    assert sum(share.count for share in facts.scripts) == sum(
        count for part, count in parts.items() if part not in (Part.SPECIAL, Part.UNKNOWN)
    ) - (256 if vocabulary == "llama-2" else 0)


def test_gpt2() -> None:
    facts = vocabulary_facts(real("gpt2"))
    assert [token.piece for token in facts.special_shown] == ["<|endoftext|>"]
    assert facts.unknown is None
    assert [(stage.component, stage.pattern) for stage in facts.stages] == [
        ("RegexSplit", "gpt2"),
        ("ByteBpe", None),
    ]
    assert facts.scripts[0].script == "Latin" and facts.scripts[0].share > 0.9
    lengths = [len(token.bytes.decode("utf-8", "replace")) for token in facts.longest]
    assert lengths == sorted(lengths, reverse=True) and lengths[0] == 66
    assert facts.glitches


def test_xlm_r_within_its_time() -> None:
    tokenizer = real("xlm-roberta-base")
    facts = vocabulary_facts(tokenizer)
    assert facts.unknown is not None and facts.unknown.piece == "<unk>"
    assert not facts.byte_fallback
    assert facts.size == 250_002 and facts.ghosts.count == 9
    assert facts.stages[0].component == "CharsmapNormalizer"


@needs_shared
def test_mbert(tmp_path: Path) -> None:
    id = "bert-base-multilingual-cased"
    shutil.copy(SHARED / "vocabularies" / f"{id}.vocab.txt", tmp_path)
    facts = vocabulary_facts(build_registry(tmp_path).tokenizer(id))
    assert facts.size == 119_547 and not facts.byte_fallback
    assert facts.unknown is not None and facts.unknown.piece == "[UNK]"
    assert {token.piece for token in facts.special_shown} >= {"[CLS]", "[SEP]", "[MASK]"}
    assert facts.ghosts.count >= 99
    assert facts.ghosts.shown[0].piece == "[unused1]"


def test_a_vocabulary_of_bytes_alone() -> None:
    facts = vocabulary_facts(byte_tokenizer(), Budget(max_steps=0))
    assert [(part.part, part.count) for part in facts.size_parts] == [(Part.BYTES, 256)]
    assert (facts.ghosts.checked, facts.ghosts.total) == (0, 256)
    assert facts.special_shown == () and facts.glitches == ()


@pytest.mark.parametrize(("rows", "width", "numbers"), [(50_257, 768, 77_194_752), (0, 8, 0)])
def test_rows_of_the_two_tables(rows: int, width: int, numbers: int) -> None:
    assert embedding_numbers(rows, width) == numbers
