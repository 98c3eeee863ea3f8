"""What a judge by rule says of a claim, and where in the evidence it stands.

`text.quantities`, `text.scope` and `text.statements` judge alike: each holds things of a claim
against the evidence, says what these checks come to, and words the first that decides.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, Protocol, TypeVar

from groundgraph.types import Passage
from groundgraph.types.sources import source_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from typing_extensions import Self

    from groundgraph.types import Span

Outcome = Literal["supported", "contradicted", "open"]
"""What a judge says of a claim; "open" where it cannot tell."""
Certainty = Literal["certain", "likely", ""]
"""How sure that is; "" for "open"."""
_EVEN = 0.5
"""The score of a claim that leans to neither side."""


class Check(Protocol):
    """One thing of a claim, held against the evidence."""

    @property
    def outcome(self) -> str:
        """What was found: an `Outcome`, or a word of the judge's own that decides nothing."""

    @property
    def fit(self) -> float:
        """How surely, in [0, 1]."""

    @property
    def told(self) -> str:
        """What the evidence says, for a reader, or ""."""

    @property
    def places(self) -> Sequence[tuple[int, Span]]:
        """Where it says so: numbers of passages, from 0, and stretches of them."""


CheckT = TypeVar("CheckT", bound=Check)


@dataclass(frozen=True)
class Place:
    """Words of a passage.

    Attributes:
        passage: The passage's id; of a passage given as a string its number, from 1.
        span: Where in the passage.
        text: The words.
    """

    passage: str
    span: Span
    text: str


class Saying(NamedTuple):
    """What words of a passage do with a claim; as a string, a sentence for a reader.

    Attributes:
        does: What they do: "says the opposite".
        words: The words.
        passage_id: Where they stand.
    """

    does: str
    words: str
    passage_id: str

    def __str__(self) -> str:
        source = source_of(self.passage_id)
        return f"The {source.noun} {self.does}: “{self.words}” ({source})."


@dataclass(frozen=True)
class Judgement(Generic[CheckT]):
    """What a judge says of one claim.

    Attributes:
        claim: The claim.
        outcome: Whether the evidence says so or otherwise. Nothing of the claim is judged but what
            the judge looks at.
        certainty: How sure that is; "" for "open".
        score: In [0, 1], higher is worse: 0 supported, 1 contradicted, between where open.
        checks: Every single thing that was held against the evidence.
        evidence: What decided, the most telling first.
        explanation: One sentence for a reader, "" where nothing was found.
    """

    claim: str
    outcome: Outcome = "open"
    certainty: Certainty = ""
    score: float = _EVEN
    checks: tuple[CheckT, ...] = ()
    evidence: tuple[Place, ...] = ()
    explanation: str = ""

    @classmethod
    def of(
        cls,
        claim: str,
        checks: Sequence[CheckT],
        outcome: Outcome,
        certain: Mapping[str, float],
        if_open: float,
    ) -> Self:
        """Return the judgement that checks come to, without evidence and explanation.

        Args:
            claim: The claim.
            checks: What was held against the evidence.
            outcome: What they come to.
            certain: From which fit either outcome is certain, else likely: of the surest check
                against a claim, of the least sure one for it.
            if_open: The score of a claim of which nothing is decided.
        """
        if outcome == "open":
            return cls(claim, score=min(0.99, max(0.01, if_open)), checks=tuple(checks))
        fits = [check.fit for check in checks if check.outcome == outcome]
        wrong = outcome == "contradicted"
        sure = (max if wrong else min)(fits, default=0.0) >= certain[outcome]
        return cls(claim, outcome, "certain" if sure else "likely", float(wrong), tuple(checks))

    @property
    def deciding(self) -> list[CheckT]:
        """The checks of its outcome, those that tell something first, then the surest."""
        if self.outcome == "open":
            return []
        found = [check for check in self.checks if check.outcome == self.outcome]
        return sorted(found, key=lambda check: (not check.told, -check.fit))

    def explained(
        self,
        passages: Sequence[Passage],
        told_by: Callable[[CheckT, Sequence[Passage]], Saying | str],
    ) -> Self:
        """Return it with the places of what decided, and one sentence for a reader.

        Args:
            passages: The evidence.
            told_by: Words one check.
        """
        found = self.deciding
        if not found:
            return self
        places = dict.fromkeys(place for check in found for place in check.places)
        return replace(
            self,
            evidence=tuple(
                Place(passages[number].id, span, span.of(passages[number].text))
                for number, span in places
            ),
            explanation=str(told_by(found[0], passages)),
        )

    def left_open(self) -> Self:
        """Return it with nothing decided, as where another judge knows better."""
        return replace(self, outcome="open", certainty="", score=_EVEN, evidence=(), explanation="")


def numbered(passages: Sequence[Passage | str]) -> list[Passage]:
    """Return passages; one that is given as a string is named by its number, from 1."""
    return [
        given if isinstance(given, Passage) else Passage(given, str(number))
        for number, given in enumerate(passages, 1)
    ]
