"""Forms by which nouns and adjectives are compared: several words for one thing are one."""

from __future__ import annotations

from functools import lru_cache

from groundgraph.text.words import stem


@lru_cache(maxsize=1 << 15)
def noun(word: str) -> str:
    """Return the form by which nouns and adjectives are compared: that of the first synonym."""
    return of_stem(stem(word))


def of_stem(form: str) -> str:
    """Return the form by which a stem of `groundgraph.text.words` is compared."""
    return _SAME_NOUN.get(form, form)


# Nouns that are used of one and the same thing, however rarely they mean quite the same.
_SAME_NOUN = {
    stem(other): stem(first)
    for line in """
    company firm corporation
    woman women
    man men
    child kid
    physician doctor
    attorney lawyer
    police officer
    film movie
    car automobile
    aircraft plane airplane
    house home
    employee worker
    photo photograph picture
    city town
    illness disease
    operation surgery
    storm gale
    pupil student
    autumn fall
    customer client
    salary wage pay
    """.strip().splitlines()
    for first, *others in [line.split()]
    for other in others
}
