"""The `normalizer` of tokenizer.json."""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Iterator

from app.errors import N_
from app.tokenization import normalizers as own
from app.tokenization.bert_clean import BertClean
from app.tokenization.charsmap import CharsmapNormalizer, read_charsmap
from app.tokenization.stages import Normalizer
from app.tokenization.unicode_forms import Nfc, Nfd, Nfkc, Nfkd
from app.vocabularies.tokenizer_json.document import Node
from app.vocabularies.tokenizer_json.oniguruma import translate

_SIMPLE: dict[str, type[Normalizer]] = {
    "NFC": Nfc,
    "NFD": Nfd,
    "NFKC": Nfkc,
    "NFKD": Nfkd,
    "Lowercase": own.Lowercase,
    "StripAccents": own.StripAccents,
    "Nmt": own.Nmt,
}


def read_normalizers(node: Node) -> tuple[Normalizer, ...]:
    """The normalisers in order; a Sequence is laid flat. Raises UnsupportedComponent."""
    return node.few(_read(node)) if node else ()


def _read(node: Node) -> Iterator[Normalizer]:
    kind = node.text("type")
    if kind == "Sequence":
        for part in node.child("normalizers").items():
            yield from _read(part)
    elif kind in _SIMPLE:
        yield _SIMPLE[kind]()
    elif kind == "BertNormalizer":
        yield BertClean(
            clean_text=node.flag("clean_text", True),
            handle_chinese_chars=node.flag("handle_chinese_chars", True),
            strip_accents=(
                node.flag("strip_accents", True) if node.child("strip_accents") else None
            ),
            lowercase=node.flag("lowercase", True),
        )
    elif kind == "Prepend":
        yield own.Prepend(node.sign("prepend"))
    elif kind == "Strip":
        yield own.Strip(left=node.flag("strip_left", True), right=node.flag("strip_right", True))
    elif kind == "Replace":
        yield _replace(node)
    elif kind == "Precompiled":
        yield _precompiled(node)
    else:
        raise node.unsupported()


def _replace(node: Node) -> Normalizer:
    content = node.sign("content")
    pattern = node.child("pattern")
    if "String" in pattern.object():
        return own.Replace(pattern.text("String"), content)
    return own.ReplacePattern(translate(pattern.text("Regex")), content)


def _precompiled(node: Node) -> Normalizer:
    """SentencePiece's table. Applied as sentencepiece does, by the longest match over the whole
    text; Hugging Face goes by grapheme, which loses some marks and half-width kana."""
    charsmap = node.child("precompiled_charsmap")
    try:
        blob = b64decode(charsmap.string(), validate=True) if charsmap else b""
    except (binascii.Error, ValueError) as error:
        raise charsmap.wrong(N_("%(path)s must be base64.")) from error
    return CharsmapNormalizer(
        read_charsmap(blob),
        add_dummy_prefix=False,
        remove_extra_whitespaces=False,
        escape_whitespaces=False,
    )
