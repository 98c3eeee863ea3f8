"""The rule of statements over evidence whose roles are shuffled: what its words alone tell."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.datasets.draws import draw
from groundgraph.methods.fused.reading import distinct
from groundgraph.text.conversations import asked
from groundgraph.text.statements.evidence import Evidence
from groundgraph.text.statements.judge import judge_beside

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
    evidence = Exchanged(tuple(passage.text for passage in passages))
    [judged] = judge_beside(evidence, passages, asked(example.question), [example.answer])
    return judged.score


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
