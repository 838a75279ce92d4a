from __future__ import annotations

from app.services.train_tokenizer import TrainingLimits, train
from app.services.training_request import GageRun, Learner, TrainingRequest, gage_run
from app.web.views.train_gage import STREAM_SHOWN, TABLE_SHOWN, gage_frame


def compressed(text: str) -> GageRun:
    limits = TrainingLimits(100_000, 1_000, 60)
    run = gage_run(train(TrainingRequest(Learner.GAGE, text), limits).run)
    assert run is not None
    return run


def test_the_stream_and_the_table_of_a_frame() -> None:
    text = "ABABCABCD"
    run = compressed(text)
    before = gage_frame(run, 0, text, str)
    assert [cell.text for cell in before.stream] == list(text)
    assert before.table == ()
    after = gage_frame(run, 2, text, str)
    assert [cell.hex for cell in after.stream] == ["FF", "FE", "FE", "44"]
    assert [(cell.code, cell.lit) for cell in after.stream] == [
        (True, False),
        (True, True),
        (True, True),
        (False, False),
    ]
    assert [(row.code, row.left, row.right, row.expansion) for row in after.table] == [
        ("FF", "41", "42", "AB"),
        ("FE", "FF", "43", "ABC"),
    ]
    assert (after.original, after.size, after.table_bytes) == (9, 4, 6)
    assert after.whole


def test_a_space_and_bytes_without_a_letter() -> None:
    frame = gage_frame(compressed("a ñ"), 0, "a ñ", str)
    assert [(cell.hex, cell.text) for cell in frame.stream] == [
        ("61", "a"),
        ("20", "·"),
        ("C3", ""),
        ("B1", ""),
    ]


def test_long_data_and_tables_say_what_they_leave_out() -> None:
    text = " ".join(f"{a}{b}{a}{b}" for a in "abcdefghij" for b in "klmnopqrst") * 2
    run = compressed(text)
    frame = gage_frame(run, 0, text, str)
    assert len(frame.stream) == STREAM_SHOWN
    assert frame.hidden == len(text) - STREAM_SHOWN
    last = len(run.steps)
    frame = gage_frame(run, last, text, str)
    assert len(frame.table) == TABLE_SHOWN
    assert frame.table_hidden == last - TABLE_SHOWN
    assert any(row.current for row in frame.table)


def test_what_does_not_read_back_would_be_seen() -> None:
    assert not gage_frame(compressed("abab"), 1, "abba", str).whole
