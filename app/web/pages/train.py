"""Training: a run at a frame, with what it learned.

A link says what was asked for, never what came out: training is deterministic. A run that the page
knows by an id of its own is written out, because that id lasts only while memory keeps the run.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from starlette.responses import Response

from app.errors import N_, InputTooLarge, InvalidInput, TokenarioError
from app.services.link_state import PageState
from app.services.train_tokenizer import Trained
from app.services.training_request import Learner, merging_run
from app.web.error_handlers import status_of
from app.web.pages.kinds import EmbedParts, Opening, Site
from app.web.pictures.row import PictureRow
from app.web.reader import Reader
from app.web.state import Fields
from app.web.templating import Renderer
from app.web.train_state import TrainState, read_train_state
from app.web.training import (
    LONGEST_ADDRESS,
    finished_page,
    live_page,
    problem_page,
    trained_of,
)
from app.web.views.embed import EmbedTrainView, Kept, LearnerChoice
from app.web.views.player import TARGET
from app.web.views.preview import Words, train_words
from app.web.views.tokens import Chip, Run, colour
from app.web.views.train import TrainFrameView
from app.web.views.train_encode import NAMES
from app.web.views.train_run import RunView, run_view

PATH = "/embed/train"
PICTURED = 40
"""Words of the corpus that a picture can have room for."""

LOOKS = ("step", "word", "seed", "temperature", "text")
"""What a link says about the look at a run, and not about the run."""


@dataclass(frozen=True, slots=True)
class EmbeddedState(TrainState):
    """A state whose frames have their addresses inside an embed: under `base`, which says the rest."""

    base: str = ""
    stored: bool = False

    def address(self, reader: Reader, path: str = "/train") -> str:
        if path != "/train":
            return TrainState.address(self, reader, path)
        link = self.link()
        if self.stored:
            link = PageState.of("train", **{n: v for n, v in link.values if n in LOOKS})
            if not link.values:
                return self.base
        return f"{self.base}{'&' if '?' in self.base else '?'}{link.query()}"


class TrainShared:
    parts = ("corpus", "rules", "link")
    part_labels = (
        N_("the corpus and the algorithm"),
        N_("the whole list of rules"),
        N_("the link to Tokenario"),
    )
    usual_parts = frozenset({"corpus", "link"})

    def link(self, fields: Fields, site: Site) -> PageState:
        state = read_train_state(fields, site.locale.language)
        if state.run is not None:
            asked = site.runs.result(state.run).request
            state = replace(state.of_run(asked), run=None)
        return state.link()

    def page(self, asked: Opening, render: Renderer, site: Site) -> Response:
        link, runs, reader = asked.link, site.runs, site.reader
        if len(link.query()) > LONGEST_ADDRESS:
            link = self._by_run(link, site)
        state = read_train_state(link, site.locale.language)
        state = replace(state, private=asked.private)
        live = runs.live(state.run) if state.run else None
        if live is not None:
            return render.page(live_page(state.of_run(live.request), live, runs, reader))
        said = [site.locale.say(one.message, **one.values) for one in state.notices]
        framed = render.htmx.wants_fragment and render.htmx.target == TARGET
        try:
            state, trained = trained_of(state, runs)
            if framed:
                return render.fragment(TrainFrameView(run_view(trained, runs, state, reader)))
            page = finished_page(state, trained, runs, reader, said)
        except TokenarioError as error:
            if framed:
                raise
            page = problem_page(state, error, runs, reader, said)
            status = status_of(error)
            return render.page(page, status=status, address=page.address, said=asked.said)
        return asked.answer(render, page, self.words(link, site), page.address)

    def _by_run(self, link: PageState, site: Site) -> PageState:
        """A link too long for the addresses of the page's frames: by the run, begun if need be."""
        asked = read_train_state(link, site.locale.language).request()
        if site.runs.is_quick(asked) or site.runs.known(asked):
            run = site.runs.trained(asked).request.key()
        else:
            run = site.runs.start(asked).id
        looks = {n: v for n, v in link.values if n in (*LOOKS, "lang", "theme")}
        return PageState.of("train", run=run, **looks)

    def embed(
        self,
        link: PageState,
        parts: EmbedParts,
        said: Sequence[InvalidInput],
        site: Site,
        full: str,
    ) -> EmbedTrainView:
        state, trained = self._trained(link, site, full)
        setting = link.setting()
        flaws = [site.locale.explain(error) for error in (*said, *parts.said)]
        kept = [pair for pair in state.link().values if pair[0] not in _IN_THE_FORM]
        return EmbedTrainView(
            run=run_view(trained, site.runs, state, site.reader),
            corpus=state.corpus,
            merges="" if state.merges is None else str(state.merges),
            learners=tuple(
                LearnerChoice(
                    learner.value, site.locale.gettext(NAMES[learner]), learner is state.learner
                )
                for learner in Learner
            ),
            kept=tuple(Kept(name, value) for name, value in kept),
            notices=(
                *(site.locale.say(notice.message, **notice.values) for notice in state.notices),
                *flaws,
            ),
            show=parts.show,
            lock=parts.lock,
            action=f"{PATH}?{setting}" if setting else PATH,
            full=full,
        )

    def frame(self, link: PageState, site: Site, full: str) -> TrainFrameView:
        state, trained = self._trained(link, site, full)
        return TrainFrameView(run_view(trained, site.runs, state, site.reader))

    def words(self, link: PageState, site: Site) -> Words:
        state = read_train_state(link, site.locale.language)
        name = site.locale.gettext(NAMES[state.learner])
        return train_words(name, state.corpus, state.merges, site.locale)

    def picture(self, link: PageState, site: Site) -> tuple[list[PictureRow], str]:
        state, trained = self._trained(link, site, "")
        view: RunView = run_view(trained, site.runs, state, site.reader)
        name = site.locale.gettext(NAMES[state.learner])
        step = site.locale.say(
            N_("Step %(step)s of %(last)s"), step=view.player.step, last=view.player.last
        )
        return [PictureRow(name, step, tuple(_drawn(self._pieces(trained, view, site))))], ""

    def _pieces(self, trained: Trained, view: RunView, site: Site) -> Iterable[tuple[str, ...]]:
        """The first words as they are cut at the frame, or whole where nothing is merged."""
        if merging_run(trained.run) is None:
            return [(word.text,) for word in trained.run.corpus.words[:PICTURED]]
        frame = site.runs.frame(trained, view.player.step)
        return [word.pieces for word in frame.words[:PICTURED]]

    def _trained(self, link: PageState, site: Site, full: str) -> tuple[EmbeddedState, Trained]:
        """The state as an embed addresses its frames, and its run."""
        read = read_train_state(link, site.locale.language)
        path, _, _ = full.partition("?")
        stored = path.startswith("/s/")
        base = f"/embed{path}" if stored else PATH
        setting = link.setting()
        state = EmbeddedState(
            **{name: getattr(read, name) for name in TrainState.__dataclass_fields__},
            base=f"{base}?{setting}" if setting else base,
            stored=stored,
        )
        if not stored and len(state.address(site.reader)) > LONGEST_ADDRESS:
            raise InputTooLarge(
                N_(
                    "The corpus is too long for an embed's address. Share the page with a stored link "
                    "and embed that one."
                )
            )
        return state, site.runs.trained(state.request())


_IN_THE_FORM = ("algorithm", "ready", "corpus", "merges", "size", *LOOKS)


def _drawn(words: Iterable[tuple[str, ...]]) -> Iterable[Chip]:
    """Words as chips, a piece each, with a space after every word."""
    number = 0
    for pieces in words:
        for piece in pieces:
            yield Chip("token", colour(number), (Run(piece),))
            number += 1
        yield Chip("ghost", "", (Run(" "),))
