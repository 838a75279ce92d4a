"""What a handler may ask for, as `Annotated` aliases: a signature then reads like prose.

`SettingsDep` the settings, `RegistryDep` the vocabularies, `OwnDep` those of visitors, `FactsDep` what is
known of each, `TrainingsDep` the runs of trainers, `StoreDep` the stored links; `ReaderDep` language, theme
and links, `HtmxDep` the htmx headers, `FormDep` a form's fields exactly as typed, `RenderDep` how to
answer: page() and fragment().
"""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import Depends, Request

from app.errors import InvalidInput
from app.services.describe_vocabulary import VocabularyDescriptions
from app.services.own_vocabularies import OwnVocabularies
from app.services.training_runs import TrainingRuns
from app.settings import Settings
from app.storage.shares import ShareStore
from app.vocabularies.registry import Registry
from app.web.forms import Form, read_form
from app.web.htmx import HtmxRequest
from app.web.reader import UNKNOWN_LANGUAGE, Reader, reader_of
from app.web.templating import Renderer


async def settings_of(request: Request) -> Settings:
    return cast(Settings, request.app.state.settings)


async def registry_of(request: Request) -> Registry:
    return cast(Registry, request.app.state.registry)


async def own_of(request: Request) -> OwnVocabularies:
    return cast(OwnVocabularies, request.app.state.own_vocabularies)


async def trainings_of(request: Request) -> TrainingRuns:
    return cast(TrainingRuns, request.app.state.trainings)


async def facts_of(request: Request) -> VocabularyDescriptions:
    return cast(VocabularyDescriptions, request.app.state.facts)


async def shares_of(request: Request) -> ShareStore:
    return cast(ShareStore, request.app.state.shares)


async def _reader(request: Request) -> Reader:
    return reader_of(request)


async def _htmx(request: Request) -> HtmxRequest:
    return HtmxRequest.from_headers(request.headers)


async def _renderer(request: Request) -> Renderer:
    return Renderer.of(request)


SettingsDep = Annotated[Settings, Depends(settings_of)]
RegistryDep = Annotated[Registry, Depends(registry_of)]
FactsDep = Annotated[VocabularyDescriptions, Depends(facts_of)]
OwnDep = Annotated[OwnVocabularies, Depends(own_of)]
TrainingsDep = Annotated[TrainingRuns, Depends(trainings_of)]
StoreDep = Annotated[ShareStore, Depends(shares_of)]
ReaderDep = Annotated[Reader, Depends(_reader)]
HtmxDep = Annotated[HtmxRequest, Depends(_htmx)]
RenderDep = Annotated[Renderer, Depends(_renderer)]
FormDep = Annotated[Form, Depends(read_form)]


async def refuse_unknown_language(reader: ReaderDep) -> None:
    """For the API's routers: an unknown `?lang=` is an error there, where a page shows a notice."""
    if UNKNOWN_LANGUAGE in reader.unknown:
        raise InvalidInput(UNKNOWN_LANGUAGE)
