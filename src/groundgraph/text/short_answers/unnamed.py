"""Names of a question for yes or no that the evidence has nowhere.

"Does the bus call at Bonn?" beside "The bus calls at Graz, Linz and Wels": a yes is in doubt. It
may be right all the same, as a list may be of other things. Triples name all that they tell of.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import DAY_NAMES
from groundgraph.text.english.lemmas import lemma
from groundgraph.text.larger_places import is_country
from groundgraph.text.names import names
from groundgraph.text.words import stem, words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.asked.declaratives import Statement
    from groundgraph.text.asked.questions import Form
    from groundgraph.text.passage_units import Unit

_LISTED = re.compile(r",? (?:and|or) (?:the |an? )?|, (?:the |an? )?")
_OPEN = re.compile(
    r"\b(?:such as|including|includes?|e\.g|for example|like|among|other|others|all|every|any"
    r"|anywhere|everywhere|worldwide|global(?:ly)?|more|etc|not|except|excluding)\b|n['’]t\b",
    re.IGNORECASE,
)
"""What lists examples, or leaves nothing out."""
_PLACED = re.compile(
    r"\b(?:in|near|within|across|around|outside|inside|from|on|to|before|after|during|since|until|than"
    r"|an?|is|are|was|were|been)(?: the)? \Z"
)
"""What stands before a place, a time or a quality, which others may imply: "in Europe"."""
_SHORT = 5
"""Letters of a word in capitals that may be short for another name."""


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


def unknown_name(form: Form, held: AbstractSet[str]) -> str:
    """Return a name of a question for yes or no that some evidence has nowhere, "" for none.

    None are names of places, times and qualities, and those that may be short for others, or
    others for them.

    Args:
        form: The question as a statement.
        held: The stems of the evidence.

    >>> from groundgraph.text.asked.questions import statement_form
    >>> asked = ("Does Ann Fell know Bo Frisk?", "Is Ann Fell Welsh?", "Is Ann Fell from Bonn?")
    >>> [unknown_name(statement_form(question), {"ann", "fell"}) for question in asked]
    ['Bo Frisk', '', '']
    """
    said = f"that {form.before} {form.auxiliary} {form.after}"  # what opens a text is no name
    for each in names(said):
        name = said[each.start : each.end]
        initials = "".join(part[0] for part in each.parts)
        known = _stems(name) | {initials} | set(each.parts)
        implied = is_country(name) or _PLACED.search(said[: each.start]) is not None
        short = name.isupper() and len(name) <= _SHORT
        timed = any(part.removesuffix("s") in DAY_NAMES for part in each.parts)
        if known.isdisjoint(held) and not (implied or short or timed):
            return name
    return ""


def _stems(text: str) -> set[str]:
    """Return the content words of a text, as written and by their base forms."""
    said = [text[word.start : word.end].lower() for word in words(text) if word.content]
    return {stem(form) for word in said for form in (word, lemma(word))}


def _lists(text: str) -> bool:
    """Say whether a sentence lists names and nothing beside them."""
    between = (text[one.end : other.start] for one, other in pairwise(names(text)))
    return any(_LISTED.fullmatch(gap) for gap in between) and not _OPEN.search(text)
