from __future__ import annotations

from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import VocabularyFileError
from app.vocabularies import rank_file
from app.vocabularies.rank_file import read_rank_file

BYTES = [bytes((byte,)) for byte in range(256)]


def lines(tokens: list[bytes]) -> list[str]:
    return [f"{b64encode(token).decode()} {rank}" for rank, token in enumerate(tokens)]


def written(rows: list[str]) -> bytes:
    return "\n".join(rows).encode() + b"\n"


GOOD = lines([*BYTES, b" n", "ñ".encode()])


def test_ranks_in_file_order() -> None:
    ranks = read_rank_file(written(GOOD))
    assert list(ranks) == [*BYTES, b" n", "ñ".encode()]
    assert list(ranks.values()) == list(range(258))


def test_blank_lines_windows_newlines_and_no_last_newline_are_no_matter() -> None:
    assert read_rank_file("\r\n".join([*GOOD, "", ""]).encode()) == read_rank_file(written(GOOD))
    assert read_rank_file("\n".join(GOOD).encode()) == read_rank_file(written(GOOD))


@given(st.lists(st.binary(min_size=2, max_size=9), unique=True, max_size=50), st.randoms())
def test_any_table_is_read_back_in_any_order(tokens: list[bytes], random: st.DataObject) -> None:
    rows = lines([*BYTES, *tokens])
    random.shuffle(rows)  # type: ignore[attr-defined]
    assert read_rank_file(written(rows)) == {t: r for r, t in enumerate([*BYTES, *tokens])}


@pytest.mark.parametrize(
    "damaged",
    [
        "IMOx",  # no rank
        "IMOx ",
        " 258",  # no token
        "IMOx  258",
        "IMOx 258 1",
        "IMOx -1",
        "IMOx +258",
        "IMOx 2_58",
        "IMOx ٢٥٨",  # digits of another script
        "IMOx 0x102",
        "IMOx 9999999999",
        "IMO 258",  # base64 cut short
        "IMOx= 258",
        "IM Ox 258",
        "¡! 258",
        "{}",
        "\x00\x00\x00",
    ],
)
def test_a_damaged_line_is_named(damaged: str) -> None:
    with pytest.raises(VocabularyFileError, match="Line 259 of the rank file is damaged"):
        read_rank_file(written([*GOOD, damaged]))


def test_a_token_as_long_as_a_book_is_damage() -> None:
    with pytest.raises(VocabularyFileError, match="Line 259"):
        read_rank_file(written([*GOOD, f"{b64encode(bytes(100_000)).decode()} 258"]))


def test_a_repeated_token_names_both_lines() -> None:
    with pytest.raises(VocabularyFileError, match=r"Line 259 .* repeats the token of line 257"):
        read_rank_file(written([*GOOD, f"{b64encode(b' n').decode()} 258"]))


def test_a_repeated_rank_names_both_lines() -> None:
    with pytest.raises(VocabularyFileError, match=r"Line 259 .* repeats rank 3 of line 4"):
        read_rank_file(written([*GOOD, f"{b64encode(b'xyz').decode()} 3"]))


def test_a_file_without_every_byte_says_which() -> None:
    with pytest.raises(VocabularyFileError, match="no token for the single byte 0x0A"):
        read_rank_file(written(lines([*BYTES[:10], *BYTES[11:]])))


def test_a_file_cut_short_is_an_error() -> None:
    with pytest.raises(VocabularyFileError, match="may be cut short"):
        read_rank_file(written(GOOD[:100]))
    with pytest.raises(VocabularyFileError, match="may be cut short"):
        read_rank_file(b"")


def test_room_for_special_tokens_is_no_damage() -> None:
    """p50k_base has no rank 50256: that is its special token."""
    assert read_rank_file(written([*GOOD, "IMOx 259"]))[" ñ".encode()] == 259


def test_many_lost_lines_are_damage() -> None:
    with pytest.raises(VocabularyFileError, match=r"skips 1742 ranks, .* after line 258"):
        read_rank_file(written([*GOOD, "IMOx 2000"]))


def test_a_huge_file_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rank_file, "MAX_RANKS", 200)
    with pytest.raises(VocabularyFileError, match="more than 200 lines"):
        read_rank_file(written(GOOD))


@given(st.binary(max_size=300))
def test_any_other_bytes_are_a_clear_error(data: bytes) -> None:
    with pytest.raises(VocabularyFileError):
        read_rank_file(data)
