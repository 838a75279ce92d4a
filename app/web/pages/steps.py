"""Step by step: how a vocabulary cuts a text, frame by frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from starlette.responses import Response

from app.errors import N_, InputTooLarge, InvalidInput, NotFound, TokenarioError
from app.services.encode_steps import EncodedSteps, encode_steps
from app.services.link_state import PageState
from app.tokenization.budget import Budget
from app.tokenization.special_tokens import SpecialPolicy
from app.vocabularies.info import VocabularyInfo
from app.vocabularies.registry import Registry
from app.web.error_handlers import status_of
from app.web.pages.kinds import EmbedParts, Opening, Site
from app.web.pictures.row import PictureRow
from app.web.state import Fields, Notice, read_specials
from app.web.templating import Renderer
from app.web.views.embed import EmbedStepsView
from app.web.views.player import TARGET
from app.web.views.preview import Words, steps_words
from app.web.views.step_run import Run, run_of
from app.web.views.steps import (
    DEFAULT_TEXT,
    DEFAULT_VOCABULARY,
    Option,
    StepFrameView,
    StepsPage,
    steps_page,
)
from app.web.views.tokens import chips

PATH = "/embed/steps"
SAID = ("model", "special", "word", "step")

LONGEST_TEXT = 2_000
"""Characters of a text that is shown step by step: the whole of it is in the address."""


class StepsShared:
    parts = ("text", "vocabularies", "rule", "link")
    part_labels = (
        N_("the text box"),
        N_("the choice of vocabularies"),
        N_("how the algorithm works"),
        N_("the link to Tokenario"),
    )
    usual_parts = frozenset({"text", "vocabularies", "link"})

    def link(self, fields: Fields, site: Site) -> PageState:
        said = {name: fields.all(name)[-1] for name in SAID if fields.all(name)}
        link = PageState.of("steps", text=fields.textarea("text"), **said)
        return settled(link, site.registry)[0]

    def page(self, asked: Opening, render: Renderer, site: Site) -> Response:
        state, said = settled(asked.link, site.registry)
        framed = render.htmx.wants_fragment and render.htmx.target == TARGET
        try:
            found = steps_of(state, site)
            if asked.link.text is None and not _has_frame(found, state, site):
                # A private link before its text is sent, or a link that lost it.
                state = state.with_(word=None, step=None)
                said.append(InvalidInput(_EXAMPLE_INSTEAD))
            run = run_of(found, state, site.reader, private=asked.private)
        except TokenarioError as error:
            if framed:
                raise
            here = asked.here(state.with_(text=None, word=None, step=None), site.reader)
            view = _page(asked, state, None, said, site, site.locale.explain(error))
            return render.page(view, status=status_of(error), address=here, said=asked.said)
        if framed and run is not None:
            return render.fragment(StepFrameView(run))
        view = _page(asked, state, run, said, site)
        words = _words(state, found, site)
        return asked.answer(render, view, words, asked.here(state, site.reader))

    def embed(
        self,
        link: PageState,
        parts: EmbedParts,
        said: Sequence[InvalidInput],
        site: Site,
        full: str,
    ) -> EmbedStepsView:
        state, more = settled(link, site.registry)
        found = steps_of(state, site)
        setting = link.setting()
        flaws = (*said, *more, *parts.said)
        return EmbedStepsView(
            run=self._inside(found, state, site),
            text=state.text or "",
            special=state.get("special") == "1",
            vocabularies=tuple(
                Option(id, site.registry.info(id).title, id == found.info.id)
                for id in dict.fromkeys((*site.registry.ids(), found.info.id))
            ),
            notices=tuple(site.locale.explain(error) for error in flaws),
            show=parts.show,
            lock=parts.lock,
            changes=bool(parts.show & {"text", "vocabularies"} - parts.lock),
            action=f"{PATH}?{setting}" if setting else PATH,
            full=full,
        )

    def frame(self, link: PageState, site: Site, full: str) -> StepFrameView | None:  # noqa: ARG002
        state, _ = settled(link, site.registry)
        run = self._inside(steps_of(state, site), state, site)
        return StepFrameView(run) if run else None

    def words(self, link: PageState, site: Site) -> Words:
        state, _ = settled(link, site.registry)
        return _words(state, steps_of(state, site), site)

    def picture(self, link: PageState, site: Site) -> tuple[list[PictureRow], str]:
        state, _ = settled(link, site.registry)
        info = site.registry.info(state.vocabularies[0])
        read = site.registry.tokenizer(info.id).encode(state.text or "", specials_of(state))
        count = site.locale.say_n("%(num)s token", "%(num)s tokens", read.count)
        drawn = tuple(chips(read, 0, len(read.text)))
        return [PictureRow(f"{info.title}  {info.id}", count, drawn)], ""

    def _inside(self, found: EncodedSteps, state: PageState, site: Site) -> Run | None:
        """The run, with every address of its frames and parts inside the embed."""
        run = run_of(found, state, site.reader)
        if run is None:
            return None

        def inside(address: str) -> str:
            return address.replace("/steps?", f"{PATH}?", 1)

        boxes = tuple(replace(box, href=inside(box.href)) for box in run.parts.boxes)
        return replace(
            run,
            player=replace(run.player, address=inside(run.player.address)),
            parts=replace(run.parts, boxes=boxes),
            whole=inside(run.whole),
        )


def settled(state: PageState, registry: Registry) -> tuple[PageState, list[InvalidInput]]:
    """The state with a text, one known vocabulary and a switch that is on or not there, and what
    should be said about it."""
    said: list[InvalidInput] = []
    named = state.vocabularies
    known = [id for id in named if id in registry]
    if len(known) < len(named):
        said.append(
            InvalidInput(
                N_("There is no vocabulary with that id here. There are: %(ids)s."),
                ids=", ".join(registry.ids()),
            )
        )
    if len(known) > 1:
        said.append(InvalidInput(N_("Steps show one vocabulary at a time: this is the first.")))
    notices: list[Notice] = []
    special = "1" if read_specials(state, notices) is SpecialPolicy.AS_SPECIAL else None
    said += [InvalidInput(notice.message, **notice.values) for notice in notices]
    default = DEFAULT_VOCABULARY if DEFAULT_VOCABULARY in registry else registry.ids()[0]
    text = DEFAULT_TEXT if state.text is None else state.text
    chosen = known[0] if known else default
    return state.with_(model=chosen, special=special, text=text), said


def steps_of(state: PageState, site: Site) -> EncodedSteps:
    """The steps of a settled state. Raises InputTooLarge for a long text."""
    text = state.text or ""
    if len(text) > LONGEST_TEXT:
        raise InputTooLarge(
            N_(
                "The text has %(size)s characters; steps are shown for up to %(limit)s. "
                "Take a sentence or a word of it."
            ),
            size=len(text),
            limit=LONGEST_TEXT,
        )
    budget = Budget(seconds=site.settings.work_seconds)
    return encode_steps(
        site.registry, state.vocabularies[0], text, specials_of(state), budget=budget
    )


def specials_of(state: PageState) -> SpecialPolicy:
    """How a settled state reads special tokens that are written in its text."""
    return read_specials(state, [])


_EXAMPLE_INSTEAD = N_("The link names a step but no text: this is the first of an example.")


def _page(
    asked: Opening,
    state: PageState,
    run: Run | None,
    said: Sequence[InvalidInput],
    site: Site,
    problem: str = "",
) -> StepsPage:
    return steps_page(
        state,
        run,
        _listed(site.registry, state),
        site.registry.ready(),
        [site.locale.explain(flaw) for flaw in said],
        problem,
        site.reader,
        private=asked.private,
    )


def _words(state: PageState, found: EncodedSteps, site: Site) -> Words:
    count = found.steps.token_count
    return steps_words(state.text or "", found.info.title, count, site.locale)


def _has_frame(found: EncodedSteps, state: PageState, site: Site) -> bool:
    try:
        run_of(found, state, site.reader)
    except NotFound:
        return False
    return True


def _listed(registry: Registry, state: PageState) -> list[VocabularyInfo]:
    """The vocabularies to choose from; a visitor's own is on no list but where it is used."""
    return [registry.info(id) for id in dict.fromkeys((*registry.ids(), *state.vocabularies))]
