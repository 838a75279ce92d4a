"""A normalisation table as a file: keys and values in turn, in UTF-8, each ended by a NUL.

XLM-R's table has 224,711 rules (every way to write each character that NFKC composes), so the form
is one that reads in hundredths of a second. NUL ends the strings in SentencePiece's own form too,
so no key or value holds one. Keys are sorted; an empty value means that the key is dropped.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.errors import N_, VocabularyFileError


def write_table(table: Mapping[str, str]) -> bytes:
    r"""The file of a table.

    >>> write_table({"ﬁ": "fi", "\t": " ", "\x01": ""})
    b'\x01\x00\x00\t\x00 \x00\xef\xac\x81\x00fi\x00'
    """
    pairs = [f"{key}\0{value}\0" for key, value in sorted(table.items())]
    return "".join(pairs).encode("utf-8")


def read_table(data: bytes) -> dict[str, str]:
    r"""The table of a file. Raises VocabularyFileError when it does not hold pairs of strings.

    >>> read_table(b"\x01\x00\x00\t\x00 \x00\xef\xac\x81\x00fi\x00") == {"ﬁ": "fi", "\t": " ", "\x01": ""}
    True
    """
    try:
        strings = data.decode("utf-8").split("\0")
    except UnicodeDecodeError as error:
        raise _damaged() from error
    if len(strings) % 2 == 0 or strings.pop():
        raise _damaged()
    return dict(zip(strings[::2], strings[1::2], strict=True))


def _damaged() -> VocabularyFileError:
    return VocabularyFileError(N_("The normalisation table is damaged: it does not hold pairs."))
