"""Examples and corpora: strict loading, and that each shows what it says."""

from __future__ import annotations

import base64
import unicodedata
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest
import tiktoken

from app.catalog.loader import (
    LANGUAGES,
    CatalogFault,
    Corpus,
    Example,
    corpora,
    examples,
    parse_corpora,
    parse_examples,
)
from app.tokenization.split_patterns import SPLIT_PATTERNS
from tests.shared import SHARED, needs_shared

GOOD = '[[example]]\nid = "a-b"\ntitle = {es = "t", en = "t"}\nshows = {es = "s", en = "s"}\n'


def example(id: str) -> Example:
    return next(found for found in examples() if found.id == id)


def corpus(id: str) -> Corpus:
    return next(found for found in corpora() if found.id == id)


@cache
def encoding(name: str, pattern: str) -> tiktoken.Encoding:
    lines = (SHARED / f"vocabularies/{name}.tiktoken").read_bytes().splitlines()
    ranks = {base64.b64decode(token): int(rank) for token, rank in map(bytes.split, lines)}
    return tiktoken.Encoding(
        name, pat_str=SPLIT_PATTERNS[pattern].regex, mergeable_ranks=ranks, special_tokens={}
    )


def gpt2() -> tiktoken.Encoding:
    return encoding("r50k_base", "gpt2")


def o200k() -> tiktoken.Encoding:
    return encoding("o200k_base", "o200k")


@pytest.mark.parametrize(
    ("toml", "fault"),
    [
        ("", "nothing else"),
        ("[[example", "example"),
        ('[[other]]\nid = "a"\n', "nothing else"),
        (GOOD, "its keys must be"),
        (GOOD + 'text = "x"\nmore = "y"\n', "its keys must be"),
        (GOOD.replace("a-b", "A b") + 'text = "x"\n', "lower-case words"),
        (GOOD + 'text = " "\n', "empty or too long"),
        (GOOD + f'text = "{"x" * 4001}"\n', "empty or too long"),
        (GOOD + "text = 3\n", "must be in es and en"),
        (GOOD + 'text = {es = "x"}\n', "must be in es and en"),
        (GOOD + 'text = {es = "x", en = 3}\n', "empty or too long"),
        (GOOD.replace('{es = "t", en = "t"}', '"t"') + 'text = "x"\n', "title must be in"),
        (f'{GOOD}text = "x"\n{GOOD}text = "x"\n', "two entries"),
    ],
)
def test_faults_are_refused(toml: str, fault: str) -> None:
    with pytest.raises(CatalogFault, match=fault):
        parse_examples(toml)


@pytest.mark.parametrize(
    ("form", "text", "fault"),
    [
        ("poem", "x", "form is none of"),
        ("words", "mar*0", "not word"),
        ("words", "mar", "not word"),
    ],
)
def test_faults_of_corpora_are_refused(form: str, text: str, fault: str) -> None:
    both = '{es = "t", en = "t"}'
    toml = (
        f'[[corpus]]\nid = "a"\nform = "{form}"\ntitle = {both}\nteaches = {both}\n'
        f'text = {{es = "{text}", en = "{text}"}}\n'
    )
    with pytest.raises(CatalogFault, match=fault):
        parse_corpora(toml)


def test_one_text_for_both_languages() -> None:
    assert parse_examples(GOOD + 'text = "x"\n')[0].text.of("en") == "x"


def test_everything_is_there_in_both_languages() -> None:
    assert len(examples()) >= 15 and len(corpora()) >= 8
    assert all(found.shows.es != found.shows.en for found in examples())
    assert all(found.teaches.es != found.teaches.en for found in corpora())
    assert all(found.text.es != found.text.en for found in corpora())


def test_two_forms_of_the_same_letters() -> None:
    text = example("two-forms").text.es
    for pair in text.split(";"):
        composed, decomposed = pair.strip().split(", ")
        assert composed != decomposed
        assert unicodedata.normalize("NFC", decomposed) == composed


def test_sums_are_right() -> None:
    for line in example("sums").text.es.splitlines():
        left, right = line.split("=")
        first, sign, second = left.split()
        assert int(right) == int(first) + (int(second) if sign == "+" else -int(second))


def test_invisible_characters_are_in_the_text() -> None:
    for language in LANGUAGES:
        text = example("invisible").text.of(language)
        assert {"\u00a0", "\u200b", "\u00ad", "\ufeff"} <= set(text)


def test_trailing_space_and_typed_newline() -> None:
    for language in LANGUAGES:
        assert example("trailing-space").text.of(language).endswith(" ")
        assert "\\n" in example("typed-newline").text.of(language)
        assert "\n" in example("typed-newline").text.of(language)


def test_look_alikes_mix_alphabets() -> None:
    for language in LANGUAGES:
        latin, mixed = example("look-alikes").text.of(language).split(", ")
        assert latin.isascii() and not mixed.isascii() and len(latin) == len(mixed)


@needs_shared
def test_ghosts_are_single_tokens_of_gpt2() -> None:
    for word in example("ghosts").text.es.split(","):
        assert len(gpt2().encode(word)) == 1
    assert len(o200k().encode(" SolidGoldMagikarp")) > 1


@needs_shared
def test_sentence_code_and_capitals_show_what_they_say() -> None:
    assert [len(found.encode(example("sentence").text.es)) for found in (gpt2(), o200k())] == [
        12,
        7,
    ]
    code = example("code").text.es
    assert len(gpt2().encode(code)) > 1.5 * len(o200k().encode(code))
    words = example("capitals").text.es.split(", ")
    lower, initial, upper, mixed = (len(o200k().encode(word)) for word in words)
    assert lower <= initial <= upper < mixed


@needs_shared
def test_a_trailing_space_is_a_token_of_its_own() -> None:
    for language in LANGUAGES:
        text = example("trailing-space").text.of(language)
        assert o200k().encode(text) == [*o200k().encode(text[:-1]), *o200k().encode(" ")]


@needs_shared
def test_the_house_costs_more_in_other_languages() -> None:
    lines = example("languages").text.es.strip().splitlines()
    assert len(lines) == 14
    assert len(gpt2().encode(lines[-1])) > 3 * len(gpt2().encode(lines[1]))


def weighted(text: str) -> Iterator[tuple[str, int]]:
    for item in text.split():
        word, count = item.split("*")
        yield word, int(count)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_corpus_of_ties_has_one_at_the_top(language: str) -> None:
    pairs: Counter[str] = Counter()
    for word, count in weighted(corpus("ties").text.of(language)):
        for left, right in pairwise(word):
            pairs[left + right] += count
    (_, first), (_, second) = pairs.most_common(2)
    assert first == second


@pytest.mark.parametrize("language", LANGUAGES)
def test_bpe_and_wordpiece_part_ways_at_the_first_step(language: str) -> None:
    pairs: Counter[tuple[str, str]] = Counter()
    singles: Counter[str] = Counter()
    for word, count in weighted(corpus("score").text.of(language)):
        pieces = [char if index == 0 else f"##{char}" for index, char in enumerate(word)]
        for piece in pieces:
            singles[piece] += count
        for pair in pairwise(pieces):
            pairs[pair] += count
    frequent = max(pairs, key=lambda pair: pairs[pair])
    surprising = max(
        pairs, key=lambda pair: Fraction(pairs[pair], singles[pair[0]] * singles[pair[1]])
    )
    assert frequent != surprising


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_root_of_the_family_is_in_most_words(language: str) -> None:
    words = [word for word, _ in weighted(corpus("roots").text.of(language))]
    root = words[0]
    assert all(root in word for word in words)
