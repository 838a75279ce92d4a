"""What can be said of a text or of a vocabulary beyond its tokens.

Of a text: its `text_length` in every unit, and `text_hints` about what its writer may not see. Of a
vocabulary: `vocabulary_facts`, with its `scripts`, its `ghost_tokens` that no text brings up, and
the `glitch_tokens` of the literature.
"""
