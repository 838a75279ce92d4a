"""Added tokens: what is read, and which would be looked for in the normalised text."""

from __future__ import annotations

import json

from app.tokenization.normalizers import Lowercase
from app.tokenization.special_tokens import AddedToken
from app.vocabularies.tokenizer_json.added_tokens import read_added_tokens
from app.vocabularies.tokenizer_json.document import Node, parse


def node(*entries: dict[str, object]) -> Node:
    return parse(json.dumps(entries).encode())


def test_every_switch_is_read() -> None:
    entry = {"id": 3, "content": "<m>", "special": True, "lstrip": True, "rstrip": True,
             "single_word": True, "normalized": False}  # fmt: skip
    tokens, notes = read_added_tokens(node(entry), (Lowercase(),))
    assert tokens == (AddedToken("<m>", 3, True, True, True, True),)
    assert notes == ()


def test_empty_and_repeated_ones_do_not_count() -> None:
    twice = {"id": 3, "content": "<m>", "special": True}
    tokens, _ = read_added_tokens(node({"id": 9, "content": ""}, twice, twice), ())
    assert [token.id for token in tokens] == [3]


def test_a_token_that_normalising_leaves_alone_needs_no_note() -> None:
    tokens, notes = read_added_tokens(
        node({"id": 3, "content": "abc", "normalized": True}), (Lowercase(),)
    )
    assert tokens == (AddedToken("abc", 3, special=False),) and notes == ()


def test_absent_is_none() -> None:
    assert read_added_tokens(Node(None, "added_tokens"), ()) == ((), ())
