"""The subject matter: how a text becomes tokens, how vocabularies are learned. No web, no database.

A text through the pipeline (`pipeline.Tokenizer.encode`, one loop for encoding and explaining):

1. `well_formed`: what UTF-8 cannot write becomes U+FFFD.
2. `special_tokens`: the text is cut at the special tokens written in it, where they are to be read.
3. `normalizers`, `unicode_forms`, `bert_clean`, `charsmap`: rewrite each section, and keep where
   every character came from (`rewriting`, `alignment`).
4. `pre_tokenizers`, with the patterns of `split_patterns`: cut it into parts no token may cross.
5. `bpe`, `wordpiece`, `unigram`, `word_level`: cut each part into ids of the `vocabulary`.
6. `post_processors`: put special tokens around the whole, when asked.

Back again go `decoders` and `piece_decoders`. `stages` says what each stage must offer, `types` what
flows between them: spans are code points of the *original* text, however it was rewritten.

>>> from app.tokenization.bpe.encoder import ByteBpe
>>> from app.tokenization.decoders import ByteDecoder
>>> from app.tokenization.pre_tokenizers import RegexSplit
>>> from app.tokenization.vocabulary import ByteVocabulary
>>> ranks = {bytes((byte,)): byte for byte in range(256)} | {b" s": 256, b"ol": 257}
>>> tokenizer = Tokenizer(
...     ByteVocabulary(ranks, {}), RegexSplit(" ?[a-z]+"), ByteBpe(ranks), ByteDecoder())
>>> [(token.piece, token.start, token.end) for token in tokenizer.encode("el sol").tokens]
[('e', 0, 1), ('l', 1, 2), ('Ġs', 2, 4), ('ol', 4, 6)]
>>> [record.stage for record in tokenizer.explain("el sol").stages]
['special', 'pre_tokenize', 'segment']
>>> tokenizer.decode([256, 257]).text
' sol'

`steps` watches the same segmenters at work, merge by merge. Learning has the same shape for every
algorithm: a `corpus`, a `train` that yields what each step changed and returns the model
(`training`), and the steps folded back into any frame (`replay`). `budget` bounds
work; each algorithm's `export` writes what was learned for other programs (`tokenizer_json`);
`baselines` are what subwords are measured
against, and `pricing` is what tokens cost.

The small parts: `cut` (a part and its tokens), `explanation`, `split_view`, `segment_cache`,
`byte_alphabet` (GPT-2's printable bytes), `bounded_pattern` and `growth` (patterns and rules that files bring), and which
character is what: `unicode_tables`, `unicode_age`, `graphemes`.
"""

from app.tokenization.budget import Budget
from app.tokenization.decoders import Decoded
from app.tokenization.pipeline import Tokenizer
from app.tokenization.special_tokens import AddedToken, SpecialPolicy
from app.tokenization.stages import (
    Decoder,
    Normalizer,
    PostProcessor,
    PreTokenizer,
    Segmenter,
    Vocabulary,
)
from app.tokenization.types import (
    Cell,
    Encoding,
    Explanation,
    NormalizedText,
    PreToken,
    Segment,
    StagePart,
    StageRecord,
    Token,
    TokenKind,
)

__all__ = [
    "AddedToken",
    "Budget",
    "Cell",
    "Decoded",
    "Decoder",
    "Encoding",
    "Explanation",
    "NormalizedText",
    "Normalizer",
    "PostProcessor",
    "PreToken",
    "PreTokenizer",
    "Segment",
    "Segmenter",
    "SpecialPolicy",
    "StagePart",
    "StageRecord",
    "Token",
    "TokenKind",
    "Tokenizer",
    "Vocabulary",
]
