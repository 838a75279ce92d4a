"""The pictures drawn last, so that a link passed around is drawn once. Bounded by number."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock


class PictureCache:
    """PNG bytes by key; the one used longest ago leaves first.

    >>> cache = PictureCache(size=2)
    >>> [cache.get(key, lambda: made) for key, made in [(b"1", b"a"), (b"2", b"b"), (b"1", b"c")]]
    [b'a', b'b', b'a']
    >>> cache.get(b"3", lambda: b"d"), cache.get(b"2", lambda: b"e")
    (b'd', b'e')
    """

    def __init__(self, size: int = 200) -> None:
        self._size = size
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, key: bytes, make: Callable[[], bytes]) -> bytes:
        """The picture of a key, made when it is not kept (outside the lock: others go on)."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
        return made
