"""The page of steps as a shared page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fastapi import Request
from starlette.responses import Response

from app.errors import N_, InvalidInput
from app.services.encode_steps import EncodedSteps
from app.services.link_state import PageState
from app.web.htmx import HtmxRequest
from app.web.pictures.row import PictureRow
from app.web.routes import steps
from app.web.sharing.kinds import EmbedParts, Site, opening
from app.web.state import Fields
from app.web.templating import Renderer
from app.web.views.embed import EmbedStepsView
from app.web.views.preview import Words, steps_words
from app.web.views.steps import Option, Run, StepFrameView, run_of
from app.web.views.tokens import chips

PATH = "/embed/steps"
SAID = ("model", "special", "word", "step")


class StepsShared:
    private = True
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
        return steps.settled(link, site.registry)[0]

    def page(self, link: PageState, request: Request, render: Renderer, site: Site) -> Response:
        htmx = HtmxRequest.from_headers(request.headers)
        asked = opening(request, link)
        return steps.show(asked, render, site.reader, site.registry, site.settings, htmx)

    def embed(
        self,
        link: PageState,
        parts: EmbedParts,
        said: Sequence[InvalidInput],
        site: Site,
        full: str,
    ) -> EmbedStepsView:
        state, more = steps.settled(link, site.registry)
        found = self._found(state, site)
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
        state, _ = steps.settled(link, site.registry)
        run = self._inside(self._found(state, site), state, site)
        return StepFrameView(run) if run else None

    def words(self, link: PageState, site: Site) -> Words:
        state, _ = steps.settled(link, site.registry)
        found = self._found(state, site)
        count = found.steps.token_count
        return steps_words(state.text or "", found.info.title, count, site.locale)

    def picture(self, link: PageState, site: Site) -> tuple[list[PictureRow], str]:
        state, _ = steps.settled(link, site.registry)
        info = site.registry.info(state.vocabularies[0])
        read = site.registry.tokenizer(info.id).encode(state.text or "", steps.specials_of(state))
        count = site.locale.say_n("%(num)s token", "%(num)s tokens", read.count)
        drawn = tuple(chips(read, 0, len(read.text)))
        return [PictureRow(f"{info.title}  {info.id}", count, drawn)], ""

    def _found(self, state: PageState, site: Site) -> EncodedSteps:
        return steps.steps_of(state, site.registry, site.settings.work_seconds)

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
