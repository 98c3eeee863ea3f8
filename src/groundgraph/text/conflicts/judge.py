"""The entry point: which passages disagree on what the claims of an answer say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.conflicts.guards import as_of
from groundgraph.text.conflicts.model import Ground
from groundgraph.text.conflicts.quantities import amount_pairs, date_pairs, named_pairs
from groundgraph.text.conflicts.statements import statement_pairs
from groundgraph.text.judgements import numbered
from groundgraph.text.quantities.evidence.index import index_of
from groundgraph.text.quantities.evidence.slots import ReadClaim
from groundgraph.text.quantities.written.model import read
from groundgraph.text.statements.evidence import Texts, evidence_of
from groundgraph.types.conflicts import Conflict, Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundgraph.text.conflicts.model import Pair, Told
    from groundgraph.types import Passage
    from groundgraph.types.conflicts import ConflictKind

Pairs = tuple["Pair", ...]
_DISAGREE = re.compile(
    r"\b(?:disagree|differ|contradict|conflict|inconsisten|discrepan|disput|at odds)", re.IGNORECASE
)
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_PARTS = re.compile(r"[,:;]")
_MOST_VALUES = 3
"""Values of one conflict; passages that have more list things of one kind."""
_SOURCE = re.compile(
    r"(?:and |while |but |whereas )?(?:in |according to )?"
    r"(?:one|another|the other|the first|the second|some|others)\b"
    r"(?: (?!that\b|says?\b)\w+)?(?: (?:says?|said|gives?|states?|reports?|claims?))?(?: that)? "
    r"(.+)",
    re.IGNORECASE,
)
"""What one of several sources says."""
_NAMES_IT = re.compile(
    rf"{_DISAGREE.pattern}|"
    r"\bone\b.{1,200}\b(?:another|the other)\b|\baccording to\b.{1,200}\baccording to\b|"
    r"\bin one\b.{1,200}\bin (?:another|the other)\b",
    re.IGNORECASE | re.DOTALL,
)
"""How an answer says that its sources do not agree."""


def conflicting(
    question: str, passages: Sequence[Passage | str], claims: Sequence[str]
) -> list[Pairs]:
    """Return, for each claim, the passages that disagree on what it says.

    Args:
        question: What was asked, or "".
        passages: The evidence; strings are named by their number.
        claims: Claims of one answer, in order.
    """
    known = numbered(passages)
    if len(known) < 2:
        return [()] * len(claims)
    texts = tuple(passage.text for passage in known)
    index, evidence = index_of(texts), evidence_of(texts)
    answer = Texts([question, *claims], running=True)
    asked = read(question, index.labels)
    found = []
    for number, claim in enumerate(claims, 1):
        ground = Ground(known, index, question, claim)
        own = ReadClaim(read(claim, index.labels), asked, index)
        every = [
            *amount_pairs(ground, own),
            *date_pairs(ground, own),
            *statement_pairs(ground, evidence, answer, number),
        ]
        if _DISAGREE.search(claim):
            every += named_pairs(ground, own)
        if parts := reported(claim):
            every += statement_pairs(ground, evidence, Texts(parts), *range(len(parts)))
        found.append(tuple(dict.fromkeys(every)))
    return found


def reported(claim: str) -> list[str]:
    """Return what a claim has its sources say, where it says that they do not agree.

    >>> reported("Sources disagree: one says that it is safe, the other that it is not safe.")
    ['it is safe', 'it is not safe']
    """
    if not _NAMES_IT.search(claim):
        return []
    found = (_SOURCE.match(part.strip()) for part in _PARTS.split(claim.rstrip(".")))
    return [match[1] for match in found if match]


def find_conflicts(
    question: str, passages: Sequence[Passage | str], claims: Sequence[str]
) -> tuple[Conflict, ...]:
    """Find where passages disagree on what the claims of an answer say.

    Args:
        question: What was asked, or "".
        passages: The evidence; strings are named by their number.
        claims: Claims of one answer, in order.

    Returns:
        The conflicts, in the order of the claims that they bear on first.

    >>> told = ["The dose of Velorin is 40 mg.", "The dose of Velorin is 60 mg."]
    >>> [found] = find_conflicts("", told, ["The dose of Velorin is 40 mg."])
    >>> str(found)
    'Passages 1 and 2 disagree: “40 mg” and “60 mg”.'
    """
    known = numbered(passages)
    return assembled(conflicting(question, known, claims), known, claims)


def assembled(
    pairs: Sequence[Pairs], passages: Sequence[Passage], claims: Sequence[str], answer: str = ""
) -> tuple[Conflict, ...]:
    """Join pairs that share a side into conflicts.

    Args:
        pairs: Of each claim, from `conflicting`.
        passages: The evidence, in the order in which its sides are told.
        claims: The claims.
        answer: The answer that they are of, where it is at hand: it may say between two claims
            that its sources differ.
    """
    groups: list[dict[Told, set[int]]] = []
    for number, own in enumerate(pairs):
        for pair in own:
            _join(groups, pair, number)
    told = {pair for own in pairs for pair in own}
    texts = [*claims, answer]
    every = (_conflict(group, told, passages, texts) for group in groups)
    return tuple(each for each in every if len({side.value for side in each.sides}) <= _MOST_VALUES)


def _join(groups: list[dict[Told, set[int]]], pair: Pair, number: int) -> None:
    """Add a pair to the groups that hold one of its sides, which become one."""
    sides = pair.one, pair.other
    shared = [group for group in groups if any(_place(s) in map(_place, group) for s in sides)]
    merged = shared[0] if shared else {}
    for group in shared[1:]:
        groups.remove(group)
        for side, numbers in group.items():
            merged.setdefault(side, set()).update(numbers)
    if not shared:
        groups.append(merged)
    for side in sides:
        known = next((s for s in merged if _place(s) == _place(side)), side)
        merged.setdefault(known, set()).add(number)


def _place(told: Told) -> tuple[int, int, int]:
    return told.passage, *told.value


def _conflict(
    group: Mapping[Told, set[int]],
    pairs: set[Pair],
    passages: Sequence[Passage],
    texts: Sequence[str],
) -> Conflict:
    numbers = sorted({number for own in group.values() for number in own})
    own = [p for p in pairs if _place(p.one) in map(_place, group)]
    both = {_place(p.one) for p in own} & {_place(p.other) for p in own}
    sides = tuple(_sides(group, passages))
    kind, said = next(iter(group)).kind, " ".join(texts).lower()
    told = all(side.value.lower() in said for side in sides) or _are_told(kind, sides, said)
    cued = any(_NAMES_IT.search(texts[number]) for number in (*numbers, -1))
    return Conflict(kind, sides, tuple(numbers), bool(both) or told or cued)


def _are_told(kind: ConflictKind, sides: Sequence[Side], said: str) -> bool:
    """Say whether a text has the numbers of all sides, where these tell the sides apart."""
    numbers = {frozenset(_NUMBER.findall(side.value)) for side in sides}
    apart = kind in {"amount", "date"} and len(numbers) == len({side.value for side in sides})
    return apart and frozenset().union(*numbers) <= {*_NUMBER.findall(said)} and all(numbers)


def _sides(group: Mapping[Told, set[int]], passages: Sequence[Passage]) -> Iterator[Side]:
    """Yield one side of each passage and value, in the order of the passages."""
    seen = set()
    for told in sorted(group, key=_place):
        passage = passages[told.passage]
        value = told.value.of(passage.text)
        if (told.passage, value) not in seen:
            seen.add((told.passage, value))
            text = told.around.of(passage.text)
            date = date_of(text) or passage.date or date_of_all(passage.text)
            yield Side(passage.id, told.around, text, value, date)


def date_of_all(passage: str) -> str:
    """Return the date of which a passage says, in a line of its own, that it speaks, or "".

    >>> date_of_all("Last updated 3 May 2019. Items can be returned within 30 days.")
    '3 May 2019'
    >>> date_of_all("It was last updated 3 May 2019.")
    ''
    """
    for line in re.split(r"(?<=[.!?])\s+|\n+", passage):
        plain = line.strip(" .()*_")
        found = as_of(plain)
        if found and found.start() == 0 and (date := date_of(plain)) and plain.endswith(date):
            return date
    return ""


def date_of(sentence: str) -> str:
    """Return as of when a sentence speaks, as written, or "".

    >>> date_of("As of 7 March 2024 the level is 4.4 m.")
    '7 March 2024'
    """
    found = as_of(sentence)
    if found is None:
        return ""
    read_ = read(sentence)
    after = (m.span for m in read_.mentions if m.moment.dated and m.span.start >= found.end() - 1)
    first = next(after, None)
    return first.of(sentence) if first else ""
