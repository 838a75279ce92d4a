"""The state of a page as a link, and back: exact, versioned, and editable by hand.

    /?v=1&model=gpt2,o200k_base&mode=ids&text=2%2B2%3D4        a readable link
    /?v=1&model=gpt2,o200k_base&mode=ids#v=1&text=2%2B2%3D4    a private one: texts never sent

Here is which names a link may say, and which older and foreign names mean the same. What a value
may be is the page's own business.

Format 1. Names are those of `PAGES`; `model` and `ids` are lists with commas; every other name is
one value, written as `link_syntax` says. A fragment has the same syntax as a query, so that opening
a private link means reading the query with the fragment's names added.
Format 0 is a link without `v`: written by hand, or with the names of other playgrounds. Links of
every format stay readable for ever; `tests/golden/links` keeps examples of each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from app.errors import N_, InvalidInput
from app.services.link_syntax import VERSION, escaped, is_utf8, unquoted, written_query
from app.services.page_kinds import EMBED, PAGES, READER
from app.tokenization.well_formed import well_formed

MOST_PARTS = 200
"""Names that a link may give: more than any page has, fewer than would cost anything."""

ALIASES: Mapping[str, str] = MappingProxyType(
    {
        "encoder": "model",
        "tokenizer": "model",
        "vocabulary": "model",
        "vocabularies": "model",
        "content": "text",
    }
)
"""Names that other pages write, or wrote once, in links that are still printed in courses."""

_TRACKING = re.compile(r"utm_\w+|fbclid|gclid|mc_\w+|_\w+")


@dataclass(frozen=True, slots=True)
class PageState:
    """What a link says, by canonical name: nothing that it does not say.

    It reads like a form (`all`, `textarea`), so a page reads a link, a stored link and a form post
    with the same code.

    >>> state = PageState.of("playground", model="gpt2,llama-2", text=" a+b\\r\\n")
    >>> state.vocabularies, state.text, state.get("mode")
    (('gpt2', 'llama-2'), ' a+b\\r\\n', None)
    >>> state.query()
    'v=1&model=gpt2,llama-2&text=%20a%2Bb%0D%0A'
    """

    page: str
    values: tuple[tuple[str, str], ...]

    def __post_init__(self) -> None:
        if any("\0" in value for _, value in self.values):
            raise InvalidInput(
                N_(
                    "The text contains the character NUL (U+0000), which links cannot carry. Take it "
                    "out and make the link again."
                )
            )

    @classmethod
    def of(cls, page: str, /, **values: str) -> PageState:
        """A state in canonical order. Lone surrogates, which no link can write, become U+FFFD."""
        kind = PAGES[page]
        return cls(
            page,
            tuple((name, well_formed(values[name])) for name in kind.names if name in values),
        )

    def get(self, name: str) -> str | None:
        return next((value for known, value in self.values if known == name), None)

    def all(self, name: str) -> list[str]:
        value = self.get(name)
        return [] if value is None else [value]

    def textarea(self, name: str, default: str = "") -> str:
        """The value, exactly: a link says which line ends it means."""
        value = self.get(name)
        return default if value is None else value

    @property
    def text(self) -> str | None:
        return self.get("text")

    @property
    def vocabularies(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.get("model") or "").split(",")))

    def with_(self, **changes: str | None) -> PageState:
        """The state with some values changed; None takes one away."""
        merged = {**dict(self.values), **changes}
        kept = {name: value for name, value in merged.items() if value is not None}
        return PageState.of(self.page, **kept)

    def query(self) -> str:
        """The canonical query of a readable link."""
        return written_query(self.values)

    def private(self) -> tuple[str, str]:
        """Query and fragment of a private link: the texts are in the fragment, which stays in the
        browser.

        >>> PageState.of("playground", model="gpt2", text="mi nota").private()
        ('v=1&model=gpt2', 'v=1&text=mi%20nota')
        """
        texts = PAGES[self.page].texts
        public = [pair for pair in self.values if pair[0] not in texts]
        return written_query(public), written_query(
            [pair for pair in self.values if pair[0] in texts]
        )

    def content(self) -> PageState:
        """The state alone, without who reads it and where it is embedded: what a stored link keeps."""
        return self._only(lambda name: name not in READER + EMBED)

    def setting(self) -> str:
        """The rest, as the query that goes with a stored link; empty when there is none.

        >>> PageState.of("playground", text="a", lang="es", show="text,mode").setting()
        'lang=es&show=text%2Cmode'
        """
        values = self._only(lambda name: name in READER + EMBED).values
        return "&".join(f"{name}={escaped(value)}" for name, value in values)

    def _only(self, wanted: Callable[[str], bool]) -> PageState:
        return replace(self, values=tuple(pair for pair in self.values if wanted(pair[0])))


@dataclass(frozen=True, slots=True)
class Reading:
    """A link read: its state, and what the reader of the page should be told about it."""

    state: PageState
    notices: tuple[InvalidInput, ...] = ()


def read_query(page: str, query: bytes | str) -> Reading:
    """Read a query of any format (with the fragment's pairs appended, a private link).

    Raises InvalidInput for a format that does not exist (yet), for NUL and for more names than any
    page has. Other flaws become notices: bytes that are not UTF-8, names the page does not have, a name with two values.

    >>> read_query("playground", "encoder=gpt2&content=a+b%2B&utm_source=x").state.values
    (('model', 'gpt2'), ('text', 'a b+'))
    >>> reading = read_query("playground", "txt=hola")
    >>> [str(notice) for notice in reading.notices]
    ['The link says “txt”, which means nothing on this page. It may be a slip for another name.']
    """
    raw = well_formed(query).encode() if isinstance(query, str) else query
    if raw.count(b"&") > MOST_PARTS:
        raise InvalidInput(
            N_("The link has more than %(most)s parts. Was it damaged?"), most=MOST_PARTS
        )
    kind = PAGES[page]
    also = dict(kind.also)
    values: dict[str, str] = {}
    notices: list[InvalidInput] = []
    for part in filter(None, raw.split(b"&")):
        escaped_name, _, quoted = part.partition(b"=")
        name = unquoted(escaped_name).removeprefix("amp;")
        name = ALIASES.get(name, name)
        name = also.get(name, name)
        value = unquoted(quoted)
        if "\ufffd" in value and not is_utf8(quoted):
            notices.append(
                InvalidInput(
                    N_(
                        "The value of “%(name)s” in the link is damaged: it is not UTF-8. What could "
                        "not be read is shown as �."
                    ),
                    name=_quotable(name),
                )
            )
        if name == "v":
            _check_version(value)
        elif name not in kind.names:
            notices += _unknown_name(name)
        elif name == "model":
            values[name] = _joined(values.get(name, ""), value)
        elif name in kind.texts and values.get(name, value) != value:
            notices.append(
                InvalidInput(
                    N_("The link gives “%(name)s” twice; the first one is shown."), name=name
                )
            )
        else:
            values[name] = value
    return Reading(PageState.of(page, **values), tuple(notices))


def _joined(before: str, more: str) -> str:
    """A list of ids with more ids: each once, in order, without spaces.

    >>> _joined("gpt2", " llama-2, gpt2,")
    'gpt2,llama-2'
    """
    ids = (id.strip() for id in f"{before},{more}".split(","))
    return ",".join(dict.fromkeys(id for id in ids if id))


def _check_version(value: str) -> None:
    if value not in ("", "0", "1"):
        raise InvalidInput(
            N_(
                "The link is written in format “%(format)s”, which this server does not know; it "
                "reads formats up to %(newest)s. Was the link cut or changed? Take “v=” out of it to "
                "open what can be read."
            ),
            format=_quotable(value),
            newest=str(VERSION),
        )


def _unknown_name(name: str) -> list[InvalidInput]:
    """A notice, except for what mail programs and social networks add to every link."""
    if _TRACKING.fullmatch(name):
        return []
    return [
        InvalidInput(
            N_(
                "The link says “%(name)s”, which means nothing on this page. It may be a slip for "
                "another name."
            ),
            name=_quotable(name),
        )
    ]


def _quotable(said: str) -> str:
    """What a link says, where it is a name or number that may be repeated to the reader.

    A link must not be able to put sentences on the page.

    >>> _quotable("txt"), _quotable("call 555 now")
    ('txt', '…')
    """
    return said if re.fullmatch(r"[\w.-]{1,24}", said) else "…"
