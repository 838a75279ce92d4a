"""Tokens to take away: `POST /export/{format}` with the fields of the playground's form.

`?of=` names one vocabulary of the rows; without it, all of them (JSON, CSV and pictures). `?show=1`
shows a text format in the browser, which is what copying does without JavaScript.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fastapi import APIRouter
from starlette.responses import Response

from app.errors import N_, InputTooLarge, InvalidInput, NotFound
from app.services.exports import ExportFormat, as_csv_of_all, as_json_of_all, export
from app.services.own_vocabularies import PREFIX
from app.tokenization.types import Encoding
from app.tokenization.well_formed import well_formed
from app.vocabularies.registry import Registry
from app.web.cutting import check_length
from app.web.deps import FormDep, ReaderDep, RegistryDep, SettingsDep
from app.web.own_upload import known_to
from app.web.pictures.png import draw_tall
from app.web.pictures.row import PictureRow
from app.web.pictures.svg import draw_svg
from app.web.reader import Reader, Theme
from app.web.state import PlaygroundState, read_state
from app.web.views.tokens import chips

router = APIRouter(include_in_schema=False)

PICTURED = 8_000
"""Characters of the text that a picture takes."""
SVG, PNG = "svg", "png"
_OF_ALL: dict[ExportFormat, Callable[[Sequence[tuple[str, Encoding]]], str]] = {
    ExportFormat.JSON: as_json_of_all,
    ExportFormat.CSV: as_csv_of_all,
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is taken away: the state of the page, the vocabularies, and within which limit."""

    state: PlaygroundState
    vocabularies: tuple[str, ...]
    max_tokens: int

    @property
    def name(self) -> str:
        """The file's name without its end."""
        if len(self.vocabularies) != 1:
            return "tokenario"
        id = self.vocabularies[0]
        return "tokenario-own" if id.startswith(PREFIX) else f"tokenario-{id}"


@router.post("/export/{format}")
def take_away(
    format: str,
    form: FormDep,
    reader: ReaderDep,
    registry: RegistryDep,
    settings: SettingsDep,
    of: str = "",
    show: str = "",
) -> Response:
    state = read_state(form, known_to(form, registry), "", registry.ready())
    check_length(state.text, settings.max_text_characters)
    chosen = (of,) if of in state.vocabularies else () if of else state.vocabularies
    if not chosen:
        raise InvalidInput(N_("The vocabulary to take tokens of is not among the rows."))
    wanted = Wanted(state, chosen, settings.max_api_tokens)
    if format == SVG:
        drawn = _svg(wanted, registry, reader)
        return _file(drawn.encode(), "image/svg+xml", f"{wanted.name}.svg")
    if format == PNG:
        return _file(_png(wanted, registry, reader), "image/png", f"{wanted.name}.png")
    if format not in list(ExportFormat):
        raise NotFound(
            N_("Tokens can be taken away as: %(formats)s."),
            formats=", ".join([*ExportFormat, SVG, PNG]),
        )
    return _text(wanted, ExportFormat(format), registry, shown=show == "1")


def _text(wanted: Wanted, format: ExportFormat, registry: Registry, *, shown: bool) -> Response:
    readings = [(id, _encoded(wanted, id, registry)) for id in wanted.vocabularies]
    of_all = _OF_ALL.get(format)
    if len(readings) == 1:
        body = export(readings[0][1], format, readings[0][0])
    elif of_all:
        body = of_all(readings)
    else:
        raise InvalidInput(N_("This format holds one vocabulary: choose the row to take."))
    # Spreadsheets read UTF-8 when a byte order mark says so.
    data = body.encode("utf-8-sig" if format is ExportFormat.CSV else "utf-8", "replace")
    name = f"{wanted.name}.{'txt' if format is ExportFormat.IDS else format.value}"
    if shown:
        return Response(data, media_type="text/plain; charset=utf-8")
    return _file(data, format.media_type, name)


def _encoded(wanted: Wanted, id: str, registry: Registry) -> Encoding:
    """All the tokens: a file that lacks some would pass for the whole."""
    encoding = registry.tokenizer(id).encode(
        wanted.state.text, wanted.state.specials, max_tokens=wanted.max_tokens
    )
    if encoding.truncated:
        raise InputTooLarge(
            N_(
                "The text has %(count)s tokens in %(title)s; up to %(limit)s are written to a file. "
                "Take a part of the text."
            ),
            count=encoding.count,
            title=registry.info(id).title,
            limit=wanted.max_tokens,
        )
    return encoding


def _pictured(wanted: Wanted, registry: Registry, reader: Reader) -> list[PictureRow]:
    """Title, count in words and the first chips of each vocabulary."""
    rows: list[PictureRow] = []
    text = well_formed(wanted.state.text)
    for id in wanted.vocabularies:
        encoding = registry.tokenizer(id).encode(text, wanted.state.specials, window=(0, PICTURED))
        count = reader.locale.say_n("%(num)s token", "%(num)s tokens", encoding.count)
        end = min(len(text), PICTURED)
        drawn = tuple(chips(encoding, 0, end))
        rows.append(PictureRow(registry.info(id).title, count, drawn))
    return rows


def _svg(wanted: Wanted, registry: Registry, reader: Reader) -> str:
    rows = _pictured(wanted, registry, reader)
    title = reader.locale.gettext("Tokens of the text, coloured")
    dark = reader.theme is Theme.DARK
    return draw_svg(rows, title, dark=dark, more=_more(reader))


def _png(wanted: Wanted, registry: Registry, reader: Reader) -> bytes:
    rows = _pictured(wanted, registry, reader)
    return draw_tall(rows, _more(reader) if len(wanted.state.text) > PICTURED else "")


def _more(reader: Reader) -> str:
    return reader.locale.gettext(
        "The picture holds the beginning of the text; the counts are whole."
    )


def _file(data: bytes, media_type: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=media_type, headers=headers)
