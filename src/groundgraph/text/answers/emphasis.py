"""Marks of Markdown around words that are bold, slanted or code, and which belong together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.types import Span

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence

_LONGEST_RUN = 3


def paired(runs: Sequence[re.Match[str]]) -> Iterator[Span]:
    """Yield the runs of marks on a line that open and close emphasis or code.

    A run closes the nearest open one of its kind. What stands within code is none.
    """
    opened: dict[str, re.Match[str]] = {}
    last_code = max((i for i, run in enumerate(runs) if _is_code(run) and _closes(run)), default=-1)
    in_code = False
    for place, run in enumerate(runs):
        if in_code and not (_is_code(run) and _closes(run)):
            continue
        pair = opened.get(run[0]) if _closes(run) else None
        if pair is not None:
            opened = {kind: o for kind, o in opened.items() if o.start() < pair.start()}
            yield Span(*pair.span())
            yield Span(*run.span())
            in_code = False
        elif _opens(run) and (not _is_code(run) or place < last_code):
            opened[run[0]] = run
            in_code = _is_code(run)


def _is_code(run: re.Match[str]) -> bool:
    return run[0] == "`"


def _opens(run: re.Match[str]) -> bool:
    before, after = _around(run)
    outside = not (before.isalnum() or before in {"*", "_"})
    return len(run[0]) <= _LONGEST_RUN and outside and _is_inside(after)


def _closes(run: re.Match[str]) -> bool:
    before, after = _around(run)
    outside = not (after.isalnum() or after in {"*", "_"})
    return len(run[0]) <= _LONGEST_RUN and outside and _is_inside(before)


def _around(run: re.Match[str]) -> tuple[str, str]:
    """Return the character before a run of marks and the one after it; "" where there is none."""
    return run.string[max(run.start() - 1, 0) : run.start()], run.string[run.end() : run.end() + 1]


def _is_inside(character: str) -> bool:
    return character != "" and not character.isspace()
