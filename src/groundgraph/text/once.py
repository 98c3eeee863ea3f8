"""Attributes that are read when they are first asked for, and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Callable

_Read = TypeVar("_Read")


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
