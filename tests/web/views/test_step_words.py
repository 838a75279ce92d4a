"""The sentence of every kind of step, over the real vocabularies, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.locales import Language, locale_of
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.steps.trace import text_steps
from app.tokenization.steps.types import StepLimits
from app.vocabularies.info import Algorithm
from app.vocabularies.registry import Registry
from app.vocabularies.shipped import build_registry
from app.web.views.step_words import label, sentence, spelled

GPT2, CL100K, LLAMA_2 = "gpt2", "cl100k_base", "llama-2"
MBERT, XLM_R = "bert-base-multilingual-cased", "xlm-roberta-base"


@pytest.fixture(scope="module")
def registry(vocabulary_dir: Path) -> Registry:
    return build_registry(vocabulary_dir)


def said(registry: Registry, id: str, text: str, language: Language = Language.EN) -> list[str]:
    if not registry.available(id):
        pytest.skip(f"the file of {id} is not here")
    byte_level = registry.info(id).algorithm is Algorithm.BYTE_LEVEL_BPE
    steps = text_steps(registry.tokenizer(id), text, SpecialPolicy.AS_SPECIAL)
    locale = locale_of(language)
    return [
        sentence(frame, steps.parts[part], byte_level, locale) for part, frame in steps.frames()
    ]


def test_merges_say_why_they_won(registry: Registry) -> None:
    assert said(registry, CL100K, "dámelo") == [
        "“e” and “l” become “el”: of 4 pairs in the table theirs has the lowest rank, 301.",
        "“C3” and “A1” become “á”: of 3 pairs in the table theirs has the lowest rank, 1,995.",
        "“el” and “o” become “elo”: of 3 pairs in the table theirs has the lowest rank, 20,782.",
        "“á” and “m” become “ám”: theirs is the only pair of neighbours in the table (rank 36,334).",
        "None of the pairs of neighbours is in the table: the 3 pieces are final.",
    ]


def test_equal_ranks_go_to_the_leftmost(registry: Registry) -> None:
    assert said(registry, GPT2, "papapapapa")[0].endswith(
        "of the pairs that have it this is the leftmost."
    )


@pytest.mark.parametrize(
    ("id", "text", "last"),
    [
        (
            GPT2,
            " SolidGoldMagikarp",
            "“·SolidGoldMagikarp” is in the vocabulary with id 43453: it is "
            "taken whole, without merges.",
        ),
        (GPT2, "<|endoftext|>", "“<|endoftext|>” is a special token: it is never cut."),
        (
            LLAMA_2,
            "🙂",
            "What has no piece of its own is written byte by byte, each a token: <0xF0> "
            "<0x9F> <0x99> <0x82>.",
        ),
        (LLAMA_2, "de", "One piece is left, so there is nothing more to merge."),
        (
            MBERT,
            "🙂",
            "So the whole word becomes [UNK]: nothing of what it says reaches the model.",
        ),
        (
            MBERT,
            "a" * 101,
            "The word has 101 characters, more than the algorithm reads: all of it is [UNK].",
        ),
        (
            XLM_R,
            "\U000e0100a🧿",
            "What the vocabulary has no piece for becomes <unk>: the model cannot "
            "tell what it was.",
        ),
    ],
)
def test_the_last_word(registry: Registry, id: str, text: str, last: str) -> None:
    assert said(registry, id, text)[-1] == last


def test_wordpiece_says_what_was_tried(registry: Registry) -> None:
    assert said(registry, MBERT, "dámelo") == [
        "From “d” on the longest piece that fits is dá; 4 longer ones are not in the vocabulary.",
        "From “m” on the longest piece that fits is ##mel; 1 longer one is not in the vocabulary.",
        "From “o” on the longest piece there can be fits at once: ##o.",
    ]
    assert said(registry, MBERT, "🙂")[0] == "No piece of the vocabulary begins with “🙂” here."


def test_unigram_says_the_best_way_to_each_place(registry: Registry) -> None:
    sentences = said(registry, XLM_R, "dámelo", Language.ES)
    assert sentences[0].startswith("20 piezas encajan en algún sitio de «▁dámelo»")
    assert sentences[4] == (
        "Hasta «▁dám» la mejor de 4 últimas piezas es «▁dám»: con lo que lleva a ella, −12,38 en total."
    )
    assert sentences[-1] == (
        "De vuelta desde el final: el mejor camino hasta ahí llega con «▁dám» (−12,38)."
    )


def test_a_part_over_the_limit_says_so(registry: Registry) -> None:
    (part,) = text_steps(
        registry.tokenizer(GPT2), "papapapa", limits=StepLimits(max_letters=4)
    ).parts
    words = sentence(part.frames[0], part, True, locale_of(Language.EN))
    assert words.startswith("This part has 8 characters, too many to show step by step")


def test_pieces_are_named_as_they_read() -> None:
    assert spelled(b"\n\t ") == "↵→·"
    assert spelled(b"a\xf0\x9f b") == "a F0 9F ·b"
    assert label("ĠniÃ±o", True) == "·niño" and label("##ño", False) == "##ño"
