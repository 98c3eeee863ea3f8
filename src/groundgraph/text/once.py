"""What is read when it is first asked for, and kept: attributes, and what is read of texts."""

from __future__ import annotations

from collections import OrderedDict
from functools import update_wrapper
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

_Read = TypeVar("_Read")
_Given = ParamSpec("_Given")

CHARACTERS = 1 << 18
"""Characters of passages of which one reader keeps what it read. What is read takes some hundred
bytes for each."""


class once(Generic[_Read]):  # noqa: N801 - a decorator, as `cached_property` is
    """A `functools.cached_property` without a lock, as Python has it from 3.12 on.

    A sentence has some twenty such attributes, and an answer hundreds of sentences: before, the
    lock took twice the time of all else. Of two threads that ask at once both read, the same.

    >>> class Sentence:
    ...     @once
    ...     def words(self) -> list[str]:
    ...         return ["read"]
    >>> said = Sentence()
    >>> said.words is said.words
    True
    """

    def __init__(self, read: Callable[[Any], _Read]) -> None:
        self._read = read
        self._name = read.__name__
        self.__doc__ = read.__doc__

    @overload
    def __get__(self, owner: None, of: type) -> once[_Read]: ...

    @overload
    def __get__(self, owner: object, of: type) -> _Read: ...

    def __get__(self, owner: object | None, of: type) -> once[_Read] | _Read:
        if owner is None:
            return self
        found = owner.__dict__[self._name] = self._read(owner)
        return found


class kept(Generic[_Given, _Read]):  # noqa: N801 - a decorator, as `lru_cache` is
    """Keep what is read of texts: the last asked for, of `CHARACTERS` altogether.

    A `functools.lru_cache` counts results, and of long passages a few fill the memory. What was
    read last is kept however long it is, for the next answer to it.

    Args:
        read: Takes texts, tuples of texts and numbers; of threads that ask at once each reads, the
            same.

    >>> @kept
    ... def words(text: str) -> list[str]:
    ...     return text.split()
    >>> words("two words") is words("two words")
    True
    """

    def __init__(self, read: Callable[_Given, _Read]) -> None:
        update_wrapper(self, read)
        self._read = read
        self._lock = Lock()
        self.forget()

    def forget(self) -> None:
        """Keep nothing of what was read so far."""
        self._known: OrderedDict[Hashable, _Read] = OrderedDict()
        self._size = 0

    def __call__(self, *given: _Given.args, **named: _Given.kwargs) -> _Read:
        """Return what was read, or read it."""
        key = given, *named.items()
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
        made = self._read(*given, **named)
        with self._lock:
            if key not in self._known:
                self._known[key] = made
                self._size += _characters(key)
            while self._size > CHARACTERS and len(self._known) > 1:
                oldest, _ = self._known.popitem(last=False)
                self._size -= _characters(oldest)
        return made


def _characters(given: object) -> int:
    if isinstance(given, str):
        return len(given)
    return sum(map(_characters, given)) if isinstance(given, tuple) else 0
