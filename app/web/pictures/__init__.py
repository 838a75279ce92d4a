"""Coloured tokens as pictures: what link previews show, and what people download.

`png` draws with a font of its own (`fonts/`), `svg` with the reader's; both draw the rows of `row` in
the colours of `palette`. `cache` keeps the pictures drawn last.
"""
