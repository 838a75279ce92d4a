"""Byte-pair encoding: merge the pair that comes first in a table, or that occurs most.

`model` is what is learned, `encoder` applies it with the loop of `merging`; `trainer` learns, over
`segmented` and `pair_queue` (`counting` is the plain form of both); `export` writes it for other
programs. `superbpe` and `gage` are its relatives, later and earlier; `printable` is for pieces with a mark on their bytes.
`rules` and `steps` show each rule at work, `recover` where a token comes from.
"""
