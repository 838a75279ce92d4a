"""Own reader of `.tiktoken` rank files: one `base64(token bytes) rank` a line.

A rank is both the id of a token and its merge priority. Format: openai/tiktoken `load.py`.
"""

from __future__ import annotations

from binascii import a2b_base64
from typing import NoReturn

from app.errors import N_, VocabularyFileError

MAX_RANKS = 2_000_000
"""Ten times the largest vocabulary in use."""
MAX_TOKEN_BYTES = 65_536
MAX_SKIPPED = 1_024
"""Skipped ranks are the places of special tokens (p50k_base skips one, 50256); more than this is a
file with lines lost."""


def read_rank_file(data: bytes) -> dict[bytes, int]:
    """Token bytes -> rank, in file order.

    Raises VocabularyFileError naming the line when a line is damaged, a token or a rank comes
    twice, many ranks are skipped, or one of the 256 single bytes has no rank (without it some
    text could not be encoded at all).

    >>> from base64 import b64encode
    >>> lines = [f"{b64encode(bytes([byte])).decode()} {byte}" for byte in range(256)]
    >>> ranks = read_rank_file("\\n".join(lines).encode() + b"\\nIMOx 256\\n")
    >>> ranks[" ñ".encode()], len(ranks)
    (256, 257)
    """
    ranks: dict[bytes, int] = {}
    line_of: dict[int, int] = {}
    if data.count(b"\n") > MAX_RANKS:
        raise VocabularyFileError(
            N_("The rank file has more than %(limit)d lines, the most that we read."),
            limit=MAX_RANKS,
        )
    for number, line in enumerate(data.splitlines(), start=1):
        if not line:
            continue
        token, rank = _parse(line, number)
        if token in ranks:
            raise VocabularyFileError(
                N_("Line %(line)d of the rank file repeats the token of line %(first)d."),
                line=number,
                first=line_of[ranks[token]],
            )
        if rank in line_of:
            raise VocabularyFileError(
                N_("Line %(line)d of the rank file repeats rank %(rank)d of line %(first)d."),
                line=number,
                rank=rank,
                first=line_of[rank],
            )
        ranks[token] = rank
        line_of[rank] = number
    _check_complete(ranks, line_of)
    return ranks


def _parse(line: bytes, number: int) -> tuple[bytes, int]:
    """One line: the bytes of the token and its rank."""
    encoded, _, rank = line.partition(b" ")
    try:
        token = a2b_base64(encoded, strict_mode=True)
        # a2b_base64 lets padding that is not needed pass; int() takes "+1", "1_0" and spaces.
        if (
            not token
            or len(encoded) % 4
            or not rank.isdigit()
            or len(rank) > 9
            or len(token) > MAX_TOKEN_BYTES
        ):
            _damaged(number)
        return token, int(rank)
    except ValueError:
        _damaged(number)


def _damaged(number: int) -> NoReturn:
    raise VocabularyFileError(
        N_(
            "Line %(line)d of the rank file is damaged: a line is the base64 of a token, "
            "one space and its rank."
        ),
        line=number,
    )


def _check_complete(ranks: dict[bytes, int], line_of: dict[int, int]) -> None:
    """Every single byte must have a rank, and hardly a rank may be missing."""
    for byte in range(256):
        if bytes((byte,)) not in ranks:
            raise VocabularyFileError(
                N_(
                    "The rank file has no token for the single byte %(byte)s, "
                    "so it cannot encode every text. It may be cut short."
                ),
                byte=f"0x{byte:02X}",
            )
    skipped = max(line_of) + 1 - len(line_of)
    if skipped > MAX_SKIPPED:
        missing = next(rank for rank in range(len(line_of) + 1) if rank not in line_of)
        before = line_of.get(missing - 1, 0)
        raise VocabularyFileError(
            N_("The rank file skips %(skipped)d ranks, the first of them after line %(line)d."),
            skipped=skipped,
            line=before,
        )
