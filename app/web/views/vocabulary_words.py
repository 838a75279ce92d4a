"""What the page of a vocabulary says of each fact, in words; not translated here."""

from __future__ import annotations

from app.analysis import scripts
from app.analysis.ghost_tokens import Obstacle
from app.analysis.vocabulary_facts import Part
from app.errors import N_
from app.vocabularies.info import Algorithm

EVIDENCE = {
    Algorithm.BYTE_LEVEL_BPE: N_(
        "The file lists pieces of bytes in the order in which they were made, beginning with the "
        "256 single bytes: byte-level BPE. Where pieces are written as text, a space is Ġ and ñ is "
        "Ã±, because each byte has a sign of its own."
    ),
    Algorithm.SENTENCEPIECE_BPE: N_(
        "Pieces are made of characters, a space is written ▁, and the file lists merges (or scores "
        "that only give their order): BPE as SentencePiece makes it."
    ),
    Algorithm.WORDPIECE: N_(
        "Pieces that go on with a word begin with ##, and the file has neither merges nor scores: "
        "WordPiece, which takes the longest piece that fits."
    ),
    Algorithm.UNIGRAM: N_(
        "Each piece has a score, the logarithm of its probability, and the file has no merges: "
        "Unigram. A space is written ▁."
    ),
    Algorithm.CHARACTER_BPE: N_(
        "Pieces are made of characters and the file lists their merges, without pieces for bytes: "
        "BPE over characters."
    ),
    Algorithm.WORD_LEVEL: N_(
        "The file lists whole words and nothing to build others with: word level. A word that is "
        "not in the list is unknown."
    ),
}

PART_LABELS = {
    Part.BYTES: N_("single bytes"),
    Part.CHARACTERS: N_("single characters"),
    Part.MERGES: N_("merges"),
    Part.PIECES: N_("longer pieces"),
    Part.UNKNOWN: N_("for the unknown"),
    Part.SPECIAL: N_("special"),
}

OBSTACLES = {
    Obstacle.REWRITTEN: N_("normalisation leaves no such text"),
    Obstacle.SPLIT: N_("the text is always split inside it"),
    Obstacle.CUT_OTHERWISE: N_("its own text is cut into other pieces"),
}

AROUND = N_("Models put special tokens around a text. Here they are left out of the counts.")

SCRIPT_LABELS = {
    "Latin": N_("Latin"),
    "Cyrillic": N_("Cyrillic"),
    "Greek": N_("Greek"),
    "Arabic": N_("Arabic"),
    "Hebrew": N_("Hebrew"),
    "Devanagari": N_("Devanagari"),
    "Bengali": N_("Bengali"),
    "Gurmukhi": N_("Gurmukhi"),
    "Gujarati": N_("Gujarati"),
    "Tamil": N_("Tamil"),
    "Telugu": N_("Telugu"),
    "Kannada": N_("Kannada"),
    "Malayalam": N_("Malayalam"),
    "Sinhala": N_("Sinhala"),
    "Thai": N_("Thai"),
    "Lao": N_("Lao"),
    "Myanmar": N_("Burmese"),
    "Khmer": N_("Khmer"),
    "Georgian": N_("Georgian"),
    "Armenian": N_("Armenian"),
    "Ethiopic": N_("Ethiopic"),
    "Han": N_("Chinese characters"),
    "Hiragana": N_("Hiragana"),
    "Katakana": N_("Katakana"),
    "Hangul": N_("Korean (Hangul)"),
    "Tibetan": N_("Tibetan"),
    "Mongolian": N_("Mongolian"),
    "Cherokee": N_("Cherokee"),
    scripts.OTHER: N_("other scripts"),
    scripts.DIGITS: N_("digits"),
    scripts.SIGNS: N_("signs and spaces"),
    scripts.PARTIAL: N_("parts of characters (bytes)"),
}
