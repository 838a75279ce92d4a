"""Tokenario: see how a tokenizer cuts text, compare real vocabularies, train your own.

Where things are (imports point down only; `tests/test_architecture.py` enforces it):

| module         | what it holds                                                         |
| -------------- | --------------------------------------------------------------------- |
| `main`         | the application, wired: nothing imports it                             |
| `cli`          | the command line, a module for each noun; never the web                |
| `web`          | the only package that knows HTTP: routes, view models, templating      |
| `locales`      | the two languages: catalogues, and how each writes numbers             |
| `settings`     | what the environment says, read once by `main`, `cli` and `web.deps`   |
| `logs`         | how log lines are written                                              |
| `services`     | use cases as plain functions                                           |
| `vocabularies` | outside file formats -> tokenizers; the registry of shipped ones       |
| `catalog`      | facts that change: models, prices, examples                            |
| `analysis`     | what can be said of a text or a vocabulary                             |
| `storage`      | stored links in a database                                             |
| `tokenization` | the subject matter: normalise, split, segment, train; stdlib + regex   |
| `errors`       | what can go wrong, without HTTP                                        |
"""

__version__ = "0.1.0"
