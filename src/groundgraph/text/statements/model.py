"""What is read off sentences: events with what fills their roles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.once import once

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundgraph.text.statements.moods import Stage
    from groundgraph.types import Span


class Argument(NamedTuple):
    """What fills a role: a noun phrase, read for what it can be told by.

    Attributes:
        words: Its content words, as `nouns.noun` has them.
        head: The last word before "of"; among ``words``.
        names: Its capitalised words before "of", folded; titles are none.
        span: Where in the text.
        pronoun: The pronoun that it is, or "".
        negated: Whether "no", "none" or "neither" stands before it.
        timed: Whether it is a date, a number or a time.
        plural: Whether its head is one.
        also: What a pronoun may stand for, the likeliest first; sure where there is one.
    """

    words: frozenset[str]
    head: str
    names: frozenset[str]
    span: Span
    pronoun: str = ""
    negated: bool = False
    timed: bool = False
    plural: bool = False
    also: tuple[Argument, ...] = ()


@dataclass(frozen=True)
class Event:
    """A verb, adjective or noun of relation with what fills its roles, voice undone.

    Attributes:
        lemma: Base form with its particle; "be_" and a noun for "is the wife of".
        roles: "subject", "object", "second" (of two objects), "is" (what a thing is said to
            be), or the preposition, to what fills it.
        negated: Whether it is said not to be so.
        modal: "can", "must", "may" …, or "" where it is said to be so.
        conditional: Whether it stands behind "if", "unless" or "whether".
        span: From its first word to its last, in the text.
        sentence: The sentence it stands in, counted over the evidence or the claims.
        is_quality: Whether it is what an adjective says of its subject.
        stage: "ahead" of what will be so, "done" of what was so, or not; see `moods.stage_of`.
    """

    lemma: str
    roles: Mapping[str, tuple[Argument, ...]]
    negated: bool
    span: Span
    modal: str = ""
    conditional: bool = False
    sentence: int = 0
    is_quality: bool = False
    stage: Stage = ""

    @once
    def core(self) -> dict[str, tuple[Argument, ...]]:
        """What fills the roles, times and numbers left out."""
        kept = {role: tuple(a for a in found if not a.timed) for role, found in self.roles.items()}
        return {role: found for role, found in kept.items() if found}

    @once
    def when(self) -> frozenset[str]:
        """The words of its times."""
        every = (argument for found in self.roles.values() for argument in found)
        return frozenset(word for argument in every if argument.timed for word in argument.words)

    @once
    def bearings(self) -> frozenset[str]:
        """The roles that say where its subject is, seen from another thing: "north_of"."""
        return frozenset(role for role in self.roles if role.endswith("_of"))

    @once
    def topic(self) -> Argument | None:
        """What the clause begins with, most often its subject as written."""
        every = [argument for found in self.core.values() for argument in found]
        return min(every, key=lambda argument: argument.span.start, default=None)

    @once
    def others(self) -> tuple[Argument, ...]:
        """What fills every role but the subject, times and numbers left out."""
        return tuple(a for role, found in self.core.items() if role != "subject" for a in found)
