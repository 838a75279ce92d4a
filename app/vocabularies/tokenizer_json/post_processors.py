"""The `post_processor` of tokenizer.json: the special tokens around a single text."""

from __future__ import annotations

from app.errors import N_
from app.tokenization.post_processors import SpecialTokenTemplate
from app.vocabularies.tokenizer_json.document import Node

Ids = tuple[int, ...]


def read_post_processor(node: Node) -> SpecialTokenTemplate | None:
    """The template, or None when nothing is put around a text. Raises UnsupportedComponent."""
    before, after = _around(node) if node else ((), ())
    return SpecialTokenTemplate(before, after) if before or after else None


def _around(node: Node) -> tuple[Ids, Ids]:
    match node.text("type"):
        case "ByteLevel":
            return (), ()
        case "BertProcessing" | "RobertaProcessing":
            return (_named(node.child("cls")),), (_named(node.child("sep")),)
        case "TemplateProcessing":
            return _template(node)
        case "Sequence":
            found = [_around(part) for part in node.child("processors").items()]
            adding = [around for around in found if around != ((), ())]
            if len(adding) > 1:
                # Hugging Face puts the second around each special token of the first.
                raise node.unsupported("Sequence of several templates")
            return adding[0] if adding else ((), ())
    raise node.unsupported()


def _named(node: Node) -> int:
    """A pair of a token and its id."""
    parts = list(node.items())
    if len(parts) != 2:
        raise node.wrong(N_("%(path)s must be a token and its id."))
    return parts[1].id()


def _template(node: Node) -> tuple[Ids, Ids]:
    special = node.child("special_tokens")
    before: Ids = ()
    after: Ids | None = None
    for part in node.child("single").items():
        if "Sequence" in part.object():
            if after is not None or part.child("Sequence").text("id") != "A":
                raise node.child("single").unsupported("TemplateProcessing: $A $A, $B")
            after = ()
            continue
        token = special.child(part.child("SpecialToken").text("id"))
        ids = tuple(id.id() for id in token.child("ids").items())
        if after is None:
            before += ids
        else:
            after += ids
    if after is None:
        raise node.child("single").unsupported("TemplateProcessing without $A")
    return before, after
