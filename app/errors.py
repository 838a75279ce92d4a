"""What can go wrong, as one tree. No HTTP here: `app.web.error_handlers` gives each class a status.

    TokenarioError
    ├── InvalidInput              the request cannot be read as asked
    │   ├── UnknownVocabulary     no vocabulary has that id
    │   ├── IdOutOfRange          a token id the vocabulary does not have
    │   └── InputTooLarge         over a stated limit
    ├── NotFound                  the thing named does not exist (any more)
    ├── VocabularyFileError       a vocabulary file is damaged, hostile or incomplete
    │   └── UnsupportedComponent  well formed, but uses a part that we do not implement
    ├── VocabularyUnavailable     a known vocabulary cannot be loaded here and now
    └── BudgetExceeded            a bounded piece of work ran over its bound

Every error holds an English message with named `%(gaps)s` and the values for them, so that the
web and the command line can say the same sentence in the reader's language:

>>> error = UnknownVocabulary(N_("There is no vocabulary “%(name)s”."), name="gpt9")
>>> str(error)
'There is no vocabulary “gpt9”.'
>>> error.message, error.values
('There is no vocabulary “%(name)s”.', {'name': 'gpt9'})
"""

from __future__ import annotations


def N_(message: str) -> str:
    """Mark a message for translation where it is written; it is translated where it is shown."""
    return message


class TokenarioError(Exception):
    """Base of all errors that a person may be shown."""

    def __init__(self, message: str, **values: str | int | float) -> None:
        self.message = message
        self.values = values
        super().__init__(message % values if values else message)


class InvalidInput(TokenarioError):
    """The request cannot be read as asked: a bad option, an impossible value."""


class UnknownVocabulary(InvalidInput):
    """No vocabulary has that id."""


class IdOutOfRange(InvalidInput):
    """A token id that the vocabulary does not have."""


class InputTooLarge(InvalidInput):
    """Over a stated limit; the message names the limit."""


class NotFound(TokenarioError):
    """The thing named does not exist, or not any more."""


class VocabularyFileError(TokenarioError):
    """A vocabulary file is damaged, hostile or incomplete."""


class UnsupportedComponent(VocabularyFileError):
    """The file is well formed but uses a component that we do not implement; the message names it."""


class VocabularyUnavailable(TokenarioError):
    """A known vocabulary cannot be loaded here and now; the message says what mends it."""


class BudgetExceeded(TokenarioError):
    """A bounded piece of work ran over its bound."""
