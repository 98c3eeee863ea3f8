"""What the evidence says in the place of a short answer: right, another value, or yes and no.

An answer that names, counts or dates something is compared with the other values of its kind, by
the words of the question that tell them apart; a yes or no with what the evidence says to the
question (`groundgraph.text.short_answers.polar_answers`). Where no sentence holds enough of the
question, nothing is decided.
"""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

from groundgraph.text.asked.options import choice
from groundgraph.text.polarity import polarity
from groundgraph.text.short_answers.dues import says_due
from groundgraph.text.short_answers.free_of import says_free_of
from groundgraph.text.short_answers.limited_cases import ruled
from groundgraph.text.short_answers.polar_answers import Said, says_yes
from groundgraph.text.short_answers.replies import asserted
from groundgraph.text.short_answers.slot_scores import words_in
from groundgraph.text.short_answers.slots import Found, in_slot
from groundgraph.text.short_answers.unnamed import beside_a_list
from groundgraph.text.words import content_stems, stem, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.asked.declaratives import Statement
    from groundgraph.text.asked.options import Choice
    from groundgraph.text.passage_units import Unit
    from groundgraph.text.short_answers.slot_scores import Weight


CLOSE = 0.25
"""How much nearer to the question's words the answer, or another value, must stand, in [0, 1]."""
_OPENING = 2
_ANSWERING = content_stems("yes yeah yep yup correct indeed affirmative true no nope not really")
_INNER = frozenset(map(stem, "who whom whose which that where when while because".split()))
_NOT_ASKED = re.compile(
    r"\b(?:not|n['’]t|except|never|least|false|incorrect|wrong)\b", re.IGNORECASE
)
"""Questions of options to which the one that the evidence holds is no answer."""
_OF_OTHERS = re.compile(r"(?:yes|no|true|false|all|both|any|either|some)\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")
_NONE = re.compile(r"(?:none|neither)\b", re.IGNORECASE)
_DOUBT = 0.2
"""How surely a yes is wrong about a name that no passage has: below `CLOSE`, so it is not told."""
_SEVERAL = 2


def look_up(
    question: str, answer: str, made: Statement, units: Sequence[Unit], weight: Weight
) -> Found | None:
    """Return what the evidence says of a short answer, ``None`` where that decides nothing.

    Args:
        question: One question.
        answer: The short answer.
        made: The claim of both.
        units: The evidence.
        weight: How rare a stem is.

    >>> from groundgraph.text.passage_units import Unit
    >>> from groundgraph.text.asked.declaratives import statement
    >>> told = "The 12 March 2019 conference in Porto had 42 speakers."
    >>> made = statement("How many speakers were there?", "12")
    >>> unit = Unit("1", None, told, None)
    >>> look_up("How many speakers were there?", "12", made, [unit], lambda stem: 1.0).instead
    '42 speakers'
    """
    offered = choice(question)
    if offered is not None and (found := _of_options(offered, answer, asserted(units))):
        return found
    if made.form is None or made.form.wanted in {"reason", "manner"} or _nested(question):
        return None
    if made.affirmed is not None:
        return _polar(made, units, whole=says_no_more(question, answer))
    slot = in_slot(question, answer, made.form, units, weight)
    if offered is not None and slot is not None and slot.instead:
        return slot if offered.picked(slot.instead) else None  # no other thing is an answer
    return slot


def says_no_more(question: str, answer: str) -> bool:
    """Say whether an answer is a yes or no with nothing beside the words of its question.

    >>> asked = "Are you open on Sunday?"
    >>> says_no_more(asked, "No, not on Sunday."), says_no_more(asked, "Yes, from 9 to 12.")
    (True, False)
    """
    numbers = set(_NUMBER.findall(answer)) - set(_NUMBER.findall(question))
    return not numbers and not content_stems(answer) - content_stems(question) - _ANSWERING


def _of_options(offered: Choice, answer: str, units: Sequence[Unit]) -> Found | None:
    """Return what the evidence says of an option, where it holds one of them all and denies none.

    What all options say tells none of them. "None of the above" goes against the one that is held.
    """
    picked = offered.picked(answer)
    every = {t: _own_stems(t) for t in offered.options.values() if not _NONE.match(t)}
    if not picked or len(every) < _SEVERAL or _NOT_ASKED.search(offered.stem):
        return None
    shared = frozenset.intersection(*every.values())
    alike = any(not (one & other) <= shared for one, other in combinations(every.values(), 2))
    if alike or any(not stems - shared or _OF_OTHERS.match(t) for t, stems in every.items()):
        return None
    held = {
        text: place
        for place, unit in reversed([*enumerate(units)])
        for text, stems in every.items()
        if stems <= {word.stem for word in words_in(unit.text)}
    }
    if len(held) != 1:
        return None
    [(text, place)] = held.items()
    unit = units[place]
    if every[text] & polarity(unit.text, words_in(unit.text)).negated:
        return None
    lead, instead = (1.0, "") if text == picked else (-1.0, text)
    return Found("option", lead, unit.passage_id, unit.span, unit.text, instead, whole=True)


def _own_stems(text: str) -> frozenset[str]:
    return frozenset(word.stem for word in words_in(text) if word.content or word.number)


def _polar(made: Statement, units: Sequence[Unit], *, whole: bool) -> Found | None:
    asserting = asserted(units)
    said = says_yes(made, units) or says_due(made, asserting)
    if said is None and made.form is not None and (free := says_free_of(made.form, asserting)):
        said = Said(*free, surely=True)
    if said is not None and made.form is not None and not _is_of(made.form.case, units[said.place]):
        said = None
    if said is not None and said.reverse and said.yes is not made.affirmed:
        return None  # what the claim says wrongly is told as of any sentence
    by_limit = ruled(made, units) if said is None else None  # which the quantities judge too
    yes, place = (said or by_limit or (None, 0))[:2]
    if yes is None:
        unnamed = beside_a_list(made, asserting) if made.affirmed else None
        if unnamed is None:
            return None
        unit = units[unnamed]
        return Found("polar", -_DOUBT, unit.passage_id, unit.span, unit.text, "no")
    unit = units[place]
    lead = 1.0 if yes is made.affirmed else -1.0
    told = "yes" if yes else "no"
    of_case = by_limit is not None and made.form is not None and made.form.case != ""
    alone = whole and (said is not None or of_case)
    plain = said is not None and (said.reverse or said.surely or unit.fact is not None)
    sure = alone and (plain or of_case)
    return Found("polar", lead, unit.passage_id, unit.span, unit.text, told, alone, sure)


def _is_of(case: str, unit: Unit) -> bool:
    """Say whether what the evidence says is of the case that a question is asked for, if of one.

    It names the case: "I am a student" beside "students". Numbers are left to limits.
    """
    if not case:
        return True
    told = content_stems(case)
    plain = not _NOT_ASKED.search(case) and not _NUMBER.search(case)
    return plain and bool(told) and told <= content_stems(unit.text)


def _nested(question: str) -> bool:
    """Say whether a question has a clause within it, which another sentence may be about."""
    inner = words(question)[_OPENING:]
    return any(word.stem in _INNER for word in inner)
