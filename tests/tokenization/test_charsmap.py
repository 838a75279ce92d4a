"""The normalisation table and its normaliser, against sentencepiece's own."""

from __future__ import annotations

import struct
from functools import cache
from typing import Any

import pytest
import sentencepiece
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import VocabularyFileError
from app.tokenization.charsmap import CharsmapNormalizer, read_charsmap
from app.tokenization.types import NormalizedText
from tests.oracles import (
    NORMAL,
    UNKNOWN,
    sentencepiece_model,
    sentencepiece_normalize,
    sentencepiece_xlm_r,
    xlm_r_charsmap,
)
from tests.shared import SHARED, needs_shared
from tests.tokenization.hostile import hostile_text


def trie_of(keys: dict[bytes, int]) -> list[int]:
    """A (wasteful) Darts-clone double array of these keys: each node gets 256 units of its own."""
    units = [0]
    bases: dict[bytes, int] = {}
    nodes = sorted({key[:n] for key in keys for n in range(len(key) + 1)})
    for number, node in enumerate(nodes):
        bases[node] = 256 * (number + 1)
    units = [0x80000000] * (256 * (len(nodes) + 1))
    units[0] = bases[b""] << 10
    for node in nodes[1:]:
        at = bases[node[:-1]] ^ node[-1]
        units[at] = node[-1] | (at ^ bases[node]) << 10 | (node in keys) << 8
        if node in keys:
            units[bases[node]] = 0x80000000 | keys[node]
    return units


def blob_of(units: list[int], strings: bytes) -> bytes:
    return struct.pack(f"<I{len(units)}I", 4 * len(units), *units) + strings


def build_charsmap(rules: dict[str, str]) -> bytes:
    strings, keys = b"", {}
    for source, target in rules.items():
        keys[source.encode()] = len(strings)
        strings += target.encode() + b"\0"
    return blob_of(trie_of(keys), strings)


def spans(result: NormalizedText) -> list[tuple[int, int]]:
    return [result.origin(i, i + 1) for i in range(len(result.text))]


def expected_spans(origins: list[int], prefix: bool = True) -> list[tuple[int, int]]:
    """From sentencepiece's origins (one a character, and the end): the next character's is the end.

    Characters that came out of one share their start; ours share its end too. The prefix does not.
    """
    later = [[o for o in origins[i + 1 :] if o > start] for i, start in enumerate(origins[:-1])]
    spans = [(s, min(after, default=s)) for s, after in zip(origins, later, strict=False)]
    return [(origins[0], origins[1]), *spans[1:]] if spans and prefix else spans


class TestReading:
    def test_reads_what_was_written(self) -> None:
        rules = {"…": "...", "\u200b": "", "ｶﾞ": "ガ", "ｶ": "カ", "\t": " "}
        assert read_charsmap(build_charsmap(rules)) == rules

    def test_an_empty_blob_is_the_identity(self) -> None:
        assert read_charsmap(b"") == {}

    @pytest.mark.parametrize(
        "blob",
        [
            b"\x01",
            struct.pack("<I", 1 << 30) + b"x" * 64,
            struct.pack("<I", 7) + b"x" * 64,
            struct.pack("<I", 0) + b"x" * 64,
            blob_of(trie_of({b"a": 0}), b"no end"),
            blob_of(trie_of({b"a": 99}), b"x\0"),
            blob_of(trie_of({b"\xff": 0}), b"x\0"),
            blob_of(trie_of({b"a": 0}), b"\xff\0"),
            blob_of([0, *[0x61 | 0x161 << 10] * 400], b"x\0"),
        ],
        ids=["short", "big", "odd", "zero", "no-nul", "outside", "key", "string", "pointer"],
    )
    def test_damaged_blobs_are_refused(self, blob: bytes) -> None:
        with pytest.raises(VocabularyFileError, match="normalisation table is damaged"):
            read_charsmap(blob)

    def test_a_cycle_in_the_trie_ends(self) -> None:
        units = [0] * 512
        units[0] = 256 << 10
        for label in (0x61, 0x62):
            units[256 ^ label] = label | label << 10 | 1 << 8
        units[256] = 0x80000000
        with pytest.raises(VocabularyFileError):
            read_charsmap(blob_of(units, b"x\0"))

    @given(st.binary(max_size=3000))
    def test_arbitrary_bytes_never_crash(self, tail: bytes) -> None:
        size = len(tail) // 8 * 4
        try:
            rules = read_charsmap(struct.pack("<I", size) + tail)
        except VocabularyFileError:
            return
        assert all(rules)

    @needs_shared
    def test_the_tables_of_2019_and_of_0_1_99_differ_in_sixteen_keys(self) -> None:
        old = read_charsmap(xlm_r_charsmap())
        new = read_charsmap((SHARED / "vocabularies" / "nmt_nfkc.charsmap.bin").read_bytes())
        assert len(old) == 224_711
        differing = {key for key in old.keys() | new.keys() if old.get(key) != new.get(key)}
        later = {"㋿", "ꭩ", "\U00011935\U00011930", "🅬", "🈻"}
        digits = {chr(0x1FBF0 + n) for n in range(10)}
        assert differing == {"\u200d"} | later | digits
        assert old["\u200d"] == " "


@cache
def xlm_r_rules() -> dict[str, str]:
    return read_charsmap(xlm_r_charsmap())


@pytest.fixture(scope="module")
def normalizer() -> CharsmapNormalizer:
    return CharsmapNormalizer(xlm_r_rules())


@cache
def _sorted_keys() -> list[str]:
    return sorted(xlm_r_rules())


keys_of_the_table = st.integers(0, 224_710).map(lambda index: _sorted_keys()[index])


@needs_shared
class TestXlmR:
    @given(text=hostile_text)
    @settings(max_examples=400, deadline=None)
    def test_equals_sentencepiece(self, normalizer: CharsmapNormalizer, text: str) -> None:
        result = normalizer.normalize(text)
        expected, origins = sentencepiece_xlm_r().normalize(text)
        assert result.text == expected
        assert spans(result) == expected_spans(origins)

    @given(
        parts=st.lists(
            st.tuples(keys_of_the_table, st.sampled_from(["", " ", "  ", "a", "\u0301", "\u0328"])),
            max_size=8,
        )
    )
    @settings(max_examples=200, deadline=None)
    def test_equals_sentencepiece_on_its_own_keys(
        self, normalizer: CharsmapNormalizer, parts: list[tuple[str, str]]
    ) -> None:
        text = "".join(key + gap for key, gap in parts)
        result = normalizer.normalize(text)
        expected, origins = sentencepiece_xlm_r().normalize(text)
        assert result.text == expected
        assert spans(result) == expected_spans(origins)

    @pytest.mark.parametrize("book", ["quijote-es", "amar-es-vencer"])
    def test_equals_sentencepiece_on_a_book(
        self, normalizer: CharsmapNormalizer, book: str
    ) -> None:
        text = (SHARED / "corpora" / f"{book}.txt").read_text(encoding="utf-8")
        assert normalizer.normalize(text).text == sentencepiece_xlm_r().normalize(text)[0]

    @pytest.mark.parametrize("unit", ["a", " ", "\n", "…", "ｶﾞ", "e\u0328\u0301", "👍", "\u200d"])
    def test_time_grows_with_length(self, normalizer: CharsmapNormalizer, unit: str) -> None:
        text = unit * 200_000
        assert normalizer.normalize(text).text == sentencepiece_xlm_r().normalize(text)[0]


TABLES: tuple[dict[str, str], ...] = (
    {},
    {"…": "...", "\t": " ", "\u200b": ""},
    {"a": "  b ", "b": " ", " c": "x y", "cc": "", "ca": "c"},
    {" ": "  ", "ab": "a  b", "b": "", "▁": " "},
    {"😀": "a", "😀😀": "b", "a😀": " "},
)


@pytest.mark.parametrize("table", TABLES, ids=["none", "plain", "spaces", "space-key", "astral"])
@given(
    text=st.text(alphabet="abc \t▁…\u200b😀", max_size=14), flags=st.tuples(*[st.booleans()] * 3)
)
@settings(max_examples=250, deadline=None)
def test_every_table_and_flag_equals_sentencepiece(
    table: dict[str, str], text: str, flags: tuple[bool, bool, bool]
) -> None:
    prefix, remove, escape = flags
    processor = _processor(tuple(table.items()), flags)
    result = CharsmapNormalizer(
        table,
        add_dummy_prefix=prefix,
        remove_extra_whitespaces=remove,
        escape_whitespaces=escape,
    ).normalize(text)
    expected, origins = sentencepiece_normalize(processor, text)
    assert result.text == expected
    assert spans(result) == expected_spans(origins, prefix)


@cache
def _processor(rules: tuple[tuple[str, str], ...], flags: tuple[bool, bool, bool]) -> Any:
    prefix, remove, escape = flags
    model = sentencepiece_model(
        [("<unk>", 0.0, UNKNOWN), ("a", -1.0, NORMAL)],
        charsmap=build_charsmap(dict(rules)) if rules else b"",
        add_dummy_prefix=prefix,
        remove_extra_whitespaces=remove,
        escape_whitespaces=escape,
    )
    return sentencepiece.SentencePieceProcessor(model_proto=model)
