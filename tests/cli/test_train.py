"""`tokenario train`: files in, a file out that other programs load, what is wrong in one line."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from tokenizers import Tokenizer
from typer.testing import Result

from app.cli.train import _interrupted
from app.errors import InvalidInput
from tests.cli import runner

TEXT = "el niño juega en el jardín\nla niña juega en el jardín\n"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    file = tmp_path / "corpus.txt"
    file.write_text(TEXT, encoding="utf-8")
    return file


def run(*arguments: str | int | Path) -> Result:
    return runner.run("train", *arguments)


@pytest.mark.parametrize(
    ("algorithm", "kind"),
    [("bpe", "BPE"), ("wordpiece", "WordPiece"), ("unigram", "Unigram"), ("superbpe", "BPE")],
)
def test_every_algorithm_writes_a_file_that_tokenizers_loads(
    corpus: Path, tmp_path: Path, algorithm: str, kind: str
) -> None:
    output = tmp_path / "tokenizer.json"
    result = run("--algorithm", algorithm, "--size", 50, corpus, "--output", output)
    assert result.exit_code == 0, result.output
    content = output.read_text(encoding="utf-8")
    assert json.loads(content)["model"]["type"] == kind
    assert Tokenizer.from_str(content).encode("el niño").ids
    assert str(output) in result.stdout


def test_several_files_are_one_corpus(corpus: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("zzzz zzzz", encoding="utf-8")
    output = tmp_path / "tokenizer.json"
    assert run("--merges", 5, corpus, other, "-o", output).exit_code == 0
    assert {"z", "ñ"} <= json.loads(output.read_text(encoding="utf-8"))["model"]["vocab"].keys()


def test_standard_input_is_a_corpus_too(tmp_path: Path) -> None:
    output = tmp_path / "tokenizer.json"
    result = runner.run("train", "-", "--merges", 5, "-o", output, input=TEXT)
    assert result.exit_code == 0, result.output
    assert "ñ" in json.loads(output.read_text(encoding="utf-8"))["model"]["vocab"]


def test_bytes_can_be_written_as_ranks(corpus: Path, tmp_path: Path) -> None:
    output = tmp_path / "mine.tiktoken"
    result = run("--unit", "byte", "--merges", 4, corpus, "-o", output)
    assert result.exit_code == 0, result.output
    assert len(output.read_text(encoding="utf-8").splitlines()) == 260


def test_it_says_why_it_ended(corpus: Path, tmp_path: Path) -> None:
    result = run("--size", 5000, corpus, "-o", tmp_path / "t.json")
    assert result.exit_code == 0
    assert "there is nothing more to merge" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--size", "3", "-o", "t.json"], "cannot hold"),
        (["--size", "60", "-o", "t.txt"], "must end in .json, .tiktoken"),
        (["--algorithm", "gage", "-o", "t.json"], "leaves no vocabulary"),
        (["--algorithm", "unigram", "-o", "t.json"], "say a size"),
        (["--size", "60", "-o", "t.tiktoken"], "train BPE on bytes"),
        (["--size", "60", "-o", "no/such/folder/t.json"], "cannot be written"),
    ],
)
def test_what_is_wrong_is_said(
    corpus: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    part: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*arguments, corpus)
    assert isinstance(result.exception, InvalidInput)
    assert part in str(result.exception)
    assert list(tmp_path.iterdir()) == [corpus]


def test_ctrl_c_is_noted_instead_of_ending_the_program() -> None:
    before = signal.getsignal(signal.SIGINT)
    with _interrupted() as pressed:
        assert not pressed
        signal.raise_signal(signal.SIGINT)
        assert pressed
    assert signal.getsignal(signal.SIGINT) is before
