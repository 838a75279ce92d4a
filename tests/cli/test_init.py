"""The program as a whole: its languages, what is wrong in one line, the status it ends with."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import app.cli
from app import __version__
from app.cli import main
from app.locales import Language
from tests.cli.runner import run

COMMANDS = ["serve", "encode", "decode", "count", "train", "vocabularies", "links"]


def ended(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[object, str, str]:
    """The status, and what was said on both streams."""
    with pytest.raises(SystemExit) as end:
        main(words)
    said = capsys.readouterr()
    return end.value.code or 0, said.out, said.err


def test_it_says_its_version() -> None:
    assert run("--version").stdout == f"tokenario {__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("language", Language)
def test_every_command_has_help_in_the_terminals_language(command: str, language: Language) -> None:
    result = run(command, "-h", language=language)
    assert result.exit_code == 0
    assert ("Opciones" in result.stdout) is (language is Language.ES)
    assert ("Options" in result.stdout) is (language is Language.EN)


def test_the_language_can_be_said(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = ended(capsys, "--lang", "es", "count", "no-hay.txt")
    assert (status, err) == (1, "Error: No hay ningún archivo no-hay.txt.\n")
    status, out, _ = ended(capsys, "--lang=es", "--help")
    assert status == 0
    assert "Órdenes" in out


@pytest.mark.parametrize(
    "words",
    [
        ["--lang", "fr", "vocabularies"],
        ["--lang", "es"],
        ["nothing"],
        ["count"],
        ["encode", "hola"],
        ["serve", "--port", "-1"],
        ["serve", "--port", "65536"],
    ],
)
def test_what_the_help_does_not_say_is_status_2(words: list[str]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["encode", "-v", "gpt9", "hola"], "There are: gpt2, "),
        (["decode", "-v", "gpt2", "50257"], "from 0 to 50256"),
        (["decode", "-v", "gpt2", "464", "x"], "“x”, number 2"),
        (["count", "no-such-file.txt", "-v", "gpt2"], "no file no-such-file.txt"),
        (["vocabularies", "fetch", "gpt9"], "There are: gpt2, "),
        (["links", "delete", "a"], "no stored link"),
    ],
)
def test_what_is_wrong_is_one_line_and_status_1(
    words: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = ended(capsys, *words)
    assert (status, out) == (1, "")
    assert re.fullmatch(rf"Error: .*{re.escape(part)}.*\n", err)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("TOKENARIO_PORT", "abc", ["vocabularies"]),
        ("TOKENARIO_LINK_DAYS", "0", ["serve"]),
        ("TOKENARIO_DATABASE_URL", "nothing", ["links", "sweep"]),
        ("TOKENARIO_DATABASE_URL", "postgres://u@127.0.0.1:1/x", ["links", "sweep"]),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(
    name: str,
    value: str,
    words: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(name, value)
    status, out, err = ended(capsys, *words)
    assert (status, out) == (1, "")
    assert re.fullmatch(rf"Error: .*{name}.*\n", err)


def test_a_full_disk_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_terminal: object) -> object:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(app.cli, "build", full)
    _, _, err = ended(capsys, "vocabularies")
    assert err == "Error: The system refuses: No space left on device.\n"


def test_a_reader_that_leaves_gets_no_stack_trace(tmp_path: Path) -> None:
    """As in `tokenario encode ... | head -1`, with more to say than a pipe holds."""
    file = tmp_path / "long.txt"
    file.write_text("El niño juega. " * 5_000, encoding="utf-8")
    command = [str(Path(sys.executable).with_name("tokenario")), "encode", "-v", "gpt2", "-"]
    with file.open("rb") as text:
        program = subprocess.Popen(
            command, stdin=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
    assert program.stdout is not None
    assert program.stderr is not None
    assert program.stdout.readline().startswith(b"id ")
    program.stdout.close()
    said = program.stderr.read().decode()
    program.stderr.close()
    program.wait()
    assert "Traceback" not in said
    assert "Error" not in said
