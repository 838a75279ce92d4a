"""The `pre_tokenizer` of tokenizer.json: how it cuts, and what it rewrites on the way.

Hugging Face's Metaspace and ByteLevel change the text while they cut it; here that part is a
normaliser that runs last, which is the same as long as nothing was cut before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import regex

from app.errors import N_
from app.tokenization import pre_tokenizers as own
from app.tokenization.normalizers import MarkWords, Prepend, PrependSpaceMarker
from app.tokenization.pre_tokenizers import Behavior, RegexSplit
from app.tokenization.split_patterns import SPLIT_PATTERNS
from app.tokenization.stages import Normalizer, PreTokenizer
from app.tokenization.vocabulary import SPACE_MARK
from app.vocabularies.tokenizer_json.document import Node
from app.vocabularies.tokenizer_json.oniguruma import translate

_SCHEMES = ("always", "first", "never")


@dataclass(frozen=True, slots=True)
class Cutting:
    """How a text is cut.

    `rewrites` run after the normalisers of the file; `inner_rewrites` in their place on a stretch
    that does not begin the text. `byte_level`: pieces are written in GPT-2's byte alphabet.
    """

    steps: tuple[PreTokenizer, ...] = ()
    rewrites: tuple[Normalizer, ...] = ()
    inner_rewrites: tuple[Normalizer, ...] = ()
    byte_level: bool = False

    @property
    def pre_tokenizer(self) -> PreTokenizer:
        if not self.steps:
            return own.WholeText()
        return self.steps[0] if len(self.steps) == 1 else own.SplitSequence(self.steps)

    def then(self, *steps: PreTokenizer) -> Cutting:
        return replace(self, steps=self.steps + steps)


def read_cutting(node: Node) -> Cutting:
    """The pre-tokenizer, laid flat. Raises UnsupportedComponent, naming it."""
    cutting = Cutting()
    for part in node.few(_flat(node)) if node else ():
        if cutting.byte_level:
            # It would cut between the bytes of a character.
            raise part.unsupported(f"ByteLevel → {part.text('type')}")
        cutting = _add(cutting, part)
    return cutting


def _flat(node: Node) -> Iterator[Node]:
    if node.text("type") != "Sequence":
        yield node
        return
    for part in node.child("pretokenizers").items():
        yield from _flat(part)


def _add(cutting: Cutting, node: Node) -> Cutting:
    match node.text("type"):
        case "Metaspace":
            return _metaspace(cutting, node)
        case "ByteLevel":
            return _byte_level(cutting, node)
        case "Split":
            return cutting.then(_split(node))
        case "Whitespace":
            return cutting.then(RegexSplit(r"\w+|[^\w\s]+", Behavior.REMOVED, invert=True))
        case "WhitespaceSplit":
            return cutting.then(own.WhitespaceSplit())
        case "BertPreTokenizer":
            return cutting.then(own.BertSplit())
        case "Punctuation":
            punctuation = f"[{own.PUNCTUATION}]"
            return cutting.then(RegexSplit(punctuation, _behavior(node, Behavior.ISOLATED)))
        case "Digits":
            alone = node.flag("individual_digits", False)
            behavior = Behavior.ISOLATED if alone else Behavior.CONTIGUOUS
            return cutting.then(RegexSplit(r"\p{N}", behavior))
        case "CharDelimiterSplit":
            return cutting.then(
                RegexSplit(regex.escape(_character(node, "delimiter")), Behavior.REMOVED)
            )
        case "FixedLength":
            length = node.whole_number("length", 5)
            if not length:
                raise node.child("length").wrong(N_("%(path)s must be more than 0."))
            return cutting.then(own.FixedLength(length))
    raise node.unsupported()


def _character(node: Node, key: str, default: str | None = None) -> str:
    found = node.text(key, default)
    if len(found) != 1:
        raise node.child(key).wrong(N_("%(path)s must be one character."))
    return found


def _behavior(node: Node, default: Behavior) -> Behavior:
    behavior = node.text("behavior", default.value)
    if behavior not in list(Behavior):
        raise node.child("behavior").wrong(
            N_("%(path)s must be one of: %(values)s."), values=", ".join(Behavior)
        )
    return Behavior(behavior)


def _split(node: Node) -> PreTokenizer:
    pattern = node.child("pattern")
    if "String" in pattern.object():
        expression = regex.escape(pattern.text("String"))
    else:
        expression = translate(pattern.text("Regex"))
    return RegexSplit(
        expression, _behavior(node, Behavior.ISOLATED), invert=node.flag("invert", False)
    )


def _metaspace(cutting: Cutting, node: Node) -> Cutting:
    """`▁` for spaces, one before the text when it has none, and a cut before each."""
    marker = _character(node, "replacement", SPACE_MARK)
    legacy = "always" if node.flag("add_prefix_space", True) else "never"
    scheme = node.text("prepend_scheme", legacy)
    if scheme not in _SCHEMES:
        raise node.child("prepend_scheme").wrong(
            N_("%(path)s must be one of: %(values)s."), values=", ".join(_SCHEMES)
        )
    cut = (own.MarkerSplit(marker, single=True),) if node.flag("split", True) else ()
    if not cutting.steps and not cutting.rewrites:
        plain = PrependSpaceMarker(marker, prepend=False)
        marking = PrependSpaceMarker(marker, unless_marked=True)
        return Cutting(
            cut,
            rewrites=(plain if scheme == "never" else marking,),
            inner_rewrites=(marking if scheme == "always" else plain,),
        )
    only_words = len(cutting.steps) == 1 and isinstance(cutting.steps[0], own.WhitespaceSplit)
    if only_words and not cutting.rewrites and scheme == "always" and cut:
        words = (MarkWords(marker),)
        return Cutting(cut, rewrites=words, inner_rewrites=words)
    raise node.unsupported(f"{type(cutting.pre_tokenizer).__name__} → Metaspace")


def _byte_level(cutting: Cutting, node: Node) -> Cutting:
    """GPT-2's bytes, with its pattern unless told otherwise, after a space when told so."""
    rewrites, inner = cutting.rewrites, cutting.inner_rewrites
    if node.flag("add_prefix_space", True):
        if cutting.steps:
            raise node.unsupported(
                f"{type(cutting.pre_tokenizer).__name__} → ByteLevel add_prefix_space"
            )
        space = Prepend(" ", unless_present=True)
        rewrites, inner = (*rewrites, space), (*inner, space)
    steps = cutting.steps
    if node.flag("use_regex", True):
        steps += (RegexSplit(SPLIT_PATTERNS["gpt2"].regex),)
    return Cutting(steps, rewrites, inner, byte_level=True)
