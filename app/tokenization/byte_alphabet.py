"""GPT-2's printable byte alphabet: every byte as one visible character, both ways.

Source: openai/gpt-2 `encoder.py`, `bytes_to_unicode`. Bytes that print stand for themselves; the
other 68 take the characters from U+0100 on, so a space is `Ġ` (U+0120) and a newline `Ċ`.
"""

from __future__ import annotations

_PRINTABLE = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]


def _alphabet() -> list[str]:
    chars = [""] * 256
    for byte in _PRINTABLE:
        chars[byte] = chr(byte)
    shifted = 0
    for byte in range(256):
        if not chars[byte]:
            chars[byte] = chr(0x100 + shifted)
            shifted += 1
    return chars


BYTE_TO_CHAR: list[str] = _alphabet()
CHAR_TO_BYTE: dict[str, int] = {char: byte for byte, char in enumerate(BYTE_TO_CHAR)}


def to_printable(data: bytes) -> str:
    """Bytes as the vocabulary files of byte-level BPE write them.

    >>> to_printable(" niño".encode())
    'ĠniÃ±o'
    """
    return "".join([BYTE_TO_CHAR[byte] for byte in data])


def from_printable(piece: str) -> bytes:
    """The bytes behind a printable piece. Raises KeyError for a character outside the alphabet.

    >>> from_printable("ĠniÃ±o").decode()
    ' niño'
    """
    return bytes([CHAR_TO_BYTE[char] for char in piece])
