"""Own reader of Hugging Face's `tokenizer.json`, part by part.

`reader` composes; each part of the file has its module: `normalizers`, `pre_tokenizers`, `models`
and `bpe`, `post_processors`, `decoders`, `added_tokens`; `document` asks the JSON for typed values
and `oniguruma` says its patterns again for the `regex` module. Source of the format:
huggingface/tokenizers, `tokenizers/src`.
"""

from app.vocabularies.tokenizer_json.reader import load_tokenizer_json

__all__ = ["load_tokenizer_json"]
