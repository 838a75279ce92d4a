"""Vocabularies of the outside world as tokenizers of ours.

`shipped.build_registry` knows seven: those in `data/` (their sources and sums are in
`data/SOURCES.toml`, which `info` reads) and one that `hub` fetches. `registry` finds a vocabulary by
its id and builds it when it is first used.

Readers of files are our own: `rank_file` with `rank_tokenizer`, `sentencepiece_file` (over
`protobuf`) with `sentencepiece_tokenizer`, `vocab_txt` and `tokenizer_json`. Each gives a
`loaded.LoadedVocabulary`; `integrity` bounds and checks what they are given. `build_data` makes
`data/` again from public packages (`normalization_table` is the form of one of its files).
"""
