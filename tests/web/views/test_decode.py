"""Chips of decoded ids: every byte of every token is somewhere, none is hidden or doubled."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.services.decode_ids import DecodedToken, characters, placed
from app.tokenization.types import TokenKind
from app.web.views.decode import decoded_chips
from app.web.views.tokens import Chip


def drawn(pieces: list[bytes]) -> list[Chip]:
    tokens = [DecodedToken(n, "?", data, TokenKind.NORMAL) for n, data in enumerate(pieces)]
    ends = placed(b"".join(pieces), pieces)
    assert ends is not None
    return list(decoded_chips(list(characters(b"".join(pieces), ends)), tokens))


def written(chip: Chip) -> bytes:
    if chip.kind == "bare":
        return b""
    if chip.kind == "token":
        return "".join(run.text for run in chip.runs).encode()
    return b"".join(bytes.fromhex(label) for part in chip.parts for label in part.labels)


@given(
    st.lists(
        st.binary(max_size=5) | st.sampled_from([b"\xf0\x9f", b"\x99\x82", "ñ".encode()]),
        max_size=8,
    )
)
def test_no_byte_is_hidden(pieces: list[bytes]) -> None:
    chips = drawn(pieces)
    # A control character's own text may be written ␀; its bytes are one either way.
    if b"\0" not in b"".join(pieces):
        assert b"".join(map(written, chips)) == b"".join(pieces)
    for chip in chips:
        text = "".join(run.text for run in chip.runs)
        if chip.kind == "split" and text:
            assert text.replace("␀", "\0").encode() == written(chip)


def test_a_character_over_tokens_and_a_stray_byte() -> None:
    chips = drawn([b"a" + b"\xc3", b"\xb1", b"\xf0\x9f"])
    assert [(chip.kind, "".join(run.text for run in chip.runs)) for chip in chips] == [
        ("token", "a"),
        ("split", "ñ"),
        ("split", ""),
    ]
    assert [(part.token, part.labels) for part in chips[1].parts] == [(0, ("c3",)), (1, ("b1",))]
    assert [part.labels for part in chips[2].parts] == [("f0",), ("9f",)]
    assert not chips[1].starts and chips[2].starts


def test_a_token_of_nothing_is_bare() -> None:
    assert [chip.kind for chip in drawn([b"a", b"", b"b"])] == ["token", "bare", "token"]
