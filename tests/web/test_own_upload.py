"""Which ids a form may name: those listed, and the visitors' own that it names itself."""

from __future__ import annotations

import gc
import weakref

import pytest

from app.services.own_vocabularies import OwnVocabularies
from app.services.vocabulary_files import read_vocabulary_file
from app.vocabularies.info import Algorithm, VocabularyInfo
from app.vocabularies.registry import Registry
from app.web.forms import Form
from app.web.own_upload import keep_upload, known_to
from tests.conftest import FakeClock
from tests.services.small_tokenizer import byte_tokenizer

INFO = VocabularyInfo("plain", "Plain", Algorithm.BYTE_LEVEL_BPE, 256, "", "-", "0" * 64)


@pytest.fixture
def own() -> OwnVocabularies:
    return OwnVocabularies(5, 60)


@pytest.fixture
def registry(own: OwnVocabularies) -> Registry:
    registry = Registry(own)
    registry.register(INFO, byte_tokenizer)
    return registry


def test_only_what_is_named_and_there_is_known(own: OwnVocabularies, registry: Registry) -> None:
    mine, other = own.add(byte_tokenizer(), INFO), own.add(byte_tokenizer(), INFO)
    form = Form([("model", f"plain, {mine},own-gone"), ("add", mine)])
    assert known_to(form, registry) == ("plain", mine)
    assert known_to(Form([("add", other)]), registry) == ("plain", other)
    assert known_to(Form([]), registry) == ("plain",)


def test_a_form_without_a_file_brings_nothing(own: OwnVocabularies) -> None:
    assert keep_upload(Form([("pattern", "gpt2")]), own, 1_000) is None
    assert len(own) == 0


def test_any_form_frees_what_has_expired(clock: FakeClock) -> None:
    own = OwnVocabularies(5, 60, clock)
    brought = read_vocabulary_file(b"[UNK]\nel\n", "vocab.txt", 1_000).tokenizer
    gone = weakref.ref(brought)
    own.add(brought, INFO)
    del brought
    clock.advance(61 * 60)
    assert gone() is not None
    keep_upload(Form([]), own, 1_000)
    gc.collect()
    assert gone() is None
