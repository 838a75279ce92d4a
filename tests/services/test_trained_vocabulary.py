from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
import tiktoken
from tiktoken.load import load_tiktoken_bpe
from tokenizers import Tokenizer

from app.errors import InvalidInput
from app.services.encode_learned import read_with
from app.services.train_tokenizer import Trained, TrainingLimits, train
from app.services.trained_vocabulary import FileFormat, as_file, as_vocabulary, formats
from app.services.training_request import Learner, TrainingOptions, TrainingRequest
from app.tokenization.bpe.export import tiktoken_pattern
from app.tokenization.bpe.model import Unit
from app.tokenization.corpus import Split

LIMITS = TrainingLimits(100_000, 5_000, 60)
TEXT = "el niño juega en el jardín\nla niña juega en el jardín\nel niño aprende programación"
SEEN = "la niña juega y aprende"
MODELS = [
    (Learner.BPE, TrainingOptions()),
    (Learner.BPE, TrainingOptions(marker="</w>")),
    (Learner.BPE, TrainingOptions(unit=Unit.BYTE)),
    (Learner.BPE, TrainingOptions(unit=Unit.BYTE, pre_tokenizer=Split.O200K)),
    (Learner.WORDPIECE, TrainingOptions()),
    (Learner.UNIGRAM, TrainingOptions()),
    (Learner.UNIGRAM, TrainingOptions(pre_tokenizer=Split.CL100K)),
    (Learner.SUPERBPE, TrainingOptions()),
    (Learner.SUPERBPE, TrainingOptions(unit=Unit.BYTE)),
]


def trained(learner: Learner, options: TrainingOptions) -> Trained:
    return train(TrainingRequest(learner, TEXT, merges=25, options=options), LIMITS)


@pytest.mark.parametrize(("learner", "options"), MODELS)
def test_the_file_the_playground_and_the_page_agree(
    learner: Learner, options: TrainingOptions
) -> None:
    run = trained(learner, options)
    theirs = Tokenizer.from_str(as_file(run.run.model, FileFormat.TOKENIZER_JSON))
    ours, info = as_vocabulary(run, "Mine")
    for text in (SEEN, "el jardinero", "zzz 🙂"):
        assert ours.encode(text).tokens, text
        assert ours.ids(text) == theirs.encode(text).ids, text
    pages = [piece.text for word in read_with(run.run.model, SEEN) for piece in word]
    assert [token.piece for token in ours.encode(SEEN).tokens] == pages
    assert info.title == "Mine"
    assert info.size == theirs.get_vocab_size()
    assert len(info.sha256) == 64


@pytest.mark.parametrize("text", ["zzz", "la niña z"])
def test_a_mark_after_the_last_letter_is_among_the_tokens_of_the_whole_text(text: str) -> None:
    ours, _ = as_vocabulary(trained(Learner.BPE, TrainingOptions(marker="</w>")), "Mine")
    whole = ours.encode(text)
    assert (whole.tokens[-1].piece, whole.tokens[-1].start) == ("</w>", len(text))
    part = ours.encode(text, window=(0, len(text)))
    assert (part.tokens, part.truncated) == (whole.tokens, False)


def test_a_rank_file_loads_in_tiktoken(tmp_path: Path) -> None:
    run = trained(Learner.BPE, TrainingOptions(unit=Unit.BYTE))
    content = as_file(run.run.model, FileFormat.TIKTOKEN)
    file = tmp_path / "mine.tiktoken"
    file.write_text(content)
    pattern = tiktoken_pattern(Split.WHITESPACE)
    ranks = load_tiktoken_bpe(str(file))
    theirs = tiktoken.Encoding("mine", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    ours, _ = as_vocabulary(run, "Mine")
    assert theirs.encode(SEEN) == ours.ids(SEEN)
    assert base64.b64decode(content.split()[-2]) in ranks


@pytest.mark.parametrize(("learner", "options"), MODELS)
def test_formats_are_those_that_can_be_written(learner: Learner, options: TrainingOptions) -> None:
    model: Any = trained(learner, options).run.model
    for format in FileFormat:
        if format in formats(model):
            assert as_file(model, format)
        else:
            with pytest.raises(InvalidInput):
                as_file(model, format)
    assert json.loads(as_file(model, FileFormat.TOKENIZER_JSON))["version"] == "1.0"


def test_a_mark_that_stands_for_no_whitespace_fits_no_file() -> None:
    options = TrainingOptions(marker="</w>", pre_tokenizer=Split.GPT2)
    model = trained(Learner.BPE, options).run.model
    assert formats(model) == ()
    with pytest.raises(InvalidInput, match="can only be exported when words are split"):
        as_file(model, FileFormat.TOKENIZER_JSON)


def test_a_compressor_leaves_no_vocabulary() -> None:
    run = trained(Learner.GAGE, TrainingOptions())
    assert formats(run.run.model) == ()
    for format in FileFormat:
        with pytest.raises(InvalidInput):
            as_file(run.run.model, format)
