"""Unigram, position by position: the lattice of a word, the best way to each position, the way back.

All of it is read off the `unigram.lattice.Lattice` of the word, which searches as the encoder
does. Scores are natural logarithms of probabilities and are counted from the start of the word:
nearer to zero is likelier.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.tokenization.stages import Vocabulary
from app.tokenization.steps.pieces import letter_tokens
from app.tokenization.steps.types import Arc, Frame, Piece, Segmentation, StepEvent
from app.tokenization.types import Segment, TokenKind
from app.tokenization.unigram.encoder import Unigram
from app.tokenization.unigram.lattice import Lattice, LatticeArc


def unigram_frames(
    segmenter: Unigram, word: str, segments: Sequence[Segment], vocabulary: Vocabulary
) -> tuple[Frame, ...]:
    """The frames of one word; `segments` are its tokens as `segment` gave them.

    First the lattice; then, for each position, the arcs that reach it with their totals and the
    one that wins; then the best path from the end back to the start, piece by piece.

    >>> from app.tokenization.vocabulary import PieceStyle, PieceVocabulary
    >>> pieces = {"s": (1, -4.0), "o": (2, -4.0), "so": (3, -5.0), "l": (4, -4.0)}
    >>> unigram = Unigram(pieces, unknown_id=0)
    >>> vocabulary = PieceVocabulary({"<unk>": 0, "s": 1, "o": 2, "so": 3, "l": 4})
    >>> for frame in unigram_frames(unigram, "sol", unigram.segment("sol"), vocabulary):
    ...     print(frame.event, [piece.written for piece in frame.pieces],
    ...           [(arc.written, arc.total) for arc in frame.arcs], frame.winner)
    lattice ['s', 'o', 'l'] [('s', -4.0), ('so', -5.0), ('o', -8.0), ('l', -9.0)] None
    best ['s', 'ol'] [('s', -4.0)] 0
    best ['so', 'l'] [('so', -5.0), ('o', -8.0)] 0
    best ['so', 'l'] [('l', -9.0)] 0
    path ['so', 'l'] [('l', -9.0)] 0
    path ['so', 'l'] [('so', -5.0)] 0
    """
    lattice = Lattice(segmenter.table, word)
    unknown_id = segmenter.table.unknown_id
    best = lattice.back_pointers
    arcs = tuple(_arc(lattice, arc, unknown_id) for arc in lattice.arcs)
    frames = [Frame(StepEvent.LATTICE, _letters(word), arcs=arcs)]
    for end in range(1, len(word) + 1):
        way = _way_to(end, best)
        pieces = tuple(_piece(arc, unknown_id) for arc in way)
        arriving = lattice.arriving[end]
        frames.append(
            Frame(
                StepEvent.BEST,
                (*pieces, *_rest(word, end, len(word))),
                made=len(pieces) - 1,
                winner=arriving.index(way[-1]),
                position=end,
                arcs=tuple(_arc(lattice, arc, unknown_id) for arc in arriving),
            )
        )
    chosen: tuple[Piece, ...] = ()
    for arc in reversed(_way_to(len(word), best)):
        chosen = (_piece(arc, unknown_id), *chosen)
        rest = _rest(word, 0, arc.start)
        frames.append(
            Frame(
                StepEvent.PATH,
                (*rest, *chosen),
                made=len(rest),
                winner=0,
                position=arc.start,
                arcs=(_arc(lattice, arc, unknown_id),),
            )
        )
    tokens = letter_tokens(word, segments, vocabulary)
    if tokens != chosen:
        frames.append(Frame(StepEvent.FALL_BACK, tokens))
    return tuple(frames)


def segmentations(segmenter: Unigram, word: str, count: int) -> tuple[Segmentation, ...]:
    """The `count` best ways to cut a word, best first.

    >>> unigram = Unigram({"s": (1, -4.0), "o": (2, -4.0), "so": (3, -5.0)}, unknown_id=0)
    >>> [([piece.written for piece in way.pieces], way.score, way.behind)
    ...  for way in segmentations(unigram, "so", 2)]
    [(['so'], -5.0, 0.0), (['s', 'o'], -8.0, 3.0)]
    """
    unknown_id = segmenter.table.unknown_id
    return tuple(
        Segmentation(tuple(_piece(arc, unknown_id) for arc in way.arcs), way.score, way.behind)
        for way in Lattice(segmenter.table, word).n_best(count)
    )


def _way_to(end: int, best: Sequence[LatticeArc | None]) -> list[LatticeArc]:
    """The best way from the start to a position, read back from it."""
    way: list[LatticeArc] = []
    while (arc := best[end]) is not None:
        way.append(arc)
        end = arc.start
    way.reverse()
    return way


def _arc(lattice: Lattice, arc: LatticeArc, unknown_id: int) -> Arc:
    total = lattice.best_scores[arc.start] + arc.score
    kind = _kind(arc, unknown_id)
    return Arc(arc.piece, arc.start, arc.end, arc.id, kind, arc.score, total)


def _piece(arc: LatticeArc, unknown_id: int) -> Piece:
    covered = arc.piece.encode("utf-8")
    return Piece(arc.piece, covered, arc.start, arc.end, arc.id, _kind(arc, unknown_id))


def _kind(arc: LatticeArc, unknown_id: int) -> TokenKind:
    return TokenKind.UNKNOWN if arc.id == unknown_id else TokenKind.NORMAL


def _letters(word: str) -> tuple[Piece, ...]:
    """The word before any choice: one letter a piece, none of them a token yet."""
    return tuple(
        Piece(letter, letter.encode("utf-8"), at, at + 1, None, None)
        for at, letter in enumerate(word)
    )


def _rest(word: str, start: int, end: int) -> tuple[Piece, ...]:
    """What the path has not reached; nothing where it has reached all."""
    rest = word[start:end]
    return (Piece(rest, rest.encode("utf-8"), start, end, None, None),) if rest else ()
