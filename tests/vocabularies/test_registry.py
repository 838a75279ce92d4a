from __future__ import annotations

from pathlib import Path
from threading import Barrier, Event, Thread

import pytest

from app.errors import InvalidInput, UnknownVocabulary, VocabularyUnavailable
from app.tokenization.pipeline import Tokenizer
from app.vocabularies.info import Algorithm, VocabularyInfo
from app.vocabularies.registry import Registry


def info(id: str) -> VocabularyInfo:
    return VocabularyInfo(id, id.title(), Algorithm.WORDPIECE, 3, "a test", "MIT", "0" * 64)


class FakeTokenizer(Tokenizer):
    """Stands for a tokenizer where only its identity matters."""

    def __init__(self) -> None:
        pass


def test_vocabularies_are_listed_in_order_without_being_built() -> None:
    registry = Registry()
    built: list[str] = []

    def construct() -> Tokenizer:
        built.append("built")
        return FakeTokenizer()

    for id in ("uno", "dos", "tres"):
        registry.register(info(id), construct)
    assert registry.ids() == ("uno", "dos", "tres")
    assert registry.info("dos").title == "Dos"
    assert registry.available("dos")
    assert "tres" in registry
    assert "cuatro" not in registry
    assert built == []


def test_the_ready_ones_need_no_file_and_without_any_all_are_named() -> None:
    registry = Registry()
    registry.register(info("lejos"), FakeTokenizer, available=lambda: False)
    assert registry.ready() == ("lejos",)
    registry.register(info("cerca"), FakeTokenizer)
    assert registry.ready() == ("cerca",)


def test_a_vocabulary_is_built_once_however_many_ask_at_once() -> None:
    registry = Registry()
    built: list[Tokenizer] = []
    barrier = Barrier(8)
    got: list[Tokenizer] = []

    def construct() -> Tokenizer:
        built.append(FakeTokenizer())
        return built[-1]

    def ask() -> None:
        barrier.wait()
        got.append(registry.tokenizer("uno"))

    registry.register(info("uno"), construct)
    threads = [Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(built) == 1
    assert got == built * 8


def test_building_one_does_not_keep_anybody_from_another() -> None:
    registry = Registry()
    started, go_on = Event(), Event()

    def slow() -> Tokenizer:
        started.set()
        go_on.wait()
        return FakeTokenizer()

    registry.register(info("lento"), slow)
    registry.register(info("rápido"), FakeTokenizer)
    thread = Thread(target=lambda: registry.tokenizer("lento"))
    thread.start()
    started.wait()
    try:
        assert registry.tokenizer("rápido") is registry.tokenizer("rápido")
        registry.register(info("nuevo"), FakeTokenizer)
        assert registry.ids() == ("lento", "rápido", "nuevo")
        assert registry.info("lento").id == "lento"
    finally:
        go_on.set()
        thread.join()


def test_a_failure_repeats_while_its_cause_lasts_and_no_longer() -> None:
    registry = Registry()
    there = False

    def construct() -> Tokenizer:
        if not there:
            raise VocabularyUnavailable("The file is missing.")
        return FakeTokenizer()

    registry.register(info("uno"), construct, available=lambda: there)
    for _ in range(2):
        with pytest.raises(VocabularyUnavailable, match="The file is missing"):
            registry.tokenizer("uno")
        assert not registry.available("uno")
    there = True
    assert registry.available("uno")
    assert registry.tokenizer("uno") is registry.tokenizer("uno")


def test_a_loaded_vocabulary_stays_available_when_its_file_goes() -> None:
    registry = Registry()
    files = {"uno"}
    registry.register(info("uno"), FakeTokenizer, available=lambda: "uno" in files)
    registry.tokenizer("uno")
    files.clear()
    assert registry.available("uno")


def test_an_id_is_used_once() -> None:
    registry = Registry()
    registry.register(info("uno"), FakeTokenizer)
    with pytest.raises(InvalidInput, match="already a vocabulary with the id “uno”"):
        registry.register(info("uno"), FakeTokenizer)


def test_an_unknown_id_names_the_known_ones() -> None:
    registry = Registry()
    registry.register(info("uno"), FakeTokenizer)
    registry.register(info("dos"), FakeTokenizer)
    message = r"no vocabulary “tres”. There are: uno, dos."
    for ask in (registry.tokenizer, registry.info, registry.available, registry.remove):
        with pytest.raises(UnknownVocabulary, match=message):
            ask("tres")


def test_a_removed_vocabulary_is_gone_and_its_id_is_free() -> None:
    registry = Registry()
    registry.register(info("uno"), FakeTokenizer)
    first = registry.tokenizer("uno")
    registry.remove("uno")
    assert registry.ids() == ()
    with pytest.raises(UnknownVocabulary):
        registry.tokenizer("uno")
    registry.register(info("uno"), FakeTokenizer)
    assert registry.tokenizer("uno") is not first


def test_fetching_says_where_the_file_is(tmp_path: Path) -> None:
    registry = Registry()
    registry.register(info("uno"), FakeTokenizer, fetch=lambda: tmp_path / "uno.txt")
    registry.register(info("dos"), FakeTokenizer)
    assert registry.fetch("uno") == tmp_path / "uno.txt"
    with pytest.raises(InvalidInput, match="“dos” has no file to fetch"):
        registry.fetch("dos")
