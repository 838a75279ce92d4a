"""Inputs from public bug reports, through our encoders: `cases/cases.jsonl`, one test a case.

`test_every_case_has_a_test` keeps the file and this module together.
"""

from __future__ import annotations

import ast
import hashlib
import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from app.tokenization.bpe.encoder import ByteBpe
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.types import Encoding, Token, TokenKind
from app.tokenization.vocabulary import ByteVocabulary
from app.tokenization.wordpiece.encoder import WordPiece
from app.vocabularies.registry import Registry
from tests.shared import cases, needs_shared

pytestmark = needs_shared

AREAS = (
    "performance",
    "special-tokens",
    "surrogates-nul-invalid",
    "unicode",
    "whitespace",
    "pretokenize",
    "wordpiece-unk",
    "decode-offsets",
)
ELSEWHERE = {
    "bytes-form-ff": "tests/web/test_playground.py",
    "bytes-form-raw-utf8": "tests/web/test_playground.py",
    "unk-dropped": "tests/tokenization/bpe/test_rules.py",
}
SHORT = {
    "gpt2": "gpt2",
    "cl100k": "cl100k_base",
    "o200k": "o200k_base",
    "llama3": "llama-3",
    "llama2": "llama-2",
    "mbert": "bert-base-multilingual-cased",
    "xlmr": "xlm-roberta-base",
}


@cache
def _cases() -> dict[str, dict[str, Any]]:
    return {case["id"]: case for case in cases(*AREAS)}


def case_of(id: str) -> tuple[str, dict[str, Any]]:
    """The input text and what is expected."""
    case = _cases()[id]
    if case["input_kind"] == "literal":
        return ast.literal_eval(case["input"]), case["expected"]
    return _evaluated(case["input"]), case["expected"]


def _evaluated(expression: str) -> str:
    """The few expressions the file holds: `x * n` and one generator joined."""
    if expression.startswith("''.join("):
        return "".join(chr(97 + (i * i * 7 + i * 3 + i // 13) % 26) for i in range(20_000))
    text, _, times = expression.partition(" * ")
    return str(ast.literal_eval(text)) * int(times)


def piece_of(name: str, token: Token, text: str) -> object:
    """A token as the file writes it: bytes as text where they can be, else in hexadecimal; what
    sentencepiece does not know as the text itself."""
    if name == "xlmr" and token.kind is TokenKind.UNKNOWN:
        return text[token.start : token.end]
    if name not in ("gpt2", "cl100k", "o200k", "llama3"):
        return token.piece
    try:
        return token.bytes.decode("utf-8")
    except UnicodeDecodeError:
        return {"hex": token.bytes.hex()}


def check(registry: Registry, name: str, text: str, expected: dict[str, Any]) -> Encoding:
    """Ids, pieces, spans, counts and digests, whichever the case gives."""
    id = SHORT[name]
    encoding = registry.tokenizer(id).encode(text)
    ids = encoding.ids
    if "ids" in expected:
        assert ids == expected["ids"], (name, text)
    if "pieces" in expected:
        written = [piece_of(name, token, encoding.text) for token in encoding.tokens]
        assert written == expected["pieces"]
    if "char_spans" in expected:
        assert [[token.start, token.end] for token in encoding.tokens] == expected["char_spans"]
    if "count" in expected:
        assert encoding.count == expected["count"]
    for key, part in (("first3", ids[:3]), ("last3", ids[-3:])):
        assert expected.get(key, part) == part
    if "sha256_of_json_ids" in expected:
        digest = hashlib.sha256(json.dumps(ids, separators=(",", ":")).encode()).hexdigest()
        assert digest == expected["sha256_of_json_ids"]
    return encoding


def check_all(registry: Registry, text: str, expected: dict[str, Any]) -> None:
    found = [name for name in SHORT if name in expected]
    assert found
    for name in found:
        value = expected[name]
        check(registry, name, text, value if isinstance(value, dict) else {"ids": value})


def test_every_case_has_a_test() -> None:
    module = sys.modules[__name__]
    written = {name.removeprefix("test_case_") for name in vars(module) if "test_case_" in name}
    assert {id.replace("-", "_") for id in _cases().keys() - ELSEWHERE.keys()} == written
    for id, place in ELSEWHERE.items():
        source = (Path(__file__).parents[2] / place).read_text(encoding="utf-8")
        assert id in source or f"test_case_{id.replace('-', '_')}" in source


# -- performance ------------------------------------------------------------------------------


def lookups(ids: dict[bytes, int], text: str) -> int:
    """How many pairs are looked up to cut a text that is one piece: the work of the loop."""
    asked = 0

    def rank_of(left: bytes, right: bytes) -> int | None:
        nonlocal asked
        asked += 1
        return ids.get(left + right)

    ByteBpe(ids, rank_of=rank_of).segment(text)
    return asked


def test_case_perf_a100k(registry: Registry) -> None:
    text, expected = case_of("perf-a100k")
    tokenizer = registry.tokenizer("cl100k_base")
    ids = tokenizer.ids(text)
    assert len(ids) == expected["cl100k"]["count"]
    assert set(ids) == {expected["cl100k"]["every_id"]}
    vocabulary = tokenizer.vocabulary
    assert isinstance(vocabulary, ByteVocabulary)
    ranks = dict(vocabulary.token_ids)
    assert lookups(ranks, text * 2) < 2.01 * lookups(ranks, text) < 8 * len(text)


def test_case_perf_unigram(registry: Registry) -> None:
    check_all(registry, *case_of("perf-unigram"))


def test_case_perf_underscores(registry: Registry) -> None:
    check_all(registry, *case_of("perf-underscores"))


def test_case_perf_random_letters(registry: Registry) -> None:
    check_all(registry, *case_of("perf-random-letters"))


@pytest.mark.parametrize("name", SHORT)
def test_200_000_equal_letters_are_cut(name: str, registry: Registry) -> None:
    # A loop that is quadratic in a run without a break would not come back from this.
    tokenizer = registry.tokenizer(SHORT[name])
    encoding = tokenizer.encode("b" * 200_000)
    assert encoding.tokens[-1].end == 200_000
    assert (encoding.count == 1) == (name == "mbert")


# -- special tokens -----------------------------------------------------------------------------


def test_case_special_imstart(registry: Registry) -> None:
    text, expected = case_of("special-imstart")
    check_all(registry, text, expected)
    for name in ("cl100k", "o200k"):
        tokenizer = registry.tokenizer(SHORT[name])
        assert tokenizer.ids(text, SpecialPolicy.AS_SPECIAL) == expected[name]["ids"]


def test_case_special_bert_brackets(registry: Registry) -> None:
    text, expected = case_of("special-bert-brackets")
    tokenizer = registry.tokenizer(SHORT["mbert"])
    check(registry, "mbert", text, expected["as_text"])
    special = tokenizer.encode(text, SpecialPolicy.AS_SPECIAL)
    assert special.ids == expected["as_special_if_option_on"]["ids"]
    assert [token.piece for token in special.tokens] == expected["as_special_if_option_on"][
        "pieces"
    ]
    assert special.tokens[0].kind is TokenKind.SPECIAL


def test_case_special_llama2_after(registry: Registry) -> None:
    text, expected = case_of("special-llama2-after")
    check(registry, "llama2", text, expected["sentencepiece_as_text"])
    special = registry.tokenizer("llama-2").encode(text, SpecialPolicy.AS_SPECIAL)
    # Documented choice: each stretch between special tokens is read as a text of its own.
    assert special.ids == expected["hugging_face_legacy"]["ids"]
    assert [token.piece for token in special.tokens] == expected["hugging_face_legacy"]["pieces"]


# -- surrogates, NUL ----------------------------------------------------------------------------


def test_case_bytes_lone_surrogate(registry: Registry) -> None:
    text, expected = case_of("bytes-lone-surrogate")
    check_all(registry, text, {name: expected[name] for name in SHORT})
    pair = expected["pair_same_as_emoji"]
    check_all(registry, ast.literal_eval(pair["input"]), pair)


def test_case_bytes_nul(registry: Registry) -> None:
    check_all(registry, *case_of("bytes-nul"))


# -- unicode ------------------------------------------------------------------------------------


def test_case_uni_emoji_run(registry: Registry) -> None:
    text, expected = case_of("uni-emoji-run")
    check_all(registry, text, expected)
    spaced = next(key for key in expected if key.startswith("with_spaces"))
    check(registry, "mbert", "🦙 🦙", expected[spaced])
    assert registry.tokenizer("llama-2").count(text) == expected["llama2_count"]


def test_case_uni_nfkc_expand(registry: Registry) -> None:
    text, expected = case_of("uni-nfkc-expand")
    check_all(registry, text, expected)
    encoding = check(registry, "xlmr", text, expected["xlmr_spans"])
    surfaces = [text[token.start : token.end] for token in encoding.tokens]
    assert surfaces == expected["xlmr_spans"]["surfaces"]


def test_case_uni_halfwidth(registry: Registry) -> None:
    text, expected = case_of("uni-halfwidth")
    check_all(registry, text, expected)
    for literal, wanted in expected["same_kind"].items():
        check(registry, "xlmr", ast.literal_eval(literal), wanted)


def test_case_uni_flag_vs(registry: Registry) -> None:
    check_all(registry, *case_of("uni-flag-vs"))


# -- white space --------------------------------------------------------------------------------


def test_case_ws_runs(registry: Registry) -> None:
    text, expected = case_of("ws-runs")
    check_all(registry, text, expected["runs"])
    check_all(registry, " hola", expected["leading ' hola'"])
    check_all(registry, "hola ", expected["trailing 'hola '"])
    for name, key in (("xlmr", "xlmr_spans"), ("llama2", "llama2_spans")):
        encoding = check(registry, name, text, expected[key])
        assert [text[t.start : t.end] for t in encoding.tokens] == expected[key]["surfaces"]


def test_case_ws_u2581(registry: Registry) -> None:
    text, expected = case_of("ws-u2581")
    check_all(registry, text, expected)
    check_all(registry, "a b", expected["same_as_space"])


def test_case_ws_odd_spaces(registry: Registry) -> None:
    check_all(registry, *case_of("ws-odd-spaces"))


def test_case_ws_crlf_form(registry: Registry) -> None:
    # The form's side of this case is in tests/web/test_playground.py.
    text, expected = case_of("ws-crlf-form")
    check_all(registry, text, expected["wanted"])
    check_all(registry, text.replace("\n", "\r\n"), expected["if_crlf_kept"])


def test_case_ws_tab_newline(registry: Registry) -> None:
    check_all(registry, *case_of("ws-tab-newline"))


# -- pre-tokenizers -----------------------------------------------------------------------------


def test_case_pre_digits(registry: Registry) -> None:
    _, expected = case_of("pre-digits")
    for digits, wanted in expected.items():
        check_all(registry, digits, wanted)


def test_case_pre_llo(registry: Registry) -> None:
    check_all(registry, *case_of("pre-llo"))


# -- WordPiece ----------------------------------------------------------------------------------


def test_case_wp_whole_unk(registry: Registry) -> None:
    text, expected = case_of("wp-whole-unk")
    check_all(registry, text, expected)
    toy = expected["toy"]
    pieces = {piece: id for id, piece in enumerate(toy["vocab"])}
    wordpiece = WordPiece(pieces)

    def cut(words: str) -> list[str]:
        ids = [segment.id for word in words.split() for segment in wordpiece.segment(word)]
        return [toy["vocab"][id] for id in ids]

    assert cut("texas") == toy["texas"]
    assert cut("te xas") == toy["te xas"]


def test_case_wp_cjk(registry: Registry) -> None:
    text, expected = case_of("wp-cjk")
    check_all(registry, text, expected)
    for written in ("東京", "東 京"):
        check(registry, "mbert", written, expected[written])


# -- decoding and positions -----------------------------------------------------------------------


def test_case_dec_token_by_token(registry: Registry) -> None:
    text, expected = case_of("dec-token-by-token")
    encoding = check(registry, "llama2", text, expected)
    surfaces = [text[token.start : token.end] for token in encoding.tokens]
    assert surfaces == expected["span_texts"]
    assert "".join(surfaces) == text


def test_case_dec_space_bang(registry: Registry) -> None:
    text, expected = case_of("dec-space-bang")
    for name in ("gpt2", "llama3"):
        tokenizer = registry.tokenizer(SHORT[name])
        assert tokenizer.ids(text) == expected[name]
        assert tokenizer.decode(expected[name]) == (expected["decode"], True)


def test_case_off_removed_chars(registry: Registry) -> None:
    text, expected = case_of("off-removed-chars")
    check_all(registry, text, expected)
    encoding = registry.tokenizer(SHORT["xlmr"]).encode(text)
    surfaces = [text[token.start : token.end] for token in encoding.tokens]
    assert surfaces == expected["xlmr"]["surfaces"]


def uncovered(encoding: Encoding) -> Iterator[str]:
    """The characters that no token covers."""
    covered = {at for token in encoding.tokens for at in range(token.start, token.end)}
    return (char for at, char in enumerate(encoding.text) if at not in covered)


def test_spaces_that_give_no_token_are_known(registry: Registry) -> None:
    assert list(uncovered(registry.tokenizer(SHORT["mbert"]).encode("a    b"))) == [" "] * 4
    assert list(uncovered(registry.tokenizer("llama-2").encode("a    b"))) == []
