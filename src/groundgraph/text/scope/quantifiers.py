"""All, most, some, few, none: how much of a thing the claim speaks of, and the evidence."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.english.phrases import TIMES
from groundgraph.text.english.tagging import guess, lexicon
from groundgraph.text.scope.claims import Relation, settled
from groundgraph.text.scope.lexicon import EXCEPTIONS, LIMITS, QUANTIFIERS, Marker
from groundgraph.text.scope.model import Part, kept

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.scope.claims import Claim, Near
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.model import Line

# Claim's amount: the amounts of the evidence that it follows from, and those that it goes beyond.
_FOLLOWS = {
    "all": "all",
    "most": "all most all but",
    "half": "half",
    "many": "all most many all but",
    "some": "all most half many some few part not all all but",
    "few": "few",
    "part": "all most half many some few part not all all but",
    "not all": "most half few part not all all but",
    "none": "none",
    "all but": "all but",
}
_BEYOND = {
    "all": "most half many some few part not all none all but",
    "most": "some few none",
    "half": "all most few none all but",
    "many": "few none",
    "some": "none",
    "few": "all most many half none all but",
    "part": "none",
    "not all": "all",
    "none": "all most half many some few part all but",
    "all but": "all none few some",
}
_TWO = ("not all", "all but")
_PASSED = frozenset("of the 's its their his her our your these those this my other own".split())
_PERSONS = frozenset("everyone everybody nobody".split())
_LONGEST_HEAD = 5
_LEAST_SHARED, _MOSTLY_SHARED = 0.5, 0.75
_STRANGE = 0.85
_HEADLESS = 0.9
_TURNING = frozenset(
    """until unless before except without wait but not never fail escape escaped avoid avoided miss
    missed lack lacked spared""".split()
)
_TIMES = TIMES | frozenset({"hour", "times", "other", "second", "longer", "more", "one"})
_SMALL = frozenset({"none", "few", "not all"})
_WHOLE = 0.9
_NUMBERS = frozenset("one two three four five six seven eight nine ten".split())
_DETERMINED = frozenset("how as so too the our his her its their these those my your".split())
_OTHERS = frozenset({"other", "others", "remaining", "rest"})


class Quantified(NamedTuple):
    """An amount and what it is of.

    Attributes:
        amount: Name of the amount.
        marker: Its words.
        run: Keys of the noun phrase, in order; empty for "all of them".
        excepted: Keys of what is excepted.
        part: What it is said in.
        region: What of the part belongs to it, and to no other amount.
    """

    amount: str
    marker: Marker
    run: tuple[str, ...]
    excepted: frozenset[str]
    part: Part
    region: Part


def check_quantifiers(claim: Claim) -> list[Check]:
    """Hold every quantifier of a claim against those of the same thing in the evidence."""
    found = [_check(claim, own) for own in quantified(claim.line)]
    return [check for check in found if check is not None]


def _check(claim: Claim, own: Quantified) -> Check | None:
    if own.amount == "many":
        return None
    keys = claim.keys_without(own.part, [own.marker, *claim.line.find(EXCEPTIONS)])
    if not keys:
        return None
    relations = [r for near in claim.near(keys) for r in _relations(claim, own, keys, near)]
    return settled("quantifier", relations)


def _relations(
    claim: Claim, own: Quantified, keys: frozenset[str], near: Near
) -> Iterator[Relation]:
    line = near.line
    for other in quantified(line):
        agrees = _relation(own, other)
        fit = near.fit * _sameness(claim, own, other, keys, line)
        if agrees is None or not fit:
            continue
        leans = _is_others(line, other) or (
            _narrower(own, other) if agrees else _turned(claim.line, own, other, near)
        )
        told = _told(claim.line, own, line, other, agrees)
        yield Relation(agrees, fit, told, line, other.marker.first, other.marker.last, leans)


def _told(line: Line, own: Quantified, other_line: Line, other: Quantified, agrees: bool) -> str:
    words = other_line.said(other.marker.first, other.marker.last)
    said = line.said(own.marker.first, own.marker.last)
    if agrees:
        return f"says “{words}”"
    if other.amount == "all but":
        return f"makes an exception, not “{said}”"
    if own.amount == "all but":
        return "makes no exception"
    return f"says “{words}”, not “{said}”"


def _turned(line: Line, own: Quantified, other: Quantified, near: Near) -> bool:
    """Say whether few and most may be the same said in other words: "few left", "most stayed"."""
    if (own.amount in _SMALL) == (other.amount in _SMALL):
        return False
    return near.fit < _WHOLE or bool(_TURNING & (line.words ^ near.line.words))


def _is_others(line: Line, other: Quantified) -> bool:
    """Say whether an amount is of others than those that the sentence has named."""
    behind = line.tokens[other.marker.last : other.marker.last + 2]
    return any(token.text in _OTHERS for token in behind)


def _narrower(own: Quantified, other: Quantified) -> bool:
    """Say whether the evidence speaks of all, or none, of fewer things than the claim."""
    return own.amount in {"all", "none"} and not {*other.run} <= {*own.run}


def _relation(own: Quantified, other: Quantified) -> bool | None:
    if own.amount == other.amount == "all but" and own.excepted and other.excepted:
        return True if own.excepted & other.excepted else None
    if _in(other.amount, _FOLLOWS[own.amount]):
        return True
    return False if _in(other.amount, _BEYOND[own.amount]) else None


def _in(amount: str, listed: str) -> bool:
    for two in _TWO:
        if amount == two:
            return two in listed
        listed = listed.replace(two, "")
    return amount in listed.split()


def _sameness(
    claim: Claim, own: Quantified, other: Quantified, keys: frozenset[str], line: Line
) -> float:
    """Return how surely two amounts are of the same thing and said of the same, in [0, 1]."""
    rest = (keys & claim.line.keys_of(own.region)) - set(own.run)
    shared = line.keys_of(other.region) | frozenset(other.run)
    said = len(rest & shared) / len(rest) if rest else 1.0
    if said < _LEAST_SHARED:
        return 0.5 * said
    if _is_elsewhere(keys, other, line):
        return 0.3
    if not own.run or not other.run:
        return _HEADLESS if said >= _MOSTLY_SHARED else 0.5
    if own.run[-1] == other.run[-1]:
        return 1.0
    if own.run[-1] in other.run or other.run[-1] in own.run:
        return _HEADLESS
    strange = own.run[-1] not in line.keys and other.run[-1] not in claim.line.keys
    return _STRANGE if strange and said >= _MOSTLY_SHARED else 0.3


def _is_elsewhere(keys: frozenset[str], other: Quantified, line: Line) -> bool:
    """Say whether another quantified part holds what the claim speaks of: "in the dairy, half"."""
    said = line.keys_of(other.part)
    return any(
        line.find(QUANTIFIERS, *part) and (line.keys_of(part) & keys) - said
        for part in line.parts
        if part != other.part and not said <= keys
    )


@kept
def quantified(line: Line) -> list[Quantified]:
    """Return every "all", "most", "some" or "no" of a sentence, and what it is of."""
    found = []
    for marker in [*line.find(QUANTIFIERS), *_numbered(line)]:
        part = line.part_of(marker.first)
        run = _run(line, marker.last, part.last)
        if _is_amount(line, marker, run):
            excepted, keys = _exception(line, part)
            amount = "all but" if marker.name == "all" and excepted else marker.name
            limited = marker.first > 0 and line.tokens[marker.first - 1].text in LIMITS
            amount = "few" if amount == "some" and limited else amount
            own = Quantified(amount, marker, run, keys, part, part)
            others = amount == "all" and _is_others(line, own)
            found.append(own._replace(amount="all but") if others else own)
    return [own._replace(region=_region(own, found)) for own in found]


def _region(own: Quantified, every: list[Quantified]) -> Part:
    """Return the tokens of a part from an amount to the next; the first has those before it."""
    beside = sorted(each.marker.first for each in every if each.part == own.part)
    after = [first for first in beside if first > own.marker.first]
    begins = own.part.first if beside[0] == own.marker.first else own.marker.first
    return Part(begins, after[0] if after else own.part.last)


def _numbered(line: Line) -> list[Marker]:
    """Return the likes of "just two of" and "three of the"; none is "one" of "every one of the"."""
    if "of" not in line.words:
        return []
    found = []
    texts = line.texts
    taken = {at for marker in line.find(QUANTIFIERS) for at in range(marker.first, marker.last)}
    for at, text in enumerate(texts[:-2]):
        if texts[at + 1] != "of" or texts[at + 2] not in _PASSED:
            continue
        if (text not in _NUMBERS and not text.isdigit()) or at in taken:
            continue
        limited = at > 0 and texts[at - 1] in LIMITS
        found.append(Marker("few" if limited else "part", at - limited, at + 2))
    return found


def _is_amount(line: Line, marker: Marker, run: tuple[str, ...]) -> bool:
    first = line.tokens[marker.first].text
    behind = line.tokens[marker.last].text if marker.last < len(line.tokens) else ""
    if first in {"every", "each", "all", "half", "no"} and behind in _TIMES:
        return False  # "every day" is how often
    if marker.last - marker.first > 1:
        return True
    before = line.tokens[marker.first - 1].text if marker.first else ""
    if first == "most":
        return (
            bool(run)
            and before not in {"the", "one", "his", "her", "its", "their"}
            and (_kind(line.tokens[marker.last].text) in {"NNS", "NN", "NV"})
        )
    if first == "all":
        return before not in {"at", "after", "above", "of", "not", "first"}
    if first in {"each", "half", "some", "few", "many", "no", "every", "several"}:
        return bool(run) and before not in _DETERMINED
    if first in {"both", "neither"}:
        return bool(run) and not _pairs(line, marker)
    return True


def _pairs(line: Line, marker: Marker) -> bool:
    """Say whether "both" joins two things: "both X and Y"."""
    return any(t.text in {"and", "nor"} for t in line.tokens[marker.last : marker.last + 6])


def _run(line: Line, at: int, last: int) -> tuple[str, ...]:
    """Return the keys of the noun phrase that begins at a token."""
    tokens = line.tokens
    if at and tokens[at - 1].text in _PERSONS:
        return ("person",)
    run: list[str] = []
    for token in tokens[at : min(last, at + _LONGEST_HEAD)]:
        if token.content and not (run and _kind(token.text) == "V"):
            if not token.text[0].isdigit():
                run.append(token.key)
        elif token.text not in _PASSED or (token.text == "of" and run):
            break
    return tuple(run)


@lru_cache(maxsize=1 << 13)
def _kind(word: str) -> str:
    tag = lexicon().get(word) or guess(word)
    return "V" if tag.startswith("V") else tag


def _exception(line: Line, part: Part) -> tuple[bool, frozenset[str]]:
    """Say whether a sentence excepts something from "all", and return its keys."""
    end = min(part.last + _LONGEST_HEAD, len(line.tokens))
    for found in line.find(EXCEPTIONS):
        inside = found.first == 0 or part.first <= found.first < end
        single = found.first > 0 and line.tokens[found.first - 1].text == "one"
        if inside and (found.name == "except" or single):
            return True, _keys_behind(line, found.last)
    at = part.last  # "all lamps but two", not "all are lit, but two of them flicker"
    apart = at > 0 and line.tokens[at - 1].text == ","
    if at + 1 < len(line.tokens) and line.tokens[at].text == "but" and not apart:
        after = line.tokens[at + 1]
        if after.text in _NUMBERS or after.name:
            return True, _keys_behind(line, at + 1)
    return False, frozenset()


def _keys_behind(line: Line, at: int) -> frozenset[str]:
    return frozenset(token.key for token in line.tokens[at : at + _LONGEST_HEAD] if token.content)
