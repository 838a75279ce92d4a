"""WordPiece: cut by the longest piece that fits; learn the pair whose parts need each other most.

`model` is what is learned, `encoder` applies it, `trainer` learns it over `score_queue`,
`export` writes it for other programs, and `steps` say what each step of learning is.
"""
