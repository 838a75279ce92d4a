"""WordPiece, match by match: the frames of `wordpiece.encoder.iter_matches`, observed.

Each frame stands at a position and shows the candidates looked up there, from the longest to the
one that fits; its pieces are those found so far and the rest of the word. Where nothing fits, the
whole word becomes the unknown token, however much of it had been found.
"""

from __future__ import annotations

from app.tokenization.stages import Vocabulary
from app.tokenization.steps.pieces import letter_tokens
from app.tokenization.steps.types import Candidate, Frame, Piece, StepEvent
from app.tokenization.types import TokenKind
from app.tokenization.wordpiece.encoder import Match, WordPiece


def wordpiece_frames(segmenter: WordPiece, word: str, vocabulary: Vocabulary) -> tuple[Frame, ...]:
    """The frames of one word.

    >>> from app.tokenization.vocabulary import PieceStyle, PieceVocabulary
    >>> pieces = {"[UNK]": 0, "s": 1, "so": 2, "sole": 3, "##l": 4, "##r": 5}
    >>> vocabulary = PieceVocabulary(pieces, PieceStyle.WORDPIECE, unknown="[UNK]")
    >>> for frame in wordpiece_frames(WordPiece(pieces), "sol", vocabulary):
    ...     print(frame.event, [piece.written for piece in frame.pieces],
    ...           [candidate.written for candidate in frame.candidates])
    match ['so', 'l'] ['sol', 'so']
    match ['so', '##l'] ['##l']
    """
    unknown = letter_tokens(word, segmenter.segment(word), vocabulary)
    if segmenter.is_too_long(word):
        return (Frame(StepEvent.TOO_LONG, unknown, made=0),)
    frames: list[Frame] = []
    found: list[Piece] = []
    for match in segmenter.iter_matches(word):
        candidates = _candidates(segmenter, word, match)
        if match.id is None:
            pieces = (*found, _rest(word, match.start))
            at = match.start
            frames.append(Frame(StepEvent.NO_MATCH, pieces, position=at, candidates=candidates))
            frames.append(Frame(StepEvent.FALL_BACK, unknown, made=0))
            break
        found.append(_piece(segmenter, word, match, match.id))
        rest = (_rest(word, match.end),) if match.end < len(word) else ()
        frames.append(
            Frame(
                StepEvent.MATCH,
                (*found, *rest),
                made=len(found) - 1,
                winner=len(candidates) - 1,
                position=match.start,
                candidates=candidates,
            )
        )
    return tuple(frames)


def _candidates(segmenter: WordPiece, word: str, match: Match) -> tuple[Candidate, ...]:
    return tuple(
        Candidate(written, match.start, end, id)
        for written, end, id in segmenter.candidates(word, match)
    )


def _piece(segmenter: WordPiece, word: str, match: Match, id: int) -> Piece:
    covered = word[match.start : match.end]
    written = (segmenter.prefix if match.start else "") + covered
    kind = TokenKind.UNKNOWN if id == segmenter.unknown_id else TokenKind.NORMAL
    return Piece(written, covered.encode("utf-8"), match.start, match.end, id, kind)


def _rest(word: str, start: int) -> Piece:
    """What has not been cut yet."""
    rest = word[start:]
    return Piece(rest, rest.encode("utf-8"), start, len(word), None, None)
