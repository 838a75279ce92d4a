"""Reading the file that somebody chose or dropped: which encoding it is in, or why it is not text.

Order: a byte order mark decides; then signatures of binary files; then UTF-16 without a mark (by
its zero bytes); then UTF-8, which text of another encoding practically never passes for; what is
left is Windows-1252, or Latin-1 when it has none of the signs that only the former has.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from app.errors import N_, InputTooLarge, InvalidInput

MAX_FILE_BYTES = 5_000_000
GUESSED = N_("The file does not say its encoding; it was read as %(encoding)s.")
MARK_LEFT_OUT = N_("Read as %(encoding)s; the byte order mark at the start was left out.")


class TextEncoding(StrEnum):
    """The encodings that are told apart; the value is what a reader is told."""

    UTF_8 = "UTF-8"
    UTF_16_LE = "UTF-16 LE"
    UTF_16_BE = "UTF-16 BE"
    UTF_32_LE = "UTF-32 LE"
    UTF_32_BE = "UTF-32 BE"
    WINDOWS_1252 = "Windows-1252"
    LATIN_1 = "Latin-1 (ISO-8859-1)"


_CODECS = {
    TextEncoding.UTF_8: "utf-8",
    TextEncoding.UTF_16_LE: "utf-16-le",
    TextEncoding.UTF_16_BE: "utf-16-be",
    TextEncoding.UTF_32_LE: "utf-32-le",
    TextEncoding.UTF_32_BE: "utf-32-be",
    TextEncoding.WINDOWS_1252: "cp1252",
    TextEncoding.LATIN_1: "latin-1",
}
# The longer marks first: UTF-32's begins with UTF-16's.
_MARKS = (
    (b"\xff\xfe\x00\x00", TextEncoding.UTF_32_LE),
    (b"\x00\x00\xfe\xff", TextEncoding.UTF_32_BE),
    (b"\xef\xbb\xbf", TextEncoding.UTF_8),
    (b"\xff\xfe", TextEncoding.UTF_16_LE),
    (b"\xfe\xff", TextEncoding.UTF_16_BE),
)
_SIGNATURES = (
    (b"%PDF-", "PDF"),
    (b"PK\x03\x04", "ZIP, DOCX, ODT, EPUB"),
    (b"\xd0\xcf\x11\xe0", "DOC, XLS, PPT"),
    (b"\x89PNG", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF8", "GIF"),
    (b"\x1f\x8b", "gzip"),
    (b"{\\rtf", "RTF"),
)
# Control characters that plain text does not have (tab, newlines, form feed and escape may stand).
_CONTROLS = re.compile("[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]")
_ONLY_WINDOWS = re.compile(b"[\x80-\x9f]")
_SAMPLE = 65_536


@dataclass(frozen=True, slots=True)
class ReadText:
    """A file's text (without its byte order mark), and how it was read."""

    text: str
    encoding: TextEncoding
    had_mark: bool

    @property
    def note(self) -> str | None:
        """What to tell the reader (a message with the gap `encoding`); None for plain UTF-8."""
        if self.had_mark:
            return MARK_LEFT_OUT
        return None if self.encoding is TextEncoding.UTF_8 else GUESSED


def read_text(data: bytes, max_bytes: int = MAX_FILE_BYTES) -> ReadText:
    """The text of a file. Raises InputTooLarge, and InvalidInput for what is not text.

    >>> read_text("año".encode("cp1252")).text, read_text("año".encode("utf-16")).encoding.value
    ('año', 'UTF-16 LE')
    """
    if len(data) > max_bytes:
        raise InputTooLarge(
            N_("The file has %(size)s bytes; the limit is %(limit)s. Choose a smaller one."),
            size=len(data),
            limit=max_bytes,
        )
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return ReadText(_decoded(data[len(mark) :], encoding), encoding, True)
    for signature, kind in _SIGNATURES:
        if data.startswith(signature):
            raise InvalidInput(
                N_(
                    "The file is not plain text (it looks like %(kind)s). "
                    "Open it in its program, copy the text and paste it here."
                ),
                kind=kind,
            )
    encoding = _guess(data)
    return ReadText(_decoded(data, encoding), encoding, False)


def _guess(data: bytes) -> TextEncoding:
    sixteen = _utf_16_by_zeros(data)
    if sixteen is not None:
        return sixteen
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        # Bytes 0x80 to 0x9F are control characters in Latin-1, and quotes, dashes or € in 1252.
        has_windows_signs = _ONLY_WINDOWS.search(data) is not None
        return TextEncoding.WINDOWS_1252 if has_windows_signs else TextEncoding.LATIN_1
    return TextEncoding.UTF_8


def _utf_16_by_zeros(data: bytes) -> TextEncoding | None:
    """UTF-16 without a mark, for the scripts whose high byte is zero (Latin: the common case).

    >>> _utf_16_by_zeros("hola".encode("utf-16-be")).value, _utf_16_by_zeros(b"hola")
    ('UTF-16 BE', None)
    """
    sample = data[:_SAMPLE]
    units = len(sample) // 2
    if len(data) % 2 or not units:
        return None
    first, second = sample[0::2].count(0), sample[1::2].count(0)
    if second > units * 0.4 and first < units * 0.05:
        return TextEncoding.UTF_16_LE
    if first > units * 0.4 and second < units * 0.05:
        return TextEncoding.UTF_16_BE
    return None


def _decoded(data: bytes, encoding: TextEncoding) -> str:
    try:
        text = data.decode(_CODECS[encoding])
    except UnicodeDecodeError as error:
        raise InvalidInput(
            N_(
                "The file could not be read as %(encoding)s: it stops making sense at byte "
                "%(position)s. Save it again as UTF-8 and try once more."
            ),
            encoding=encoding.value,
            position=error.start,
        ) from error
    sample = text[:_SAMPLE]
    if "\x00" in text or len(_CONTROLS.findall(sample)) > len(sample) * 0.05:
        raise InvalidInput(
            N_(
                "The file does not look like text: it holds bytes that no text has. "
                "Choose a plain text file (.txt, .md, .csv, source code)."
            )
        )
    return text
