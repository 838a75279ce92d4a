"""The command line: the same golden ids and counts, files, errors in one line, both languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from app.cli import cli, main, terminal_language
from app.errors import TokenarioError
from app.locales import Language
from app.vocabularies.registry import Registry
from tests.shared import SHARED, golden, needs_shared

TEXT = "El niño juega en el jardín."


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch, registry: Registry) -> None:
    """The commands find the vocabularies loaded already: hundreds of them run here."""
    monkeypatch.setattr("app.cli._registry", lambda: registry)


def run(*arguments: str, input: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli, list(arguments), input=input)


@needs_shared
@pytest.mark.usefixtures("loaded")
def test_every_golden_id_through_encode_and_decode() -> None:
    for case in golden("real_vocabularies")["cases"]:
        for vocabulary, ids in case["ids"].items():
            text = case["text"]
            result = run("encode", "--vocabulary", vocabulary, "--json", "-", input=text.encode())
            assert result.exit_code == 0, result.output
            answer = json.loads(result.stdout)
            assert [token["id"] for token in answer["tokens"]] == ids, (text, vocabulary)


@needs_shared
@pytest.mark.books
@pytest.mark.usefixtures("loaded")
def test_every_golden_count_of_the_quixote(tmp_path: Path) -> None:
    expected = golden("quijote")["vocabularies"]
    for language, name in (("es", "quijote-es"), ("en", "quixote-en")):
        file = tmp_path / f"{language}.txt"
        whole = (SHARED / "corpora" / f"{name}.txt").read_text(encoding="utf-8")
        file.write_text(" ".join(whole.split()), encoding="utf-8")
    files = [str(tmp_path / "es.txt"), str(tmp_path / "en.txt")]
    result = run("count", *files, "--json")
    assert result.exit_code == 0, result.output
    rows = json.loads(result.stdout)
    assert len(rows) == 2 * len(expected)
    for row in rows:
        language = Path(row["file"]).stem
        assert row["tokens"] == expected[row["vocabulary"]][language]


def test_encode_as_a_table() -> None:
    result = run("encode", "-v", "o200k_base", TEXT)
    assert result.exit_code == 0
    assert "61895" in result.stdout
    assert "ĠniÃ±o" in result.stdout


def test_encode_special_tokens_when_asked() -> None:
    result = run("encode", "-v", "gpt2", "--special", "--json", "<|endoftext|>")
    assert [token["kind"] for token in json.loads(result.stdout)["tokens"]] == ["special"]


def test_decode() -> None:
    result = run("decode", "-v", "o200k_base", "4422", "61895")
    assert result.stdout == "El niño\n"


def test_decode_says_what_is_incomplete() -> None:
    result = run("decode", "-v", "cl100k_base", "9468")
    assert "\ufffd" in result.stdout
    assert result.stderr


def test_count_in_named_vocabularies(tmp_path: Path) -> None:
    file = tmp_path / "texto.txt"
    file.write_text(TEXT, encoding="utf-8")
    result = run("count", str(file), "-v", "gpt2", "-v", "o200k_base", "--json")
    assert json.loads(result.stdout) == [
        {"file": str(file), "vocabulary": "gpt2", "tokens": 12},
        {"file": str(file), "vocabulary": "o200k_base", "tokens": 7},
    ]


def test_count_reads_windows_files(tmp_path: Path) -> None:
    file = tmp_path / "texto.txt"
    file.write_text(TEXT, encoding="utf-16")
    result = run("count", str(file), "-v", "gpt2", "--json")
    assert json.loads(result.stdout)[0]["tokens"] == 12


@pytest.mark.usefixtures("no_hub")
def test_count_without_the_fetched_vocabulary_goes_on_with_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKENARIO_VOCABULARY_DIR", str(tmp_path / "empty"))
    file = tmp_path / "texto.txt"
    file.write_text(TEXT, encoding="utf-8")
    result = run("count", str(file), "--json")
    assert result.exit_code == 0
    assert len(json.loads(result.stdout)) == 6
    said = " ".join(result.stderr.split())
    assert "tokenario vocabularies fetch bert-base-multilingual-cased" in said


def test_vocabularies_are_listed() -> None:
    result = run("vocabularies", "--json")
    assert [row["size"] for row in json.loads(result.stdout)][:3] == [50257, 100261, 200000]
    listed = run("vocabularies").stdout
    assert "bert-base-multilingual-cased" in listed  # whole: ids are copied from here
    assert "SentencePiece" in listed


@pytest.mark.parametrize(
    "arguments",
    [
        ("encode", "-v", "gpt9", "hola"),
        ("decode", "-v", "gpt2", "50257"),
        ("count", "no-such-file.txt", "-v", "gpt2"),
        ("vocabularies", "fetch", "gpt9"),
    ],
)
def test_mistakes_are_errors_that_say_what_to_do(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert isinstance(result.exception, TokenarioError)
    assert str(result.exception)


def test_the_terminal_decides_the_language() -> None:
    assert terminal_language({"LANG": "es_ES.UTF-8"}) is Language.ES
    assert terminal_language({"LC_ALL": "en_US.UTF-8", "LANG": "es_ES.UTF-8"}) is Language.EN
    assert terminal_language({}) is Language.EN


@pytest.mark.parametrize("port", ["-1", "65536", "99999"])
def test_a_port_that_is_none(port: str) -> None:
    assert run("serve", "--port", port).exit_code == 2


def test_a_full_disk_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("app.cli.cli", full)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    assert capsys.readouterr().err == "Error: The system refuses: No space left on device.\n"
