from __future__ import annotations

import tomllib
from typing import Any

import pytest

from app.vocabularies.info import DATA, Algorithm, sources
from app.vocabularies.integrity import read_shipped, sha256_hex

DOCUMENT: dict[str, Any] = tomllib.loads((DATA / "SOURCES.toml").read_text(encoding="utf-8"))


def test_the_facts_of_a_vocabulary() -> None:
    info = sources().info("llama-3")
    assert info.title == "Llama 3"
    assert info.algorithm is Algorithm.BYTE_LEVEL_BPE
    assert info.source == "PyPI: llama-models 0.3.0, llama_models/llama3/tokenizer.model"
    assert info.attribution == "Built with Meta Llama 3"
    assert info.shipped


def test_the_facts_of_the_fetched_vocabulary() -> None:
    info = sources().info("bert-base-multilingual-cased")
    assert info.source == (
        "Hugging Face hub: google-bert/bert-base-multilingual-cased@3f076fdb1ab6, vocab.txt"
    )
    assert info.sha256 == sources().hub[info.id].sha256
    assert not info.shipped


@pytest.mark.parametrize("id", sources().files)
def test_every_shipped_file_is_what_the_sources_say(id: str) -> None:
    file = sources().files[id]
    assert sha256_hex(read_shipped(file.path, file.sha256)) == file.content_sha256


def test_every_file_of_the_folder_is_accounted_for() -> None:
    shipped = {file.name for file in sources().files.values()}
    others = {"SOURCES.toml", "NOTICE.txt", "licences"}
    assert {path.name for path in DATA.iterdir() if path.name != "__init__.py"} == shipped | others


def test_every_source_is_pinned() -> None:
    for entry in [*DOCUMENT["vocabulary"], *DOCUMENT["table"]]:
        pinned = entry.get("source") or entry["hub"]
        assert len(pinned["sha256"]) == 64
        assert pinned.get("version") or len(pinned["revision"]) == 40
        assert entry["licence"]


def test_the_notices_that_licences_ask_for_go_with_the_data() -> None:
    """Meta's licences: a copy of the agreement, and these two sentences in a notice file."""
    notice = (DATA / "NOTICE.txt").read_text(encoding="utf-8")
    assert (
        "Meta Llama 3 is licensed under the Meta Llama 3 Community License, "
        "Copyright © Meta Platforms, Inc. All Rights Reserved."
    ) in notice
    assert (
        "Llama 2 is licensed under the LLAMA 2 Community License, "
        "Copyright (c) Meta Platforms, Inc. All Rights Reserved."
    ) in notice
    for version in (2, 3):
        licence = DATA / "licences" / f"LLAMA-{version}-COMMUNITY-LICENSE.txt"
        assert "COMMUNITY LICENSE AGREEMENT" in licence.read_text(encoding="utf-8")
