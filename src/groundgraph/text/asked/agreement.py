"""A verb and a noun of a question in the number of what the answer gives: "One room is free"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.asked.question_words import AUXILIARIES
from groundgraph.text.asked.subjects import UNCHANGED, is_comparative
from groundgraph.text.english.inflection import singular, third_person
from groundgraph.text.english.lemmas import lemma
from groundgraph.text.english.tagging import may_be_verb

if TYPE_CHECKING:
    from groundgraph.text.asked.questions import Form

_PERSONS = re.compile(
    r"[A-Z][\w.'’-]+ [A-Z][\w'’-]+(?:, [A-Z][\w.'’-]+ [A-Z][\w'’-]+){0,5},?"
    r" and [A-Z][\w.'’-]+ [A-Z][\w'’-]+"
)
_OF_SEVERAL = {"is": "are", "was": "were", "has": "have", "does": "do"}
_OF_ONE = {"are": "is", "were": "was", "have": "has", "do": "does"}
_ONE_OF = {
    "pence": "penny",
    "feet": "foot",
    "teeth": "tooth",
    "people": "person",
    "children": "child",
    "men": "man",
    "women": "woman",
}
_BEHIND_HEAD = re.compile(r" (?=(?:of|in|on|at|for|from|with|to|by|that|who|which)\b)")
_THERE_ARE = re.compile(r"(there) (?:are|were)\Z", re.IGNORECASE)
_UP_OR_DOWN = re.compile(r"(?:up|down|by)\b", re.IGNORECASE)


def agreed(form: Form, words: str, *, one: bool) -> tuple[str, str]:
    """Return what stands before and behind an answer, in the number of what it gives.

    Args:
        form: The statement of the question.
        words: The answer.
        one: Whether it is one of what is counted.
    """
    before, after = form.before, form.after
    if after and words.lower().endswith(f" {after.lower()}"):
        after = ""
    if form.wanted == "name" and not (before or form.noun):
        return before, of_several(after, words)
    if form.wanted != "number":
        return before, after
    if before and _is_said(after.partition(" ")[0].lower(), words.lower()):
        after = after.partition(" ")[2]  # "€165 more" than it
    if one and _THERE_ARE.match(before):
        return f"There {agreeing(before.partition(' ')[2])}", after
    return before, after if before or not one else agreeing(after)


def _is_said(more: str, words: str) -> bool:
    """Say whether an amount says which of two has more: "€165 more", "up by 4%"."""
    return is_comparative(more) and (more in words.split() or _UP_OR_DOWN.match(words) is not None)


def of_several(said: str, words: str) -> str:
    """Return what is said of one as it is said of two persons.

    >>> of_several("works in Graz", "Jonas Falk and Mei Tanaka")
    'work in Graz'
    """
    verb, space, rest = said.partition(" ")
    small = verb.lower()
    plain = small[-1:] == "s" and small not in AUXILIARIES and may_be_verb(small)
    several = _OF_SEVERAL.get(small) or (lemma(small) if plain else verb)
    return f"{several}{space}{rest}" if _PERSONS.fullmatch(words) else said


def one_of(noun: str) -> str:
    """Return what one is called of what is counted.

    >>> one_of("free rooms in Graz"), one_of("people"), one_of("children")
    ('free room in Graz', 'person', 'child')
    """
    head = _BEHIND_HEAD.split(noun, maxsplit=1)[0]
    kind, _, last = head.rpartition(" ")
    one = _ONE_OF.get(last.lower()) or (singular(last) if is_several(last) else last)
    return f"{kind} {one}{noun[len(head) :]}".lstrip()


def is_several(noun: str) -> bool:
    """Say whether what is counted is named in the plural."""
    head = _BEHIND_HEAD.split(noun, maxsplit=1)[0].rpartition(" ")[2].lower()
    return head in _ONE_OF or (head.endswith("s") and not head.endswith(("ss", "us", "is")))


def agreeing(said: str) -> str:
    """Return what is said of several as it is said of one, where its verb shows which.

    >>> agreeing("are free"), agreeing("live in Graz"), agreeing("sold it")
    ('is free', 'lives in Graz', 'sold it')
    """
    verb, space, rest = said.partition(" ")
    small = verb.lower()
    plain = small == lemma(small) and may_be_verb(small) and small not in AUXILIARIES | UNCHANGED
    one = _OF_ONE.get(small) or (third_person(small) if plain else verb)
    return f"{one}{space}{rest}"
