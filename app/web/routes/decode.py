"""Ids back to text: `GET /decode?model=gpt2&ids=464,3797` is a link, `POST /decode` what was typed."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from app.errors import N_, InputTooLarge, InvalidInput, TokenarioError
from app.services.decode_ids import decode_ids, read_ids
from app.services.link_state import PageState
from app.services.own_vocabularies import PREFIX
from app.vocabularies.registry import Registry
from app.web.deps import FormDep, HtmxDep, ReaderDep, RegistryDep, RenderDep, SettingsDep
from app.web.error_handlers import status_of
from app.web.htmx import response_headers
from app.web.reader import Reader
from app.web.views.decode import DecodedView, DecodePage, options, result_view

router = APIRouter(include_in_schema=False)

USUAL_VOCABULARY = "o200k_base"
LONGEST_ADDRESS = 2_000


@router.get("/decode")
def show(
    render: RenderDep,
    reader: ReaderDep,
    registry: RegistryDep,
    settings: SettingsDep,
    model: str = "",
    ids: str = "",
) -> HTMLResponse:
    decoded, _ = _decoded(model, ids, registry, settings.max_text_characters, reader)
    return render.page(_page(model, ids, decoded, registry))


@router.post("/decode")
def decode(
    form: FormDep,
    render: RenderDep,
    reader: ReaderDep,
    registry: RegistryDep,
    settings: SettingsDep,
    htmx: HtmxDep,
) -> HTMLResponse:
    model, ids = form.text("model"), form.textarea("ids")
    decoded, error = _decoded(model, ids, registry, settings.max_text_characters, reader)
    address = _address(model, ids, reader)
    if htmx.wants_fragment:
        return render.fragment(decoded, headers=response_headers(replace_url=address))
    status = status_of(error) if error else 200
    return render.page(_page(model, ids, decoded, registry), status=status, address=address)


def _page(model: str, ids: str, decoded: DecodedView, registry: Registry) -> DecodePage:
    chosen = model if model in registry else _usual(registry)
    listed = registry.ids() if not chosen.startswith(PREFIX) else (*registry.ids(), chosen)
    return DecodePage(ids, options([registry.info(id) for id in listed], chosen), decoded)


def _usual(registry: Registry) -> str:
    return USUAL_VOCABULARY if USUAL_VOCABULARY in registry else registry.ids()[0]


def _decoded(
    model: str, typed: str, registry: Registry, most: int, reader: Reader
) -> tuple[DecodedView, TokenarioError | None]:
    """The answer, or what is wrong with the ids, which stay as they were typed."""
    try:
        if len(typed) > most:
            raise InputTooLarge(
                N_("The text has %(size)s characters and the limit is %(limit)s. Cut it in parts."),
                size=len(typed),
                limit=most,
            )
        if model and model not in registry:
            raise InvalidInput(
                N_("There is no vocabulary with that id here. There are: %(ids)s."),
                ids=", ".join(registry.ids()),
            )
        ids = read_ids(typed)
        if not ids:
            return DecodedView(None, ""), None
        decoded = decode_ids(registry, model or _usual(registry), ids)
    except TokenarioError as error:
        return DecodedView(None, reader.locale.explain(error)), error
    return DecodedView(result_view(decoded, _cut(decoded.info.id, decoded.text, reader)), ""), None


def _cut(vocabulary: str, text: str, reader: Reader) -> str:
    """The playground with the text of the ids; empty where an address cannot hold it."""
    if "\0" in text:
        return ""
    state = PageState.of("playground", model=vocabulary, text=text, **reader.kept)
    address = f"/?{state.query()}"
    return address if len(address) <= LONGEST_ADDRESS else ""


def _address(model: str, typed: str, reader: Reader) -> str:
    """The address of these ids: as numbers with commas where they are ids, else without them."""
    values = {"model": model} if model else {}
    bare = reader.link("/decode", **values)
    try:
        ids = ",".join(map(str, read_ids(typed)))
    except InvalidInput:
        return bare
    whole = f"{bare}{'&' if '?' in bare else '?'}ids={ids}"
    return whole if ids and len(whole) <= LONGEST_ADDRESS else bare
