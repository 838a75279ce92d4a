"""The `added_tokens` of tokenizer.json: matched in the text before anything else."""

from __future__ import annotations

from app.errors import N_, VocabularyFileError
from app.tokenization.special_tokens import AddedToken
from app.tokenization.stages import Normalizer
from app.vocabularies.loaded import Note
from app.vocabularies.tokenizer_json.document import Node


def read_added_tokens(
    node: Node, normalizers: tuple[Normalizer, ...]
) -> tuple[tuple[AddedToken, ...], tuple[Note, ...]]:
    """The tokens, and a note when some would be looked for in the normalised text.

    We look for all of them in the text as written. That gives the same for a token that the
    normalisers leave alone; a special token that they change is looked for as written, with a
    note. Raises UnsupportedComponent for a plain token that they change, VocabularyFileError for
    one that comes twice.
    """
    tokens: dict[str, AddedToken] = {}
    changed: list[str] = []
    for entry in node.items() if node else ():
        token = AddedToken(
            content=entry.sign("content"),
            id=entry.whole_number("id"),
            special=entry.flag("special", False),
            lstrip=entry.flag("lstrip", False),
            rstrip=entry.flag("rstrip", False),
            single_word=entry.flag("single_word", False),
        )
        if not token.content:
            continue
        if tokens.setdefault(token.content, token) != token:
            raise VocabularyFileError(
                N_("%(path)s repeats the token “%(token)s” with another meaning."),
                path=entry.path,
                token=token.content,
            )
        if entry.flag("normalized", not token.special) and _changes(normalizers, token.content):
            if not token.special:
                raise entry.unsupported(f"{token.content} normalized")
            changed.append(token.content)
    notes: tuple[Note, ...] = ()
    if changed:
        notes = (Note(_AS_WRITTEN, {"tokens": ", ".join(changed)}),)
    return tuple(tokens.values()), notes


_AS_WRITTEN = N_(
    "The file looks for these special tokens in the normalised text; here they are looked for as "
    "written: %(tokens)s."
)


def _changes(normalizers: tuple[Normalizer, ...], content: str) -> bool:
    text = content
    for normalizer in normalizers:
        text = normalizer.normalize(text).text
    return text != content
