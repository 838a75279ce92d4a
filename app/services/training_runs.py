"""The runs of this server: those going on, and the finished ones that memory allows to keep.

Training is deterministic, so a run is found by a hash of what was asked for: a link to a frame
trains again or finds it here. A run that the clock or a hand stopped is found by its id alone.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from app.errors import N_, BudgetExceeded, NotFound, TokenarioError
from app.services.train_tokenizer import (
    QUICK_CHARACTERS,
    Clock,
    LiveRun,
    Trained,
    TrainingLimits,
    train,
)
from app.services.training_request import TrainingRequest, merging_run
from app.tokenization.replay import Bounds, Frame, Replayer

BOUNDS = Bounds(pairs=14, words=40, pieces=80)
"""What one frame of the page shows."""

FAILURES = 100
"""Live runs that came to nothing whose reason is kept."""

REPLAYERS = 6
"""Runs whose state is kept for the next frame."""


@dataclass(slots=True)
class _Kept:
    trained: Trained
    weight: int


class TrainingRuns:
    """Finished and live runs. Safe to share between threads.

    At most `most_live` runs go on at once; finished ones are kept while they weigh less than
    `most_bytes` together, the one unused for longest leaving first (the newest always stays).
    """

    def __init__(
        self,
        limits: TrainingLimits,
        most_live: int,
        most_bytes: int,
        clock: Clock = time.monotonic,
    ) -> None:
        self.limits = limits
        self._most_live = most_live
        self._most_bytes = most_bytes
        self._clock = clock
        self._lock = Lock()
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._ids: dict[str, str] = {}  # id of a live run -> where its result is kept
        self._live: dict[str, LiveRun] = {}
        self._failed: OrderedDict[str, TokenarioError] = OrderedDict()
        self._replayers: OrderedDict[str, tuple[Lock, Replayer]] = OrderedDict()

    def is_quick(self, request: TrainingRequest) -> bool:
        """Whether the reader can wait for it."""
        return request.characters <= QUICK_CHARACTERS

    def trained(self, request: TrainingRequest) -> Trained:
        """The run of a request: kept, or trained now, while the caller waits.

        Raises what `train` raises, and BudgetExceeded for a long one when all places are taken.
        """
        key = request.key()
        found = self._find(key)
        if found is not None:
            return found
        if self.is_quick(request):
            found = train(request, self.limits, clock=self._clock)
            self._keep(key, found)
            return found
        live = self.start(request)
        live.finished.wait()
        return self.result(live.id) if live.result is None else live.result

    def known(self, request: TrainingRequest) -> Trained | None:
        """The run of a request when it is kept; nothing is trained."""
        return self._find(request.key())

    def start(self, request: TrainingRequest) -> LiveRun:
        """Begin a live run.

        Raises InputTooLarge over the limits, BudgetExceeded when as many go on as may.
        """
        self.limits.check(request)
        run = LiveRun(secrets.token_hex(12), request, self.limits, self._clock)
        with self._lock:
            if len(self._live) >= self._most_live:
                raise BudgetExceeded(
                    N_(
                        "%(count)s long trainings are going on, as many as this server does at "
                        "once. Wait until one ends, or take a corpus of up to %(quick)s characters, "
                        "which is trained at once."
                    ),
                    count=self._most_live,
                    quick=QUICK_CHARACTERS,
                )
            self._live[run.id] = run
        run.start(lambda: self._ended(run))
        return run

    def live(self, id: str) -> LiveRun | None:
        """A run that goes on; None when there is none with that id (any more)."""
        return self._live.get(id)

    def result(self, id: str) -> Trained:
        """What a live run learned. Raises NotFound when it is gone, or why it came to nothing."""
        failure = self._failed.get(id)
        if failure is not None:
            raise failure
        found = self._find(self._ids.get(id, id))
        if found is None:
            raise NotFound(
                N_(
                    "This run is not here any more: long runs are kept for a while only. Train "
                    "again; the same corpus and options give the same rules."
                )
            )
        return found

    def frame(self, trained: Trained, number: int) -> Frame:
        """A frame of a run that merges pairs. Raises NotFound for a step it does not have."""
        run = merging_run(trained.run)
        if run is None:
            raise TypeError("only runs that merge pairs have frames")
        key = f"{trained.request.key()} {len(run.steps)}"
        with self._lock:
            known = self._replayers.pop(key, None)
            if known is None:
                known = (Lock(), Replayer(run, BOUNDS))
            self._replayers[key] = known
            while len(self._replayers) > REPLAYERS:
                self._replayers.popitem(last=False)
        lock, replayer = known
        with lock:
            return replayer.frame(number)

    def _ended(self, run: LiveRun) -> None:
        if run.result is not None:
            key = run.request.key() if run.result.complete else run.id
            self._ids[run.id] = key
            self._keep(key, run.result)
        with self._lock:
            if run.error is not None:
                self._failed[run.id] = run.error
                while len(self._failed) > FAILURES:
                    self._failed.popitem(last=False)
            del self._live[run.id]

    def _find(self, key: str) -> Trained | None:
        with self._lock:
            kept = self._kept.get(key)
            if kept is None:
                return None
            self._kept.move_to_end(key)
            return kept.trained

    def _keep(self, key: str, trained: Trained) -> None:
        kept = _Kept(trained, trained.weight)
        with self._lock:
            self._kept[key] = kept
            self._kept.move_to_end(key)
            weight = sum([one.weight for one in self._kept.values()])
            while weight > self._most_bytes and len(self._kept) > 1:
                gone, one = self._kept.popitem(last=False)
                weight -= one.weight
                self._ids = {id: key for id, key in self._ids.items() if key != gone}
