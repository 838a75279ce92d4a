"""A text being cut, at one frame: what the player, the drawing and the row of parts show."""

from __future__ import annotations

from dataclasses import dataclass

from app.errors import N_, NotFound
from app.services.encode_steps import EncodedSteps
from app.services.link_state import PageState
from app.tokenization.steps.types import Frame, TextSteps
from app.vocabularies.info import Algorithm, VocabularyInfo
from app.web.reader import Reader
from app.web.views.piece_box import Style
from app.web.views.player import PlayerView, step_of
from app.web.views.step_frame import Drawing, PartsRow, drawing, parts_row
from app.web.views.step_words import sentence, spelled

RULES = {
    Algorithm.BYTE_LEVEL_BPE: N_(
        "BPE starts from single bytes and, again and again, makes the merge of lowest rank: two "
        "neighbouring pieces become one. What is left when no merge fits are the tokens."
    ),
    Algorithm.SENTENCEPIECE_BPE: N_(
        "BPE starts from single letters (▁ is a space) and, again and again, makes the merge of lowest "
        "rank: two neighbouring pieces become one. What is left when no merge fits are the tokens."
    ),
    Algorithm.CHARACTER_BPE: N_(
        "BPE starts from single letters and, again and again, makes the merge of lowest rank: two "
        "neighbouring pieces become one. What is left when no merge fits are the tokens."
    ),
    Algorithm.WORD_LEVEL: N_(
        "This vocabulary looks each word up whole: a word that is not in it is unknown."
    ),
    Algorithm.WORDPIECE: N_(
        "WordPiece goes from left to right and takes the longest piece of the vocabulary that fits; "
        "## marks those that continue a word. If nothing fits somewhere, the whole word is unknown."
    ),
    Algorithm.UNIGRAM: N_(
        "Unigram knows how probable each piece is. The lattice holds all ways to cut a word (▁ is a "
        "space), and the most probable one as a whole wins."
    ),
}
"""Each algorithm in a sentence or two."""


@dataclass(frozen=True, slots=True)
class Run:
    """A text being cut, at one frame.

    `rule` says how the algorithm works and `whole` is the address that goes through the whole text when one part is chosen, else "".
    `shown` and `parts` count the parts with frames and all parts; `token_count` is of the whole.
    """

    player: PlayerView
    drawing: Drawing
    parts: PartsRow
    shown: int
    info: VocabularyInfo
    rule: str
    whole: str
    part_count: int
    token_count: int
    truncated_by: str | None


def run_of(
    found: EncodedSteps, state: PageState, reader: Reader, *, private: bool = False
) -> Run | None:
    """The run that the state asks for; None for a text without parts. A `private` text is in the
    fragment of its addresses.

    Raises NotFound for a word or a step that does not exist.
    """
    steps, info = found.steps, found.info
    if not steps.parts:
        return None
    word = _word(state.get("word"), len(steps.parts))
    frames = _frames(steps, word)
    step = step_of(state.get("step"), 1, len(frames))
    index, frame = frames[step - 1]
    part = steps.parts[index]
    byte_level = info.algorithm is Algorithm.BYTE_LEVEL_BPE
    style = Style(
        byte_level, reader.link(f"/vocabularies/{info.id}/tokens/TOKEN").replace("TOKEN", "{id}")
    )
    finished = frame is part.frames[-1] if part.frames else True
    base = state.with_(step=None, word=None)
    address = address_of(state.with_(step=None), reader, private)
    return Run(
        player=_player(reader, address, state, frame, steps, index, step, len(frames), byte_level),
        drawing=drawing(part, frame, style),
        parts=parts_row(
            steps.parts,
            index if word is None else word,
            finished=finished,
            chosen=word is not None,
            address=_part_address(base, reader, private),
            style=style,
        ),
        shown=len(steps.parts),
        info=info,
        rule=reader.locale.gettext(RULES[info.algorithm]),
        whole="" if word is None else address_of(base, reader, private),
        part_count=steps.part_count,
        token_count=steps.token_count,
        truncated_by=steps.truncated_by,
    )


def _word(given: str | None, count: int) -> int | None:
    """The index of the part that `word=` asks for, counted from 1 in the address."""
    if not given:
        return None
    number = int(given) if given.isascii() and given.isdigit() and len(given) < 10 else 0
    if not 1 <= number <= count:
        raise NotFound(
            N_("There is no part with that number: the text has %(count)s that can be shown."),
            count=count,
        )
    return number - 1


def _frames(steps: TextSteps, word: int | None) -> list[tuple[int, Frame]]:
    """The frames to play: of the whole text, or of one part (of the one that it repeats)."""
    if word is None:
        return list(steps.frames())
    part = steps.parts[word]
    index = word if part.same_as is None else part.same_as
    return [(index, frame) for frame in steps.parts[index].frames]


def _player(
    reader: Reader,
    address: str,
    state: PageState,
    frame: Frame,
    steps: TextSteps,
    index: int,
    step: int,
    last: int,
    byte_level: bool,
) -> PlayerView:
    part = steps.parts[index]
    address, _, fragment = address.partition("#")
    return PlayerView(
        label=reader.locale.say(
            "Cutting “%(text)s”", text=spelled(steps.text[:40].encode("utf-8"))
        ),
        sentence=sentence(frame, part, byte_level, reader.locale),
        address=address,
        fragment=fragment,
        step=step,
        last=last,
        marks=_ends(steps, last) if state.get("word") is None else (),
    )


def _ends(steps: TextSteps, last: int) -> tuple[int, ...]:
    """The last frame of each part: where the scrubber marks that a part is cut."""
    ends: list[int] = []
    at = 0
    for part in steps.parts:
        at += len(part.frames)
        if part.frames:
            ends.append(at)
    return tuple(end for end in ends if end < last)


def address_of(state: PageState, reader: Reader, private: bool = False) -> str:
    """The address of a state for this reader; a `private` text is in its fragment."""
    link = state.with_(**reader.kept)
    if not private:
        return f"/steps?{link.query()}"
    query, fragment = link.private()
    return f"/steps?{query}#{fragment}"


def _part_address(base: PageState, reader: Reader, private: bool) -> str:
    """The address of any part, with `{part}` for its number: built once, as it holds the text."""
    return address_of(base.with_(word="0"), reader, private).replace("&word=0", "&word={part}", 1)
