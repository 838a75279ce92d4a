"""The page of one vocabulary: what its file says, in words and figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar

from app.analysis.ghost_tokens import GhostReport
from app.analysis.glitch_tokens import SOURCE
from app.analysis.vocabulary_facts import (
    ScriptShare,
    StageFact,
    TokenFact,
    VocabularyFacts,
    embedding_numbers,
)
from app.services.vocabulary_files import UPLOADED
from app.tokenization.split_patterns import SPLIT_PATTERNS
from app.vocabularies.info import VocabularyInfo
from app.vocabularies.loaded import Note
from app.web.reader import Reader
from app.web.views.look_up import HowChoice, SearchView
from app.web.views.page import View
from app.web.views.stages import STAGE_TITLES, WHY
from app.web.views.token_tag import TokenTag, token_tag
from app.web.views.tokens import colour
from app.web.views.vocabulary_words import (
    AROUND,
    EVIDENCE,
    OBSTACLES,
    PART_LABELS,
    SCRIPT_LABELS,
)

SCRIPTS_SHOWN = 10
USUAL_WIDTH = 768
"""Numbers in a row of GPT-2 small and BERT base."""
BYTES_A_NUMBER = 2


@dataclass(frozen=True, slots=True)
class SizePartView:
    """An addend of the size: its count, what it counts (not translated), where its bar is drawn."""

    count: int
    label: str
    css: str
    left: float
    width: float


@dataclass(frozen=True, slots=True)
class StageLine:
    """A component of the tokenizer; `title` and `why` are not translated."""

    title: str
    component: str
    why: str
    detail: str
    source: str


@dataclass(frozen=True, slots=True)
class ScriptLine:
    label: str
    count: int
    share: float


@dataclass(frozen=True, slots=True)
class GhostLine:
    token: TokenTag
    why: str


@dataclass(frozen=True, slots=True)
class GhostsView:
    """The tokens that no text brings up; `checked` of `total` were looked for."""

    count: int
    lines: tuple[GhostLine, ...]
    checked: int
    total: int


@dataclass(frozen=True, slots=True)
class FactsView:
    """`evidence` is not translated. `glitches` is empty where none is known."""

    evidence: str
    size: int
    parts: tuple[SizePartView, ...]
    largest_id: int
    unused_ids: int
    special_count: int
    specials: tuple[TokenTag, ...]
    byte_fallback: bool
    unknown: TokenTag | None
    stages: tuple[StageLine, ...]
    longest: tuple[TokenTag, ...]
    scripts: tuple[ScriptLine, ...]
    more_scripts: tuple[ScriptLine, ...]
    ghosts: GhostsView
    glitches: tuple[TokenTag, ...]
    glitch_source: str


@dataclass(frozen=True)
class RowsView(View):
    """The two tables of a model: `size` rows of `width` numbers, twice."""

    template: ClassVar[str] = "partials/_rows.html"

    size: int
    width: int
    numbers: int
    megabytes: Decimal
    problem: str


@dataclass(frozen=True, slots=True)
class OwnView:
    """What is said of a vocabulary that a visitor brought or trained."""

    minutes: int
    uploaded: bool
    notes: tuple[str, ...]


@dataclass(frozen=True)
class VocabularyPage(View):
    """`facts` is None where the vocabulary cannot be loaded, and `unavailable` says why."""

    template: ClassVar[str] = "pages/vocabulary.html"

    info: VocabularyInfo
    unavailable: str
    facts: FactsView | None
    own: OwnView | None
    search: SearchView
    how: tuple[HowChoice, ...]
    rows: RowsView


def facts_view(info: VocabularyInfo, facts: VocabularyFacts, reader: Reader) -> FactsView:
    """The facts in the order of the page."""

    def tag(fact: TokenFact) -> TokenTag:
        return token_tag(info.id, fact.id, fact.piece, fact.bytes, reader)

    shares = [_script(share) for share in facts.scripts]
    return FactsView(
        evidence=EVIDENCE[info.algorithm],
        size=facts.size,
        parts=_parts(facts),
        largest_id=facts.largest_id,
        unused_ids=facts.unused_ids,
        special_count=facts.special_count,
        specials=tuple(map(tag, facts.special_shown)),
        byte_fallback=facts.byte_fallback,
        unknown=tag(facts.unknown) if facts.unknown else None,
        stages=tuple(map(_stage, facts.stages)),
        longest=tuple(map(tag, facts.longest)),
        scripts=tuple(shares[:SCRIPTS_SHOWN]),
        more_scripts=tuple(shares[SCRIPTS_SHOWN:]),
        ghosts=_ghosts(info, facts.ghosts, reader),
        glitches=tuple(
            token_tag(info.id, glitch.id, "", glitch.text.encode(), reader)
            for glitch in facts.glitches
        ),
        glitch_source=SOURCE,
    )


def rows_view(size: int, width: int, problem: str = "") -> RowsView:
    """The numbers of the two tables, and their size at two bytes each.

    >>> view = rows_view(50_257, 768)
    >>> view.numbers, str(view.megabytes)
    (77194752, '154.389504')
    """
    numbers = embedding_numbers(size, width)
    return RowsView(size, width, numbers, Decimal(numbers * BYTES_A_NUMBER) / 1_000_000, problem)


def own_view(
    info: VocabularyInfo, minutes: float, notes: Sequence[Note], reader: Reader
) -> OwnView:
    """What is said of a vocabulary of a visitor."""
    said = tuple(reader.locale.say(note.message, **note.values) for note in notes)
    return OwnView(round(minutes), info.source == UPLOADED, said)


def _parts(facts: VocabularyFacts) -> tuple[SizePartView, ...]:
    """The addends, with their stretch of a bar 100 wide; each is at least a hair wide."""
    views: list[SizePartView] = []
    left = 0.0
    least = 0.4
    spare = 100 - least * len(facts.size_parts)
    for number, addend in enumerate(facts.size_parts):
        width = round(least + spare * addend.count / max(1, facts.size), 2)
        views.append(
            SizePartView(
                addend.count, PART_LABELS[addend.part], colour(number), round(left, 2), width
            )
        )
        left += width
    return tuple(views)


def _stage(fact: StageFact) -> StageLine:
    source = SPLIT_PATTERNS[fact.pattern].source if fact.pattern else ""
    why = AROUND if fact.stage == "post_process" else WHY.get(fact.component, "")
    # A mark such as ▁ or ## is named in the explanation already.
    detail = fact.detail if len(fact.detail) > 2 or not why else ""
    return StageLine(STAGE_TITLES[fact.stage], fact.component, why, detail, source)


def _script(share: ScriptShare) -> ScriptLine:
    return ScriptLine(SCRIPT_LABELS[share.script], share.count, share.share)


def _ghosts(info: VocabularyInfo, report: GhostReport, reader: Reader) -> GhostsView:
    lines = tuple(
        GhostLine(
            token_tag(
                info.id, ghost.id, ghost.piece, ghost.piece.encode("utf-8", "replace"), reader
            ),
            OBSTACLES[ghost.obstacle],
        )
        for ghost in report.shown
    )
    return GhostsView(report.count, lines, report.checked, report.total)
