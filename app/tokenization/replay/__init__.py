"""The state of a training run after any of its steps, from the steps alone.

`replay(run, k)` gives the frame that the table row, the animation, the deep link `?step=k`, the view
without JavaScript and the tests all read (`frames`). It merges again what the steps say, without
searching for the best pair (`state`), so any frame of 2,000 rules over 300 kB takes a fraction of a
second; a `Replayer` (`replayer`) goes on from the frame before when frames are asked for in order.
Views are bounded, and say what they leave out.
"""

from app.tokenization.replay.frames import (
    Bounds,
    Candidate,
    CandidateTable,
    Frame,
    Step,
    WinReason,
    WordView,
)
from app.tokenization.replay.replayer import (
    BpeRun,
    Replayer,
    Run,
    SuperBpeRun,
    WordPieceRun,
    replay,
)

__all__ = [
    "Bounds",
    "BpeRun",
    "Candidate",
    "CandidateTable",
    "Frame",
    "Replayer",
    "Run",
    "Step",
    "SuperBpeRun",
    "WinReason",
    "WordPieceRun",
    "WordView",
    "replay",
]
