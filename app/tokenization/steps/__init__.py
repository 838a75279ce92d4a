"""How a text is cut, seen step by step, for every algorithm.

The frames are observed in the loops that encode (`bpe.merging.iter_merges`, the WordPiece
longest match, the Unigram lattice), never played again by other code; `text_steps` in `trace`
is the way in.
"""
