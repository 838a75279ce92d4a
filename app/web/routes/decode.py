"""Ids back to text: `GET /decode?model=gpt2&ids=464,3797` is a link, `POST /decode` what was typed."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.errors import N_, InvalidInput, TokenarioError
from app.services.decode_ids import DecodedIds, decode_ids, read_ids
from app.services.link_state import PageState, read_query
from app.services.own_vocabularies import PREFIX
from app.vocabularies.registry import Registry
from app.web.addresses import Addresses, addresses_of
from app.web.cutting import check_length
from app.web.deps import FormDep, HtmxDep, ReaderDep, RegistryDep, RenderDep, SettingsDep
from app.web.error_handlers import status_of
from app.web.htmx import response_headers
from app.web.reader import Reader
from app.web.state import Fields
from app.web.views.decode import DecodedView, DecodePage, options, result_view
from app.web.views.preview import Preview, decoded_words

router = APIRouter(include_in_schema=False)

USUAL_VOCABULARY = "o200k_base"
LONGEST_ADDRESS = 2_000


@router.get("/decode")
def show(
    request: Request,
    render: RenderDep,
    reader: ReaderDep,
    registry: RegistryDep,
    settings: SettingsDep,
) -> HTMLResponse:
    reading = read_query("decode", request.scope["query_string"])
    answer = _answer(reading.state, registry, settings.max_text_characters, reader)
    preview = None
    if answer.found:
        words = decoded_words(answer.found, reader.locale)
        preview = Preview(words, addresses_of(request, reading.state))
    page = _page(reading.state, answer.view, registry)
    return render.page(page, preview=preview, said=reading.notices)


@router.post("/decode")
def decode(
    form: FormDep,
    render: RenderDep,
    reader: ReaderDep,
    registry: RegistryDep,
    settings: SettingsDep,
    htmx: HtmxDep,
) -> HTMLResponse:
    typed = PageState.of("decode", model=form.text("model"), ids=_without_nul(form.textarea("ids")))
    answer = _answer(typed, registry, settings.max_text_characters, reader)
    address = _address(link_of(form, registry).with_(**reader.kept))
    if htmx.wants_fragment:
        return render.fragment(answer.view, headers=response_headers(replace_url=address))
    status = status_of(answer.error) if answer.error else 200
    return render.page(_page(typed, answer.view, registry), status=status, address=address)


def link_of(fields: Fields, registry: Registry) -> PageState:
    """The state of a form or link: a vocabulary, and ids with commas where they are ids."""
    typed = _without_nul(fields.textarea("ids"))
    with suppress(TokenarioError):  # the page says what is wrong with them
        typed = ",".join(map(str, read_ids(typed)))
    model = next(iter(fields.all("model")), "") or _usual(registry)
    return PageState.of("decode", model=model, ids=typed)


def decoded_of(link: PageState, registry: Registry, most: int) -> DecodedIds | None:
    """The text of the ids of a state; None where there are none.

    Raises InvalidInput, InputTooLarge and what decoding raises.
    """
    typed, model = link.get("ids") or "", link.get("model") or ""
    check_length(typed, most)
    if model and model not in registry:
        raise InvalidInput(
            N_("There is no vocabulary with that id here. There are: %(ids)s."),
            ids=", ".join(registry.ids()),
        )
    ids = read_ids(typed)
    return decode_ids(registry, model or _usual(registry), ids) if ids else None


@dataclass(frozen=True, slots=True)
class _Answer:
    """The ids decoded, or what is wrong with them."""

    view: DecodedView
    found: DecodedIds | None = None
    error: TokenarioError | None = None


def _answer(link: PageState, registry: Registry, most: int, reader: Reader) -> _Answer:
    try:
        found = decoded_of(link, registry, most)
    except TokenarioError as error:
        return _Answer(DecodedView(None, reader.locale.explain(error)), error=error)
    if found is None:
        return _Answer(DecodedView(None, ""))
    cut = _cut(found.info.id, found.text, reader)
    return _Answer(DecodedView(result_view(found, cut), ""), found)


def _page(typed: PageState, decoded: DecodedView, registry: Registry) -> DecodePage:
    model = typed.get("model") or ""
    chosen = model if model in registry else _usual(registry)
    listed = registry.ids() if not chosen.startswith(PREFIX) else (*registry.ids(), chosen)
    known = [registry.info(id) for id in listed]
    return DecodePage(typed.get("ids") or "", options(known, chosen), decoded)


def _usual(registry: Registry) -> str:
    return USUAL_VOCABULARY if USUAL_VOCABULARY in registry else registry.ids()[0]


def _without_nul(typed: str) -> str:
    """What was typed, with U+FFFD for NUL, which is no id and which no link can carry."""
    return typed.replace("\0", "\ufffd")


def _cut(vocabulary: str, text: str, reader: Reader) -> str:
    """The playground with the text of the ids; empty where an address cannot hold it."""
    if "\0" in text:
        return ""
    state = PageState.of("playground", model=vocabulary, text=text, **reader.kept)
    address = Addresses("", state).page
    return address if len(address) <= LONGEST_ADDRESS else ""


def _address(link: PageState) -> str:
    """The address of these ids; without them where it would be too long or they are none."""
    whole = Addresses("", link).page
    ids = link.get("ids") or ""
    if ids.replace(",", "").isdigit() and len(whole) <= LONGEST_ADDRESS:
        return whole
    return Addresses("", link.with_(ids=None)).page
