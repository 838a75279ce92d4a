"""Benchmarks against the reference libraries, in one run, as ratios. Never tests: nothing here fails for being slow.

`python -m tests.benchmarks` prints the tables; with `--write-readme` they go between the README's
markers. Before anything is timed, both sides must give the same ids: only equal work is compared.
`tests/benchmarks/test_report.py` holds the README to the tables and rows there are, not to numbers.

| module     | what it measures                                                       |
| ---------- | ---------------------------------------------------------------------- |
| `encoders` | load, count, ids, places of a window, 200,000 equal letters            |
| `trainers` | BPE, WordPiece, Unigram                                                 |
| `serving`  | a cut through the running server; what a first visit downloads          |
"""
