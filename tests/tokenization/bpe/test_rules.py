"""Encoding with rules: exact traces, `tokenizers` as the judge, and nothing dropped."""

from __future__ import annotations

import ast
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers

from app.errors import InvalidInput
from app.tokenization.bpe.model import BpeModel, Unit
from app.tokenization.bpe.pair_queue import Ties
from app.tokenization.bpe.rules import RuleTrace, encode_with_model, encode_with_rules
from app.tokenization.bpe.trainer import BpeConfig, train
from app.tokenization.budget import Budget
from app.tokenization.corpus import Corpus, Split, read_corpus
from app.tokenization.training import collect
from tests.shared import cases, golden, needs_shared


def model_of(corpus: Corpus, **options: Any) -> BpeModel:
    config = BpeConfig(**options)
    return collect(config, corpus, train(corpus, config)).model


def no_marker_model(merges: int) -> tuple[BpeModel, dict[str, Any]]:
    data = golden("training")["no_marker"]
    return model_of(read_corpus("\n".join(data["lines"])), merges=merges), data


def lists(trace: RuleTrace) -> list[list[str]]:
    return [list(word) for word in trace.final.words]


@needs_shared
@pytest.mark.parametrize("merges", [15, 24])
def test_words_with_an_end_of_word_mark(merges: int) -> None:
    data = golden("training")["end_of_word"]
    model = model_of(read_corpus(data["corpus"]), marker="</w>", merges=merges)
    for word, pieces in data[f"encode_after_{merges}"].items():
        assert lists(encode_with_model(model, word)) == [pieces]


@needs_shared
def test_sentences_after_60_rules() -> None:
    model, data = no_marker_model(60)
    for text, words in data["encode_after_60"].items():
        assert lists(encode_with_model(model, text)) == words
    for text, (letters, tokens) in data["letters_and_tokens"].items():
        trace = encode_with_model(model, text)
        assert (trace.letters, trace.final.tokens) == (letters, tokens)


@needs_shared
@pytest.mark.parametrize("merges", [60, 100, 200])
def test_more_rules_give_fewer_tokens(merges: int) -> None:
    model, data = no_marker_model(merges)
    totals = [encode_with_model(model, text).final.tokens for text in data["letters_and_tokens"]]
    assert totals == data["token_totals_after"][str(merges)]


@needs_shared
def test_the_words_cut_finest() -> None:
    model, data = no_marker_model(60)
    words = [word.text for word in read_corpus("\n".join(data["lines"])).words]
    tokens = {word: encode_with_model(model, word).final.tokens for word in words}
    most = max(tokens.values())
    assert most == data["most_tokens_per_word_after_60"]["tokens"]
    assert [word for word in words if tokens[word] == most] == data[
        "most_tokens_per_word_after_60"
    ]["words"]


@needs_shared
def test_counts_behind_the_cost_and_a_cut_at_a_limit() -> None:
    model, data = no_marker_model(60)
    cost = data["cost"]
    traces = [encode_with_model(model, message) for message in cost["messages"]]
    tokens = sum(trace.final.tokens for trace in traces)
    words = sum(len(trace.words) for trace in traces)
    assert (words, tokens) == (cost["words"], cost["tokens"])
    assert Decimal(tokens / words).quantize(Decimal("0.01")) == Decimal(cost["tokens_per_word"])
    cut = data["cut_at_limit"]
    trace = encode_with_model(model, cut["text"])
    assert trace.final.tokens == cut["tokens"]
    left = cut["limit"]
    kept: list[str] = []
    for word in trace.final.words:
        kept.append("".join(word[: max(left, 0)]))
        left -= len(word)
    assert " ".join(part for part in kept if part) == cut["kept"]


@needs_shared
def test_only_rules_that_do_something_are_shown() -> None:
    model, _ = no_marker_model(60)
    trace = encode_with_model(model, "llegará")
    shown = [(step.rule, f"{step.left} + {step.right}") for step in trace.steps]
    assert shown == [
        (4, "a + r"),
        (8, "e + g"),
        (27, "l + l"),
        (28, "ll + eg"),
        (38, "ar + á"),
        (57, "lleg + ará"),
    ]
    frames = list(trace.frames())
    assert frames[0].words == (("l", "l", "e", "g", "a", "r", "á"),)
    assert frames[-1] == trace.final
    assert [frame.tokens for frame in frames[1:]] == [step.tokens for step in trace.steps]


@needs_shared
def test_rules_given_as_a_list() -> None:
    data = golden("training")["weighted_words"]["encode"]
    merges = [(left, right) for left, right in data["merges"]]
    trace = encode_with_rules(merges, "bajita")
    assert lists(trace) == [data["bajita"]]
    assert [step.rule for step in trace.steps] == [1, 2, 4, 5]


@needs_shared
def test_case_unknown_characters_stay_visible() -> None:
    found = {case["id"]: case for case in cases("wordpiece-unk")}["unk-dropped"]
    given_input = ast.literal_eval(found["input"])
    corpus = read_corpus(" ".join(given_input["corpus"]))
    model = model_of(corpus, vocabulary_size=given_input["vocab_size"], ties=Ties.SMALLEST_PAIR)
    trace = encode_with_model(model, given_input["encode"])
    assert list(trace.tokens()) == found["expected"]["with_unk"]
    assert "".join("".join(word) for word in trace.final.words) == "ñumkk"
    assert trace.unknown == ("ñ", "k")


@settings(max_examples=100, deadline=None)
@given(
    corpus=st.lists(st.text("abc", min_size=1, max_size=8), min_size=1, max_size=12),
    text=st.text("abc x", max_size=30),
)
def test_equals_tokenizers(corpus: list[str], text: str) -> None:
    model = model_of(read_corpus(" ".join(corpus)))
    vocabulary = {piece: id for id, piece in enumerate((*model.pieces, "<unk>"))}
    judge = Tokenizer(models.BPE(vocabulary, list(model.merges), unk_token="<unk>"))  # noqa: S106
    judge.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trace = encode_with_model(model, text)
    assert list(trace.tokens()) == judge.encode(text).tokens
    *_, last = trace.frames()
    assert last == trace.final


def test_rules_out_of_order_apply_by_number_as_soon_as_they_fit() -> None:
    trace = encode_with_rules([("ab", "c"), ("a", "b"), ("c", "d")], "abcd")
    assert [step.rule for step in trace.steps] == [2, 1]
    assert trace.final.words == (("abc", "d"),)


def test_bytes_and_spaces() -> None:
    trace = encode_with_rules([("Ã", "±"), ("i", "Ã±")], "a niño", unit=Unit.BYTE, split=Split.GPT2)
    assert trace.final.words == (("a",), ("Ġ", "n", "iÃ±", "o"))
    assert trace.letters == 6


def test_a_text_without_words_has_no_frames_but_the_start() -> None:
    trace = encode_with_rules([("a", "b")], "  ")
    assert (trace.final.words, trace.steps, len(list(trace.frames()))) == ((), (), 1)


def test_a_budget_cuts_short_and_says_so() -> None:
    trace = encode_with_rules([("a", "b"), ("ab", "c")], "abc", budget=Budget(max_steps=1))
    assert not trace.complete and trace.final.words == (("ab", "c"),)


@pytest.mark.parametrize(
    ("merges", "marker", "message"),
    [
        ([("a", "")], None, "Rule 1 has an empty side"),
        ([("a", "b"), ("a", "b")], None, "Rule 2 makes “ab” a second time"),
        ([("a", "bc"), ("ab", "c")], None, "Rule 2 makes “abc” a second time"),
        ([("<", "/w>")], "</w>", "Rule 1 makes “</w>” a second time"),
    ],
)
def test_impossible_rules_are_refused(
    merges: list[tuple[str, str]], marker: str | None, message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        encode_with_rules(merges, "abc", marker=marker)
