"""Files that commands read: every usual encoding, and why one is not read, by its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.cli.files import read_file
from app.errors import InvalidInput
from app.locales import Language, locale_of

ENGLISH, SPANISH = locale_of(Language.EN), locale_of(Language.ES)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_the_usual_encodings(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "texto.txt"
    file.write_text("El niño", encoding=encoding)
    assert read_file(file, ENGLISH) == "El niño"


def test_a_file_that_is_none_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"There is no file .*nothing"):
        read_file(tmp_path / "nothing", ENGLISH)
    with pytest.raises(InvalidInput, match="is a folder"):
        read_file(tmp_path, ENGLISH)
    with pytest.raises(InvalidInput, match="cannot be read"):
        read_file(Path("x" * 300), ENGLISH)


def test_what_is_no_text_is_named_and_explained_in_one_language(tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\r\n")
    with pytest.raises(InvalidInput) as raised:
        read_file(file, SPANISH)
    assert SPANISH.explain(raised.value).startswith(f"{file}: El archivo no es texto")
