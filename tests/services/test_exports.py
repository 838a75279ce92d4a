"""Each format read back by its own reader; white space, quotes and formulas survive."""

from __future__ import annotations

import ast
import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.services.exports import (
    CSV_COLUMNS,
    ExportFormat,
    as_csv_of_all,
    as_json_of_all,
    as_text,
    export,
)
from app.tokenization.types import Encoding
from tests.services.small_tokenizer import byte_tokenizer

TEXT = 'El "niño"\n=1+1\t<b>,\'🙂'


def encode(text: str) -> Encoding:
    return byte_tokenizer().encode(text)


@given(st.text(max_size=40))
def test_json_holds_everything(text: str) -> None:
    encoding = encode(text)
    read = json.loads(export(encoding, ExportFormat.JSON, "bytes"))
    assert (read["vocabulary"], read["text"], read["count"]) == ("bytes", text, encoding.count)
    assert read["ids"] == encoding.ids == [token["id"] for token in read["tokens"]]
    assert b"".join(bytes.fromhex(token["bytes"]) for token in read["tokens"]) == text.encode()


@given(st.text(max_size=40))
def test_python_source_gives_the_values_back(text: str) -> None:
    encoding = encode(text)
    module = ast.parse(export(encoding, ExportFormat.PYTHON, 'a\nimport os  "'))
    values = {
        statement.targets[0].id: ast.literal_eval(statement.value)
        for statement in module.body
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    }
    assert len(values) == len(module.body) == 3
    assert values["text"] == text and values["ids"] == encoding.ids
    assert b"".join(values["tokens"]) == text.encode()


@given(st.text(max_size=40))
def test_csv_is_read_back_and_holds_no_formula(text: str) -> None:
    encoding = encode(text)
    lines = list(csv.reader(io.StringIO(export(encoding, ExportFormat.CSV, ""), newline="")))
    assert tuple(lines[0]) == CSV_COLUMNS
    rows = [dict(zip(CSV_COLUMNS, line, strict=True)) for line in lines[1:]]
    assert [int(row["id"]) for row in rows] == encoding.ids
    for row, token in zip(rows, encoding.tokens, strict=True):
        assert json.loads(row["text"]) == text[token.start : token.end]
        assert bytes.fromhex(row["bytes"]) == token.bytes
        assert not any(cell.startswith(("=", "+", "-", "@", "\t")) for cell in row.values())


def test_ids() -> None:
    assert export(encode("abc"), ExportFormat.IDS, "") == "97, 98, 99"


@pytest.mark.parametrize(
    ("text", "shown"), [("", ""), ("ab", "a|b"), ("ñ", "ñ(c3|b1)"), ("añ.", "a|ñ(c3|b1)|.")]
)
def test_text(text: str, shown: str) -> None:
    assert as_text(encode(text)) == shown


def test_a_part_of_the_tokens_shows_its_part_of_the_text() -> None:
    some = byte_tokenizer().encode("abcdef", max_tokens=2)
    assert as_text(some) == "a|b"
    assert json.loads(export(some, ExportFormat.JSON, ""))["count"] == 6


@pytest.mark.parametrize("format", list(ExportFormat))
def test_every_format_can_be_written_and_named(format: ExportFormat) -> None:
    assert export(encode(TEXT), format, "bytes")
    assert format.media_type


def test_several_readings_share_one_text() -> None:
    tokenizer = byte_tokenizer()
    readings = [("one", tokenizer.encode("ñ")), ("two", tokenizer.encode("ñ"))]
    document = json.loads(as_json_of_all(readings))
    assert document["text"] == "ñ"
    assert [(each["vocabulary"], each["ids"]) for each in document["readings"]] == [
        ("one", [195, 177]),
        ("two", [195, 177]),
    ]
    rows = list(csv.DictReader(io.StringIO(as_csv_of_all(readings))))
    assert [(row["vocabulary"], row["position"], row["bytes"]) for row in rows] == [
        ("one", "0", "c3"),
        ("one", "1", "b1"),
        ("two", "0", "c3"),
        ("two", "1", "b1"),
    ]
