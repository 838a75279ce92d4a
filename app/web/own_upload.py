"""The file of an upload form, read and kept on the shelf of visitors' vocabularies.

Fields: `vocabulary` is the file; `pattern` names the splitting pattern of a rank file; `letters`
("cased", "uncased" or empty) says whether a vocab.txt keeps capitals.
"""

from __future__ import annotations

from collections.abc import Iterable

from app.services.own_vocabularies import PREFIX, OwnVocabularies
from app.services.vocabulary_files import Reading, info_of, read_vocabulary_file
from app.vocabularies.registry import Registry
from app.web.forms import Form
from app.web.state import Fields

FILE = "vocabulary"
_CASED = {"cased": True, "uncased": False}


def keep_upload(form: Form, own: OwnVocabularies, max_bytes: int) -> str | None:
    """The id of the vocabulary that the form brought; None when it brought no file.

    Every cut of the playground comes by here, so that expired vocabularies leave memory soon.
    Raises what reading the file raises (see `read_vocabulary_file`).
    """
    own.sweep()
    file = form.files.get(FILE)
    if file is None:
        return None
    data, name = file.file.read(), file.filename or ""
    reading = Reading(form.text("pattern") or None, _CASED.get(form.text("letters")))
    loaded = read_vocabulary_file(data, name, max_bytes, reading)
    return own.add(loaded.tokenizer, info_of(loaded, data, name), loaded.notes)


def known_to(fields: Fields, registry: Registry) -> tuple[str, ...]:
    """The ids that a form or link may name: those listed, and the visitors' that it does name."""
    named = (
        id.strip()
        for name in ("model", "add")
        for value in fields.all(name)
        for id in value.split(",")
    )
    return (*registry.ids(), *_own(named, registry))


def _own(named: Iterable[str], registry: Registry) -> tuple[str, ...]:
    return tuple(dict.fromkeys(id for id in named if id.startswith(PREFIX) and id in registry))
