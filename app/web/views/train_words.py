"""What each step of merging and of compressing says in words: the sentence under the controls."""

from __future__ import annotations

from app.locales import Locale
from app.services.training_request import GageRun
from app.tokenization.bpe.steps import TrainStep
from app.tokenization.replay import CandidateTable, Frame, WinReason
from app.tokenization.training import STOP_SENTENCES
from app.tokenization.wordpiece.steps import ScoredPair, WordPieceStep
from app.web.views.step_words import label, spelled


def merge_sentence(frame: Frame, byte_level: bool, locale: Locale) -> str:
    """Which rule was learned, and why this pair won."""
    step = frame.step
    if step is None:
        return _start(frame, byte_level, locale)
    said = [_made(step, frame, byte_level, locale)]
    if frame.chosen_from is not None:
        said += [_score(frame.chosen_from, locale), _why(frame.chosen_from, byte_level, locale)]
    if isinstance(step, WordPieceStep):
        said.append(_bpe(step, locale))
    elif step.merged < step.count:
        said.append(
            locale.say_n(
                "Where the pair overlaps itself it is counted twice and merged once: %(num)s merge.",
                "Where the pair overlaps itself it is counted twice and merged once: %(num)s merges.",
                step.merged,
            )
        )
    if isinstance(step, TrainStep) and step.crosses_words:
        said.append(
            locale.gettext("Merges may cross spaces now, and spaces are pieces too.")
            if frame.across_words
            else locale.gettext("Words with counts have no spaces that a merge could cross.")
        )
    if frame.stop_reason is not None:
        said.append(locale.gettext(STOP_SENTENCES[frame.stop_reason]))
    return " ".join(filter(None, said))


def _start(frame: Frame, byte_level: bool, locale: Locale) -> str:
    said = [
        locale.say_n(
            "Before any rule, every word is in its smallest parts: %(num)s piece in all, %(size)s in "
            "the vocabulary.",
            "Before any rule, every word is in its smallest parts: %(num)s pieces in all, %(size)s in "
            "the vocabulary.",
            frame.pieces,
            size=frame.vocabulary_size,
        )
    ]
    if frame.candidates.rows:
        best = frame.candidates.rows[0]
        said.append(
            locale.say(
                "The first pair to be merged will be “%(left)s” + “%(right)s”.",
                left=shown(best.left, byte_level),
                right=shown(best.right, byte_level),
            )
        )
    if frame.stop_reason is not None:
        said.append(locale.gettext(STOP_SENTENCES[frame.stop_reason]))
    return " ".join(said)


def _made(step: TrainStep | WordPieceStep, frame: Frame, byte_level: bool, locale: Locale) -> str:
    return locale.say_n(
        "Rule %(number)s of %(last)s: “%(left)s” and “%(right)s”, together %(num)s time, become "
        "“%(piece)s”.",
        "Rule %(number)s of %(last)s: “%(left)s” and “%(right)s”, together %(num)s times, become "
        "“%(piece)s”.",
        step.count,
        number=frame.number,
        last=frame.last,
        left=shown(step.left, byte_level),
        right=shown(step.right, byte_level),
        piece=shown(step.piece, byte_level),
    )


def _score(table: CandidateTable, locale: Locale) -> str:
    """The fraction that WordPiece's score is; nothing where pairs are ordered by frequency."""
    best = table.rows[0]
    if not best.left_count:
        return ""
    return locale.say(
        "Score: %(count)s / (%(left)s · %(right)s) = %(score)s.",
        count=best.count,
        left=best.left_count,
        right=best.right_count,
        score=str(best.score),
    )


def _why(table: CandidateTable, byte_level: bool, locale: Locale) -> str:
    """Why the first row of the table won."""
    if len(table.rows) < 2:
        return locale.gettext("It was the only pair left.")
    best, second = table.rows[0], table.rows[1]
    if table.reason is WinReason.HIGHEST:
        left, right = shown(second.left, byte_level), shown(second.right, byte_level)
        if best.left_count:
            return locale.say(
                "It is the highest score; next comes “%(left)s” + “%(right)s” with %(second)s.",
                left=left,
                right=right,
                second=str(second.score),
            )
        return locale.say(
            "It is the most frequent pair; next comes “%(left)s” + “%(right)s” with %(second)s.",
            left=left,
            right=right,
            second=second.count,
        )
    others = table.tied - 1
    if table.reason is WinReason.FIRST_SEEN:
        return locale.say_n(
            "A tie with %(num)s other pair: this one comes first in the corpus, in “%(word)s”.",
            "A tie with %(num)s other pairs: this one comes first in the corpus, in “%(word)s”.",
            others,
            word=visible(best.word_text),
        )
    if table.reason is WinReason.SMALLEST_PAIR:
        return locale.say_n(
            "A tie with %(num)s other pair: this one has the lower ids.",
            "A tie with %(num)s other pairs: this one has the lowest ids.",
            others,
        )
    return locale.say_n(
        "A tie with %(num)s other pair: this one comes first in alphabetical order of code points.",
        "A tie with %(num)s other pairs: this one comes first in alphabetical order of code points.",
        others,
    )


def _bpe(step: WordPieceStep, locale: Locale) -> str:
    if not step.differs_from_bpe:
        return locale.gettext("BPE would have chosen the same pair.")
    other: ScoredPair = step.bpe_choice
    return locale.say_n(
        "BPE would have chosen “%(left)s” + “%(right)s”, which occurs %(num)s time.",
        "BPE would have chosen “%(left)s” + “%(right)s”, which occurs %(num)s times.",
        other.count,
        left=shown(other.left, False),
        right=shown(other.right, False),
    )


LONGEST_PIECE = 60
"""Characters of a piece that are written; where words are whole texts, pieces grow as long as they."""


def shown(piece: str, byte_level: bool) -> str:
    """A piece as a reader names it; the middle of a very long one is left out.

    >>> shown("ni", False), shown("Ã±", True), shown(" de", False)
    ('ni', 'ñ', '·de')
    >>> shown("ab" * 1000, False)
    'abababababababababababababababababab…abababababab'
    """
    piece = shortened(piece)
    return label(piece, True) if byte_level and "…" not in piece else visible(piece)


def shortened(piece: str) -> str:
    """The piece, without its middle when it is very long."""
    return piece if len(piece) <= LONGEST_PIECE else f"{piece[:36]}…{piece[-12:]}"


def visible(text: str) -> str:
    """A text with signs for what cannot be seen."""
    return spelled(text.encode("utf-8", "replace"))


def gage_sentence(run: GageRun, number: int, locale: Locale) -> str:
    """What a replacement did; 0 is before any."""
    if not number:
        said = locale.say_n(
            "The text as it is: %(num)s byte.",
            "The text as it is: %(num)s bytes.",
            len(run.model.after(0)),
        )
    else:
        step = run.steps[number - 1]
        said = locale.say_n(
            "Replacement %(number)s: the pair %(pair)s, %(num)s time, gives way to the byte %(code)s, "
            "which stands for “%(text)s”. The data is %(size)s bytes, %(total)s with its table.",
            "Replacement %(number)s: the pair %(pair)s, %(num)s times, gives way to the byte "
            "%(code)s, which stands for “%(text)s”. The data is %(size)s bytes, %(total)s with its table.",
            step.replaced,
            number=number,
            pair=bytes((step.left, step.right)).hex(" ").upper(),
            code=bytes((step.code,)).hex().upper(),
            text=spelled(step.expansion[:60]),
            size=step.size,
            total=step.total,
        )
    if number == len(run.steps) and run.stop_reason is not None:
        return " ".join([said, locale.gettext(STOP_SENTENCES[run.stop_reason])])
    return said
