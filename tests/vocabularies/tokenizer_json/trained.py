"""Small tokenizers of every kind, trained with tokenizers, whose files ours must read alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tokenizers import (
    Regex,
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)

CORPUS = [
    "En un lugar de la Mancha, de cuyo nombre no quiero acordarme, no ha mucho tiempo que vivía",
    "un hidalgo de los de lanza en astillero, adarga antigua, rocín flaco y galgo corredor.",
    "El niño juega en el jardín; la niña, más allá, lee 3 libros y 12 cuentos. ¿Qué más?",
    "Hello, world! It's the boy who doesn't play in the garden: 1605, 1615... ½ naïve café",
    "東京に行く。漢字かな交じり文。한국어 텍스트",
]
UNKNOWN = "<unk>"
SPECIAL = [UNKNOWN, "<s>", "</s>"]
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
LLAMA_3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def _train(made: Tokenizer, trainer: trainers.Trainer) -> Tokenizer:
    made.train_from_iterator(CORPUS, trainer)
    return made


def _bpe(
    special: list[str],
    *,
    alphabet: Sequence[str] = (),
    limit: int = 1_000,
    prefix: str = "",
    suffix: str = "",
) -> trainers.Trainer:
    return trainers.BpeTrainer(
        vocab_size=500,
        special_tokens=special,
        show_progress=False,
        initial_alphabet=sorted(alphabet),
        limit_alphabet=limit,
        continuing_subword_prefix=prefix,
        end_of_word_suffix=suffix,
    )


def gpt2() -> Tokenizer:
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, trim_offsets=False)
    made.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    return _train(made, _bpe(["<s>"], alphabet=alphabet))


def roberta() -> Tokenizer:
    """A prefix space and special tokens around."""
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True, trim_offsets=False)
    made.decoder = decoders.ByteLevel()
    made.post_processor = processors.RobertaProcessing(("</s>", 1), ("<s>", 0), trim_offsets=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    return _train(made, _bpe(["<s>", "</s>"], alphabet=alphabet))


def llama_3() -> Tokenizer:
    """A pattern of its own, whole pieces first, two post-processors."""
    made = Tokenizer(models.BPE(ignore_merges=True))
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(LLAMA_3), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False, trim_offsets=False),
        ]
    )
    made.decoder = decoders.ByteLevel()
    made.post_processor = processors.Sequence(
        [
            processors.ByteLevel(trim_offsets=False),
            processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 0)]),
        ]
    )
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    return _train(made, _bpe(["<s>"], alphabet=alphabet))


def byte_level_with_unknown() -> Tokenizer:
    """Only the bytes of the corpus have pieces."""
    made = Tokenizer(models.BPE(unk_token=UNKNOWN))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, trim_offsets=False)
    made.decoder = decoders.ByteLevel()
    return _train(made, _bpe(SPECIAL))


def clip() -> Tokenizer:
    """Byte-level with a mark at the end of words."""
    made = Tokenizer(models.BPE(unk_token=SPECIAL[1], end_of_word_suffix="</w>"))
    made.normalizer = normalizers.Sequence(
        [normalizers.NFC(), normalizers.Replace(Regex(r"\s+"), " "), normalizers.Lowercase()]
    )
    pattern = Regex(r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+")
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(pattern, "removed", invert=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False, trim_offsets=False),
        ]
    )
    made.decoder = decoders.ByteLevel()
    made.post_processor = processors.RobertaProcessing(("</s>", 1), ("<s>", 0), trim_offsets=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    return _train(made, _bpe(["<s>", "</s>"], alphabet=alphabet, suffix="</w>"))


def gemma() -> Tokenizer:
    """Spaces are marked first, so the split at spaces never cuts."""
    made = _sentencepiece_bpe(SPECIAL + BYTES, fuse_unk=True, byte_fallback=True)
    made.normalizer = normalizers.Replace(" ", "▁")
    made.pre_tokenizer = pre_tokenizers.Split(" ", "merged_with_previous")
    made.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()]
    )
    return made


def _sentencepiece_bpe(
    special: list[str], *, fuse_unk: bool = False, byte_fallback: bool = False
) -> Tokenizer:
    made = Tokenizer(models.BPE(unk_token=UNKNOWN, fuse_unk=fuse_unk, byte_fallback=byte_fallback))
    made.normalizer = normalizers.Sequence(
        [normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]
    )
    made.decoder = decoders.Sequence(
        [
            decoders.Replace("▁", " "),
            decoders.ByteFallback(),
            decoders.Fuse(),
            decoders.Strip(" ", 1, 0),
        ]
    )
    made.pre_tokenizer = pre_tokenizers.Split("▁", "merged_with_next")
    _train(made, _bpe(special, limit=40))
    made.pre_tokenizer = pre_tokenizers.Sequence([])
    return made


def llama_2() -> Tokenizer:
    return _sentencepiece_bpe(SPECIAL + BYTES, fuse_unk=True, byte_fallback=True)


def unknown_fused() -> Tokenizer:
    return _sentencepiece_bpe(SPECIAL, fuse_unk=True)


def unknown_apart() -> Tokenizer:
    return _sentencepiece_bpe(SPECIAL)


def metaspace_bpe() -> Tokenizer:
    made = Tokenizer(models.BPE(unk_token=UNKNOWN))
    made.normalizer = normalizers.Replace(Regex(" {2,}"), " ")
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    made.decoder = decoders.Metaspace()
    return _train(made, _bpe(SPECIAL, limit=40))


def _unigram(pre_tokenizer: pre_tokenizers.PreTokenizer, scheme: str) -> Tokenizer:
    made = Tokenizer(models.Unigram())
    made.pre_tokenizer = pre_tokenizer
    made.decoder = decoders.Metaspace(prepend_scheme=scheme)
    trainer = trainers.UnigramTrainer(
        vocab_size=160, unk_token=UNKNOWN, special_tokens=SPECIAL, show_progress=False
    )
    return _train(made, trainer)


def unigram() -> Tokenizer:
    return _unigram(pre_tokenizers.Metaspace(), "always")


def unigram_marking_the_first() -> Tokenizer:
    return _unigram(pre_tokenizers.Metaspace(prepend_scheme="first"), "first")


def unigram_marking_none() -> Tokenizer:
    return _unigram(pre_tokenizers.Metaspace(prepend_scheme="never"), "never")


def unigram_not_split() -> Tokenizer:
    return _unigram(pre_tokenizers.Metaspace(split=False), "always")


def t5() -> Tokenizer:
    words = [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]
    return _unigram(pre_tokenizers.Sequence(words), "always")


def _bert(*, lowercase: bool) -> Tokenizer:
    made = Tokenizer(models.WordPiece(unk_token=UNKNOWN))
    made.normalizer = normalizers.BertNormalizer(lowercase=lowercase)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.decoder = decoders.WordPiece(cleanup=lowercase)
    made.post_processor = processors.BertProcessing(("</s>", 2), ("<s>", 1))
    trainer = trainers.WordPieceTrainer(
        vocab_size=300, special_tokens=SPECIAL, limit_alphabet=50, show_progress=False
    )
    return _train(made, trainer)


def bert_cased() -> Tokenizer:
    return _bert(lowercase=False)


def bert_uncased() -> Tokenizer:
    return _bert(lowercase=True)


def end_of_word() -> Tokenizer:
    made = Tokenizer(models.BPE(unk_token=UNKNOWN, end_of_word_suffix="</w>"))
    made.normalizer = normalizers.Sequence(
        [normalizers.NFKD(), normalizers.StripAccents(), normalizers.Lowercase()]
    )
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Whitespace(), pre_tokenizers.Digits(individual_digits=True)]
    )
    made.decoder = decoders.BPEDecoder()
    return _train(made, _bpe(SPECIAL, suffix="</w>", limit=40))


def continued() -> Tokenizer:
    made = Tokenizer(models.BPE(unk_token=UNKNOWN, continuing_subword_prefix="##", fuse_unk=True))
    made.normalizer = normalizers.NFKC()
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Punctuation("contiguous")]
    )
    return _train(made, _bpe(SPECIAL, prefix="##", limit=40))


def word_level() -> Tokenizer:
    made = Tokenizer(models.WordLevel(unk_token=UNKNOWN))
    made.normalizer = normalizers.Sequence(
        [normalizers.Strip(), normalizers.Lowercase(), normalizers.Nmt()]
    )
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.CharDelimiterSplit(","), pre_tokenizers.Whitespace()]
    )
    trainer = trainers.WordLevelTrainer(special_tokens=SPECIAL, show_progress=False)
    return _train(made, trainer)


TRAINED: dict[str, Callable[[], Tokenizer]] = {
    make.__name__: make
    for make in (
        gpt2, roberta, llama_3, clip, gemma, byte_level_with_unknown, llama_2, unknown_fused, unknown_apart,
        metaspace_bpe, unigram, unigram_marking_the_first, unigram_marking_none,
        unigram_not_split, t5, bert_cased, bert_uncased, end_of_word, continued, word_level,
    )
}  # fmt: skip
