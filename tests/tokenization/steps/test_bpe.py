"""Merge by merge: what wins, what is not in the table, and what has no piece."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.tokenization.bpe.encoder import ByteBpe, PieceBpe
from app.tokenization.steps.bpe import bpe_frames
from app.tokenization.steps.types import Frame, StepEvent
from app.tokenization.types import TokenKind
from app.tokenization.vocabulary import ByteVocabulary, PieceStyle, PieceVocabulary

BYTES = {bytes((byte,)): byte for byte in range(256)}
RANKS = BYTES | {b"el": 256, b"lo": 257, b"elo": 258, "ñ".encode(): 259, b" elo": 260}


def no_merges(_left: str, _right: str) -> int | None:
    return None


def frames(text: str, *, whole_pieces: bool = True) -> tuple[Frame, ...]:
    bpe = ByteBpe(RANKS, whole_pieces=whole_pieces)
    return bpe_frames(bpe, text, ByteVocabulary(RANKS, {}))


def test_each_frame_names_every_pair_and_the_winner() -> None:
    first, second, last = frames("melo")
    assert [(pair.left, pair.right, pair.rank) for pair in first.pairs] == [
        ("m", "e", None),
        ("e", "l", 256),
        ("l", "o", 257),
    ]
    assert first.winner == 1 and first.made is None
    assert [piece.written for piece in second.pieces] == ["m", "el", "o"]
    assert second.made == 1 and second.winner == 1 and second.pairs[1].id == 258
    assert last.event is StepEvent.MERGED and last.winner is None
    assert [(pair.left, pair.right, pair.rank) for pair in last.pairs] == [("m", "elo", None)]
    assert [piece.id for piece in last.pieces] == [ord("m"), 258]


def test_a_part_in_the_vocabulary_is_taken_whole_or_merged_as_the_vocabulary_does() -> None:
    (only,) = frames(" elo")
    assert (only.event, only.pieces[0].id, only.made) == (StepEvent.WHOLE, 260, 0)
    assert [frame.event for frame in frames(" elo", whole_pieces=False)] == [
        StepEvent.MERGE,
        StepEvent.MERGE,
        StepEvent.MERGE,
        StepEvent.MERGED,
    ]


def test_bytes_of_one_letter_stand_under_the_same_character() -> None:
    first, *_ = frames("ñu")
    assert [(piece.bytes.hex(), piece.start, piece.end) for piece in first.pieces] == [
        ("c3", 0, 1),
        ("b1", 0, 1),
        ("75", 1, 2),
    ]


def test_a_byte_without_a_piece_is_unknown_or_dropped() -> None:
    known = {b"s": 0, b"l": 1}
    vocabulary = ByteVocabulary(known | {b"?": 9}, {})
    last = bpe_frames(ByteBpe(known, unknown_id=9), "sol", vocabulary)[-1]
    assert last.event is StepEvent.FALL_BACK
    assert [(p.id, p.bytes, p.kind) for p in last.pieces] == [
        (0, b"s", TokenKind.NORMAL),
        (9, b"o", TokenKind.UNKNOWN),
        (1, b"l", TokenKind.NORMAL),
    ]
    dropped = bpe_frames(ByteBpe(known), "sol", vocabulary)[-1]
    assert [piece.id for piece in dropped.pieces] == [0, None, 1]


def test_byte_fallback_is_a_step_of_its_own() -> None:
    ids = {f"<0x{byte:02X}>": byte for byte in range(256)} | {"▁": 256, "s": 257, "▁s": 258}
    vocabulary = PieceVocabulary(ids, PieceStyle.METASPACE, byte_pieces=True)
    bpe = PieceBpe(
        ids,
        rank_of=lambda left, right: 0 if left + right == "▁s" else None,
        byte_ids=vocabulary.byte_ids,
    )
    merge, merged, last = bpe_frames(bpe, "▁sñ", vocabulary)
    assert (merge.event, merged.event) == (StepEvent.MERGE, StepEvent.MERGED)
    assert [(piece.written, piece.id) for piece in merged.pieces] == [("▁s", 258), ("ñ", None)]
    assert last.event is StepEvent.FALL_BACK
    assert [(p.written, p.bytes.hex(), p.start, p.end) for p in last.pieces[1:]] == [
        ("<0xC3>", "c3", 2, 3),
        ("<0xB1>", "b1", 2, 3),
    ]


def test_unknown_neighbours_may_be_one_token() -> None:
    ids = {"<unk>": 0, "s": 1}
    vocabulary = PieceVocabulary(ids, unknown="<unk>")
    bpe = PieceBpe(ids, rank_of=no_merges, unknown_id=0, fuse_unknown=True)
    last = bpe_frames(bpe, "sñañ", vocabulary)[-1]
    assert [(piece.written, piece.bytes.decode()) for piece in last.pieces] == [
        ("s", "s"),
        ("<unk>", "ñañ"),
    ]


def test_marks_of_the_vocabulary_do_not_count_as_letters() -> None:
    ids = {"s": 0, "##o": 1, "##l</w>": 2, "##ol</w>": 3}
    bpe = PieceBpe(
        ids,
        rank_of=lambda left, right: {("##o", "##l</w>"): 0}.get((left, right)),
        prefix="##",
        suffix="</w>",
    )
    first, last = bpe_frames(bpe, "sol", PieceVocabulary(ids, suffix="</w>"))
    assert [piece.written for piece in first.pieces] == ["s", "##o", "##l</w>"]
    assert first.pairs[1].merged == "##ol</w>"
    assert [(p.written, p.bytes, p.start, p.end) for p in last.pieces] == [
        ("s", b"s", 0, 1),
        ("##ol</w>", b"ol", 1, 3),
    ]


@given(st.text("elo ñ🙂", min_size=1, max_size=12), st.booleans())
def test_every_frame_joined_is_the_part_and_the_last_is_what_encodes(
    text: str, whole_pieces: bool
) -> None:
    bpe = ByteBpe(RANKS, whole_pieces=whole_pieces)
    made = bpe_frames(bpe, text, ByteVocabulary(RANKS, {}))
    assert all(b"".join(p.bytes for p in frame.pieces) == text.encode() for frame in made)
    assert [(p.id, p.start, p.end) for p in made[-1].pieces] == [
        segment[:3] for segment in bpe.segment(text)
    ]
    for frame in made:
        ranks = [(pair.rank, pair.at) for pair in frame.pairs if pair.rank is not None]
        assert (frame.winner is None) == (not ranks)
        if frame.winner is not None:
            assert frame.pairs[frame.winner].at == min(ranks)[1]


def test_letters_that_are_dropped_stay_in_sight_without_an_id() -> None:
    bpe = PieceBpe({"s": 0, "l": 1}, rank_of=no_merges)
    last = bpe_frames(bpe, "¡sol!", PieceVocabulary({"s": 0, "l": 1}))[-1]
    assert last.event is StepEvent.FALL_BACK
    assert [(piece.written, piece.id) for piece in last.pieces] == [
        ("¡", None),
        ("s", 0),
        ("o", None),
        ("l", 1),
        ("!", None),
    ]
