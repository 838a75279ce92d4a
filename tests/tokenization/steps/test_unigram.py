"""Position by position: every arc, the best way to each position, and the way back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tokenization.steps.trace import text_steps
from app.tokenization.steps.types import Frame, StepEvent
from app.tokenization.steps.unigram import unigram_frames
from app.tokenization.types import TokenKind
from app.tokenization.unigram.encoder import Unigram
from app.tokenization.vocabulary import PieceStyle, PieceVocabulary
from app.vocabularies.registry import Registry

SCORES = {"▁": -3.0, "▁d": -4.0, "d": -5.0, "á": -5.0, "m": -5.0, "ám": -6.0, "▁dám": -9.5}
IDS = {"<unk>": 0} | {piece: id for id, piece in enumerate(SCORES, start=1)}
BYTES = {f"<0x{byte:02X}>": 100 + byte for byte in range(256)}
UNIGRAM = Unigram({piece: (IDS[piece], score) for piece, score in SCORES.items()}, unknown_id=0)


def frames(word: str, unigram: Unigram = UNIGRAM) -> tuple[Frame, ...]:
    vocabulary = PieceVocabulary(
        IDS | BYTES, PieceStyle.METASPACE, unknown="<unk>", byte_pieces=True
    )
    return unigram_frames(unigram, word, unigram.segment(word), vocabulary)


def test_the_lattice_holds_every_piece_that_fits() -> None:
    lattice = frames("▁dám")[0]
    assert lattice.event is StepEvent.LATTICE
    assert [(arc.written, arc.score, arc.total) for arc in lattice.arcs] == [
        ("▁", -3.0, -3.0),
        ("▁d", -4.0, -4.0),
        ("▁dám", -9.5, -9.5),
        ("d", -5.0, -8.0),
        ("á", -5.0, -9.0),
        ("ám", -6.0, -10.0),
        ("m", -5.0, -14.0),
    ]


def test_each_position_keeps_the_best_way_to_it() -> None:
    second = frames("▁dám")[2]
    assert (second.event, second.position) == (StepEvent.BEST, 2)
    assert [(arc.written, arc.total) for arc in second.arcs] == [("▁d", -4.0), ("d", -8.0)]
    assert second.winner == 0
    assert [(p.written, p.id) for p in second.pieces] == [("▁d", IDS["▁d"]), ("ám", None)]


def test_the_way_back_starts_at_the_end() -> None:
    path = [frame for frame in frames("▁dá") if frame.event is StepEvent.PATH]
    assert [[piece.written for piece in frame.pieces] for frame in path] == [
        ["▁d", "á"],
        ["▁d", "á"],
    ]
    assert [[piece.id is None for piece in frame.pieces] for frame in path] == [
        [True, False],
        [False, False],
    ]


def test_what_has_no_piece_is_an_unknown_arc_and_one_token() -> None:
    made = frames("▁xyd")
    unknown = [arc for arc in made[0].arcs if arc.kind is TokenKind.UNKNOWN]
    assert [(arc.written, arc.score) for arc in unknown] == [("x", -19.5), ("y", -19.5)]
    assert made[-1].event is StepEvent.FALL_BACK
    assert [(p.written, p.bytes) for p in made[-1].pieces] == [
        ("▁", "▁".encode()),
        ("<unk>", b"xy"),
        ("d", b"d"),
    ]


def test_bytes_stand_for_what_has_no_piece_where_the_vocabulary_has_them() -> None:
    pieces = {piece: (IDS[piece], score) for piece, score in SCORES.items()}
    unigram = Unigram(pieces, unknown_id=0, byte_ids=list(BYTES.values()))
    last = frames("▁dñ", unigram)[-1]
    assert last.event is StepEvent.FALL_BACK
    assert [p.written for p in last.pieces] == ["▁d", "<0xC3>", "<0xB1>"]


@given(st.text("▁dámxñ", min_size=1, max_size=9))
def test_every_frame_joined_is_the_word_and_the_last_is_what_encodes(word: str) -> None:
    made = frames(word)
    assert all(b"".join(p.bytes for p in frame.pieces) == word.encode() for frame in made)
    assert [(p.id, p.start, p.end, p.kind) for p in made[-1].pieces] == [
        tuple(segment) for segment in UNIGRAM.segment(word)
    ]
    for frame in made:
        if frame.event is StepEvent.BEST:
            totals = [arc.total for arc in frame.arcs]
            assert frame.winner is not None and totals[frame.winner] == max(totals)


@pytest.mark.parametrize(
    ("word", "piece", "score"),
    [("de", "▁de", -5.31), ("acción", "ción", -9.59), ("niño", "▁niño", -13.22)],
)
def test_the_scores_of_xlm_r(registry: Registry, word: str, piece: str, score: float) -> None:
    lattice = text_steps(registry.tokenizer("xlm-roberta-base"), word).parts[0].frames[0]
    (found,) = {round(arc.score, 2) for arc in lattice.arcs if arc.written == piece}
    assert found == score


def test_runners_up_say_how_far_behind_they_are(registry: Registry) -> None:
    (part,) = text_steps(registry.tokenizer("xlm-roberta-base"), "dámelo").parts
    best, second, *_ = part.segmentations
    assert [piece.written for piece in best.pieces] == ["▁dám", "elo"]
    assert best.behind == 0 and len(part.segmentations) == 5
    assert second.behind == pytest.approx(best.score - second.score)
    behind = [way.behind for way in part.segmentations]
    assert behind == sorted(behind) and behind[1] > 0
