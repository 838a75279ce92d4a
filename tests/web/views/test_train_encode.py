from __future__ import annotations

from app.locales import Language, locale_of
from app.services.encode_learned import rule_trace, side_by_side, unknown_words
from app.services.train_tokenizer import TrainingLimits
from app.services.training_request import Learner, TrainingOptions, TrainingRequest
from app.services.training_runs import TrainingRuns
from app.tokenization.bpe.model import Unit
from app.web.views.train_encode import STEPS_SHOWN, WORDS_SHOWN, EncodedView, encoded_view
from app.web.views.train_frame import PieceChip

CORPUS = "bajo bajo bajo baja baja bajada"


def encoded(text: str, corpus: str = CORPUS, unit: Unit = Unit.CHARACTER) -> EncodedView:
    runs = TrainingRuns(TrainingLimits(100_000, 1_000, 60), 1, 10_000_000)
    options = TrainingOptions(unit=unit)
    trained = runs.trained(TrainingRequest(Learner.BPE, corpus, options=options))
    return encoded_view(
        text,
        rule_trace(trained, text),
        Learner.BPE,
        side_by_side(runs, trained, text),
        unknown_words(trained, text),
        unit is Unit.BYTE,
        len(trained.run.steps),
        lambda step: f"?step={step}",
        locale_of(Language.EN),
    )


def text_of(words: tuple[tuple[PieceChip, ...], ...]) -> list[list[str]]:
    return [["".join(run.text for run in chip.runs) for chip in word] for word in words]


def test_rules_jump_over_those_with_nothing_to_do() -> None:
    view = encoded("bajada")
    assert [step.number for step in view.steps] == [1, 2, 4, 5, 6]
    assert [step.skipped for step in view.steps] == [0, 0, 1, 0, 0]
    assert (view.steps[2].first, view.steps[2].last) == (3, 3)
    assert view.steps[2].href == "?step=4"
    assert text_of(view.start) == [list("bajada")]
    assert text_of(view.final) == [["bajada"]]
    assert (view.letters, view.tokens) == (6, 1)


def test_what_the_corpus_lacked() -> None:
    view = encoded("bajo bajero bajero")
    assert view.unknown == ("bajero",)
    assert view.signs == ("e", "r")
    assert text_of(view.final)[1] == ["baj", "<unk>", "<unk>", "o"]
    whole_words = next(row for row in view.readings if row.name == "Whole words")
    assert text_of(whole_words.words) == [["bajo"], ["UNK"], ["UNK"]]
    assert whole_words.unknown == 2


def test_the_own_row_is_marked_and_bars_compare() -> None:
    view = encoded("bajada")
    assert [row.name for row in view.readings if row.own] == ["BPE"]
    assert max(row.share for row in view.readings) == 1
    for row in view.readings:
        assert row.problem or sum(map(len, row.words)) == row.tokens


def test_bytes_are_shown_by_what_they_spell() -> None:
    view = encoded("ñu", "ñu ñu", Unit.BYTE)
    assert text_of(view.start) == [["C3", "B1", "u"]]
    assert text_of(view.final) == [["ñu"]]
    row = next(row for row in view.readings if row.name == "Bytes")
    assert text_of(row.words) == [["C3", "B1", "u"]]


def test_of_a_long_text_only_the_words_that_change_are_drawn() -> None:
    view = encoded(" ".join(["bajo"] * 3 + ["da"] * 30))
    assert len(view.start) == WORDS_SHOWN
    assert text_of(view.steps[0].words) == [["ba", "j", "o"]] * 3


def test_rules_past_the_bound_are_counted() -> None:
    letters = [chr(0x4E00 + number) for number in range(2 * STEPS_SHOWN + 20)]
    pairs = " ".join(a + b for a, b in zip(letters[::2], letters[1::2], strict=True))
    view = encoded(pairs, pairs)
    assert len(view.steps) == STEPS_SHOWN
    assert view.steps_hidden == 10
