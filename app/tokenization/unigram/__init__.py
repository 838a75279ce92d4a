"""Unigram: of all the ways to cut a text, the likeliest; learned by dropping the pieces missed least.

`encoder` finds the best way by `viterbi` over the `piece_table`; `lattice` holds all the ways, for
probabilities and pictures. `trainer` goes from `seeds` by `expectation` and pruning (`piece_state`)
to the `model`, which `export` writes; `steps` say what each step of learning is.
"""
