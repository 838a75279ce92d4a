from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from app.errors import VocabularyFileError, VocabularyUnavailable
from app.vocabularies.integrity import decompress, read_bounded, read_shipped, sha256_hex

CONTENT = "niño\n".encode() * 1000
COMPRESSED = lzma.compress(CONTENT)


def test_a_file_is_read_no_further_than_its_bound(tmp_path: Path) -> None:
    path = tmp_path / "vocab.txt"
    path.write_bytes(b"12345")
    assert read_bounded(path, 5) == b"12345"
    with pytest.raises(VocabularyFileError, match=r"vocab.txt is larger than 4 bytes"):
        read_bounded(path, 4)


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(VocabularyFileError, match="No such file"):
        read_bounded(tmp_path / "vocab.txt")
    with pytest.raises(VocabularyFileError, match="Is a directory"):
        read_bounded(tmp_path)


def test_decompression_gives_the_content() -> None:
    assert decompress(COMPRESSED, "pieces.xz") == CONTENT


@pytest.mark.parametrize(
    "data", [b"", b"not xz", COMPRESSED[:-8], COMPRESSED[:40], COMPRESSED[:30] + b"\xff" * 40]
)
def test_damaged_compression_is_an_error(data: bytes) -> None:
    with pytest.raises(VocabularyFileError, match=r"pieces.xz is not a whole xz file"):
        decompress(data, "pieces.xz")


def test_a_small_file_that_expands_too_far_is_an_error() -> None:
    with pytest.raises(VocabularyFileError, match=r"pieces.xz is larger than 1000 bytes"):
        decompress(lzma.compress(bytes(1_000_000)), "pieces.xz", limit=1000)


def test_a_shipped_file_is_checked_before_it_is_used(tmp_path: Path) -> None:
    path = tmp_path / "pieces.xz"
    sha256 = sha256_hex(COMPRESSED)
    with pytest.raises(VocabularyUnavailable, match=r"pieces.xz, .* cannot be read. Install"):
        read_shipped(path, sha256)
    path.write_bytes(COMPRESSED)
    assert read_shipped(path, sha256) == CONTENT
    path.write_bytes(lzma.compress(b"another"))
    with pytest.raises(VocabularyUnavailable, match=r"its sha256 differs. Install"):
        read_shipped(path, sha256)
