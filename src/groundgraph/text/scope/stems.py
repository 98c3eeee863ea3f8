"""Keys by which words of a claim and of its evidence are held to be the same."""

from __future__ import annotations

from functools import lru_cache

from groundgraph.text.quantities.written.stems import stem, without_ending

_ENDINGS = tuple("icat ator ativ ation at iv or er al abl ibl anc enc ment ness ity y".split())
_LEAST = 4


@lru_cache(maxsize=1 << 15)
def key(word: str) -> str:
    """Return what a lower-case word is compared by, the same of "rotator" and "rotate".

    >>> key("husband") == key("wife"), key("permitted") == key("allowed"), key("went") == key("go")
    (True, True, True)
    """
    found = stem(word)
    return without_ending(found, _ENDINGS, _LEAST) if found.endswith(_ENDINGS) else found
