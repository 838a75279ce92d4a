"""What is known about a vocabulary without loading it, and the file that says it: `data/SOURCES.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from app.errors import N_

DATA = Path(__file__).parent / "data"


class Algorithm(StrEnum):
    """How a vocabulary cuts text; the value is the name in the field, translated where it is shown."""

    BYTE_LEVEL_BPE = N_("byte-level BPE")
    SENTENCEPIECE_BPE = N_("SentencePiece BPE")
    WORDPIECE = "WordPiece"
    UNIGRAM = "Unigram"
    CHARACTER_BPE = N_("BPE over characters")
    WORD_LEVEL = N_("word level")


@dataclass(frozen=True, slots=True)
class VocabularyInfo:
    """The facts shown about a vocabulary.

    `size` counts the ids, special tokens included. `source` says where the data comes from
    (package, version and file; or repository, revision and file). `sha256` is of the
    vocabulary's own file, not of our compressed copy. `models` are examples of models that use it.
    `attribution` is a sentence that the licence wants shown, empty when it wants none.
    `shipped` is False for a vocabulary that is fetched on first use or was added at run time.
    """

    id: str
    title: str
    algorithm: Algorithm
    size: int
    source: str
    licence: str
    sha256: str
    models: tuple[str, ...] = ()
    attribution: str = ""
    shipped: bool = False


@dataclass(frozen=True, slots=True)
class ShippedFile:
    """A file under `data/`: its name, its sha256 as shipped (compressed) and that of its content."""

    name: str
    sha256: str
    content_sha256: str

    @property
    def path(self) -> Path:
        return DATA / self.name


@dataclass(frozen=True, slots=True)
class HubSource:
    """A file of a repository on the Hugging Face hub, pinned to one revision and one content."""

    id: str
    """Of the vocabulary."""
    repository: str
    revision: str
    file: str
    size: int
    sha256: str

    @property
    def saved_as(self) -> str:
        """The name of our copy."""
        return f"{self.id}.{self.file}"


@dataclass(frozen=True, slots=True)
class Sources:
    """`data/SOURCES.toml` in parsed form, in its order."""

    vocabularies: tuple[VocabularyInfo, ...]
    files: dict[str, ShippedFile]
    """By vocabulary id, and `nmt_nfkc-2019` for the normalisation table."""
    hub: dict[str, HubSource]
    """By vocabulary id."""

    def info(self, id: str) -> VocabularyInfo:
        return next(info for info in self.vocabularies if info.id == id)


def _file(entry: dict[str, Any]) -> ShippedFile:
    return ShippedFile(entry["file"], entry["sha256"], entry["content_sha256"])


def _info(entry: dict[str, Any]) -> VocabularyInfo:
    hub = entry.get("hub")
    if hub is None:
        source, sha256 = entry["source"], entry["content_sha256"]
        where = f"{source['registry']}: {source['package']} {source['version']}, {source['file']}"
    else:
        where = f"Hugging Face hub: {hub['repository']}@{hub['revision'][:12]}, {hub['file']}"
        sha256 = hub["sha256"]
    return VocabularyInfo(
        id=entry["id"],
        title=entry["title"],
        algorithm=Algorithm(entry["algorithm"]),
        size=entry["size"],
        source=where,
        licence=entry["licence"],
        sha256=sha256,
        models=tuple(entry["models"]),
        attribution=entry.get("attribution", ""),
        shipped=hub is None,
    )


@cache
def sources() -> Sources:
    """The facts about the vocabularies that come with the program, read once.

    >>> sources().info("gpt2").size
    50257
    """
    parsed = tomllib.loads((DATA / "SOURCES.toml").read_text(encoding="utf-8"))
    entries = parsed["vocabulary"]
    files = {entry["id"]: _file(entry) for entry in [*entries, *parsed["table"]] if "file" in entry}
    hub = {
        entry["id"]: HubSource(entry["id"], **entry["hub"]) for entry in entries if "hub" in entry
    }
    return Sources(tuple(_info(entry) for entry in entries), files, hub)
