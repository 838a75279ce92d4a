"""Match by match: what was tried, what fits, and why a word is unknown."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.tokenization.steps.types import Frame, StepEvent
from app.tokenization.steps.wordpiece import wordpiece_frames
from app.tokenization.types import TokenKind
from app.tokenization.vocabulary import PieceStyle, PieceVocabulary
from app.tokenization.wordpiece.encoder import WordPiece

PIECES = {"[UNK]": 0, "d": 1, "dá": 2, "dám": 3, "##mel": 4, "##me": 5, "##o": 6, "##l": 7, "[": 8}
VOCABULARY = PieceVocabulary(PIECES, PieceStyle.WORDPIECE, unknown="[UNK]")


def frames(word: str, max_characters: int = 100) -> tuple[Frame, ...]:
    return wordpiece_frames(WordPiece(PIECES, max_characters=max_characters), word, VOCABULARY)


def test_candidates_go_from_the_longest_to_the_one_that_fits() -> None:
    first, second = frames("dme")
    assert [(c.written, c.id) for c in first.candidates] == [("dme", None), ("dm", None), ("d", 1)]
    assert [(c.written, c.id) for c in second.candidates] == [("##me", 5)]
    assert (first.winner, second.winner, second.position) == (2, 0, 1)


def test_pieces_are_what_was_found_and_the_rest() -> None:
    first, second, third = frames("dálo")
    assert [(p.written, p.id) for p in first.pieces] == [("dá", 2), ("lo", None)]
    assert [(p.written, p.id) for p in second.pieces] == [("dá", 2), ("##l", 7), ("o", None)]
    assert [(p.written, p.id) for p in third.pieces] == [("dá", 2), ("##l", 7), ("##o", 6)]
    assert [frame.made for frame in (first, second, third)] == [0, 1, 2]


def test_a_greedy_choice_can_leave_a_rest_that_nothing_fits() -> None:
    # «dám» is longest, and then «##el» has no piece: the word is unknown, though dá ##mel fits.
    first, stuck, last = frames("dámel")
    assert first.pieces[0].written == "dám"
    assert stuck.event is StepEvent.NO_MATCH and stuck.winner is None
    assert stuck.position == 3 and all(c.id is None for c in stuck.candidates)
    assert last.event is StepEvent.FALL_BACK
    assert [(p.id, p.kind, p.bytes.decode()) for p in last.pieces] == [
        (0, TokenKind.UNKNOWN, "dámel")
    ]


def test_a_letter_that_no_piece_starts_with_has_no_candidates() -> None:
    stuck, last = frames("漢字")
    assert (stuck.event, stuck.candidates, stuck.position) == (StepEvent.NO_MATCH, (), 0)
    assert last.event is StepEvent.FALL_BACK


def test_a_word_over_the_limit_is_unknown_unread() -> None:
    (only,) = frames("dádá", max_characters=3)
    assert (only.event, only.pieces[0].id) == (StepEvent.TOO_LONG, 0)


def test_the_unknown_token_written_out_is_still_unknown() -> None:
    (only,) = frames("[UNK]")
    assert (only.event, only.pieces[0].kind) == (StepEvent.MATCH, TokenKind.UNKNOWN)


@given(st.text("dámelo[UNK]", min_size=1, max_size=10))
def test_every_frame_joined_is_the_word_and_the_last_is_what_encodes(word: str) -> None:
    made = frames(word)
    assert all(b"".join(p.bytes for p in frame.pieces) == word.encode() for frame in made)
    assert [(p.id, p.start, p.end, p.kind) for p in made[-1].pieces] == [
        tuple(segment) for segment in WordPiece(PIECES).segment(word)
    ]
