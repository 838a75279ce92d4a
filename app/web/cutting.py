"""A text cut for a page: its length, the stretch of it that is shown, and each vocabulary's reading."""

from __future__ import annotations

from dataclasses import dataclass

from app.analysis.text_length import TextLength, text_length
from app.errors import N_, InputTooLarge
from app.services.tokenize_text import Failed, Tokenized, tokenize_each
from app.tokenization.budget import Budget
from app.tokenization.well_formed import well_formed
from app.vocabularies.registry import Registry
from app.web.state import Mode, PlaygroundState
from app.web.views.readings import Pager, pager


@dataclass(frozen=True, slots=True)
class Cutting:
    """`text` is well formed; `results` are in the order of the state's vocabularies."""

    text: str
    length: TextLength
    shown: Pager
    results: list[Tokenized | Failed]

    @property
    def read(self) -> list[Tokenized]:
        """The readings of the vocabularies that could be loaded."""
        return [result for result in self.results if isinstance(result, Tokenized)]


def check_length(text: str, limit: int) -> None:
    """Raise InputTooLarge for a text over the limit of characters."""
    if len(text) > limit:
        raise InputTooLarge(
            N_("The text has %(size)s characters and the limit is %(limit)s. Cut it in parts."),
            size=len(text),
            limit=limit,
        )


def cut_for_page(state: PlaygroundState, registry: Registry, budget: Budget) -> Cutting:
    """Cut the text of a state, with the tokens of the stretch that its page shows.

    The vocabularies that there is no time left for say so.
    """
    text = well_formed(state.text)
    shown = pager(len(text), state.page)
    results = tokenize_each(
        registry,
        text,
        state.vocabularies,
        state.specials,
        window=(shown.start, shown.end),
        stages=state.mode is Mode.STAGES,
        budget=budget,
    )
    return Cutting(text, text_length(text), shown, results)
