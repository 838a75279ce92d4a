"""What commands speak through: the language, the settings, streams that cannot say everything."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from app.cli.terminal import WIDE, Terminal, language_for, open_terminal, read_settings, shown
from app.errors import N_, InvalidInput
from app.locales import Language, locale_of
from app.vocabularies.registry import Registry


def written(width: int = WIDE, encoding: str = "utf-8") -> tuple[Terminal, io.TextIOWrapper]:
    """A terminal, and the stream that both its answers and its remarks go to."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding, errors="backslashreplace")
    console = Console(file=stream, width=width, highlight=False, soft_wrap=True)
    return Terminal(locale_of(Language.EN), console, console, Registry), stream


def text(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def test_the_terminal_decides_the_language() -> None:
    assert language_for([], {"LANG": "es_ES.UTF-8"}) is Language.ES
    assert language_for([], {"LC_ALL": "en_US.UTF-8", "LANG": "es_ES.UTF-8"}) is Language.EN
    assert language_for([], {}) is Language.EN


@pytest.mark.parametrize(
    ("words", "language"),
    [
        (["--lang", "en", "count", "a"], Language.EN),
        (["--help", "--lang=en"], Language.EN),
        (["encode", "--lang", "en"], Language.ES),
        (["--lang"], Language.EN),
    ],
)
def test_what_is_said_before_the_command_comes_first(words: list[str], language: Language) -> None:
    assert language_for(words, {"LANG": "es_ES.UTF-8"}) is language


def test_nothing_in_a_text_commands_the_terminal() -> None:
    assert shown("a\x1b]0;title\x07\u202eb\udcff") == r"a\x1b]0;title\x07\u202eb\udcff"
    assert shown("Ġniño 日本 🙂") == "Ġniño 日本 🙂"
    assert shown(locale_of(Language.ES).say("%(n)s ids", n=50257)) == "50\u202f257 ids"


def test_a_table_keeps_what_looks_like_markup() -> None:
    terminal, stream = written()
    terminal.write_table(["piece"], [["[bold]"], ["\\"], ["a\nb"]])
    assert [line.strip() for line in text(stream).splitlines()] == [
        "piece",
        "[bold]",
        "\\",
        r"a\nb",
    ]


def test_a_narrow_terminal_folds_and_loses_nothing() -> None:
    terminal, stream = written(width=12)
    terminal.write_table(["id", "piece"], [["123456789", "abcdefghijkl"]])
    lines = text(stream).splitlines()
    assert max(map(len, lines)) <= 12
    assert "…" not in text(stream)
    left = [line.split() for line in lines[1:]]
    assert sorted("".join(map("".join, left))) == sorted("123456789abcdefghijkl")


def test_json_is_ascii_where_nothing_else_can_be_said() -> None:
    for encoding, line in (
        ("utf-8", '{"a": "ñ🙂"}\n'),
        ("ascii", '{"a": "\\u00f1\\ud83d\\ude42"}\n'),
    ):
        terminal, stream = written(encoding=encoding)
        terminal.write_json({"a": "ñ🙂"})
        assert text(stream) == line


def test_a_lone_surrogate_in_the_name_of_a_file_is_said_in_json() -> None:
    terminal, stream = written()
    terminal.write_json(["\udcff"])
    assert text(stream) == '["\\udcff"]\n'


def test_errors_and_warnings_have_their_own_word() -> None:
    terminal, stream = written()
    terminal.complain(InvalidInput(N_("The file is empty.")))
    terminal.warn(InvalidInput(N_("The file is empty.")))
    assert text(stream) == "Error: The file is empty.\nWarning: The file is empty.\n"


def test_a_pipe_is_as_wide_as_its_lines() -> None:
    assert open_terminal(Language.EN).out.width == WIDE


def test_a_wrong_setting_keeps_its_value_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOKENARIO_PUBLIC_URL", "secret")
    with pytest.raises(InvalidInput, match="TOKENARIO_PUBLIC_URL") as raised:
        read_settings()
    assert "secret" not in str(raised.value)
