"""Short answers block: whether the evidence gives a short answer to the question, or another.

`groundgraph.text.short_answers.told` looks the answer up; here that becomes numbers in [0, 1]. Like
the quantities, the trees do not read them: they shift the log-odds that the trees give (`SHIFT`),
which were fitted on long answers and know little of five words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from groundgraph.learn.shift import Shift
from groundgraph.methods.fused import wording
from groundgraph.methods.fused.reading import distinct
from groundgraph.methods.fused.rule import Rule, Ruling, Telling
from groundgraph.text.asked.declaratives import statement
from groundgraph.text.asked.restatements import restated, said_again, speaks_of
from groundgraph.text.short_answers.hours_asked import open_then
from groundgraph.text.short_answers.told import CLOSE, look_up, says_no_more
from groundgraph.text.words import content_stems, words
from groundgraph.types import Evidence

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.text.short_answers.slots import Found
    from groundgraph.types import Question

_STRESS = 2.0
_RESTATED = 0.8
"""What counts of what is found of a sentence, whose short answer is read out of it."""
NAMES = (
    "short_answer_found",
    "short_answer_other",
    "short_answer_agrees",
    "short_answer_denied",
)
"""How much of what tells two values apart speaks for the answer, and how much for another (square
roots); and whether the evidence says the same yes or no, or the other, or holds the option that is
named, or one of the others."""
SHIFT = Shift(names=NAMES, weights=(-1.3, 4.5, -3.0, 4.5))
"""By ``python -m experiments.fit_rules``, when less was decided: -1.89, 2.10, 0 and 0. These go by
how often it is right that another value is given: of 50 on the dev half of the short answers in
``tests/text`` always, of 20 on TAT-QA's train rows 18 times."""


def judge(reading: Reading, rarity: Rarity) -> tuple[Found | None, ...]:
    """Return what the evidence says of each claim, ``None`` of those that need no question."""
    judged = reading.judged
    weight = _stressing(reading.given.question, rarity)
    units, asked = reading.evidence.units, reading.asked
    passages = distinct(reading.example.passages)
    said = [judged.whole(span).of(reading.given.answer) for span in judged.spans]
    found: list[Found | None] = [
        None
        if made is None
        else open_then(made, passages, whole=says_no_more(asked, answer))
        or look_up(asked, answer, made, units, weight)
        for made, answer in zip(judged.statements, said, strict=True)
    ]
    if found and judged.statements[0] is None:
        found[0] = _of_sentence(reading, weight)
    elif len(found) > 1 and found[0] is not None and _is_said_again(reading):
        found[1] = found[0]
    return tuple(found)


def _is_said_again(reading: Reading) -> bool:
    """Say whether the claim behind a yes only repeats its question: "Yes, she speaks Dutch"."""
    first, second = reading.judged.statements[0], reading.claims[1].text
    if first is None or not first.affirmed or reading.judged.statements[1] is not None:
        return False
    asked = f"{reading.asked} {first.text}"
    negated = any(word.negation for text in (asked, second) for word in words(text))
    return not negated and content_stems(second) == content_stems(first.text)


def _of_sentence(reading: Reading, weight: Callable[[str], float]) -> Found | None:
    """Return what the evidence says of a first sentence that says its question again."""
    asked, first = reading.asked, reading.claims[0].text
    yes_or_no = said_again(asked, first) if asked else ""
    said = yes_or_no or (restated(asked, first) if asked else "")
    made = statement(asked, said) if said else None
    found = look_up(asked, said, made, reading.evidence.units, weight) if made else None
    if found is not None and yes_or_no:
        return found._replace(lead=_RESTATED * found.lead, whole=False)
    if found is None or (found.lead > 0 and not speaks_of(asked, found.text)):
        return None  # a word that is missing may be what tells two values apart
    return found._replace(lead=_RESTATED * found.lead)


def _stressing(question: Question, rarity: Rarity) -> Callable[[str], float]:
    """Return how much words count; those of a conversation's last turn, twice: "And the motor?"."""
    said = content_stems(question[-1].content) if isinstance(question, tuple) else frozenset()
    return lambda stem: (_STRESS if stem in said else 1.0) * rarity.of(stem)


def features(found: Found) -> tuple[float, ...]:
    """Measure a claim: a number in [0, 1] for each of `NAMES`."""
    both = max(found.lead, 0.0) ** 0.5, max(-found.lead, 0.0) ** 0.5
    return (*both, 0.0, 0.0) if found.kind == "slot" else (0.0, 0.0, *both)


def ruling(found: Found | None) -> Ruling:
    """Return what it comes to.

    A claim that is nothing but a yes or no, an option or a time leaves nothing to judge where that
    is decided: other rules look for the words of the question, and for its "not", in places that
    they choose. It is surely wrong as the time of another event in the sentence that tells of this
    one, and surely right as a no to what a sentence tells in reverse; either where opening hours
    or a field of data decide it.
    """
    if found is None:
        return Ruling((0.0,) * len(NAMES))
    known: Literal["", "right", "wrong"] = ""
    if found.sure:
        known = "right" if found.lead > 0 else "wrong"
    if found.whole and found.kind == "slot":
        known = "wrong"
    return Ruling(features(found), tell(found), settles=found.whole, overrules=known)


def tell(found: Found) -> Telling | None:
    """Say what the evidence says in the place of a short answer, where it decides."""
    if abs(found.lead) < CLOSE:
        return None
    cited = (Evidence(found.passage_id, found.span, 1.0, found.text),)
    if found.lead > 0:
        return Telling("supported", wording.told(found), cited, found.lead)
    return Telling("contradicted", wording.told_instead(found), cited, -found.lead)


RULE = Rule(SHIFT, NAMES, judge, ruling)
