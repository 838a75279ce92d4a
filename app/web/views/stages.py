"""The stages of one vocabulary over the text: what each did, and why, in words."""

from __future__ import annotations

from dataclasses import dataclass

from app.errors import N_
from app.tokenization.types import Explanation, StageRecord
from app.web.views.tokens import Run, colour, runs

MAX_PARTS = 400
"""Parts drawn at one stage; the rest is said, not drawn."""

STAGE_TITLES = {
    "special": N_("Special tokens"),
    "normalize": N_("Normalise"),
    "pre_tokenize": N_("Split"),
    "segment": N_("Cut into pieces"),
    "post_process": N_("Add special tokens"),
}

WHY = {
    "SpecialSplit": N_(
        "Special tokens written in the text are looked for first, before anything is changed."
    ),
    "CharsmapNormalizer": N_(
        "NFKC and a table of SentencePiece: characters that look alike are written one way, runs of "
        "spaces become one, and each space becomes the mark ▁, one more before the text."
    ),
    "BertClean": N_(
        "BERT cleans: control characters are dropped, every white space is a space, and each "
        "Chinese character is set between spaces."
    ),
    "PrependSpaceMarker": N_(
        "Each space becomes the mark ▁, and one more is put before the text, so that a word is "
        "written the same at the start and in the middle."
    ),
    "Nfc": N_("NFC: letter and accent become one character."),
    "Nfd": N_("NFD: letter and accent are taken apart."),
    "Nfkc": N_("NFKC: characters that mean the same are written one way."),
    "Nfkd": N_("NFKD: characters that mean the same are written one way, accents apart."),
    "Lowercase": N_("Capital letters become small letters."),
    "StripAccents": N_("Accents are taken away: “año” and “ano” become the same."),
    "RegexSplit": N_(
        "A regular expression cuts the text; no piece may cross a cut. The pattern: %(detail)s"
    ),
    "BertSplit": N_("The text is cut at white space and around each punctuation mark."),
    "MarkerSplit": N_(
        "The text is cut before each ▁: no piece of this vocabulary crosses a space."
    ),
    "WholeText": N_("The text is not cut before the pieces are looked for."),
    "ByteBpe": N_(
        "BPE over bytes: a part that is in the vocabulary is taken whole; in any other, the pair of "
        "lowest rank is merged, again and again. Ġ stands for a space; two or more marks such as "
        "Ã± are the bytes of one letter."
    ),
    "PieceBpe": N_(
        "BPE over characters: the pair of lowest rank is merged, again and again. What has no piece "
        "is written in bytes, such as <0xF0>, or as unknown."
    ),
    "WordPiece": N_(
        "The longest piece that fits is taken from the left; ## continues a word. If some part of a "
        "word has no piece, the whole word is [UNK]."
    ),
    "Unigram": N_(
        "Of all ways to cut a word into pieces, the most probable one: the sum of the logarithms of "
        "the pieces' probabilities is highest."
    ),
}


@dataclass(frozen=True, slots=True)
class PartView:
    """One part of the text at one stage."""

    css: str
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class StageView:
    """One stage: `title` and `why` are not translated; `why` may have a gap for `detail`."""

    title: str
    component: str
    why: str
    detail: str
    changed: bool
    parts: tuple[PartView, ...]
    left_out: int
    ids: tuple[int, ...] = ()


def stage_view(record: StageRecord, ids: tuple[int, ...] = ()) -> StageView:
    """A record as it is drawn: its parts after the stage.

    >>> view = stage_view(StageRecord("special", "SpecialSplit", (), (), False, "text"))
    >>> view.title, view.changed, view.left_out
    ('Special tokens', False, 0)
    """
    parts = tuple(
        PartView(colour(number), runs(part.text))
        for number, part in enumerate(record.after[:MAX_PARTS])
    )
    return StageView(
        title=STAGE_TITLES[record.stage],
        component=record.component,
        why=WHY.get(record.component, ""),
        detail=record.detail,
        changed=record.changed,
        parts=parts,
        left_out=max(0, len(record.after) - MAX_PARTS),
        ids=ids,
    )


def stage_views(explanation: Explanation) -> tuple[StageView, ...]:
    """Every stage of an explanation; the last one carries the ids of its pieces."""
    ids = tuple(token.id for token in explanation.encoding.tokens[:MAX_PARTS])
    return tuple(
        stage_view(record, ids if record.stage == "segment" else ())
        for record in explanation.stages
    )
