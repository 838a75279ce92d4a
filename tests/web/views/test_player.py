"""The player's addresses and the reading of `?step=`; its macro as a browser without JavaScript sees it."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from app.errors import NotFound
from app.locales import Language
from app.web.assets import StaticAssets, resource_dir
from app.web.templating import Templates
from app.web.views.player import PlayerView, step_of

RUN = PlayerView("«sol»", "Se une o + l.", "/steps?text=a%26b%20%7Bstep%7D", 2, 3, marks=(3,))


def drawn(run: PlayerView) -> BeautifulSoup:
    templates = Templates(resource_dir("templates"), StaticAssets(resource_dir("static")))
    source = (
        '{% import "macros/player.html" as player %}{% call player.player(run) %}'
        "{% call player.frame(run.sentence) %}<b>sol</b>{% endcall %}{% endcall %}"
    )
    template = templates.environment(Language.ES).from_string(source)
    return BeautifulSoup(template.render(run=run), "html.parser")


@pytest.mark.parametrize("given", ["0", "8", "-1", "x", "1.5", "٣", "9" * 5_000])
def test_a_step_that_does_not_exist_is_said(given: str) -> None:
    with pytest.raises(NotFound, match="from 1 to 7"):
        step_of(given, 1, 7)


def test_a_private_text_stays_after_every_address() -> None:
    run = PlayerView("", "", "/steps?v=1", 1, 3, fragment="v=1&text=sol")
    assert run.link(2) == "/steps?v=1&step=2#v=1&text=sol"
    assert run.fields == (("v", "1"),)


def test_an_empty_step_is_the_first() -> None:
    assert step_of("", 0, 7) == 0


def test_every_control_is_a_link_or_a_form() -> None:
    soup = drawn(RUN)
    links = {str(a["data-player-go"]): a for a in soup.select("a[data-player-go]")}
    base = "/steps?text=a%26b%20%7Bstep%7D&step="
    assert {name: a["href"] for name, a in links.items()} == {
        "first": base + "1",
        "previous": base + "1",
        "next": base + "3",
        "last": base + "3",
    }
    form = soup.select_one("form")
    assert form is not None and (form["method"], form["action"]) == ("get", "/steps")
    fields = [(field.get("name"), field.get("value")) for field in form.select("input")]
    assert fields == [("text", "a&b {step}"), ("step", "2")]
    assert soup.select("form button[type=submit]")


def test_at_either_end_the_controls_that_lead_nowhere_say_so() -> None:
    soup = drawn(PlayerView("", "", "/steps", 3, 3))
    disabled = [a["data-player-go"] for a in soup.select('a[aria-disabled="true"]')]
    assert disabled == ["next", "last"]


def test_the_sentence_is_a_live_region_around_nothing_else() -> None:
    say = drawn(RUN).select_one("[data-player-say]")
    assert say is not None
    assert (say.get_text(), say["aria-live"]) == ("Se une o + l.", "polite")
    assert drawn(RUN).select_one("[data-player-frame] b") is not None


def test_a_text_with_line_ends_is_not_sent_by_a_form_that_would_change_it() -> None:
    soup = drawn(PlayerView("", "", "/steps?text=a%0Ab", 1, 3))
    assert soup.select("form button[type=submit]") == []
    (scrubber,) = soup.select("input[type=range]")
    assert "needs-player" in scrubber["class"]
