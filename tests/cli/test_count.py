"""`tokenario count`: the recorded counts, totals, files and vocabularies that cannot be had."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.cli.count import Row, totals
from app.errors import VocabularyUnavailable
from app.locales import Language
from app.vocabularies.registry import Registry
from tests.cli.runner import run
from tests.shared import SHARED, golden, needs_shared

TEXT = "El niño juega en el jardín."


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two files in the folder where the command runs."""
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text(TEXT, encoding="utf-8")
    Path("b.txt").write_text("hola", encoding="utf-8")


@needs_shared
@pytest.mark.books
def test_every_golden_count_of_the_quixote(tmp_path: Path, registry: Registry) -> None:
    expected = golden("quijote")["vocabularies"]
    for language, name in (("es", "quijote-es"), ("en", "quixote-en")):
        file = tmp_path / f"{language}.txt"
        whole = (SHARED / "corpora" / f"{name}.txt").read_text(encoding="utf-8")
        file.write_text(" ".join(whole.split()), encoding="utf-8")
    result = run("count", tmp_path / "es.txt", tmp_path / "en.txt", "--json", registry=registry)
    assert result.exit_code == 0, result.output
    rows = json.loads(result.stdout)
    assert len(rows) == 2 * len(expected)
    for row in rows:
        language = Path(row["file"]).stem
        assert row["tokens"] == expected[row["vocabulary"]][language]


@pytest.mark.usefixtures("files")
def test_named_vocabularies_each_once(registry: Registry) -> None:
    names = ("-v", "gpt2", "-v", "o200k_base", "-v", "gpt2")
    result = run("count", "a.txt", *names, "--json", registry=registry)
    assert json.loads(result.stdout) == [
        {"file": "a.txt", "vocabulary": "gpt2", "tokens": 12},
        {"file": "a.txt", "vocabulary": "o200k_base", "tokens": 7},
    ]


def table(output: str) -> list[list[str]]:
    return [line.split() for line in output.splitlines()]


@pytest.mark.usefixtures("files")
def test_several_files_have_a_total_for_each_vocabulary(registry: Registry) -> None:
    words = ("count", "a.txt", "b.txt", "-v", "gpt2", "-v", "o200k_base")
    result = run(*words, registry=registry)
    assert result.exit_code == 0
    assert table(result.stdout) == [
        ["file", "vocabulary", "tokens"],
        ["a.txt", "gpt2", "12"],
        ["a.txt", "o200k_base", "7"],
        ["b.txt", "gpt2", "2"],
        ["b.txt", "o200k_base", "1"],
        ["total", "gpt2", "14"],
        ["total", "o200k_base", "8"],
    ]


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("words", "rows"),
    [
        (["a.txt"], 1),
        (["a.txt", "--total"], 2),
        (["a.txt", "b.txt", "--no-total"], 2),
        (["a.txt", "a.txt"], 3),
    ],
)
def test_the_total_is_there_when_it_says_something_or_is_asked_for(
    registry: Registry, words: list[str], rows: int
) -> None:
    result = run("count", "-v", "gpt2", *words, registry=registry)
    assert len(table(result.stdout)) == 1 + rows


@pytest.mark.usefixtures("files")
def test_json_has_the_total_when_it_is_asked_for(registry: Registry) -> None:
    words = ("count", "a.txt", "b.txt", "-v", "gpt2", "--json")
    assert [row["file"] for row in json.loads(run(*words, registry=registry).stdout)] == [
        "a.txt",
        "b.txt",
    ]
    rows = json.loads(run(*words, "--total", registry=registry).stdout)
    assert rows[-1] == {"file": None, "vocabulary": "gpt2", "tokens": 14}


def test_totals_keep_the_order_of_the_vocabularies() -> None:
    rows = [Row("a", "x", 1), Row("a", "b", 2), Row("c", "x", 3), Row("c", "b", 4)]
    assert totals(rows) == [Row(None, "x", 4), Row(None, "b", 6)]
    assert totals([]) == []


@pytest.mark.usefixtures("files")
def test_a_file_that_cannot_be_read_is_said_and_the_others_are_counted(
    registry: Registry,
) -> None:
    words = ("count", "a.txt", "none.txt", ".", "-v", "gpt2")
    result = run(*words, registry=registry)
    assert result.exit_code == 1
    assert table(result.stdout)[1:] == [["a.txt", "gpt2", "12"], ["total", "gpt2", "12"]]
    assert [line.split(":")[0] for line in result.stderr.splitlines()] == ["Error", "Error"]
    nothing = run("count", "none.txt", registry=registry)
    assert (nothing.exit_code, nothing.stdout) == (1, "")
    assert json.loads(run("count", "none.txt", "--json", registry=registry).stdout) == []


def test_standard_input(registry: Registry) -> None:
    result = run("count", "-", "-v", "gpt2", input=TEXT.encode("utf-16"), registry=registry)
    assert table(result.stdout)[1:] == [["-", "gpt2", "12"]]


@pytest.mark.usefixtures("files", "no_hub")
@pytest.mark.parametrize(
    ("language", "label"), [(Language.EN, "Warning: "), (Language.ES, "Aviso: ")]
)
def test_without_the_fetched_vocabulary_the_others_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: Language, label: str
) -> None:
    monkeypatch.setenv("TOKENARIO_VOCABULARY_DIR", str(tmp_path / "empty"))
    result = run("count", "a.txt", "--json", language=language)
    assert result.exit_code == 0
    assert len(json.loads(result.stdout)) == 6
    assert result.stderr.startswith(label)
    assert "tokenario vocabularies fetch bert-base-multilingual-cased" in result.stderr


@pytest.mark.usefixtures("files", "no_hub")
def test_an_absent_vocabulary_that_was_named_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKENARIO_VOCABULARY_DIR", str(tmp_path / "empty"))
    result = run("count", "a.txt", "-v", "gpt2", "-v", "bert-base-multilingual-cased")
    assert isinstance(result.exception, VocabularyUnavailable)
    assert result.stdout == ""
