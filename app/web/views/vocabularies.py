"""All the vocabularies on one page, and the form that brings one's own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar

from app.tokenization.split_patterns import SPLIT_PATTERNS
from app.vocabularies.info import VocabularyInfo
from app.web.reader import Reader
from app.web.views.look_up import LookUpView
from app.web.views.page import View


@dataclass(frozen=True, slots=True)
class VocabularyLine:
    """A vocabulary of the list; `ready` is False where its file has to be fetched first."""

    info: VocabularyInfo
    href: str
    ready: bool


@dataclass(frozen=True, slots=True)
class UploadForm:
    """The form for one's own file: its limits, and what is wrong with the file sent last."""

    megabytes: Decimal
    minutes: int
    patterns: tuple[str, ...]
    problem: str = ""


@dataclass(frozen=True)
class OwnOfferView(View):
    """The form as the playground has it, replaced beside the results once a file was sent."""

    template: ClassVar[str] = "partials/_own_offer.html"

    upload: UploadForm
    partial: bool = True


@dataclass(frozen=True)
class VocabulariesPage(View):
    """`deleted`: the reader's own vocabulary was just taken away."""

    template: ClassVar[str] = "pages/vocabularies.html"

    vocabularies: tuple[VocabularyLine, ...]
    look_up: LookUpView
    upload: UploadForm
    deleted: bool


def upload_form(max_bytes: int, minutes: float, problem: str = "") -> UploadForm:
    return UploadForm(
        Decimal(max_bytes) / 1_000_000, round(minutes), tuple(SPLIT_PATTERNS), problem
    )


def vocabulary_lines(
    vocabularies: Iterable[tuple[VocabularyInfo, bool]], reader: Reader
) -> tuple[VocabularyLine, ...]:
    """One line a vocabulary, with whether it is ready."""
    return tuple(
        VocabularyLine(info, reader.link(f"/vocabularies/{info.id}"), ready)
        for info, ready in vocabularies
    )
