"""Each step of decoding against its namesake in tokenizers; bytes that are no character survive."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Regex, decoders

from app.tokenization import piece_decoders as own
from app.tokenization.decoders import to_text
from app.tokenization.piece_decoders import PieceStep, StepwiseDecoder
from app.tokenization.vocabulary import PieceVocabulary

PIECES = ["▁", "▁el", "ni", "ño", "##ñ", "##", "a</w>", "</w>", " .", "n't", " do not", "'s", "  x ",
          "Ġni", "Ã±", "<0x41>", "<0xC3>", "<0xB1>", "__", "?"]  # fmt: skip
STEPS: dict[str, tuple[PieceStep, decoders.Decoder]] = {
    "byte level": (own.FromByteAlphabet(), decoders.ByteLevel()),
    "byte fallback": (own.FromBytePieces(), decoders.ByteFallback()),
    "metaspace": (own.FromMarkers("▁", drop_first=True), decoders.Metaspace()),
    "metaspace, never": (
        own.FromMarkers("▁", drop_first=False),
        decoders.Metaspace(prepend_scheme="never"),
    ),
    "wordpiece": (own.JoinWordPieces("##", cleanup=False), decoders.WordPiece(cleanup=False)),
    "wordpiece, tidy": (own.JoinWordPieces("##", cleanup=True), decoders.WordPiece()),
    "bpe": (own.EndWords("</w>"), decoders.BPEDecoder()),
    "replace": (own.ReplaceIn("▁", " "), decoders.Replace("▁", " ")),
    "replace matches": (
        own.ReplaceMatches("_+|ñ", "$"),
        decoders.Replace(Regex("_+|ñ"), "$"),
    ),
    "fuse": (own.Fuse(), decoders.Fuse()),
    "strip": (own.StripFrom(" ", start=1, stop=2), decoders.Strip(" ", 1, 2)),
}


@pytest.mark.parametrize(("ours", "theirs"), STEPS.values(), ids=STEPS.keys())
@settings(max_examples=200, deadline=None)
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=6))
def test_steps_equal_tokenizers(
    ours: PieceStep, theirs: decoders.Decoder, pieces: list[str]
) -> None:
    decoded = to_text("".join(ours.apply(pieces)).encode("utf-8", "surrogateescape"))
    assert decoded.text == theirs.decode(pieces) or not decoded.complete


def test_without_a_decoder_pieces_stand_apart() -> None:
    assert own.JoinWithSpaces().apply(["el", "niño", "."]) == ["el", " niño", " ."]


def test_half_a_character_is_kept_and_said() -> None:
    vocabulary = PieceVocabulary({"<0xC3>": 0, "<0xB1>": 1, "▁a": 2}, byte_pieces=True)
    decoder = StepwiseDecoder([own.ReplaceIn("▁", " "), own.FromBytePieces(), own.Fuse()])
    assert decoder.decode([2, 0, 1], vocabulary) == " añ".encode()
    assert to_text(decoder.decode([2, 0], vocabulary)) == (" a\ufffd", False)
