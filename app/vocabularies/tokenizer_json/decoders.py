"""The `decoder` of tokenizer.json."""

from __future__ import annotations

from collections.abc import Iterator

from app.errors import N_
from app.tokenization import piece_decoders as steps
from app.tokenization.piece_decoders import PieceStep, StepwiseDecoder
from app.tokenization.vocabulary import SPACE_MARK
from app.vocabularies.tokenizer_json.document import Node
from app.vocabularies.tokenizer_json.oniguruma import translate

_MOST_STRIPPED = 1_000


def read_decoder(node: Node) -> StepwiseDecoder:
    """The decoder, step by step; without one, pieces are joined with spaces.

    Raises UnsupportedComponent, naming what we do not have (such as CTC).
    """
    return StepwiseDecoder(node.few(_steps(node)) if node else (steps.JoinWithSpaces(),))


def _steps(node: Node) -> Iterator[PieceStep]:
    match node.text("type"):
        case "Sequence":
            for part in node.child("decoders").items():
                yield from _steps(part)
        case "ByteLevel":
            yield steps.FromByteAlphabet()
        case "ByteFallback":
            yield steps.FromBytePieces()
        case "Metaspace":
            legacy = "always" if node.flag("add_prefix_space", True) else "never"
            yield steps.FromMarkers(
                _character(node, "replacement", SPACE_MARK),
                drop_first=node.text("prepend_scheme", legacy) != "never",
            )
        case "WordPiece":
            yield steps.JoinWordPieces(
                node.sign("prefix", "##"), cleanup=node.flag("cleanup", True)
            )
        case "BPEDecoder":
            yield steps.EndWords(node.sign("suffix", "</w>"))
        case "Replace":
            yield _replace(node)
        case "Fuse":
            yield steps.Fuse()
        case "Strip":
            yield steps.StripFrom(
                _character(node, "content", " "), start=_few(node, "start"), stop=_few(node, "stop")
            )
        case _:
            raise node.unsupported()


def _character(node: Node, key: str, default: str) -> str:
    found = node.text(key, default)
    if len(found) != 1:
        raise node.child(key).wrong(N_("%(path)s must be one character."))
    return found


def _few(node: Node, key: str) -> int:
    number = node.whole_number(key, 0)
    if number > _MOST_STRIPPED:
        raise node.child(key).wrong(N_("%(path)s must be at most %(limit)d."), limit=_MOST_STRIPPED)
    return number


def _replace(node: Node) -> PieceStep:
    content = node.sign("content")
    pattern = node.child("pattern")
    if "String" in pattern.object():
        return steps.ReplaceIn(pattern.text("String"), content)
    return steps.ReplaceMatches(translate(pattern.text("Regex")), content)
