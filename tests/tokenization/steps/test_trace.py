"""Real vocabularies step by step: what they cut, that it is what encodes, and what is left out."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.tokenization.bpe.encoder import ByteBpe
from app.tokenization.budget import Budget
from app.tokenization.pipeline import Tokenizer
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.steps.trace import text_steps
from app.tokenization.steps.types import StepEvent, StepLimits, TextSteps
from app.tokenization.types import TokenKind
from app.tokenization.well_formed import well_formed
from app.vocabularies.registry import Registry

GPT2, CL100K, O200K, LLAMA_3 = "gpt2", "cl100k_base", "o200k_base", "llama-3"
LLAMA_2, MBERT, XLM_R = "llama-2", "bert-base-multilingual-cased", "xlm-roberta-base"
ALL = [GPT2, CL100K, O200K, LLAMA_3, LLAMA_2, MBERT, XLM_R]


def tokenizer(registry: Registry, id: str) -> Tokenizer:
    if not registry.available(id):
        pytest.skip(f"the file of {id} is not here")
    return registry.tokenizer(id)


def shown(steps: TextSteps) -> list[str]:
    """The tokens as a reader would write them: their text, or their bytes where that is no text."""
    tokens = [token for part in steps.parts for token in part.tokens]
    written: list[str] = []
    for token in tokens:
        try:
            text = token.bytes.decode("utf-8")
        except UnicodeDecodeError:
            text = token.bytes.hex(" ")
        mark = "##" if token.written.startswith("##") else ""
        written.append(mark + text if token.kind is TokenKind.NORMAL else token.written)
    return written


@pytest.mark.parametrize(
    ("id", "text", "pieces"),
    [
        (CL100K, "dámelo", ["d", "ám", "elo"]),
        (O200K, "dámelo", ["d", "ám", "elo"]),
        (MBERT, "dámelo", ["dá", "##mel", "##o"]),
        (XLM_R, "dámelo", ["▁dám", "elo"]),
        (LLAMA_2, "dámelo", ["▁d", "ám", "elo"]),
        (MBERT, "criptomoneda", ["c", "##ript", "##omo", "##ned", "##a"]),
        (XLM_R, "criptomoneda", ["▁cripto", "mone", "da"]),
        (GPT2, "ferrocarril", ["fer", "roc", "arr", "il"]),
        (CL100K, "ferrocarril", ["fer", "roc", "arr", "il"]),
        (O200K, "ferrocarril", ["fer", "roc", "arr", "il"]),
        (CL100K, "strawberry", ["str", "aw", "berry"]),
        (CL100K, "1000", ["100", "0"]),
        (CL100K, "100000", ["100", "000"]),
        (CL100K, "2026", ["202", "6"]),
        (O200K, "2026", ["202", "6"]),
        (GPT2, "sol ", ["sol", " "]),
        (CL100K, "sol ", ["sol", " "]),
        (O200K, "sol ", ["sol", " "]),
        (GPT2, " SolidGoldMagikarp", [" SolidGoldMagikarp"]),
        (GPT2, " davidjl", [" davidjl"]),
        (CL100K, " davidjl", [" davidjl"]),
        (GPT2, "🙂", ["f0 9f", "99 82"]),
        (CL100K, "🙂", ["f0 9f", "99 82"]),
        (O200K, "🙂", ["🙂"]),
        (GPT2, "漢字", ["e6", "bc", "a2", "e5 ad", "97"]),
        (CL100K, "漢字", ["e6 bc", "a2", "字"]),
        (O200K, "漢字", ["漢", "字"]),
        (LLAMA_2, "🙂", ["▁", "<0xF0>", "<0x9F>", "<0x99>", "<0x82>"]),
        (MBERT, "🙂", ["[UNK]"]),
    ],
)
def test_words_that_teach(registry: Registry, id: str, text: str, pieces: list[str]) -> None:
    assert shown(text_steps(tokenizer(registry, id), text)) == pieces


@pytest.mark.parametrize(
    ("id", "text", "count"),
    [
        (GPT2, "    return x", 5),
        (CL100K, "    return x", 3),
        (GPT2, "        return x", 9),
        (CL100K, "        return x", 3),
    ],
)
def test_indentation_is_what_it_costs(registry: Registry, id: str, text: str, count: int) -> None:
    steps = text_steps(tokenizer(registry, id), text)
    assert len(steps.ids) == steps.token_count == count


TEXTS = st.text(
    st.one_of(
        st.sampled_from("dámelo ñ¿¡.,'’ABCabc012\n\t▁#[]<|>🙂漢字\u0301\u200d\ufdfa½ﬁ"),
        st.characters(),
    ),
    max_size=24,
)


@pytest.mark.parametrize("id", ALL)
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=TEXTS)
def test_the_last_frames_are_what_encodes_and_each_frame_is_the_text(
    registry: Registry, id: str, text: str
) -> None:
    one = tokenizer(registry, id)
    encoding = one.encode(text)
    steps = text_steps(one, text)
    assert steps.ids == encoding.ids
    assert steps.token_count == encoding.count and steps.truncated_by is None
    for part in steps.parts:
        for frame in part.frames:
            assert b"".join(piece.bytes for piece in frame.pieces) == part.text.encode("utf-8")
        if part.frames:
            assert part.frames[-1].pieces == part.tokens
    if isinstance(one.segmenter, ByteBpe):
        assert "".join(part.text for part in steps.parts) == well_formed(text)
        assert all(part.text == steps.text[part.start : part.end] for part in steps.parts)


def test_a_repeated_word_is_cut_once(registry: Registry) -> None:
    steps = text_steps(registry.tokenizer(CL100K), "dámelo. dámelo. dámelo")
    again = [part for part in steps.parts if part.same_as is not None]
    assert [(part.text, part.same_as, part.frames) for part in again] == [
        (".", 1, ()),
        (" dámelo", 2, ()),
    ]
    assert again[1].tokens == steps.parts[2].tokens


def test_a_special_token_is_never_cut(registry: Registry) -> None:
    text = "uno<|endoftext|>"
    special = text_steps(registry.tokenizer(CL100K), text, SpecialPolicy.AS_SPECIAL).parts[-1]
    assert [frame.event for frame in special.frames] == [StepEvent.SPECIAL]
    assert (special.tokens[0].id, special.tokens[0].kind) == (100257, TokenKind.SPECIAL)
    assert len(text_steps(registry.tokenizer(CL100K), text).ids) > 2


def test_xlm_r_goes_word_by_word(registry: Registry) -> None:
    steps = text_steps(registry.tokenizer(XLM_R), "el niño\t juega")
    assert [part.text for part in steps.parts] == ["▁el", "▁niño", "▁juega"]
    assert [steps.text[part.start : part.end] for part in steps.parts] == [
        "el",
        " niño",
        "\t juega",
    ]


@pytest.mark.parametrize("id", [GPT2, LLAMA_2, XLM_R])
def test_a_long_part_shows_its_tokens_alone(registry: Registry, id: str) -> None:
    one = registry.tokenizer(id)
    (part,) = text_steps(one, "ñandú" * 20, limits=StepLimits(max_letters=99)).parts
    assert [frame.event for frame in part.frames] == [StepEvent.RESULT]
    assert [token.id for token in part.tokens] == one.ids("ñandú" * 20)
    assert b"".join(token.bytes for token in part.tokens) == part.text.encode()


def test_limits_are_said_and_counts_stay_full(
    registry: Registry,
) -> None:
    one = registry.tokenizer(CL100K)
    text = " ".join(f"palabra{letter}" for letter in "abcdefghij")
    whole = text_steps(one, text)
    parts = text_steps(one, text, limits=StepLimits(max_parts=3))
    assert (len(parts.parts), parts.truncated_by) == (3, "parts")
    frames = text_steps(one, text, limits=StepLimits(max_frames=1))
    assert (len(frames.parts), frames.truncated_by) == (1, "frames")
    clock = iter([0.0, 0.5, 2.0]).__next__
    late = text_steps(one, text, budget=Budget(seconds=1.0, clock=clock))
    assert (len(late.parts), late.truncated_by) == (1, "seconds")
    for short in (parts, frames, late):
        assert (short.part_count, short.token_count) == (whole.part_count, len(whole.ids))


def test_the_empty_text_has_no_parts(registry: Registry) -> None:
    steps = text_steps(registry.tokenizer(CL100K), "")
    assert (steps.parts, steps.part_count, list(steps.frames())) == ((), 0, [])
