"""Forms by which nouns and adjectives are compared: several words for one thing are one."""

from __future__ import annotations

from functools import lru_cache

from groundgraph.text.vocabulary import lines
from groundgraph.text.words import content_stems, stem


@lru_cache(maxsize=1 << 15)
def noun(word: str) -> str:
    """Return the form by which nouns and adjectives are compared: that of the first synonym."""
    return of_stem(stem(word))


def content_nouns(text: str) -> frozenset[str]:
    """Return the distinct content words of a text, by the forms that nouns are compared by."""
    return frozenset([_SAME.get(form, form) for form in content_stems(text)])


def of_stem(form: str) -> str:
    """Return the form by which a stem of `groundgraph.text.words` is compared."""
    return _SAME.get(form, form)


_SAME = {
    stem(other): stem(first)
    for line in lines("synonyms.txt", "things")
    for first, *others in [line.split()]
    for other in others
}
