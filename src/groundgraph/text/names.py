"""Names in a text: runs of capitalised words, compared by parts, initials and acronyms."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.calendar_words import DAY_NAMES, MONTH_NAMES
from groundgraph.text.words import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_TOKEN = re.compile(r"[^\W\d_]+(?:['’&-][^\W\d_]+)*\.?")
_CAPITAL = re.compile(
    r"(?<![A-Za-z])(?<![A-Za-z]['&-])[A-Z][A-Za-z]*(?:['&-][A-Za-z]+)*\.?", re.ASCII
)
"""The tokens of a text in ASCII that begin with a capital: most begin with none."""
_NO_SMALL = re.compile(
    r"(?<![^\W\d_])(?<![^\W\d_]['’&-])[^\W\d_a-z][^\W\d_]*(?:['’&-][^\W\d_]+)*\.?"
)
"""The tokens of any text that begin with no small letter of ASCII."""
_BEFORE = 8  # characters in which the opening of a sentence is looked for
_START = re.compile(r"(?:^|[.!?:;\"“”•*)\]\n]|\d\.)\s{0,8}[-*•\"“(]{0,8}\s{0,8}$")
_TITLES = frozenset(
    "mr mrs ms dr prof professor president sir lord lady king queen st saint senator judge".split()
)
_NEVER = frozenset({*DAY_NAMES, *MONTH_NAMES, "passage", "passages", "note", "step", "i", "i'm"})
_NO_NAMES = STOP_WORDS | _NEVER | _TITLES


class Name(NamedTuple):
    """A run of capitalised words.

    Attributes:
        start: First code point in the text.
        end: One past the last.
        parts: Its words, lower case, accents and possessives taken off; an initial is one letter.
    """

    start: int
    end: int
    parts: tuple[str, ...]


class Known(NamedTuple):
    """The names and words of some evidence.

    Attributes:
        words: Every word, folded.
        pairs: Neighbouring parts of every name.
        initials: First letters of the words of every name of two words or more.
        lasts: The last part of every name to the first letters that its other parts begin with.
    """

    words: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    initials: frozenset[str]
    lasts: dict[str, frozenset[str]]


def names(text: str) -> list[Name]:
    """Return the names of a text in order; a lone capital that only opens a sentence is none.

    >>> [name.parts for name in names("The mayor, J. Smith of São Paulo, met Ann's aunt.")]
    [('j', 'smith'), ('sao', 'paulo'), ('ann',)]
    """
    return list(_found(text))


@lru_cache(maxsize=512)  # several judges read the same passages and claims
def _found(text: str) -> tuple[Name, ...]:
    return tuple(_names(text))


@lru_cache(maxsize=1 << 16)
def folded(word: str) -> str:
    """Return a word in lower case without accents, possessive and full stop."""
    plain = word
    if not word.isascii():
        letters = unicodedata.normalize("NFKD", word)
        plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return plain.lower().replace("’", "'").removesuffix(".").removesuffix("'s").removesuffix("'")


def known(texts: Iterable[str]) -> Known:
    """Collect the names of the evidence."""
    tokens: set[str] = set()
    runs: set[tuple[str, ...]] = set()
    for text in texts:
        tokens.update(_TOKEN.findall(text))
        runs.update([name.parts for name in _found(text)])
    lasts: dict[str, set[str]] = {}
    for run in runs:
        lasts.setdefault(run[-1], set()).update(part[0] for part in run[:-1])
    return Known(
        frozenset(map(folded, tokens)),
        frozenset(pair for run in runs for pair in pairwise(run)),
        frozenset("".join(part[0] for part in run) for run in runs if len(run) > 1),
        {last: frozenset(first) for last, first in lasts.items()},
    )


def missing_parts(name: Name, evidence: Known) -> list[str]:
    """Return the parts of a name that the evidence does not hold.

    An initial is held by a name with the same last part; an acronym by a name of those initials,
    and a name by the acronym of its own initials.
    """
    initials = "".join(part[0] for part in name.parts)
    if len(name.parts) == 1 and name.parts[0] in evidence.initials:
        return []
    if len(name.parts) > 2 and initials in evidence.words:
        return []
    last = evidence.lasts.get(name.parts[-1], frozenset())
    return [
        part
        for at, part in enumerate(name.parts, start=1)
        if not (part in last if len(part) == 1 and at < len(name.parts) else _held(part, evidence))
    ]


def _held(part: str, evidence: Known) -> bool:
    """Look a part up; a hyphenated one is held when its pieces are, a plural by its singular."""
    if part in evidence.words or part.removesuffix("s") in evidence.words:
        return True
    pieces = part.split("-")
    return len(pieces) > 1 and all(piece in evidence.words for piece in pieces)


def _names(text: str) -> Iterator[Name]:
    run: list[re.Match[str]] = []
    for token in (_CAPITAL if text.isascii() else _NO_SMALL).finditer(text):
        written = token[0]
        if not written[0].isupper():
            continue
        if run and text[run[-1].end() : token.start()].strip(" "):
            yield from _closed(text, run)
            run = []
        run.append(token)
        if written.endswith(".") and not _abbreviated(written):
            yield from _closed(text, run)
            run = []
    if run:
        yield from _closed(text, run)


def _abbreviated(token: str) -> bool:
    return len(token) == 2 or token[:-1].lower() in _TITLES


def _closed(text: str, run: list[re.Match[str]]) -> Iterator[Name]:
    """Yield the name that a run of capitalised words holds, without what is no part of it."""
    opens = _opens(text[max(0, run[0].start() - _BEFORE) : run[0].start()])
    while run and _is_no_name(run[0][0]):
        run, opens = run[1:], False
    if not run or (opens and len(run) == 1):
        return
    parts = tuple(folded(token[0]) for token in run)
    yield Name(run[0].start(), run[-1].end(), parts)


def _opens(before: str) -> bool:
    """Say whether what stands before a word ends a sentence, or is nothing but marks."""
    last = before.rstrip(" ")[-1:]
    return not (last.isalnum() or last == ",") and _START.search(before) is not None


def _is_no_name(token: str) -> bool:
    """Say whether a capital is one by rule; an acronym such as WHO is no stop word."""
    if token.isupper() and len(token) > 1:
        return False
    return folded(token) in _NO_NAMES
