"""Pre-tokenizers read from the file against the very components that wrote it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from tokenizers import Regex, pre_tokenizers

from app.tokenization.byte_alphabet import to_printable
from app.tokenization.pre_tokenizers import WholeText
from app.vocabularies.tokenizer_json.document import Node, parse
from app.vocabularies.tokenizer_json.pre_tokenizers import Cutting, read_cutting
from tests.tokenization.hostile import hostile_text
from tests.vocabularies.tokenizer_json.components import written

COMPONENTS = {
    "whitespace": pre_tokenizers.Whitespace(),
    "words": pre_tokenizers.WhitespaceSplit(),
    "bert": pre_tokenizers.BertPreTokenizer(),
    "punctuation": pre_tokenizers.Punctuation(),
    "punctuation, joined": pre_tokenizers.Punctuation("merged_with_previous"),
    "digits": pre_tokenizers.Digits(),
    "digits alone": pre_tokenizers.Digits(individual_digits=True),
    "delimiter": pre_tokenizers.CharDelimiterSplit("."),
    "length": pre_tokenizers.FixedLength(4),
    "split at a string": pre_tokenizers.Split("a", "merged_with_next"),
    "split at a pattern": pre_tokenizers.Split(Regex(r"\w+"), "contiguous", invert=True),
    "metaspace": pre_tokenizers.Metaspace(),
    "metaspace, whole": pre_tokenizers.Metaspace(split=False),
    "metaspace, own mark": pre_tokenizers.Metaspace(replacement="_", prepend_scheme="never"),
    "marked words": pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]
    ),
    "byte level": pre_tokenizers.ByteLevel(),
    "byte level, no space": pre_tokenizers.ByteLevel(add_prefix_space=False),
    "nested": pre_tokenizers.Sequence(
        [
            pre_tokenizers.Sequence([pre_tokenizers.Punctuation("isolated")]),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    ),
}


def parts(cutting: Cutting, text: str) -> list[str]:
    for normalizer in cutting.rewrites:
        text = normalizer.normalize(text).text
    found = [part.text for part in cutting.pre_tokenizer.split(text)]
    return [to_printable(part.encode()) for part in found] if cutting.byte_level else found


@pytest.mark.parametrize("component", COMPONENTS.values(), ids=COMPONENTS.keys())
@settings(max_examples=100, deadline=None)
@given(text=hostile_text)
def test_parts_equal_tokenizers(component: pre_tokenizers.PreTokenizer, text: str) -> None:
    expected = [part for part, _ in component.pre_tokenize_str(text)]
    assert parts(read_cutting(written(component)), text) == expected


def test_without_one_nothing_is_cut() -> None:
    cutting = read_cutting(Node(None, "pre_tokenizer"))
    assert isinstance(cutting.pre_tokenizer, WholeText) and not cutting.rewrites


def test_marking_only_the_first_differs_inside_the_text() -> None:
    cutting = read_cutting(written(pre_tokenizers.Metaspace(prepend_scheme="first")))
    assert [n.normalize("a b").text for n in cutting.rewrites] == ["▁a▁b"]
    assert [n.normalize("a b").text for n in cutting.inner_rewrites] == ["a▁b"]


def test_old_files_say_add_prefix_space() -> None:
    for flag, marked in (("true", "▁a"), ("false", "a")):
        old = f'{{"type": "Metaspace", "replacement": "▁", "add_prefix_space": {flag}}}'
        assert parts(read_cutting(parse(old.encode())), "a") == [marked]
