from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from app.errors import InputTooLarge, TokenarioError
from app.locales import Language, locale_of, read_catalogue

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'


def catalogue(folder: Path, **files: str) -> Path:
    (folder / "es").mkdir()
    for name, body in files.items():
        (folder / "es" / f"{name}.po").write_text(HEAD + body, encoding="utf-8")
    return folder


def test_spanish_words_come_from_the_catalogue_and_english_ones_are_the_messages() -> None:
    assert locale_of(Language.ES).gettext("Language") == "Idioma"
    assert locale_of(Language.EN).gettext("Language") == "Language"


def test_numbers_in_gaps_are_written_as_the_language_writes_them() -> None:
    error = InputTooLarge("The request is too large. The limit is %(limit)s bytes.", limit=32_000)
    assert locale_of(Language.ES).explain(error).endswith("El límite es de 32\u202f000 bytes.")
    assert locale_of(Language.EN).explain(error).endswith("The limit is 32,000 bytes.")


def test_a_gap_for_a_number_is_written_so_too() -> None:
    assert locale_of(Language.ES).say("%(limit)d lines", limit=5_000) == "5\u202f000 lines"


def test_names_decimals_and_truths_in_gaps() -> None:
    spanish = locale_of(Language.ES)
    assert spanish.say("%(id)s", id="128000") == "128000"
    assert spanish.say("%(price)s", price=Decimal("0.5")) == "0,5"
    assert spanish.say("%(truth)s", truth=True) == "True"


def test_a_message_without_gaps_may_hold_a_percent_sign() -> None:
    assert locale_of(Language.EN).explain(TokenarioError("100 % sure")) == "100 % sure"


def test_plurals() -> None:
    english = locale_of(Language.EN)
    forms = [english.say_n("%(num)s piece", "%(num)s pieces", count) for count in (0, 1, 1_000)]
    assert forms == ["0 pieces", "1 piece", "1,000 pieces"]


def test_the_files_of_a_language_are_one_catalogue(tmp_path: Path) -> None:
    one = 'msgid "Cut"\nmsgstr "Cortar"\n'
    two = 'msgid "%(num)s cut"\nmsgid_plural "%(num)s cuts"\nmsgstr[0] "%(num)s corte"\nmsgstr[1] "%(num)s cortes"\n'
    merged = read_catalogue(Language.ES, catalogue(tmp_path, one=one, two=two))
    assert {str(message.id) for message in merged if message.id} == {
        "Cut",
        "('%(num)s cut', '%(num)s cuts')",
    }


def test_two_translations_of_one_message_are_refused(tmp_path: Path) -> None:
    folder = catalogue(
        tmp_path, a='msgid "Cut"\nmsgstr "Cortar"\n', b='msgid "Cut"\nmsgstr "Corte"\n'
    )
    with pytest.raises(ValueError, match=r"b\.po translates 'Cut' in another way"):
        read_catalogue(Language.ES, folder)


def test_languages_name_themselves() -> None:
    assert [language.own_name for language in Language] == ["Español", "English"]


def test_spanish_plurals_of_the_catalogue_are_two() -> None:
    spanish = locale_of(Language.ES)
    forms = [spanish.say_n("%(num)s part", "%(num)s parts", n) for n in (0, 1, 2, 1_000_000)]
    assert forms == ["0 partes", "1 parte", "2 partes", "1\u202f000\u202f000 partes"]
