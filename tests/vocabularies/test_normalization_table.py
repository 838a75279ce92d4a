from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import VocabularyFileError
from app.tokenization.charsmap import read_charsmap
from app.vocabularies.info import sources
from app.vocabularies.integrity import read_shipped
from app.vocabularies.normalization_table import read_table, write_table
from tests.shared import SHARED, needs_shared

texts = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))


@given(st.dictionaries(texts.filter(bool), texts))
def test_a_table_is_read_back(table: dict[str, str]) -> None:
    assert read_table(write_table(table)) == table


@pytest.mark.parametrize("data", [b"a", b"a\0", b"a\0b", b"a\0b\0c\0", b"\xff\0\0", b"a\0b\0c"])
def test_a_damaged_table_is_an_error(data: bytes) -> None:
    with pytest.raises(VocabularyFileError, match="normalisation table is damaged"):
        read_table(data)


@needs_shared
def test_the_shipped_table_is_the_one_xlm_r_was_made_with() -> None:
    """Made from sentencepiece 0.1.99's table, it equals the table of 2019, rule for rule."""
    file = sources().files["nmt_nfkc-2019"]
    oracle = (SHARED / "vocabularies" / "nmt_nfkc-2019.charsmap.bin").read_bytes()
    shipped = read_table(read_shipped(file.path, file.sha256))
    assert shipped == read_charsmap(oracle)
    assert len(shipped) == 224_711
