"""Evidence with the same words whose structure is shuffled: what the words alone tell.

Of the rule of statements the roles of what it reads; for any detector the names in the passages.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.datasets.draws import draw
from groundgraph.methods.fused.reading import distinct
from groundgraph.text.asked.conversations import asked
from groundgraph.text.names import names
from groundgraph.text.statements import judge_statements
from groundgraph.text.statements.evidence import Evidence

if TYPE_CHECKING:
    from groundgraph.text.statements.model import Event
    from groundgraph.types import Example


class Exchanged(Evidence):
    """Evidence whose statements have exchanged subject and object, each by a coin."""

    def events(self, number: int) -> list[Event]:
        """Return the events of a sentence, with roles exchanged where the coin says so."""
        return [
            _exchanged(event, self.sentences[number].written) for event in super().events(number)
        ]


def exchanged_score(example: Example) -> float:
    """Return what the rule of statements says of an answer of one claim, in [0, 1]."""
    passages = distinct(example.passages)
    [judged] = judge_statements(
        asked(example.question), passages, [example.answer], reader=Exchanged
    )
    return judged.score


def names_exchanged(example: Example) -> Example:
    """Return an example in whose passages two names have changed places, or not, by a coin.

    They are the two that the passages name most often. Both answers of a pair see the same.
    Passages that name nobody, or one alone, stay as they are.
    """
    found = [
        passage.text[name.start : name.end].removesuffix("'s").removesuffix("’s")
        for passage in example.passages
        for name in names(passage.text)
    ]
    two = [name for name, _ in Counter(found).most_common(2)]
    key = "\n".join(passage.text for passage in example.passages)
    if len(two) < 2 or draw(0, "names exchanged", key).random() < 0.5:
        return example
    other = {two[0]: two[1], two[1]: two[0]}
    either = re.compile("|".join(re.escape(name) for name in sorted(two, key=len, reverse=True)))
    told = [either.sub(lambda match: other[match[0]], p.text) for p in example.passages]
    passages = zip(example.passages, told, strict=True)
    return replace(example, passages=tuple(replace(p, text=text) for p, text in passages))


def _exchanged(event: Event, sentence: str) -> Event:
    """Exchange the subject with what fills another role, the object where there is one."""
    if draw(0, "exchanged", sentence, event.lemma).random() < 0.5:
        return event
    others = [role for role in ("object", "is", *event.roles) if role in event.roles]
    other = next((role for role in others if role != "subject"), None)
    if other is None or "subject" not in event.roles:
        return event
    roles = dict(event.roles)
    roles["subject"], roles[other] = roles[other], roles["subject"]
    return replace(event, roles=roles)
