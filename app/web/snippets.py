"""What a teacher pastes elsewhere: HTML, Markdown, LaTeX. Text in, text out; each escapes its own.

`tests/web/test_snippets.py` reads each back, and the Chromium tests run them in a page of another
origin.
"""

from __future__ import annotations

import re
from html import escape

HEIGHT = 420
HEIGHTS = range(120, 2_001)

SANDBOX = (
    'sandbox="allow-scripts allow-same-origin allow-forms'
    ' allow-popups allow-popups-to-escape-sandbox"'
)
"""The least with which an embed does all it can in a shut frame: the first three so that it answers,
the last two so that its links open in a tab of their own, which is not shut in turn."""


def iframe(src: str, title: str, height: int = HEIGHT) -> str:
    """An embed for any page that takes HTML: as wide as its column, titled, loaded when near.

    >>> print(iframe("https://t.example/embed/tokenize?v=1&text=a", 'Tokens of "a"', 300))
    <iframe src="https://t.example/embed/tokenize?v=1&amp;text=a"
      title="Tokens of &quot;a&quot;" width="100%" height="300" loading="lazy"
      style="border: 0"></iframe>
    """
    return (
        f'<iframe src="{escape(src)}"\n'
        f'  title="{escape(title)}" width="100%" height="{height}" loading="lazy"\n'
        f'  style="border: 0"></iframe>'
    )


def markdown(link: str, title: str, picture: str) -> str:
    """The picture as a link, for READMEs, forums and notebooks.

    >>> markdown("https://t.example/s/abc", "El [niño]", "https://t.example/s/abc/picture.png")
    '[![El \\\\[niño\\\\]](https://t.example/s/abc/picture.png)](https://t.example/s/abc)'
    """
    words = re.sub(r"([\\\\`*_{}\[\]<>!|])", r"\\\1", title)
    return f"[![{words}]({picture})]({link})"


def latex(link: str, title: str) -> str:
    r"""A link for LaTeX and Beamer; hyperref undoes the backslashes in its first argument.

    >>> latex("https://t.example/?v=1&text=50%25", "50 % & más")
    '\\href{https://t.example/?v=1\\&text=50\\%25}{50 \\% \\& más}'
    """
    address = re.sub(r"([%#&_{}])", r"\\\1", link)
    return f"\\href{{{address}}}{{{_latex_words(title)}}}"


def beamer(link: str, title: str) -> str:
    r"""A slide with the picture of the link, which is saved beside the slides as tokenario.png.

    >>> print(beamer("https://t.example/s/abc", "Tokens"))
    \begin{frame}{Tokens}
      \href{https://t.example/s/abc}{\includegraphics[width=\textwidth]{tokenario.png}}
    \end{frame}
    """
    picture = "\\includegraphics[width=\\textwidth]{tokenario.png}"
    address = latex(link, "").removesuffix("{}")
    return f"\\begin{{frame}}{{{_latex_words(title)}}}\n  {address}{{{picture}}}\n\\end{{frame}}"


_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{char: "\\" + char for char in "%#&_{}$"},
}


def _latex_words(text: str) -> str:
    return "".join(_LATEX.get(char, char) for char in text)


def listener(origin: str) -> str:
    """A script for the page around: gives each embed the height it asks for.

    It believes only messages of an embed's own window and of this site.

    >>> listener("https://t.example").count("\\n") + 1
    10
    """
    return (
        "<script>\n"
        '  window.addEventListener("message", (event) => {\n'
        f'    if (event.origin !== "{origin}") return;\n'
        "    const height = Number(event.data.height);\n"
        "    if (!(height > 0)) return;\n"
        '    for (const frame of document.querySelectorAll("iframe")) {\n'
        "      if (frame.contentWindow === event.source) frame.height = height;\n"
        "    }\n"
        "  });\n"
        "</script>"
    )


def jupyter(src: str, height: int = HEIGHT) -> str:
    """A cell that shows an embed.

    >>> print(jupyter("https://t.example/embed/s/abc"))
    from IPython.display import IFrame
    <BLANKLINE>
    IFrame("https://t.example/embed/s/abc", width="100%", height=420)
    """
    return f'from IPython.display import IFrame\n\nIFrame("{src}", width="100%", height={height})'


def quarto(src: str, title: str, height: int = HEIGHT) -> str:
    """A block of raw HTML, as Quarto and Pandoc take it."""
    return f"```{{=html}}\n{iframe(src, title, height)}\n```"


def reveal(src: str, title: str, height: int = 560) -> str:
    """A slide of reveal.js. The height is that of the slide, not of the window."""
    return f"<section>\n{iframe(src, title, height)}\n</section>"
