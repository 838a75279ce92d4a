"""`tokenario encode` and `decode`: the recorded ids, tables that show every piece as it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.errors import InvalidInput, VocabularyFileError, VocabularyUnavailable
from app.locales import Language
from app.vocabularies.registry import Registry
from tests.cli.runner import run
from tests.shared import golden, needs_shared

TEXT = "El niño juega en el jardín."


@needs_shared
def test_every_golden_id_through_encode_and_decode(registry: Registry) -> None:
    for case in golden("real_vocabularies")["cases"]:
        for vocabulary, ids in case["ids"].items():
            text = case["text"]
            result = run(
                "encode", "-v", vocabulary, "--json", "-", input=text.encode(), registry=registry
            )
            assert result.exit_code == 0, result.output
            answer = json.loads(result.stdout)
            assert [token["id"] for token in answer["tokens"]] == ids, (text, vocabulary)


def test_encode_as_a_table(registry: Registry) -> None:
    result = run("encode", "-v", "o200k_base", TEXT, registry=registry)
    assert result.exit_code == 0
    rows = [line.split() for line in result.stdout.splitlines()]
    assert rows[0] == ["id", "piece", "bytes", "characters", "kind"]
    assert rows[2][:2] == ["61895", "ĠniÃ±o"]
    assert result.stderr == "7 tokens\n"


def test_pieces_are_shown_as_they_are(registry: Registry) -> None:
    result = run("encode", "-v", "gpt2", "[b]\\", registry=registry)
    assert [line.split()[1] for line in result.stdout.splitlines()[1:]] == [
        *("[", "b", "]"),
        "\\",
    ]


def test_one_token_in_either_language(registry: Registry) -> None:
    for language, kind in ((Language.EN, "normal"), (Language.ES, "normal")):
        result = run("encode", "-v", "gpt2", "a", language=language, registry=registry)
        assert result.stdout.split()[-1] == kind
        assert result.stderr == "1 token\n"


def test_encode_special_tokens_when_asked(registry: Registry) -> None:
    words = ("encode", "-v", "gpt2", "--special", "--json", "<|endoftext|>")
    result = run(*words, registry=registry)
    assert [token["kind"] for token in json.loads(result.stdout)["tokens"]] == ["special"]


@pytest.mark.parametrize(
    "words", [["4422", "61895"], ["4422,61895"], ["[4422, 61895]"], ["4422,", "61895"]]
)
def test_decode_reads_ids_as_they_are_pasted(registry: Registry, words: list[str]) -> None:
    result = run("decode", "-v", "o200k_base", *words, registry=registry)
    assert result.stdout == "El niño\n"


def test_decode_reads_standard_input(registry: Registry) -> None:
    result = run("decode", "-v", "o200k_base", "-", input="4422\n61895\n", registry=registry)
    assert result.stdout == "El niño\n"


def test_decode_says_what_is_incomplete(registry: Registry) -> None:
    result = run("decode", "-v", "cl100k_base", "9468", registry=registry)
    assert "\ufffd" in result.stdout
    assert "inside a character" in result.stderr


def test_what_was_trained_cuts_texts(tmp_path: Path) -> None:
    corpus, file = tmp_path / "corpus.txt", tmp_path / "mine.json"
    corpus.write_text("el niño el niño la niña", encoding="utf-8")
    assert run("train", corpus, "--merges", 2, "-o", file).exit_code == 0
    encoded = json.loads(run("encode", "-v", file, "--json", "niño").stdout)
    assert encoded["vocabulary"] == str(file)
    assert [token["piece"] for token in encoded["tokens"]] == ["niñ", "o"]
    ids = [token["id"] for token in encoded["tokens"]]
    assert run("decode", "-v", file, *ids).stdout == "niño\n"


def test_a_file_that_is_no_vocabulary(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text("[]", encoding="utf-8")
    result = run("encode", "-v", file, "niño")
    assert isinstance(result.exception, VocabularyFileError)


@pytest.mark.usefixtures("no_hub")
def test_a_named_vocabulary_that_is_absent_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKENARIO_VOCABULARY_DIR", str(tmp_path / "empty"))
    result = run("encode", "-v", "bert-base-multilingual-cased", "hola")
    assert isinstance(result.exception, VocabularyUnavailable)


def test_what_is_no_id(registry: Registry) -> None:
    result = run("decode", "-v", "gpt2", "1.5", registry=registry)
    assert isinstance(result.exception, InvalidInput)
