"""Reading vocabulary files safely: bounded, decompressed within bounds, checked against a sha256."""

from __future__ import annotations

import hashlib
import lzma
from pathlib import Path

from app.errors import N_, VocabularyFileError, VocabularyUnavailable

MAX_FILE_BYTES = 64 * 1024 * 1024
"""No vocabulary in use comes near this; a larger file is refused before it is read."""


def sha256_hex(data: bytes) -> str:
    """The sha256 of some bytes, as lower-case hexadecimal.

    >>> sha256_hex(b"token")[:12]
    '3c469e9d6c58'
    """
    return hashlib.sha256(data).hexdigest()


def check_size(size: int, name: str, limit: int = MAX_FILE_BYTES) -> None:
    """Raises VocabularyFileError when a file is larger than `limit` bytes."""
    if size > limit:
        raise VocabularyFileError(
            N_(
                "%(name)s is larger than %(limit)d bytes, the most that a vocabulary file may have."
            ),
            name=name,
            limit=limit,
        )


def read_bounded(path: Path, limit: int = MAX_FILE_BYTES) -> bytes:
    """The bytes of a file, read no further than `limit`.

    Raises VocabularyFileError when the file is larger or cannot be read.
    """
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise VocabularyFileError(
            N_("%(name)s cannot be read: %(reason)s."),
            name=path.name,
            reason=error.strerror or type(error).__name__,
        ) from error
    check_size(len(data), path.name, limit)
    return data


def decompress(data: bytes, name: str, limit: int = MAX_FILE_BYTES) -> bytes:
    """What an `.xz` file holds, never more than `limit` bytes of it in memory.

    Raises VocabularyFileError when it is damaged, cut short or expands past `limit`.

    >>> decompress(lzma.compress(b"piece"), "pieces.xz")
    b'piece'
    """
    decompressor = lzma.LZMADecompressor(format=lzma.FORMAT_XZ)
    try:
        plain = decompressor.decompress(data, max_length=limit + 1)
    except lzma.LZMAError as error:
        raise VocabularyFileError(
            N_("%(name)s is not a whole xz file: it is damaged."), name=name
        ) from error
    check_size(len(plain), name, limit)
    if not decompressor.eof:
        raise VocabularyFileError(N_("%(name)s is not a whole xz file: it is damaged."), name=name)
    return plain


def read_shipped(path: Path, sha256: str) -> bytes:
    """The content of a compressed file that came with the program.

    Raises VocabularyUnavailable when the file is missing or is not the one that was shipped: the
    installation is at fault, not the person, so the message says how to mend it.
    """
    try:
        data = read_bounded(path)
    except VocabularyFileError as error:
        raise VocabularyUnavailable(
            N_("%(name)s, which came with Tokenario, cannot be read. Install Tokenario again."),
            name=path.name,
        ) from error
    if sha256_hex(data) != sha256:
        raise VocabularyUnavailable(
            N_(
                "%(name)s is not the file that came with Tokenario: its sha256 differs. "
                "Install Tokenario again."
            ),
            name=path.name,
        )
    return decompress(data, path.name)
