"""The state of the training page: what the address and the form say, and how it is written back.

A corpus that comes with the product is named (`ready=roots-es`), any other is written out
(`corpus=…`); one too long for an address is found by the run it was trained in (`run=…`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache

from app.catalog.loader import corpora
from app.errors import N_, InvalidInput
from app.locales import Language
from app.services.link_state import PageState
from app.services.training_request import Learner, TrainingOptions, TrainingRequest
from app.tokenization.bpe.model import Unit
from app.tokenization.bpe.pair_queue import Ties
from app.tokenization.corpus import Split
from app.tokenization.wordpiece.trainer import Score
from app.web.reader import Reader
from app.web.state import Fields, Notice, read_choice

DEFAULT_READY = "roots"
DEFAULT_MERGES = 24
MOST = 10_000_000
SPLITS = (Split.WHITESPACE, Split.GPT2, Split.CL100K, Split.O200K, Split.NONE)

USED = {
    Learner.BPE: ("unit", "marker", "ties", "min_frequency", "pre_tokenizer"),
    Learner.WORDPIECE: ("score", "min_frequency", "pre_tokenizer"),
    Learner.UNIGRAM: ("min_frequency", "pre_tokenizer"),
    Learner.SUPERBPE: ("unit", "ties", "min_frequency", "pre_tokenizer", "transition"),
    Learner.GAGE: ("min_frequency",),
}
"""The options each algorithm uses; the others are not in its links."""


class Temperature(StrEnum):
    """At which cuts of a word are drawn: above 1 all ways come more alike, below 1 the best prevails."""

    QUARTER = "0.25"
    HALF = "0.5"
    ONE = "1"
    TWO = "2"
    FOUR = "4"


@dataclass(frozen=True, slots=True)
class TrainState:
    """`corpus` is exact. `run` names a run that no address can say; `step` and `word` (of the
    lattice) are what the page looks at, `text` is cut with what was learned. Cuts of the word are
    drawn with `seed` and `temperature`. `private`: corpus and text stay out of every address that
    is sent."""

    corpus: str
    learner: Learner = Learner.BPE
    ready: str | None = None
    merges: int | None = DEFAULT_MERGES
    size: int | None = None
    options: TrainingOptions = field(default_factory=TrainingOptions)
    run: str | None = None
    word: str | None = None
    seed: int = 1
    temperature: Temperature = Temperature.ONE
    step: str | None = None
    text: str | None = None
    notices: tuple[Notice, ...] = ()
    private: bool = False

    def request(self) -> TrainingRequest:
        """What to train. Raises InvalidInput for words with an impossible count."""
        return TrainingRequest.of_typed(
            self.learner, self.corpus, self.merges, self.size, self.options
        )

    def link(self) -> PageState:
        """The state as a link says it; defaults are left out. Raises InvalidInput for NUL."""
        drawn = {
            "seed": None if self.seed == 1 else str(self.seed),
            "temperature": None if self.temperature is Temperature.ONE else self.temperature.value,
        }
        if self.run:
            looks = {
                "run": self.run,
                "word": self.word,
                **drawn,
                "step": self.step,
                "text": self.text,
            }
            return PageState.of("train", **{n: v for n, v in looks.items() if v is not None})
        options, used = self.options, USED[self.learner]
        said = {
            "algorithm": self.learner.value,
            "ready": self.ready,
            "merges": None if self.merges is None else str(self.merges),
            "size": None if self.size is None else str(self.size),
            "unit": None if options.unit is Unit.CHARACTER else options.unit.value,
            "marker": options.marker,
            "ties": None if options.ties is Ties.FIRST_SEEN else options.ties.value,
            "min_frequency": None if options.min_frequency is None else str(options.min_frequency),
            "pre_tokenizer": None
            if options.pre_tokenizer is Split.WHITESPACE
            else options.pre_tokenizer.value,
            "score": None if options.score is Score.LIKELIHOOD else options.score.value,
            "transition": None if options.transition is None else str(options.transition),
            "word": self.word,
            **drawn,
            "step": self.step,
            "corpus": None if self.ready else self.corpus,
            "text": self.text,
        }
        kept = {
            name: value
            for name, value in said.items()
            if value is not None and (name not in _OPTIONS or name in used)
        }
        return PageState.of("train", **kept)

    def address(self, reader: Reader, path: str = "/train") -> str:
        """The address of the state, in the reader's language and colours.

        A private page keeps its texts after the #. What is fetched by address alone, which takes no
        # along, is found by the run.
        """
        if self.private and path != "/train":
            run = PageState.of("train", run=self.run or self.request().key(), **reader.kept)
            return f"{path}?{run.query()}"
        link = self.link().with_(**reader.kept)
        if not self.private:
            return f"{path}?{link.query()}"
        query, fragment = link.private()
        return f"{path}?{query}#{fragment}"

    def of_run(self, request: TrainingRequest) -> TrainState:
        """The state with what a kept run was asked for: its address says only its id."""
        words = request.words or {}
        typed = " ".join(f"{word}*{count}" for word, count in words.items())
        return replace(
            self,
            corpus=typed if request.text is None else request.text,
            learner=request.learner,
            ready=None,
            merges=request.merges,
            size=request.size,
            options=request.options,
        )


_OPTIONS = frozenset(name for names in USED.values() for name in names)


def read_train_state(fields: Fields, language: Language) -> TrainState:
    """Read a link or a form. Raises InvalidInput for a number that is none."""
    notices: list[Notice] = []
    learner = read_choice(fields, "algorithm", Learner.BPE, notices)
    ready, corpus = _corpus(fields, language, notices)
    merges, size = _amount(fields)
    options = TrainingOptions(
        unit=read_choice(fields, "unit", Unit.CHARACTER, notices),
        marker=_last(fields, "marker") or None,
        ties=read_choice(fields, "ties", Ties.FIRST_SEEN, notices),
        min_frequency=_number(fields, "min_frequency"),
        pre_tokenizer=read_choice(fields, "pre_tokenizer", Split.WHITESPACE, notices),
        score=read_choice(fields, "score", Score.LIKELIHOOD, notices),
        transition=_number(fields, "transition"),
    )
    return TrainState(
        corpus=corpus,
        learner=learner,
        ready=ready,
        merges=merges,
        size=size,
        options=_used(learner, options),
        run=_last(fields, "run") or None,
        word=_last(fields, "word") or None,
        seed=_number(fields, "seed") or 1,
        temperature=read_choice(fields, "temperature", Temperature.ONE, notices),
        step=_last(fields, "step") or None,
        text=fields.textarea("text") if fields.all("text") else None,
        notices=tuple(notices),
        private=_last(fields, "private") == "1",
    )


def _used(learner: Learner, options: TrainingOptions) -> TrainingOptions:
    """The options without those that the algorithm does not use."""
    used = {name: getattr(options, name) for name in USED[learner]}
    if used.get("unit") is Unit.BYTE:
        used["marker"] = None
    return replace(TrainingOptions(), **used)


@cache
def ready_texts() -> dict[str, str]:
    """The corpora that come with the product, by the id that links use."""
    return {
        f"{corpus.id}-{language.value}": corpus.text.of(language.value)
        for corpus in corpora()
        for language in Language
    }


def _corpus(fields: Fields, language: Language, notices: list[Notice]) -> tuple[str | None, str]:
    """The id of a ready corpus, if it is one, and the text."""
    texts = ready_texts()
    if fields.all("corpus"):
        typed = fields.textarea("corpus")
        same = (id for id, text in texts.items() if text.strip() == typed.strip())
        return next(same, None), typed
    named = _last(fields, "ready")
    if named and named not in texts:
        message = N_("There is no ready corpus with that name. There are: %(ids)s.")
        notices.append(Notice(message, {"ids": ", ".join(texts)}))
    id = named if named in texts else f"{DEFAULT_READY}-{language.value}"
    return id, texts[id]


def _amount(fields: Fields) -> tuple[int | None, int | None]:
    """Rules or size: as links name them, or as the form's number and its unit."""
    merges, size = _number(fields, "merges"), _number(fields, "size")
    measure = _last(fields, "measure")
    if measure is not None:
        amount = _number(fields, "amount")
        return (None, amount) if measure == "size" else (amount, None)
    if merges is None and size is None and not fields.all("algorithm"):
        return DEFAULT_MERGES, None
    return merges, size


def _last(fields: Fields, name: str) -> str | None:
    given = fields.all(name)
    return given[-1] if given else None


_GAP = re.compile(r"[.,\s]")
_GROUPED = re.compile(r"[0-9]{1,3}(?:[.,\s][0-9]{3})+")
"""A number with its thousands apart, as people and this page write it; no count has thousandths."""


def _number(fields: Fields, name: str) -> int | None:
    """A whole number; None where nothing is said."""
    given = (_last(fields, name) or "").strip()
    if not given:
        return None
    if _GROUPED.fullmatch(given):
        given = _GAP.sub("", given)
    if not (given.isascii() and given.isdigit()) or len(given) > 8 or int(given) > MOST:
        raise InvalidInput(
            N_("“%(name)s” is a whole number from 0 to %(most)s, or nothing at all."),
            name=name,
            most=MOST,
        )
    return int(given)
