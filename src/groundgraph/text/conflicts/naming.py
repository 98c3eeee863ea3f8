"""Names of a sentence by their stems, those too that open it."""

from __future__ import annotations

from functools import lru_cache

from groundgraph.text.calendar_words import DAY_NAMES, MONTH_NAMES
from groundgraph.text.english.tagging import CLOSED, lexicon, stems
from groundgraph.text.quantities.written.stems import is_content, stem
from groundgraph.text.quantities.written.tokens import tokens

_CALENDAR = frozenset({*DAY_NAMES, *MONTH_NAMES})


@lru_cache(maxsize=2048)
def name_stems(text: str) -> tuple[str, ...]:
    """Return the stems of the words that are written as names, in order.

    A word that opens a sentence is one where no dictionary has it.

    >>> name_stems("Karrinol works like Velorin in May.")
    ('karrinol', 'velorin')
    """
    found = []
    opens = True
    for token in tokens(text):
        if token.kind == "word":
            word = token.text.removesuffix("'s").removesuffix("’s")
            capital = text[token.start].isupper() and word not in _CALENDAR and is_content(word)
            if capital and not (opens and _is_plain(word)):
                found.append(stem(word))
            opens = False
        elif token.text in ".!?:":
            opens = True
    return tuple(found)


def _is_plain(word: str) -> bool:
    """Say whether a dictionary has a word, or what it is a form of."""
    known = lexicon()
    return word in CLOSED or any(form in known for form in (word, *stems(word)))


def names_of(text: str) -> frozenset[str]:
    """Return the stems of the words that are written as names."""
    return frozenset(name_stems(text))


def first_name(text: str) -> str:
    """Return the stem of the first word that is written as a name, or ""."""
    return next(iter(name_stems(text)), "")
