"""The controls of a run shown frame by frame: one player for steps and for training.

How a page uses it is written in `templates/macros/player.html`.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl

from app.errors import N_, NotFound

TARGET = "player"
"""What `HtmxRequest.target` is when the player asks for a frame alone."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """Where the run stands and how to reach its other frames.

    `label` names the run and `sentence` says what this frame shows, both in the reader's language.
    `address` is the page's path and query without `step`, percent-encoded. Frames are numbered
    from `first` (0 when there is a state before the first step) to `last`. `marks` are frames
    that the scrubber points out. `fragment` holds a private text: it goes after every address,
    and player.js posts it instead of asking by the address alone.

    >>> view = PlayerView("La regla 2", "", "/train?text=a%20b", 2, 9, first=0)
    >>> view.link(3), view.href
    ('/train?text=a%20b&step=3', '/train?text=a%20b&step={step}')
    >>> view.path, view.fields
    ('/train', (('text', 'a b'),))
    """

    label: str
    sentence: str
    address: str
    step: int
    last: int
    first: int = 1
    marks: tuple[int, ...] = ()
    fragment: str = ""

    def link(self, step: int) -> str:
        """The address of a frame; before the first is the first, after the last the last."""
        return self.href.replace("{step}", str(min(self.last, max(self.first, step))))

    @property
    def href(self) -> str:
        """The address of any frame, with `{step}` for its number."""
        fragment = f"#{self.fragment}" if self.fragment else ""
        return f"{self.address}{'&' if '?' in self.address else '?'}step={{step}}{fragment}"

    @property
    def path(self) -> str:
        return self.address.partition("?")[0]

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The query as hidden fields of the form that jumps to a frame."""
        return tuple(parse_qsl(self.address.partition("?")[2], keep_blank_values=True))

    @property
    def form_is_exact(self) -> bool:
        """Whether a form can carry the fields: browsers send every line end in one as CR LF."""
        return not any("\n" in value or "\r" in value for _, value in self.fields)


def step_of(given: str | None, first: int, last: int) -> int:
    """The frame that `?step=` asks for; without one, the first.

    Raises NotFound for a frame that the run does not have.

    >>> step_of("3", 1, 7), step_of(None, 1, 7)
    (3, 1)
    """
    if not given:
        return first
    number = int(given) if given.isascii() and given.isdigit() and len(given) < 10 else -1
    if not first <= number <= last:
        raise NotFound(
            N_("There is no step with that number: this run goes from %(first)s to %(last)s."),
            first=first,
            last=last,
        )
    return number
