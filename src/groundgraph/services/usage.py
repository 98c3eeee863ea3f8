"""What language models were asked for and what it took, counted over the whole process."""

from __future__ import annotations

import threading
from collections import Counter

_LOCK = threading.Lock()
_COUNTED: Counter[str] = Counter()


def count(**amounts: int) -> None:
    """Add to what was counted.

    Args:
        amounts: By name: ``requests`` that a model answered, also where the answer could not be
            used, ``cached`` replies that needed none, and ``prompt_tokens`` and
            ``completion_tokens`` as the server tells them.
    """
    with _LOCK:
        _COUNTED.update(amounts)


def taken() -> dict[str, int]:
    """Return what was counted since this was asked last, and begin anew at zero.

    >>> before = taken()
    >>> count(requests=1, prompt_tokens=20)
    >>> taken()
    {'requests': 1, 'prompt_tokens': 20}
    >>> taken()
    {}
    """
    with _LOCK:
        found = dict(_COUNTED)
        _COUNTED.clear()
    return found
