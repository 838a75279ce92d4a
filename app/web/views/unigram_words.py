"""What each step of training Unigram says in words: the sentence under the controls."""

from __future__ import annotations

from app.locales import Locale
from app.services.training_request import UnigramRun
from app.tokenization.training import STOP_SENTENCES
from app.tokenization.unigram.steps import EStep, MStep, PruneStep, SeedStep


def unigram_sentence(run: UnigramRun, number: int, locale: Locale) -> str:
    """What a step of Unigram training did; 0 is before any."""
    step = run.steps[number - 1]
    if isinstance(step, SeedStep):
        said = _seeded(step, locale)
    elif isinstance(step, EStep):
        said = locale.say_n(
            "Round %(round)s, expectation: over all the ways to cut every word, each by its "
            "probability, the corpus takes %(num)s piece. Its log-likelihood is %(now)s.",
            "Round %(round)s, expectation: over all the ways to cut every word, each by its "
            "probability, the corpus takes %(num)s pieces. Its log-likelihood is %(now)s.",
            round(step.tokens),
            round=step.round,
            now=round(step.log_likelihood, 1),
        )
    elif isinstance(step, MStep):
        said = locale.say(
            "Round %(round)s, maximisation: each piece becomes as probable as its share. The "
            "log-likelihood of the corpus goes from %(before)s to %(after)s.",
            round=step.round,
            before=round(step.before, 1),
            after=round(step.after, 1),
        )
    else:
        said = _pruned(step, locale)
    if number == len(run.steps) and run.stop_reason is not None:
        return " ".join([said, locale.gettext(STOP_SENTENCES[run.stop_reason])])
    return said


def _seeded(step: SeedStep, locale: Locale) -> str:
    strings = len(step.scores) - step.letters
    if not strings:
        return locale.say_n(
            "Seeds: %(num)s letter, which always stays; no string of several letters comes often "
            "enough.",
            "Seeds: %(num)s letters, which always stay; no string of several letters comes often "
            "enough.",
            step.letters,
        )
    return locale.say_n(
        "Seeds: the letters, which always stay (%(letters)s), and the string that covers most of "
        "the corpus.",
        "Seeds: the letters, which always stay (%(letters)s), and the %(num)s strings that cover "
        "most of the corpus.",
        strings,
        letters=step.letters,
    )


def _pruned(step: PruneStep, locale: Locale) -> str:
    return locale.say_n(
        "Round %(round)s, pruning: %(num)s piece leaves, the one missed least; %(size)s stay. The "
        "log-likelihood goes from %(before)s to %(after)s.",
        "Round %(round)s, pruning: %(num)s pieces leave, those missed least; %(size)s stay. The "
        "log-likelihood goes from %(before)s to %(after)s.",
        len(step.removed),
        round=step.round,
        size=len(step.scores),
        before=round(step.before, 1),
        after=round(step.after, 1),
    )
