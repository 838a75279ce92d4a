from __future__ import annotations

import pytest

from app.errors import UnknownVocabulary
from app.services.own_vocabularies import OwnVocabularies
from app.vocabularies.info import Algorithm, VocabularyInfo
from app.vocabularies.loaded import Note
from app.vocabularies.registry import Registry
from tests.conftest import FakeClock
from tests.services.small_tokenizer import byte_tokenizer

INFO = VocabularyInfo("", "Mine", Algorithm.BYTE_LEVEL_BPE, 256, "trained here", "-", "0" * 64)


def test_an_id_is_new_each_time_and_cannot_be_guessed(clock: FakeClock) -> None:
    own = OwnVocabularies(5, 60, clock)
    ids = {own.add(byte_tokenizer(), INFO) for _ in range(5)}
    assert len(ids) == len(own) == 5
    for id in ids:
        assert id.startswith("own-")
        assert len(id) == len("own-") + 24
        found = own.find(id)
        assert found is not None
        assert found[0].id == id
        assert found[0].title == "Mine"


def test_a_use_keeps_it_and_time_takes_it(clock: FakeClock) -> None:
    own = OwnVocabularies(5, 60, clock)
    used, unused = own.add(byte_tokenizer(), INFO), own.add(byte_tokenizer(), INFO)
    clock.advance(59 * 60)
    assert own.find(used) is not None
    clock.advance(2 * 60)
    assert own.find(unused) is None
    assert own.find(used) is not None
    clock.advance(61 * 60)
    assert own.find(used) is None
    assert len(own) == 0


def test_a_full_shelf_drops_the_one_unused_for_longest(clock: FakeClock) -> None:
    own = OwnVocabularies(2, 60, clock)
    first, second = own.add(byte_tokenizer(), INFO), own.add(byte_tokenizer(), INFO)
    own.find(first)
    third = own.add(byte_tokenizer(), INFO)
    assert own.find(second) is None
    assert own.find(first) is not None
    assert own.find(third) is not None


def test_a_registry_finds_what_is_on_its_shelf_and_does_not_list_it(clock: FakeClock) -> None:
    own = OwnVocabularies(2, 60, clock)
    registry = Registry(own)
    id = own.add(byte_tokenizer(), INFO)
    assert registry.ids() == ()
    assert id in registry
    assert registry.info(id).title == "Mine"
    assert registry.available(id)
    assert registry.tokenizer(id).count("abc") == 3
    clock.advance(61 * 60)
    assert id not in registry
    with pytest.raises(UnknownVocabulary):
        registry.tokenizer(id)


def test_how_it_was_read_is_kept_and_it_can_be_taken_away(clock: FakeClock) -> None:
    own = OwnVocabularies(2, 60, clock)
    notes = (Note("Read as %(what)s.", {"what": "it is"}),)
    noted, plain = own.add(byte_tokenizer(), INFO, notes), own.add(byte_tokenizer(), INFO)
    assert own.notes(noted) == notes
    assert own.notes(plain) == own.notes("own-none") == ()
    own.remove(noted)
    own.remove(noted)
    assert own.find(noted) is None
    assert own.find(plain) is not None
