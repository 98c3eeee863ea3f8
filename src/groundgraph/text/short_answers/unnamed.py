"""Names of a question for yes or no that the evidence has nowhere, though it lists others.

"Does the bus call at Bonn?" beside "The bus calls at Graz, Linz and Wels": a yes is in doubt. It
may be right all the same, as a list may be of other things.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.english.lemmas import lemma
from groundgraph.text.larger_places import is_country
from groundgraph.text.names import names
from groundgraph.text.words import stem, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.asked.declaratives import Statement
    from groundgraph.text.passage_units import Unit

_LISTED = re.compile(r",? (?:and|or) (?:the |an? )?|, (?:the |an? )?")
_OPEN = re.compile(
    r"\b(?:such as|including|includes?|e\.g|for example|like|among|other|others|all|every|any"
    r"|anywhere|everywhere|worldwide|global(?:ly)?|more|etc|not|except|excluding)\b|n['’]t\b",
    re.IGNORECASE,
)
"""What lists examples, or leaves nothing out."""


def beside_a_list(made: Statement, units: Sequence[Unit]) -> int | None:
    """Return the number of a unit that lists names, where none has one that is asked about.

    A country that is asked about may hold what is listed.

    Args:
        made: The claim that a yes or no makes of its question.
        units: The evidence.

    >>> from groundgraph.text.asked.declaratives import statement
    >>> from groundgraph.text.passage_units import Unit
    >>> unit = Unit("1", None, "The bus calls at Graz, Linz and Wels.", None)
    >>> asked = ("Does the bus call at Bonn?", "Does the bus call at Linz?")
    >>> [beside_a_list(statement(question, "Yes."), [unit]) for question in asked]
    [0, None]
    """
    form = made.form
    if form is None:
        return None
    said = f"to {form.after}"  # a capital that opens a text is no name
    named = names(said)
    told = [_stems(unit.text) for unit in units]
    absent = [each for each in named if not any(set(map(stem, each.parts)) & own for own in told)]
    if not absent or any(is_country(said[each.start : each.end]) for each in named):
        return None
    asked = _stems(f"{form.before} {form.after}")
    listing = (n for n, unit in enumerate(units) if asked & told[n] and _lists(unit.text))
    return next(listing, None)


def _stems(text: str) -> set[str]:
    """Return the content words of a text, as written and by their base forms."""
    said = [text[word.start : word.end].lower() for word in words(text) if word.content]
    return {stem(form) for word in said for form in (word, lemma(word))}


def _lists(text: str) -> bool:
    """Say whether a sentence lists names and nothing beside them."""
    between = (text[one.end : other.start] for one, other in pairwise(names(text)))
    return any(_LISTED.fullmatch(gap) for gap in between) and not _OPEN.search(text)
