"""Prices of the installed package: what is mapped, what is not, and that the bundled data is used."""

from __future__ import annotations

import socket
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from genai_prices import data_snapshot
from genai_prices.data import providers

from app.catalog.prices import HOME, PriceTable, price_table
from app.tokenization.pricing import ModelPrice, Rule, Tier
from tests.shared import cases

DAY = date(2026, 11, 30)


@pytest.fixture(scope="module")
def table() -> PriceTable:
    return price_table(DAY)


def of_model(table: PriceTable, model: str) -> tuple[ModelPrice, ...]:
    """Every seller's offer of a model; none means unknown, never free."""
    return tuple(price for price in table.prices if price.model.lower() == model)


def test_the_table_says_its_source_and_its_date(table: PriceTable) -> None:
    assert table.source.startswith("genai-prices ")
    assert table.home == HOME
    assert date(2026, 1, 1) < table.as_of <= DAY


def test_every_price_is_above_zero_and_decimal(table: PriceTable) -> None:
    assert len(table.prices) > 100
    for price in table.prices:
        rates = [price.rates.input, price.rates.cached_input, price.rates.output]
        for rate in rates:
            if rate is not None:
                assert isinstance(rate.base, Decimal) and rate.base > 0
                assert [tier.over for tier in rate.tiers] == sorted(t.over for t in rate.tiers)


@pytest.mark.parametrize(
    "vocabulary", ["bert-base-multilingual-cased", "xlm-roberta-base", "mbert"]
)
def test_no_api_sells_these_vocabularies(table: PriceTable, vocabulary: str) -> None:
    assert table.of_vocabulary(vocabulary) == ()


@pytest.mark.parametrize(
    ("model", "vocabulary", "rule", "matched"),
    [
        ("gpt-4o", "o200k_base", Rule.EXACT, "gpt-4o"),
        ("gpt-4o-mini", "o200k_base", Rule.PREFIX, "gpt-4o-"),
        ("gpt-4", "cl100k_base", Rule.EXACT, "gpt-4"),
        ("gpt-4-turbo", "cl100k_base", Rule.PREFIX, "gpt-4-"),
        ("gpt-3.5-turbo", "cl100k_base", Rule.EXACT, "gpt-3.5-turbo"),
        ("gpt-5.4", "o200k_base", Rule.PREFIX, "gpt-5"),
        ("davinci", "gpt2", Rule.EXACT, "davinci"),
        ("gpt-6-sol", None, Rule.NONE, ""),
    ],
)
def test_openai_models_follow_tiktokens_lists(
    table: PriceTable, model: str, vocabulary: str | None, rule: Rule, matched: str
) -> None:
    found = next(price for price in of_model(table, model) if price.provider == "openai")
    assert (found.vocabulary, found.rule, found.match.matched) == (vocabulary, rule, matched)


def test_gpt_2s_models_are_history(table: PriceTable) -> None:
    sold = [price.model for price in table.of_vocabulary("gpt2") if not price.retired]
    assert sold == []
    assert table.of_vocabulary("gpt2")


def test_models_of_sound_and_pictures_are_left_out(table: PriceTable) -> None:
    for model in (
        "gpt-4o-mini-tts",
        "gpt-4o-transcribe",
        "gpt-image-1",
        "whisper-1",
        "gpt-realtime",
    ):
        assert of_model(table, model) == ()


def test_resellers_are_left_out(table: PriceTable) -> None:
    sellers = {price.provider for price in table.prices}
    assert "openrouter" not in sellers
    assert not any(seller.startswith("huggingface_") for seller in sellers)


def test_llama_hosts_are_found(table: PriceTable) -> None:
    of_3 = table.of_vocabulary("llama-3")
    assert {"groq", "together", "aws", "novita"} <= {price.provider for price in of_3}
    assert all(price.rule is Rule.PATTERN for price in of_3)
    for price in of_3:
        assert "llama-4" not in price.model.lower() and "llama4" not in price.model.lower()
    assert any("Llama-2" in price.model for price in table.of_vocabulary("llama-2"))


def test_batch_and_tiers_come_from_the_data(table: PriceTable) -> None:
    price = next(price for price in of_model(table, "gpt-5.4") if price.provider == "openai")
    assert price.batch is not None
    assert price.batch.input.base == price.rates.input.base / 2
    assert price.rates.input.tiers == (Tier(272_000, price.rates.input.base * 2),)
    plain = next(price for price in of_model(table, "gpt-4-32k") if price.provider == "openai")
    assert plain.batch is None and plain.retired


def test_an_announced_price_starts_on_its_day() -> None:
    starts = {
        (provider.id, model.id, rule.start_date)
        for provider in providers
        for model in provider.models
        if isinstance(model.prices, list)
        for conditional in model.prices
        if (rule := conditional.constraint) is not None and hasattr(rule, "start_date")
    }
    known = {(price.provider, price.model) for price in price_table(DAY).prices}
    seller, model, day = min(start for start in sorted(starts, key=str) if start[:2] in known)
    after = next(p for p in of_model(price_table(day), model) if p.provider == seller)
    before = of_model(price_table(day - timedelta(days=1)), model)
    assert after.since == day
    assert all(p.since != day for p in before if p.provider == seller)


@pytest.mark.parametrize("case", cases("pricing"), ids=lambda case: str(case["id"]))
def test_cases(case: dict[str, Any], table: PriceTable) -> None:
    if case["id"] == "price-stale":
        stale = data_snapshot.DataSnapshot(providers=[], from_auto_update=True)
        data_snapshot.set_custom_snapshot(stale)
        try:
            price_table.cache_clear()
            assert price_table(DAY) == table
        finally:
            data_snapshot.set_custom_snapshot(None)
    elif case["id"] == "price-unknown-zero":
        assert of_model(table, "modelo-inexistente-9") == ()
    else:
        assert case["id"] == "price-tier", "a new case of this area needs a test"


def test_works_offline(monkeypatch: pytest.MonkeyPatch, table: PriceTable) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("no network in this test")

    monkeypatch.setattr(socket, "socket", refuse)
    price_table.cache_clear()
    assert price_table(DAY) == table
