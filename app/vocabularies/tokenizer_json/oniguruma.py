"""Patterns of tokenizer.json, written for Oniguruma, said again for the `regex` module.

What reads differently is translated; what cannot be said the same way is refused by name. Source:
kkos/oniguruma `doc/RE` and `doc/SYNTAX.md` (the Ruby syntax, which huggingface/tokenizers uses).
Characters that came to Unicode after version 16 may fall into other classes than they do there.
"""

from __future__ import annotations

import re

import regex

from app.errors import N_, UnsupportedComponent, VocabularyFileError

MAX_LENGTH = 10_000
MAX_REPEATED = 20_000
"""Counted repetitions are written out when a pattern is compiled: inside each other they explode."""
_WORD_IN_CLASS = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}"
_WORD = rf"{_WORD_IN_CLASS}\u00b2\u00b3\u00b9\u00bc-\u00be"
r"""Oniguruma's \w: only outside a class does it take in ², ³, ¹, ¼, ½ and ¾."""

_ESCAPED_CLASSES = {"d": r"\p{Nd}", "s": r"\s", "w": _WORD_IN_CLASS, "h": "0-9a-fA-F"}
_ESCAPED_CHARS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v", "a": "\a", "e": "\x1b"}
_POSIX = {
    "alpha": r"\p{Alphabetic}",
    "alnum": r"\p{Alphabetic}\p{Nd}",
    "digit": r"\p{Nd}",
    "lower": r"\p{Lowercase}",
    "upper": r"\p{Uppercase}",
    "punct": r"\p{P}\p{S}",
    "space": r"\s",
    "word": _WORD_IN_CLASS,
    "xdigit": "0-9a-fA-F",
}
_ANCHORS = {
    "A": r"\A",
    "z": r"\Z",
    "Z": r"(?=\n?\Z)",
    "b": f"(?:(?<=[{_WORD}])(?![{_WORD}])|(?<![{_WORD}])(?=[{_WORD}]))",
    "B": f"(?:(?<=[{_WORD}])(?=[{_WORD}])|(?<![{_WORD}])(?![{_WORD}]))",
}
_GROUP = re.compile(r"\((?:\?(?:[:=!>]|<[=!]|(?P<flags>i)(?P<end>[:)])))?")
_COUNT = re.compile(r"\{(?:\d{1,4}(?:,\d{0,4})?|,\d{1,4})\}")
_PROPERTY = re.compile(r"(?P<letter>[pP])\{(?P<negated>\^?)(?P<name>[A-Za-z_ ]+)\}")
_CODE = re.compile(
    r"x\{(?P<long>[0-9A-Fa-f]{1,6})\}|x(?P<two>[0-9A-Fa-f]{2})|u(?P<four>[0-9A-Fa-f]{4})"
)


def translate(pattern: str) -> str:
    """The same pattern for the `regex` module.

    Raises UnsupportedComponent for what has no equal there, VocabularyFileError for what is no
    pattern at all.

    >>> translate(r"[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\s+(?!\\S)|\\s+") == r"[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\s+(?!\\S)|\\s+"
    True
    >>> translate(r"\\p{N}{1,3}+")
    '(?:\\\\p{N}{1,3})+'
    """
    if len(pattern) > MAX_LENGTH:
        raise VocabularyFileError(
            N_("A pattern of the file is longer than %(limit)d characters."), limit=MAX_LENGTH
        )
    translated = _Translator(pattern).run()
    try:
        regex.compile(translated)
    except (regex.error, RecursionError, OverflowError) as error:
        raise VocabularyFileError(
            N_("The pattern %(pattern)s of the file is not a regular expression: %(reason)s."),
            pattern=pattern,
            reason=str(error),
        ) from error
    return translated


class _Translator:
    """One pass over the pattern, keeping where the last atom began (quantifiers bind to it)."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self.out: list[str] = []
        self.sizes: list[int] = []  # of each part of `out`, with its repetitions written out
        self.atom: int | None = None
        self.open_groups: list[int] = []

    def run(self) -> str:
        while self.at < len(self.pattern):
            char = self.pattern[self.at]
            if char == "\\":
                self._put(self._escape())
            elif char == "[":
                self._put(self._character_class())
            elif char == "(":
                self._open_group()
            elif char == ")":
                self._close_group()
            elif char in "*+?" or (char == "{" and _COUNT.match(self.pattern, self.at)):
                self._quantifier()
            elif char == "|":
                self.at += 1
                self._emit("|")
                self.atom = None
            else:
                self.at += 1
                self._put(_OUTSIDE.get(char) or regex.escape(char, special_only=True))
        return "".join(self.out)

    def refuse(self, what: str) -> UnsupportedComponent:
        return UnsupportedComponent(
            N_("The pattern %(pattern)s uses %(component)s, which we do not support."),
            pattern=self.pattern,
            component=what,
        )

    def _put(self, atom: str) -> None:
        self.atom = len(self.out)
        self._emit(atom)

    def _emit(self, part: str) -> None:
        self.out.append(part)
        self.sizes.append(1)

    def _open_group(self) -> None:
        match = _GROUP.match(self.pattern, self.at)
        if match is None or self.pattern.startswith("?", match.end()):
            raise self.refuse(self.pattern[self.at : self.at + 4])
        if match["end"] == ")":
            # In Ruby's syntax a bare (?i) holds to the end of its group; at the start that is all.
            if self.at:
                raise self.refuse("(?i)")
            self._emit("(?i)")
        else:
            self.open_groups.append(len(self.out))
            self._emit("(?:" if match[0] == "(" else match[0])
        self.atom = None
        self.at = match.end()

    def _close_group(self) -> None:
        if not self.open_groups:
            raise self.refuse(")")
        self.at += 1
        self._emit(")")
        self.atom = self.open_groups.pop()

    def _quantifier(self) -> None:
        if self.atom is None:
            raise self.refuse(self.pattern[self.at])
        count = _COUNT.match(self.pattern, self.at)
        quantifier = count[0] if count else self.pattern[self.at]
        self.at += len(quantifier)
        following = self.pattern[self.at : self.at + 1]
        if (count is None and following in ("?", "+")) or (
            count is not None and following == "?" and "," in quantifier
        ):
            quantifier += following
            self.at += 1
        # A quantifier after a quantifier repeats the whole; only *, + and ? have a possessive form.
        size = sum(self.sizes[self.atom :]) * _most_times(count)
        if size > MAX_REPEATED:
            raise self.refuse(quantifier)
        self.sizes[self.atom :] = [size]
        self.out[self.atom :] = ["".join(self.out[self.atom :]) + quantifier]
        if self.pattern[self.at : self.at + 1] in ("*", "+", "?") or _COUNT.match(
            self.pattern, self.at
        ):
            self.out[self.atom] = f"(?:{self.out[self.atom]})"

    def _escape(self) -> str:
        """An escape outside a class."""
        letter = self.pattern[self.at + 1 : self.at + 2]
        if letter in _ANCHORS:
            self.at += 2
            return _ANCHORS[letter]
        if letter in _ESCAPED_CLASSES:
            self.at += 2
            inside = _WORD if letter == "w" else _ESCAPED_CLASSES[letter]
            return r"\s" if letter == "s" else f"[{inside}]"
        if letter and letter in "DSWH":
            self.at += 2
            inside = _WORD if letter == "W" else _ESCAPED_CLASSES[letter.lower()]
            return r"\S" if letter == "S" else f"[^{inside}]"
        return self._escaped_character_or_property()

    def _escaped_character_or_property(self) -> str:
        self.at += 1
        letter = self.pattern[self.at : self.at + 1]
        if found := _PROPERTY.match(self.pattern, self.at):
            self.at = found.end()
            negated = (found["letter"] == "P") != bool(found["negated"])
            return rf"\{'P' if negated else 'p'}{{{found['name']}}}"
        if found := _CODE.match(self.pattern, self.at):
            self.at = found.end()
            code = int(found["long"] or found["two"] or found["four"], 16)
            if code > 0x10FFFF or 0xD800 <= code < 0xE000:
                raise self.refuse(f"\\{found[0]}")
            return f"\\U{code:08x}"
        if letter in _ESCAPED_CHARS and letter:
            self.at += 1
            named = letter in "tnrf"
            return f"\\{letter}" if named else f"\\x{ord(_ESCAPED_CHARS[letter]):02x}"
        if not letter or letter.isalnum():
            raise self.refuse(f"\\{letter}")
        self.at += 1
        return regex.escape(letter)

    def _character_class(self) -> str:
        """A class in brackets; differences and intersections of sets are refused."""
        self.at += 1
        out = "["
        if self.pattern.startswith("^", self.at):
            self.at += 1
            out += "^"
        first = True
        while True:
            char = self.pattern[self.at : self.at + 1]
            if not char:
                raise self.refuse("[")
            if char == "]" and not first:
                self.at += 1
                return out + "]"
            out += self._class_item(char)
            first = False

    def _class_item(self, char: str) -> str:
        if self.pattern.startswith("[:", self.at):
            end = self.pattern.find(":]", self.at)
            name = self.pattern[self.at + 2 : max(end, 0)]
            if name not in _POSIX:
                raise self.refuse(f"[:{name}:]")
            self.at = end + 2
            return _POSIX[name]
        if self.pattern.startswith(("[^", "&&", "-["), self.at):
            raise self.refuse(self.pattern[self.at : self.at + 2])
        if char == "[":
            # A set inside a set: its characters join those around it.
            return self._character_class()[1:-1]
        if char == "\\":
            letter = self.pattern[self.at + 1 : self.at + 2]
            if letter in _ESCAPED_CLASSES:
                self.at += 2
                return _ESCAPED_CLASSES[letter]
            if letter == "S":
                self.at += 2
                return r"\S"
            return self._escaped_character_or_property()
        self.at += 1
        return char if char == "-" else _in_class(char)


_OUTSIDE = {
    ".": ".",
    # In Ruby's syntax the anchors are of lines; a text that ends in a newline has no line after it.
    "^": r"(?:\A|(?<=\n)(?!\Z))",
    "$": r"(?=\n|\Z)",
}


def _in_class(char: str) -> str:
    return f"\\{char}" if char in "[]^\\&~|#" else char


def _most_times(count: re.Match[str] | None) -> int:
    """How often a counted repetition is written out."""
    return max([int(number) for number in re.findall(r"\d+", count[0])], default=1) if count else 1
