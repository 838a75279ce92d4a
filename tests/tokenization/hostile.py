"""Hypothesis strategies for text that breaks tokenizers."""

from __future__ import annotations

from hypothesis import strategies as st

_STRETCHES = (
    "aeiouñáé bcdm",
    "AZ .,;:¡¿…'\"-–—",
    "0123456789½²①",
    " \t\n\r\u00a0\u2003\u3000\u200b\ufeff\u2028\u0085",
    "\u0300\u0301\u0303\u0308\u0323\u0328\u05bc\u0650\u3099\u309a",
    "\u200d\u200c\ufe0f\u20e3\U0001f1ea\U0001f1f8\U0001f469\U0001f3fd❤👍🦙",
    "ｶﾞﾊﾟﾗｽｱｲ\uff9e\uff9fＡｂ１",
    "\x00\x01\x10\x7f\x85\x9f\u00ad",
    "אבגשׁ\u202e\u200fالعربية\ufdfaﷺ",
    "中文字的日本語テストがヴ한국어각ᄀ\u1161\u11a8",
    "▁\ufffdﬁﬀ\ufe30№™ªº\u1e9bſ",
)

words = st.sampled_from(
    ("casa", "niño", "▁el", "<unk>", "<s>", "</s>", "<0x0A>", "[UNK]", "...", "....", "aaaa", "  ")
)

hostile_text = st.lists(
    st.one_of(
        words,
        st.sampled_from(_STRETCHES).flatmap(lambda chars: st.text(alphabet=chars, max_size=6)),
        st.text(alphabet=st.characters(codec="utf-8"), max_size=4),
        st.builds(lambda c, n: c * n, st.sampled_from("a .▁…\u0301文🦙\u200d"), st.integers(1, 40)),
    ),
    max_size=12,
).map("".join)
"""Text of mixed scripts, marks, controls, spaces and runs, without lone surrogates."""
