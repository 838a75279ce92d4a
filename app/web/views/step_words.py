"""What each step says in words: the sentence under the controls, and what a screen reader hears."""

from __future__ import annotations

import re

from app.locales import Locale
from app.tokenization.byte_alphabet import from_printable
from app.tokenization.steps.types import Frame, PieceSteps, StepEvent
from app.tokenization.types import TokenKind
from app.web.views.tokens import runs

_STRAY = re.compile("([\udc80-\udcff]+)")


def spelled(data: bytes) -> str:
    """Bytes as a reader names them: text with a sign for what is not seen, and bytes that are not
    a whole character in hexadecimal, set off by spaces.

    >>> spelled(" dá".encode()), spelled(b" \\xe6\\xbc")
    ('·dá', '· E6 BC')
    """
    text = data.decode("utf-8", "surrogateescape")
    parts = [
        part.encode("utf-8", "surrogateescape").hex(" ").upper()
        if _STRAY.match(part)
        else "".join(run.mark or run.text for run in runs(part))
        for part in filter(None, _STRAY.split(text))
    ]
    return " ".join(parts)


def label(written: str, byte_level: bool) -> str:
    """A piece as a reader names it: byte-level pieces by their text, others as they are written.

    >>> label("ĠdÃ¡", True), label("▁dá", False)
    ('·dá', '▁dá')
    """
    return spelled(from_printable(written)) if byte_level else written


def sentence(frame: Frame, part: PieceSteps, byte_level: bool, locale: Locale) -> str:
    """What happens in this frame, and why."""
    if frame.event is StepEvent.MERGE:
        return _merge(frame, byte_level, locale)
    if frame.event in (StepEvent.WHOLE, StepEvent.MERGED, StepEvent.RESULT, StepEvent.SPECIAL):
        return _standing(frame, part, byte_level, locale)
    if frame.event in (StepEvent.MATCH, StepEvent.NO_MATCH, StepEvent.TOO_LONG):
        return _match(frame, part, locale)
    if frame.event is StepEvent.FALL_BACK:
        return _fall_back(frame, locale)
    return _lattice(frame, part, locale)


def _merge(frame: Frame, byte_level: bool, locale: Locale) -> str:
    pair = frame.pairs[frame.winner or 0]
    ranked = [other for other in frame.pairs if other.rank is not None]
    values = {
        "left": label(pair.left, byte_level),
        "right": label(pair.right, byte_level),
        "merged": label(pair.merged, byte_level),
        "rank": pair.rank,
    }
    if len(ranked) == 1:
        return locale.say(
            "“%(left)s” and “%(right)s” become “%(merged)s”: theirs is the only pair of neighbours "
            "in the table (rank %(rank)s).",
            **values,
        )
    if sum(other.rank == pair.rank for other in ranked) > 1:
        return locale.say(
            "“%(left)s” and “%(right)s” become “%(merged)s”: rank %(rank)s is the lowest of "
            "%(count)s, and of the pairs that have it this is the leftmost.",
            count=len(ranked),
            **values,
        )
    return locale.say(
        "“%(left)s” and “%(right)s” become “%(merged)s”: of %(count)s pairs in the table theirs has "
        "the lowest rank, %(rank)s.",
        count=len(ranked),
        **values,
    )


def _standing(frame: Frame, part: PieceSteps, byte_level: bool, locale: Locale) -> str:
    count = len(frame.pieces)
    if frame.event is StepEvent.WHOLE:
        piece = frame.pieces[0]
        return locale.say(
            "“%(piece)s” is in the vocabulary with id %(id)s: it is taken whole, without merges.",
            piece=label(piece.written, byte_level),
            id=str(piece.id),
        )
    if frame.event is StepEvent.SPECIAL:
        return locale.say(
            "“%(piece)s” is a special token: it is never cut.", piece=frame.pieces[0].written
        )
    if frame.event is StepEvent.RESULT:
        return locale.say(
            "This part has %(size)s characters, too many to show step by step: only its tokens are "
            "shown. Take a shorter piece of it to see how they come about.",
            size=len(part.text),
        )
    if count == 1:
        return locale.say("One piece is left, so there is nothing more to merge.")
    return locale.say(
        "None of the pairs of neighbours is in the table: the %(count)s pieces are final.",
        count=count,
    )


def _match(frame: Frame, part: PieceSteps, locale: Locale) -> str:
    if frame.event is StepEvent.TOO_LONG:
        return locale.say(
            "The word has %(size)s characters, more than the algorithm reads: all of it is %(token)s.",
            size=len(part.text),
            token=frame.pieces[0].written,
        )
    at = frame.position or 0
    if frame.event is StepEvent.NO_MATCH:
        if not frame.candidates:
            return locale.say(
                "No piece of the vocabulary begins with “%(letter)s” here.", letter=part.text[at]
            )
        return locale.say_n(
            "From “%(letter)s” on no piece fits: not even the %(num)s there could be.",
            "From “%(letter)s” on no piece fits: none of the %(num)s there could be.",
            len(frame.candidates),
            letter=part.text[at],
        )
    found = frame.candidates[-1]
    tried = len(frame.candidates) - 1
    if not tried:
        return locale.say(
            "From “%(letter)s” on the longest piece there can be fits at once: %(piece)s.",
            letter=part.text[at],
            piece=found.written,
        )
    return locale.say_n(
        "From “%(letter)s” on the longest piece that fits is %(piece)s; %(num)s longer one is not in "
        "the vocabulary.",
        "From “%(letter)s” on the longest piece that fits is %(piece)s; %(num)s longer ones are not "
        "in the vocabulary.",
        tried,
        letter=part.text[at],
        piece=found.written,
    )


def _fall_back(frame: Frame, locale: Locale) -> str:
    kinds = {piece.kind for piece in frame.pieces}
    if TokenKind.BYTE in kinds:
        return locale.say(
            "What has no piece of its own is written byte by byte, each a token: %(pieces)s.",
            pieces=" ".join(p.written for p in frame.pieces if p.kind is TokenKind.BYTE),
        )
    if TokenKind.UNKNOWN not in kinds:
        return locale.say("What the vocabulary has no piece for is left out, without a trace.")
    unknown = next(piece for piece in frame.pieces if piece.kind is TokenKind.UNKNOWN)
    if len(frame.pieces) == 1:
        return locale.say(
            "So the whole word becomes %(token)s: nothing of what it says reaches the model.",
            token=unknown.written,
        )
    return locale.say(
        "What the vocabulary has no piece for becomes %(token)s: the model cannot tell what it was.",
        token=unknown.written,
    )


def _lattice(frame: Frame, part: PieceSteps, locale: Locale) -> str:
    if frame.event is StepEvent.LATTICE:
        return locale.say_n(
            "%(num)s piece fits somewhere in “%(word)s”, with its log-probability: the nearer to 0, the "
            "likelier.",
            "%(num)s pieces fit somewhere in “%(word)s”, each with its log-probability: the nearer to "
            "0, the likelier.",
            len(frame.arcs),
            word=part.text,
        )
    arc = frame.arcs[frame.winner or 0]
    if frame.event is StepEvent.PATH:
        return locale.say(
            "Back from the end: the best way there arrives with “%(piece)s” (%(score)s).",
            piece=arc.written,
            score=arc.score,
        )
    reached = part.text[: frame.position]
    if len(frame.arcs) == 1:
        return locale.say(
            "Up to “%(reached)s” there is one last piece possible, “%(piece)s”: %(total)s in all.",
            reached=reached,
            piece=arc.written,
            total=arc.total,
        )
    return locale.say(
        "Up to “%(reached)s” the best of %(count)s last pieces is “%(piece)s”: with what leads to it, "
        "%(total)s in all.",
        reached=reached,
        count=len(frame.arcs),
        piece=arc.written,
        total=arc.total,
    )
