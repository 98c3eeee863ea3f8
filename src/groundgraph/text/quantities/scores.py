"""Results of games: who beat whom, by what score and margin."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.number_words import ONES
from groundgraph.text.quantities.findings import Check, Kind, decided
from groundgraph.text.quantities.model import Event
from groundgraph.text.quantities.moments import Moment
from groundgraph.text.quantities.stems import stem
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.model import Sentence
    from groundgraph.text.quantities.slots import ReadClaim

_NAME = r"(?<![\w'’-])(?:[A-Z][\w'’-]*)(?:\s(?:[A-Z][\w'’-]*|of|de|and\s(?=[A-Z]))){0,3}"
_BEAT = (
    r"(?:beat|beats|defeated|defeats|edged|overcame|thrashed|downed|eliminated|outscored|topped"
    r"|(?:won|prevailed|triumphed|win)\s(?:against|over))"
)
_LOST = (
    r"(?:lost\s(?:to|against)|fell\sto|went\sdown\sto"
    r"|(?:was|were)\s(?:beaten|defeated|eliminated|edged)\sby)"
)
_SCORE = r"(?P<x>\d{1,3})\s?[-–:]\s?(?P<y>\d{1,3})(?![\d%:.-]\d)"
_MEETING = re.compile(
    rf"(?P<a>{_NAME})\s(?:narrowly\s|comfortably\s|then\s)?(?P<verb>{_BEAT}|{_LOST})\s"
    rf"(?:the\s)?(?P<b>{_NAME})(?:,?\s(?:by\s|with\s)?{_SCORE})?"
)
_AT_HOME = re.compile(
    rf"(?P<a>{_NAME})(?:['’]s\s\w+)?\s(?P<verb>(?:(?:was|were)\s(?:beaten|defeated)|lost|went\sdown"
    rf"|fell))\s{_SCORE}\s(?:at\shome\s|away\s)?(?:by|to|against)\s(?:the\s)?(?P<b>{_NAME})"
)
"""A defeat told with its score between: "Rovers were beaten 1-4 at home by City"."""
_MARGIN = re.compile(
    r"\sby\s(?P<margin>\w{1,10})\s(?:goals?|points?|runs?|wickets?|votes?|sets?|games?|seats?)\b"
)
_TOLD = re.compile(
    rf"(?P<a>{_NAME})\s(?P<x>\d{{1,3}})(?:,|;|\sand|\s?[-–])\s(?P<b>{_NAME})\s(?P<y>\d{{1,3}})"
    r"(?=\s*(?:[.;()]|$))"
)
_BETWEEN = re.compile(rf"(?P<a>{_NAME})\s{_SCORE}\s(?P<b>{_NAME})")
_WON = re.compile(
    rf"(?P<a>{_NAME})\s(?:narrowly\s|comfortably\s)?(?P<verb>won|win|wins|lost|lose|loses)\b"
    r"(?:\sthe\s(?:match|game|final|tie|derby|contest|race|vote|election)\b)?"
    r"(?=\s(?:by|on|in|at|after|with|against|over|and|but|\d)|,\s\d|[.,;]|$)"
    rf"(?:\sby\s(?P<margin>\w+)(?:\s\w+)?|,?\s(?:by\s)?{_SCORE})?"
)
_CUES = frozenset(
    """beat beats defeated defeats edged overcame thrashed downed eliminated outscored topped won
    win wins lost lose loses prevailed triumphed beaten fell went""".split()
)
_FINAL = re.compile(r"\b(?:final|full[- ]time|ended|finished|result)\b", re.IGNORECASE)
_PART = re.compile(r"\b(?:half|quarter|period|set|interval|inning|break)\b", re.IGNORECASE)
_AGAIN = re.compile(
    r"\b(?:after losing|having (?:lost|beaten)|had (?:lost|beaten|defeated|won)|who (?:lost|beat)"
    r"|revenge|rematch|previously|earlier)\b",
    re.IGNORECASE,
)
"""Words of another game of the same two, which the other may have won."""
_OPENERS = frozenset("the in on at after for final score half full result and but".split())
_FIT = 0.9


@dataclass(frozen=True)
class Result:
    """A result that a sentence tells.

    Attributes:
        first: Stems of the one side.
        second: Stems of the other.
        scores: What each scored; none where only the winner, ``first``, is told.
        span: Where it stands in its text.
    """

    first: frozenset[str]
    second: frozenset[str]
    scores: tuple[int, int] | None
    span: Span

    @property
    def winner(self) -> frozenset[str]:
        """Stems of the side that won; none for a draw."""
        if self.scores is None or self.scores[0] > self.scores[1]:
            return self.first
        return self.second if self.scores[0] < self.scores[1] else frozenset()


@lru_cache(maxsize=512)
def _stems(name: str) -> frozenset[str]:
    return frozenset(stem(w) for w in name.lower().split() if w not in _OPENERS)


def results_of(sentence: Sentence) -> list[Result]:
    """Return the results that a sentence tells with both sides."""
    text = sentence.text[sentence.span.start : sentence.span.end]
    beaten = not sentence.letters.isdisjoint(_CUES)
    if not beaten and not sentence.has_digit:
        return []
    forms = (_MEETING, _AT_HOME, _TOLD, _BETWEEN) if sentence.has_digit else (_MEETING,)
    found = [
        result
        for form in (forms if beaten else forms[1:])
        for match in form.finditer(text)
        if (result := _result(match, sentence.span.start)) is not None
    ]
    if _AGAIN.search(text):
        return []
    return [one for one in found if not _is_of_a_part(text, one, sentence.span.start)]


def _is_of_a_part(text: str, result: Result, start: int) -> bool:
    """Say whether the clause of a result tells how it stood in the middle of a game."""
    first, last = result.span.start - start, result.span.end - start
    end = text.find(";", last)
    clause = text[text.rfind(";", 0, first) + 1 : end if end >= 0 else len(text)]
    return bool(_PART.search(clause)) and not _FINAL.search(clause)


def _result(match: re.Match[str], start: int) -> Result | None:
    told = match.groupdict()
    first, second = _stems(match["a"]), _stems(match["b"])
    scores = (int(match["x"]), int(match["y"])) if told.get("x") else None
    if not first or not second or first & second:
        return None
    if told.get("verb"):
        if match.re is _AT_HOME or re.fullmatch(_LOST, match["verb"]):
            first, second = second, first
        scores = (max(scores), min(scores)) if scores else None
    return Result(first, second, scores, Span(start + match.start(), start + match.end()))


def check_scores(claim: ReadClaim) -> list[Check]:
    """Hold who a claim says won, by how much and how, against the one result of that game."""
    if claim.lower.isdisjoint(_CUES):
        return []
    meetings = [one for one in results_of(claim.sentence) if one.winner]
    if meetings:
        return [check for one in meetings for check in _against(claim, one)]
    return [check for match in _WON.finditer(claim.text) for check in _won(claim, match)]


def _known(claim: ReadClaim, *sides: frozenset[str]) -> tuple[int, Result] | None:
    """Return the result of the game of some sides; ``None`` where several differ."""
    found = [
        (passage.number, result)
        for passage in claim.index.passages
        for result in passage.results
        if all(any(_same(side, own) for own in (result.first, result.second)) for side in sides)
    ]
    scored = [pair for pair in found if pair[1].scores is not None] or found
    alike = {(one.winner, frozenset(one.scores or ())) for _, one in scored}
    return scored[0] if len(alike) == 1 else None


def _same(one: frozenset[str], other: frozenset[str]) -> bool:
    return one <= other or other <= one


def _against(claim: ReadClaim, said: Result) -> Iterator[Check]:
    known = _known(claim, said.first, said.second)
    if known is not None:
        right = _same(said.winner, known[1].winner) if known[1].winner else False
        if said.scores is not None and known[1].scores is not None:
            right = right and {*said.scores} == {*known[1].scores}
        margin = _MARGIN.match(claim.text, said.span.end)
        if right and margin is not None and known[1].scores is not None:
            yield _by(claim.text[said.span.start : margin.end()], margin["margin"], known)
            return
        yield _check(said.span.of(claim.text), known, right=right)


def _won(claim: ReadClaim, match: re.Match[str]) -> Iterator[Check]:
    """Hold "X won by three points", "X lost 2-1" against a result."""
    side = _stems(match["a"])
    known = _known(claim, side) if side else None
    if known is None or not known[1].winner:
        return
    scores = known[1].scores
    right = _same(side, known[1].winner) == match["verb"].startswith("w")
    if right and match["margin"] and _number(match["margin"]) and scores is not None:
        yield _by(match[0], match["margin"], known)
        return
    if match["x"] and scores is not None:
        right = right and {int(match["x"]), int(match["y"])} == {*scores}
    yield _check(match[0], known, right=right)


def _number(written: str) -> int | None:
    return ONES.get(written.lower()) or (int(written) if written.isdigit() else None)


def _by(said: str, margin: str, known: tuple[int, Result]) -> Check:
    """Hold the margin that a claim tells against that of the result."""
    scores = known[1].scores
    assert scores is not None
    high, low = max(scores), min(scores)
    told = f"{high} − {low} = {high - low}"
    return _check(said, known, right=_number(margin) == high - low, told=told)


def _check(said: str, known: tuple[int, Result], *, right: bool, told: str = "") -> Check:
    passage, result = known
    span = result.span
    event = Event(Moment(), {}, passage, span, span, 0)
    kind: Kind = "derivation" if told else "comparison"
    return Check(decided(right=right), kind, said, (event,), _FIT, told)


def of_sentences(sentences: Sequence[Sentence]) -> list[Result]:
    """Return the results that some sentences tell."""
    return [result for sentence in sentences for result in results_of(sentence)]
