"""Tokenario: see how a tokenizer cuts text, compare real vocabularies, train your own.

Where things are (imports point down only; `tests/test_architecture.py` enforces it):

| package        | what it holds                                                        |
| -------------- | -------------------------------------------------------------------- |
| `web`          | the only package that knows HTTP: routes, view models, templating     |
| `cli`          | the command line; calls services, never web                           |
| `services`     | use cases as plain functions                                          |
| `vocabularies` | outside file formats -> tokenizers; the registry of shipped ones      |
| `catalog`      | facts that change: models, prices, examples                           |
| `tokenization` | the subject matter: normalise, split, segment, train; stdlib + regex  |
| `errors`       | what can go wrong, without HTTP                                       |
"""

__version__ = "0.1.0"
