"""Events while their sentence is read, and finished."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundgraph.text.statements.model import Argument, Event
from groundgraph.types import Span

if TYPE_CHECKING:
    from groundgraph.text.english.phrases import Sentence
    from groundgraph.text.statements.moods import Stage

    _Roles = dict[str, tuple[Argument, ...]]

_HOLDING = frozenset({"include", "contain", "hold", "store", "keep"})
_APART = frozenset({"subject", "object", "second", "is"})
"""Roles of what stands somewhere, and of how far from there."""
_STANDING = frozenset("be lie sit stand situate locate position place".split())


@dataclass
class Draft:
    """An event while its sentence is read."""

    lemma: str
    negated: bool
    modal: str
    conditional: bool
    first: int
    last: int
    is_quality: bool = False
    stage: Stage = ""
    roles: dict[str, list[Argument]] = field(default_factory=dict)


def finished(sentence: Sentence, draft: Draft, number: int) -> Event:
    """Return the event of a draft, its sentence by number."""
    words = sentence.tokens
    span = Span(words[draft.first].start, words[draft.last - 1].end)
    roles = {role: tuple(found) for role, found in draft.roles.items()}
    denied = any(
        a.negated for role in ("subject", "object", "second", "is") for a in roles.get(role, ())
    )
    if draft.lemma in _HOLDING and "subject" not in roles and "in" in roles:
        roles["subject"] = roles.pop("in")  # "is included in 7.4.1"
    negated = draft.negated != denied
    lemma_, roles = _placed(draft.lemma, _compared(sentence, draft, roles))
    return Event(
        lemma_, roles, negated, span, draft.modal, draft.conditional, number,
        draft.is_quality, draft.stage,
    )  # fmt: skip


def _placed(lemma_: str, roles: _Roles) -> tuple[str, _Roles]:
    """Read "lies 3 km north of" and "is located north of" as "is north of"."""
    bearings = {role: found for role, found in roles.items() if role.endswith("_of")}
    subject = roles.get("subject") or roles.get("object")
    alone = roles.keys() <= _APART | bearings.keys()  # "lies in Kiel, north of" says more
    if lemma_ not in _STANDING or not bearings or not subject or not alone:
        return lemma_, roles
    return "be", {"subject": subject, **bearings}


def _compared(sentence: Sentence, draft: Draft, roles: _Roles) -> _Roles:
    """Read "A is less heavy than B" as "B is heavier than A"."""
    words = [token.lower for token in sentence.tokens[draft.first : draft.last]]
    if not (draft.is_quality and {"subject", "than"} <= roles.keys() and "less" in words):
        return roles
    if words[words.index("less") + 1 :][:1] != [draft.lemma]:
        return roles
    return {**roles, "subject": roles["than"], "than": roles["subject"]}
