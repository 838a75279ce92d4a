"""Translated patterns find what Oniguruma (inside tokenizers) finds; the rest is refused by name."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from tokenizers import Regex, normalizers, pre_tokenizers

from app.errors import UnsupportedComponent, VocabularyFileError
from app.tokenization.normalizers import ReplacePattern
from app.tokenization.pre_tokenizers import RegexSplit
from app.vocabularies.tokenizer_json.oniguruma import MAX_LENGTH, translate
from tests.tokenization.code_points import every_code_point
from tests.tokenization.hostile import hostile_text

ATOMS = [
    "a", "b", "ñ", " ", r"\n", ".", "^", "$", r"\b", r"\B", r"\w", r"\W", r"\d", r"\D", r"\s",
    r"\S", r"\h", r"\H", "[ab]", "[^ab]", "[a-c]", r"[\w\s]", r"[^\w\s]", r"[\d²]", r"\p{L}",
    r"\P{L}", r"\p{^L}", r"[^\p{L}\p{N}]", "[[:punct:]a]", "[[:space:]]", "(?:a|b)", "(a b)",
    "(?=a)", "(?!b)", "(?<=a)", r"(?<!\n)", "(?i:A)", "(?>a+)", r"\A", r"\z", r"\Z", r"\x{61}",
    r"\u00f1", r"\x41", r"[\-a]", r"[a\]b]", "[]a]", "[-a]", r"\.", r"\[", r"\{", "{", "}", r"\$",
    "]", r"[\x{61}-\x{63}]", "[a&b]", "[a|~#]", r"\t", r"\v", r"\e", "#", r"[^(\s|[.,!])]", "[[a][b]1]",
]  # fmt: skip
QUANTIFIERS = [
    "", "", "", "*", "+", "?", "*?", "+?", "??", "*+", "++", "?+",
    "{2}", "{1,2}", "{1,}", "{,2}", "{1,2}?", "{2}?", "{1,3}+", "{1,2}*",
]  # fmt: skip
LETTERS = "ab ñ\n²³A1_-.c½\u200d|&~#]{}$[漢"


@pytest.mark.parametrize("seed", range(20))
def test_patterns_of_every_kind_find_the_same(seed: int) -> None:
    choose = random.Random(seed)
    compared = 0
    for _ in range(200):
        pattern = "".join(
            choose.choice(ATOMS) + choose.choice(QUANTIFIERS) + choose.choice(["", "", "|"])
            for _ in range(choose.randint(1, 4))
        )
        try:
            theirs = pre_tokenizers.Split(Regex(pattern), "isolated")
        except Exception as error:  # tokenizers raises a bare Exception for what is no pattern
            assert "Oniguruma error" in str(error)
            continue
        ours = RegexSplit(translate(pattern))
        for _ in range(3):
            text = "".join(choose.choice(LETTERS) for _ in range(choose.randint(0, 8)))
            found = [(part.text, (part.start, part.end)) for part in ours.split(text)]
            assert found == theirs.pre_tokenize_str(text), (pattern, text)
            compared += 1
    assert compared > 300


REAL = {
    "qwen": r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+",
    "deepseek": r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?"
    r"[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    "deepseek cjk": "[一-龥\u3040-ゟ゠-ヿ]+",
    "gpt-4o": r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    "bloom": " ?[^(\\s|[.,!?…。，、।۔،])]+",
    "clip": r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+",
}


@pytest.mark.parametrize("pattern", REAL.values(), ids=REAL.keys())
@settings(max_examples=150, deadline=None)
@given(text=hostile_text)
def test_patterns_of_real_vocabularies(pattern: str, text: str) -> None:
    theirs = pre_tokenizers.Split(Regex(pattern), "isolated")
    ours = RegexSplit(translate(pattern)).split(text)
    assert [(p.text, (p.start, p.end)) for p in ours] == theirs.pre_tokenize_str(text)


@pytest.mark.parametrize(
    "pattern",
    [r"\w", r"\W", r"\d", r"\s", r"\h", r"[\w]", "[[:punct:]]", "[[:alpha:]]", "[[:alnum:]]",
     r"\p{L}", r"\p{N}", r"\p{Han}", r"\p{Hiragana}", r"\p{Lu}", r"\p{M}", r"\p{S}", "(?i:s)"],
)  # fmt: skip
def test_classes_hold_the_same_characters(pattern: str) -> None:
    theirs = normalizers.Replace(Regex(pattern), "\x00")
    ours = ReplacePattern(translate(pattern), "\x00")
    for text in every_code_point("", ""):
        assert ours.normalize(text).text == theirs.normalize_str(text)


@pytest.mark.parametrize(
    ("pattern", "named"),
    [
        (r"\Ka", r"\K"),
        (r"\X", r"\X"),
        (r"(a)\1", r"\1"),
        (r"(?<name>a)", "(?<n"),
        (r"(?~ab)", "(?~a"),
        (r"(?m:a)", "(?m:"),
        (r"[a-z&&[^b]]", "&&"),
        (r"[a[^bc]]", "[^"),
        (r"[a-[bc]]", "-["),
        (r"[[:cntrl:]]", "[:cntrl:]"),
        (r"a(?i)b", "(?i)"),
        (r"[\W]", r"\W"),
        ("[abc", "["),
        ("*a", "*"),
        ("a)", ")"),
    ],
)
def test_what_has_no_equal_is_named(pattern: str, named: str) -> None:
    with pytest.raises(UnsupportedComponent) as caught:
        translate(pattern)
    assert caught.value.values == {"pattern": pattern, "component": named}


@pytest.mark.parametrize("pattern", ["(a", r"\p{Klingon}", "a{3,1}", "(?<=a+*"])
def test_what_is_no_pattern_is_an_error(pattern: str) -> None:
    with pytest.raises(VocabularyFileError, match="not a regular expression"):
        translate(pattern)


def test_very_long_and_deep_patterns_are_refused() -> None:
    with pytest.raises(VocabularyFileError, match="longer than"):
        translate("a" * (MAX_LENGTH + 1))
    with pytest.raises(VocabularyFileError, match="not a regular expression"):
        translate("(" * 4_000 + ")" * 4_000)


@pytest.mark.parametrize(
    "pattern", ["(?:(?:a{999}){999}){999}", "(?:a{9,9999}b){9,}", "a{9999}{3}"]
)
def test_counts_inside_counts_are_refused_before_they_explode(pattern: str) -> None:
    with pytest.raises(UnsupportedComponent, match=r"uses \{"):
        translate(pattern)
    assert translate(r"\p{N}{1,3}(?:[a-z]{2,30}){1,30}") == r"\p{N}{1,3}(?:[a-z]{2,30}){1,30}"
