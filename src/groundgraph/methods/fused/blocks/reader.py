"""Reader block: what a reader says of a claim that it reads together with its evidence.

The trees do not read these numbers: they stand beside what the trees give in one sum
(`groundgraph.learn.shift`), so that neither length nor shape can overrule them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.learn.inputs import logistic
from groundgraph.methods.fused import wording
from groundgraph.methods.fused.rule import Telling
from groundgraph.parts.readers.outcomes import log_odds
from groundgraph.text.asked.requests import with_mark
from groundgraph.text.cut_texts import uncut
from groundgraph.text.statements.naming import named
from groundgraph.text.words import words
from groundgraph.types import Evidence, Span
from groundgraph.types.readings import CutAnswer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.fused.reading import Reading
    from groundgraph.protocols import Reader
    from groundgraph.text.passage_units import Unit
    from groundgraph.types.readings import OutcomeScores

    Floats = NDArray[np.float64]

NAMES = (
    "reader_odds",
    "reader_contradicted",
    "reader_token_worst",
    "reader_token_top5",
    "reader_any",
)
"""Log-odds that the claim is not supported, read with the whole answer; the probability that it is
contradicted; the highest log-odds of its tokens, and the mean of the five highest; the log of the
expected number of its words that are not supported. Log-odds are clipped to ±8. All are 0 of a
claim of which nothing was read."""
ALONE = "reader_alone"
"""Log-odds that the claim is not supported, read by itself beside the evidence nearest to it; ±8 at
most. Where that is not asked it is as of the claim read with the whole answer: at home, and of a
claim that is hardly in doubt."""
DOUBTED = -2.0
"""Log-odds from which a claim is read by itself: 83% of the claims of 300 answers of assistants,
told as well by that as if all were, and 46% of RAGTruth's."""
POOLED = ("reader_any",)
"""What is said of all claims of an answer together: so, its expected number of such words."""
CONTRADICTED = 0.7
"""Probability from which a flagged claim that no rule says more of is told as contradicted: of 146
pairs of SNLI, MNLI and ConjNLI that have it 84% are, of the 93 with 0.8 91%."""
DENIED = 0.6
"""Probability of a contradiction from which its words are told as contradicted: of flagged claims
of minimal pairs that have it 85% are, of those with 0.4 to 0.6 70%, half of all being wrong."""
_ALONE = 0.5
_ASKED = 3
"""Units of which the reader is asked whether one alone contradicts a claim."""
HELD, GAINED = 0.6, 1.0
"""Probability from which a unit alone supports a claim that shares no word with the evidence, and
the log-odds that it gains on the claim beside nothing: a small reader finds some claims likely
whatever they stand beside. Of 83 such claims of minimal pairs that all in all pass 34 of 58 right
ones are held so, and 4 of 25 wrong ones; by the probability alone 41 and 9."""
_HOLDING = 64
"""Units of which the reader is asked whether they hold such claims, of all of an answer's."""
_NEAREST = 3
"""Units that a claim is read beside by itself."""
MOST = 8.0
"""Log-odds that are told at most."""
_LEAST = 1e-13
_TOP = 5


def cut(reading: Reading, *, by_name: bool = False) -> CutAnswer:
    """Return what is judged of an answer, as a reader takes it.

    A question that lacks its mark gets one, and a last sentence that lacks its stop.

    Args:
        reading: The answer.
        by_name: Whether its evidence is shown with names in place of what points back to them.
    """
    units = reading.evidence.units
    numbers = {name: n for n, name in enumerate(dict.fromkeys(unit.passage_id for unit in units))}
    passages = reading.example.passages if by_name else ()
    texts = dict(zip((passage.id for passage in passages), uncut(passages), strict=True))
    answer, claims = reading.example.answer, [claim.span for claim in reading.claims]
    if claims and answer[-1:].isalnum() and claims[-1].end == len(answer):
        answer, claims[-1] = f"{answer}.", Span(claims[-1].start, len(answer) + 1)
    return CutAnswer(
        with_mark(reading.asked),
        tuple(_named(unit, texts) if texts else unit.text for unit in units),
        answer,
        tuple(claims),
        tuple(numbers[unit.passage_id] for unit in units),
    )


def _named(unit: Unit, texts: Mapping[str, tuple[str, int]]) -> str:
    """Return the text of a unit, with names in place of what points back to them.

    Args:
        unit: It.
        texts: What each passage stands in, and where it begins there.
    """
    if unit.fact is not None or unit.span is None:
        return unit.text
    text, start = texts[unit.passage_id]
    span = Span(unit.span.start + start, unit.span.end + start)
    return named(text, span) if span.of(text) == unit.text else unit.text


def alone(whole: CutAnswer, near: Floats, claims: Sequence[int]) -> list[CutAnswer]:
    """Return some claims, each by itself beside the evidence nearest to it, as a reader takes it.

    Args:
        whole: The answer.
        near: How much of each claim each unit of evidence holds, shape ``(n_claims, n_units)``.
        claims: The numbers of the claims.
    """
    return [
        whole.beside(_nearest(near[claim], whole.units)[:_NEAREST], whole.claims[claim])
        for claim in claims
    ]


def _nearest(near: Floats, units: Sequence[str]) -> list[int]:
    """Return the numbers of units, the nearest first; those as near by their texts.

    Not by their places, so that nothing hangs on how a text is cut into passages.
    """
    return sorted(range(len(units)), key=lambda unit: (-near[unit], units[unit]))


def odds_of(said: OutcomeScores) -> Floats:
    """Return the log-odds that each claim is not supported; 0 of one that was not read."""
    known = ~np.isnan(said.claims[:, 0])
    odds = np.zeros(len(known))
    odds[known] = _clipped(log_odds(said.claims[known]))
    return odds


def measure(said: OutcomeScores, by_word: Words) -> Floats:
    """Measure the claims of one answer, shape ``(n_claims, len(NAMES))``.

    Args:
        said: Of the whole.
        by_word: What is said of the answer's words.
    """
    rows = np.zeros((len(said.claims), len(NAMES)))
    rows[:, 0] = odds_of(said)
    rows[:, 1] = np.nan_to_num(said.claims[:, 2])
    odds = _clipped(log_odds(said.tokens))
    expected = np.bincount(by_word.claims, logistic(by_word.odds[:, 0]), len(rows))
    for claim in np.unique(said.claim_of).tolist():
        highest = np.sort(odds[said.claim_of == claim])[-_TOP:]
        rows[claim, 2:4] = highest[-1], highest.mean()
        rows[claim, 4] = np.log(expected[claim]) if expected[claim] else 0.0
    return rows


class Words(NamedTuple):
    """The words of an answer and what a reader says of them.

    Attributes:
        places: Where each stands in the answer, shape ``(n_words, 2)``.
        claims: The number of each one's claim, ascending.
        odds: Log-odds that a word is not supported, and that it is contradicted, within ±8: those
            of its worst token; -8 of a word that was not read. Shape ``(n_words, 2)``.
    """

    places: NDArray[np.int32]
    claims: NDArray[np.int32]
    odds: Floats

    def within(self, places: Sequence[Span]) -> NDArray[np.bool_]:
        """Say which words stand in some places of the answer, shape ``(n_words,)``."""
        starts, ends = self.places.T
        found = np.zeros(len(starts), bool)
        for place in places:
            found |= (starts < place.end) & (ends > place.start)
        return found

    def trusted(self, places: Sequence[Span]) -> Words:
        """Return the same without doubt of the words in some places."""
        return self._with(self.within(places), -MOST)

    def denied(self, places: Sequence[Span]) -> Words:
        """Return the same with the words in some places surely contradicted."""
        return self._with(self.within(places), MOST)

    def worst(self, place: Span) -> float:
        """Return the highest log-odds of the words in a place."""
        return float(self.odds[self.within([place]), 0].max(initial=-MOST))

    def _with(self, meant: NDArray[np.bool_], odds: float) -> Words:
        return self._replace(odds=np.where(meant[:, None], odds, self.odds))


def of_words(reading: Reading, said: OutcomeScores) -> Words:
    """Return what was said of the words of an answer's claims, by its tokens."""
    own = [words(claim.text) for claim in reading.claims]
    begins = [claim.span.start for claim in reading.claims]
    places = np.array(
        [(b + word.start, b + word.end) for b, of in zip(begins, own, strict=True) for word in of],
        np.int32,
    ).reshape(-1, 2)
    claims = np.repeat(np.arange(len(own)), [len(of) for of in own]).astype(np.int32)
    odds = np.full((len(places), 2), -MOST)
    if len(places) and len(said.tokens):
        word = np.searchsorted(places[:, 0], said.starts, side="right") - 1
        inside = (word >= 0) & (said.starts < places[word, 1])
        contradicted = np.clip(said.tokens[:, 2], _LEAST, 1 - _LEAST)
        both = (log_odds(said.tokens), np.log(contradicted) - np.log1p(-contradicted))
        for column, own_odds in enumerate(both):
            np.maximum.at(odds[:, column], word[inside], _clipped(own_odds)[inside])
    return Words(places, claims, odds)


def _clipped(odds: Floats) -> Floats:
    return np.clip(odds, -MOST, MOST)


class Asked(NamedTuple):
    """A reader that was asked of an answer, and what it said.

    Attributes:
        reader: Reads single units too.
        reading: The answer.
        whole: The answer as it was read.
        said: What it said of the whole.
        nearness: How much of each claim each unit holds, ``(n_claims, n_units)``.
    """

    reader: Reader
    reading: Reading
    whole: CutAnswer
    said: OutcomeScores
    nearness: Floats

    def denies(self, claim: int, least: float = DENIED) -> bool:
        """Say whether it finds that the evidence says otherwise, more than that it is silent."""
        return bool(self.said.claims[claim, 2] >= least)

    def holding(self, claims: Sequence[int]) -> dict[int, Evidence]:
        """Return the unit that supports each of some claims best when it is read alone.

        For claims in other words than their evidence, of which shared words find none.

        Args:
            claims: Their numbers; those of many units are each read beside as many of the nearest.

        Returns:
            By claim; nothing for one that no unit supports by itself.
        """
        if not claims:
            return {}
        whole, room = self.whole, max(1, _HOLDING // len(claims))
        nearest = {
            claim: _nearest(self.nearness[claim], whole.units)[:room] for claim in claims[:_HOLDING]
        }
        asked = [(claim, unit) for claim, units in nearest.items() for unit in (*units, None)]
        said = self.reader.read(
            [whole.beside([] if u is None else [u], whole.claims[claim]) for claim, u in asked]
        )
        odds = {pair: -float(odds_of(each)[0]) for pair, each in zip(asked, said, strict=True)}
        held: dict[int, Evidence] = {}
        for claim, units in nearest.items():
            number = max(units, key=lambda unit: odds[claim, unit])
            support = float(logistic(np.array(odds[claim, number])))
            if support >= HELD and odds[claim, number] - odds[claim, None] >= GAINED:
                unit = self.reading.evidence.units[number]
                held[claim] = Evidence(unit.passage_id, unit.span, support, unit.text)
        return held

    def against(self, claim: int) -> Telling | None:
        """Say what speaks against a claim that it surely finds contradicted as a whole.

        The unit that decides is the one that contradicts it most when it is read alone; none is
        named where none does.
        """
        if not self.denies(claim, CONTRADICTED):
            return None
        nearest = _nearest(self.nearness[claim], self.whole.units)[:_ASKED]
        asked = [self.whole.beside([n], self.whole.claims[claim]) for n in nearest]
        alone = [float(np.nan_to_num(said.claims[0, 2])) for said in self.reader.read(asked)]
        if max(alone, default=0.0) < _ALONE:
            return Telling("contradicted", wording.SPEAKS_AGAINST)
        best = int(np.argmax(alone))
        unit = self.reading.evidence.units[nearest[best]]
        cited = (Evidence(unit.passage_id, unit.span, alone[best], unit.text),)
        told = wording.says_otherwise(unit.text, unit.passage_id)
        return Telling("contradicted", told, cited)
