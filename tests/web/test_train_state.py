from __future__ import annotations

from dataclasses import replace

import pytest

from app.errors import InvalidInput
from app.locales import Language
from app.services.link_state import read_query
from app.services.training_request import Learner, TrainingOptions
from app.tokenization.bpe.model import Unit
from app.tokenization.bpe.pair_queue import Ties
from app.tokenization.corpus import Split
from app.tokenization.wordpiece.trainer import Score
from app.web.forms import Form
from app.web.train_state import (
    DEFAULT_MERGES,
    Temperature,
    TrainState,
    read_train_state,
    ready_texts,
)


def of_link(query: str) -> TrainState:
    return read_train_state(read_query("train", query).state, Language.ES)


def of_form(*fields: tuple[str, str]) -> TrainState:
    return read_train_state(Form(list(fields)), Language.ES)


def test_a_first_visit_has_a_corpus_of_the_readers_language_and_a_few_rules() -> None:
    state = of_link("")
    assert state.ready == "roots-es"
    assert state.corpus == ready_texts()["roots-es"]
    assert state.learner is Learner.BPE
    assert state.merges == DEFAULT_MERGES
    assert state.step is None


@pytest.mark.parametrize(
    "state",
    [
        TrainState("a b\r\nc\n", merges=3),
        TrainState(
            "ñ*2",
            Learner.BPE,
            size=40,
            merges=None,
            options=TrainingOptions(
                marker="</w>",
                ties=Ties.SMALLEST_PAIR,
                min_frequency=2,
                pre_tokenizer=Split.O200K,
            ),
            step="7",
            text="año\n",
        ),
        TrainState("a", Learner.BPE, options=TrainingOptions(unit=Unit.BYTE)),
        TrainState("a", Learner.WORDPIECE, options=TrainingOptions(score=Score.FREQUENCY)),
        TrainState("a", Learner.UNIGRAM, word="año", seed=3, temperature=Temperature.HALF),
        TrainState("a", Learner.SUPERBPE, options=TrainingOptions(transition=4)),
        TrainState("a", Learner.GAGE, merges=None, options=TrainingOptions(min_frequency=3)),
        TrainState(ready_texts()["ties-en"], ready="ties-en", text=""),
    ],
)
def test_a_link_says_the_state_and_is_read_back(state: TrainState) -> None:
    assert of_link(state.link().query()) == state


def test_a_run_that_no_address_can_say_is_named_alone() -> None:
    state = TrainState("a" * 100_000, run="abc", step="3", text="x")
    assert state.link().query() == "v=1&run=abc&step=3&text=x"
    drawn = replace(state, seed=2, temperature=Temperature.TWO)
    assert drawn.link().query() == "v=1&run=abc&seed=2&temperature=2&step=3&text=x"


def test_options_of_other_algorithms_are_left_out() -> None:
    fields = [("algorithm", "unigram"), ("marker", "</w>"), ("ties", "lexicographic")]
    assert of_form(*fields, ("corpus", "a")).options == TrainingOptions()
    bytes_first = [("algorithm", "bpe"), ("unit", "byte"), ("marker", "</w>")]
    assert of_form(*bytes_first, ("corpus", "a")).options.marker is None


def test_a_form_that_still_holds_a_ready_corpus_names_it() -> None:
    typed = ready_texts()["recipes-es"].replace("\n", "\r\n")
    assert of_form(("corpus", typed)).ready == "recipes-es"
    assert of_form(("corpus", typed + " más")).ready is None


@pytest.mark.parametrize(
    ("measure", "amount", "expected"),
    [
        ("merges", "12", (12, None)),
        ("size", "12", (None, 12)),
        ("merges", "2.000", (2000, None)),
        ("merges", "30\u202f000", (30_000, None)),
        ("merges", "", (None, None)),
        ("size", "  ", (None, None)),
    ],
)
def test_how_much_to_learn(
    measure: str, amount: str, expected: tuple[int | None, int | None]
) -> None:
    state = of_form(("corpus", "a"), ("measure", measure), ("amount", amount))
    assert (state.merges, state.size) == expected


def test_the_hidden_field_of_a_check_box_says_no() -> None:
    assert of_form(("corpus", "a"), ("marker", "")).options.marker is None
    checked = of_form(("corpus", "a"), ("marker", ""), ("marker", "</w>"))
    assert checked.options.marker == "</w>"


@pytest.mark.parametrize("amount", ["x", "-1", "1.5", "²", "99999999", "123456789"])
def test_what_is_no_number_is_refused(amount: str) -> None:
    with pytest.raises(InvalidInput, match="whole number"):
        of_form(("corpus", "a"), ("measure", "merges"), ("amount", amount))


@pytest.mark.parametrize(
    "query", ["algorithm=magic", "ties=coin", "ready=nothing", "temperature=3"]
)
def test_values_that_mean_nothing_are_told(query: str) -> None:
    state = of_link(query)
    assert len(state.notices) == 1
    assert state.request().learner is Learner.BPE


def test_a_run_gives_back_what_it_was_asked_for() -> None:
    asked = TrainState("sol*2 sal*1", Learner.WORDPIECE, merges=3)
    state = TrainState("", run="abc", step="2").of_run(asked.request())
    assert (state.corpus, state.learner, state.merges) == ("sol*2 sal*1", Learner.WORDPIECE, 3)
    assert (state.run, state.step) == ("abc", "2")
