"""`tokenario vocabularies`: the list as people and programs read it; what `--vocabulary` names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.cli.vocabularies import named
from app.errors import UnknownVocabulary
from app.vocabularies.registry import Registry
from tests.cli.runner import run


def test_they_are_listed() -> None:
    result = run("vocabularies", "--json")
    assert [row["size"] for row in json.loads(result.stdout)][:3] == [50257, 100261, 200000]
    listed = run("vocabularies").stdout
    assert "bert-base-multilingual-cased" in listed  # whole: ids are copied from here
    assert "SentencePiece BPE" in listed


def test_what_mends_an_absent_one_is_said_beside_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKENARIO_VOCABULARY_DIR", str(tmp_path))
    result = run("vocabularies")
    assert "to be fetched" in result.stdout
    assert result.stderr == "To fetch one: tokenario vocabularies fetch ID\n"


def test_one_that_is_shipped_says_where_it_is() -> None:
    assert run("vocabularies", "fetch", "gpt2").stdout.startswith("gpt2 is at /")


def test_a_name_is_an_id_before_it_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, registry: Registry
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gpt2").write_text("none", encoding="utf-8")
    assert named(registry, ["gpt2", "gpt2"]) == ["gpt2"]
    assert registry.info("gpt2").size == 50257
    with pytest.raises(UnknownVocabulary):
        named(registry, ["nothing"])
